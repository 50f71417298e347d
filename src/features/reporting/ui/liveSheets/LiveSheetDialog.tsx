import { useId, useState } from 'react'
import { Form, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { liveSheetRequest } from '#resources/reportFiles.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { CopyButton } from '#engine/ui/fields/TokenValue.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { errorTree } from '#engine/records/ui/form/formValues.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import type { MadeLiveSheet } from '../../answers/liveSheets.ts'
import { LiveSheetList } from './LiveSheetList.tsx'
import { useLiveSheetCalls } from './useLiveSheets.ts'

interface LiveSheetProps {
  /** The report's name. */
  readonly report: string
  /** As it stands in the address of the report's page. */
  readonly query: string
  readonly onClose: () => void
}

const asked = (['name', 'language', 'days'] as const).map((name) => ({ name, field: liveSheetRequest[name] }))
const fields = Object.fromEntries(asked.map(({ name, field }) => [name, field]))
const inputOf = (values: AnyRecord) => Object.fromEntries(asked.map(({ name }) => [name, values[name] ?? null]))

function problemsOf(values: AnyRecord) {
  const read = validateInput({ fields, input: inputOf(values) })
  return errorTree(read.ok ? [] : read.problems)
}

/** Makes a report an address that spreadsheet programs read, says it this once, and lists those there are. */
export default function LiveSheetDialog({ report, query, onClose }: LiveSheetProps) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const language = useLanguage()
  const formId = useId()
  const { make } = useLiveSheetCalls()
  const { run, isRunning, error } = useAsyncAction()
  const [made, setMade] = useState<MadeLiveSheet | null>(null)
  const [defaults] = useState(() => ({
    name: translate(`reports.${report}.name`),
    language,
    days: liveSheetRequest.days.default,
  }))
  if (made) return <Made sheet={made} onClose={onClose} />
  return (
    <PromptDialog
      title={translate('liveSheets.title')}
      text={translate('liveSheets.text')}
      maxWidth="sm"
      action={{ label: translate('liveSheets.make'), form: formId }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <Form
        id={formId}
        noValidate
        mode="onTouched"
        record={{}}
        defaultValues={defaults}
        validate={problemsOf}
        onSubmit={(values: AnyRecord) =>
          void run(async () => setMade(await make({ report, query, ...inputOf(values) })))
        }
        disableInvalidFormNotification
      >
        {asked.map(({ name, field }) => (
          <FieldInput
            key={name}
            source={name}
            field={field}
            isRequired
            label={translate(`liveSheets.fields.${name}`)}
            help={name === 'language' ? translate('liveSheets.languageHelp') : undefined}
          />
        ))}
      </Form>
      <LiveSheetList />
    </PromptDialog>
  )
}

function Made({ sheet, onClose }: { sheet: MadeLiveSheet; onClose: () => void }) {
  const translate = useTranslate()
  const moment = useMomentText()
  return (
    <PromptDialog
      title={translate('liveSheets.made')}
      text={translate('liveSheets.once', { moment: moment(sheet.expiresAt) })}
      maxWidth="sm"
      closeLabel="resourcePages.actions.close"
      onClose={onClose}
    >
      <Copied label={translate('liveSheets.formula')} value={sheet.formula} />
      <Copied label={translate('liveSheets.url')} value={sheet.url} />
      <Typography variant="body2" color="textSecondary">
        {translate('liveSheets.excel')}
      </Typography>
    </PromptDialog>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <Box sx={{ mb: 2 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
          {value}
        </Box>
        <CopyButton text={value} label={label} />
      </Box>
    </Box>
  )
}
