import { useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { printedRowsMax } from './printList.ts'
import { ProgressLine } from './ProgressLine.tsx'
import { type ExportChoice, useListExport } from './useListExport.ts'

/** Exports all records that match, with progress and a way to stop, or puts them on paper. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const { total = 0 } = useListContext()
  const [choice, setChoice] = useState<ExportChoice>({ format: 'xlsx', isShownOnly: false })
  const { run, cancel, progress, error, isDone } = useListExport()
  const errorText = useErrorText()
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <PromptDialog
      title={translate('resourcePages.export.title')}
      text={translate('resourcePages.export.rows', { smart_count: total })}
      isRunning={progress !== null}
      mayStop
      onClose={close}
      closeLabel={progress ? 'resourcePages.export.cancel' : 'resourcePages.actions.close'}
      problem={error !== null && translate('resourcePages.export.failed', { reason: errorText(error) })}
      action={{
        label: translate(choice.format === 'paper' ? 'resourcePages.export.print' : 'resourcePages.export.start'),
        onClick: () => void run(choice),
      }}
    >
      <Choices choice={choice} onChange={setChoice} isDisabled={progress !== null} isShort={total <= printedRowsMax} />
      {progress && <ProgressLine progress={progress} />}
      {isDone && <Alert severity="success">{translate('resourcePages.export.done')}</Alert>}
    </PromptDialog>
  )
}

function Choices({
  choice,
  onChange,
  isDisabled,
  isShort,
}: {
  choice: ExportChoice
  onChange: (choice: ExportChoice) => void
  isDisabled: boolean
  /** There are no more rows than paper has room for. */
  isShort: boolean
}) {
  const translate = useTranslate()
  const option = (value: string, label: string, isOffered = true) => (
    <FormControlLabel
      key={value}
      value={value}
      disabled={isDisabled || !isOffered}
      control={<Radio />}
      label={translate(label, { smart_count: printedRowsMax })}
    />
  )
  return (
    <>
      <RadioGroup
        row
        aria-label={translate('resourcePages.export.format')}
        value={choice.format}
        onChange={(_, format) => onChange({ ...choice, format: format as ExportChoice['format'] })}
      >
        {(['xlsx', 'csv'] as const).map((each) => option(each, `resourcePages.export.${each}`))}
        {option('paper', 'resourcePages.export.paper', isShort)}
      </RadioGroup>
      <RadioGroup
        row
        aria-label={translate('resourcePages.report.columns')}
        value={choice.isShownOnly || choice.format === 'paper' ? 'shown' : 'all'}
        onChange={(_, value) => onChange({ ...choice, isShownOnly: value === 'shown' })}
      >
        {option('all', 'resourcePages.export.allColumns', choice.format !== 'paper')}
        {option('shown', 'resourcePages.export.shownColumns')}
      </RadioGroup>
    </>
  )
}
