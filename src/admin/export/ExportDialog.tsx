import { useId, useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useErrorText } from '../resource/useErrorText.ts'
import { ProgressLine } from './ProgressLine.tsx'
import { type ExportChoice, useListExport } from './useListExport.ts'

/** Exports all records that match, with progress and a way to stop. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const { total = 0 } = useListContext()
  const [choice, setChoice] = useState<ExportChoice>({ format: 'xlsx', isShownOnly: false })
  const { run, cancel, progress, error, isDone } = useListExport()
  const errorText = useErrorText()
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog open onClose={progress ? undefined : close} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{translate('resourcePages.export.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{translate('resourcePages.export.rows', { smart_count: total })}</DialogContentText>
        <Choices choice={choice} onChange={setChoice} isDisabled={progress !== null} />
        {progress && <ProgressLine progress={progress} />}
        {error !== null && (
          <Alert severity="error">{translate('resourcePages.export.failed', { reason: errorText(error) })}</Alert>
        )}
        {isDone && <Alert severity="success">{translate('resourcePages.export.done')}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>
          {translate(progress ? 'resourcePages.export.cancel' : 'resourcePages.actions.close')}
        </Button>
        <Button variant="contained" loading={progress !== null} onClick={() => void run(choice)}>
          {translate('resourcePages.export.start')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Choices({
  choice,
  onChange,
  isDisabled,
}: {
  choice: ExportChoice
  onChange: (choice: ExportChoice) => void
  isDisabled: boolean
}) {
  const translate = useTranslate()
  const option = (value: string, label: string) => (
    <FormControlLabel key={value} value={value} disabled={isDisabled} control={<Radio />} label={translate(label)} />
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
      </RadioGroup>
      <RadioGroup
        row
        aria-label={translate('resourcePages.report.columns')}
        value={choice.isShownOnly ? 'shown' : 'all'}
        onChange={(_, value) => onChange({ ...choice, isShownOnly: value === 'shown' })}
      >
        {option('all', 'resourcePages.export.allColumns')}
        {option('shown', 'resourcePages.export.shownColumns')}
      </RadioGroup>
    </>
  )
}
