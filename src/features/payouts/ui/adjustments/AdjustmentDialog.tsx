import { useId, useRef, useState } from 'react'
import { Form, useNotify, useRefresh, useTranslate } from 'react-admin'
import UploadFileIcon from '@mui/icons-material/UploadFile'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { currency } from '#resources/choices.ts'
import { boolean, choice, date, type Field, money, reference, text } from '#engine/declaration/fields/index.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { errorAnswer } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { inBase64 } from '#engine/notes/ui/inBase64.ts'
import { errorTree } from '#engine/records/ui/form/formValues.ts'
import { useCodeText, useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'

const input = {
  affiliate: reference('affiliate') as Field,
  partner: reference('partner') as Field,
  day: date({ required: true }) as Field,
  currency: choice(currency, { required: true }) as Field,
  value: money({ required: true }) as Field,
  reason: text({ required: true, max: 500, multiline: true }) as Field,
}
const advance = boolean() as Field

function problemsOf({ isAdvance: _, ...values }: AnyRecord): object {
  const result = validateInput({ fields: input, input: values })
  return result.ok ? {} : errorTree(result.problems)
}

/**
 * Writes an adjustment or an advance of one owner, with the reason and what shows it; it counts once another person
 * approves it.
 */
export default function AdjustmentDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const { run, isRunning, error } = useIdempotentCall()
  const [file, setFile] = useState<File | null>(null)
  const formId = useId()
  const [today] = useState(businessToday)
  const ask = async ({ isAdvance, affiliate, partner, ...values }: AnyRecord) => {
    const owner = { ...(affiliate ? { affiliate } : {}), ...(partner ? { partner } : {}) }
    const given = {
      ...owner,
      ...values,
      ...(isAdvance ? { kind: 'advance' } : {}),
      ...(file ? { file: { name: file.name, content: await inBase64(file) } } : {}),
    }
    if (!(await run({ resource: 'entry', path: '', input: given }))) return
    notify('resourcePages.entries.adjusted', { type: 'success' })
    refresh()
    onClose()
  }
  const problem = error !== null && (
    <>
      {errorText(error)}
      <Problems error={error} />
    </>
  )
  const action = { label: translate('resourcePages.entries.askApproval'), form: formId }
  return (
    <PromptDialog
      title={translate('resourcePages.entries.adjust')}
      text={translate('resourcePages.entries.adjustLead')}
      action={action}
      isRunning={isRunning}
      problem={problem}
      onClose={onClose}
    >
      <Form
        id={formId}
        noValidate
        mode="onTouched"
        record={{}}
        validate={problemsOf}
        onSubmit={(values: AnyRecord) => void ask(values)}
        disableInvalidFormNotification
        defaultValues={{
          affiliate: null,
          partner: null,
          day: today,
          currency: currency.values[0],
          value: null,
          reason: null,
          isAdvance: false,
        }}
      >
        {Object.entries(input).map(([name, field]) => (
          <FieldInput key={name} source={name} field={field} isRequired={field.required} label={label('entry', name)} />
        ))}
        <FieldInput source="isAdvance" field={advance} label={translate('resourcePages.entries.isAdvance')} />
      </Form>
      <FileChoice file={file} onFile={setFile} />
    </PromptDialog>
  )
}

function FileChoice({ file, onFile }: { file: File | null; onFile: (file: File) => void }) {
  const translate = useTranslate()
  const chosen = useRef<HTMLInputElement>(null)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 1 }}>
      <Button variant="outlined" startIcon={<UploadFileIcon />} onClick={() => chosen.current?.click()}>
        {translate('resourcePages.entries.file')}
      </Button>
      <input
        ref={chosen}
        type="file"
        hidden
        aria-label={translate('resourcePages.entries.file')}
        onChange={({ target }) => {
          const [first] = target.files ?? []
          if (first) onFile(first)
        }}
      />
      {file && <Typography variant="body2">{file.name}</Typography>}
    </Box>
  )
}

/** What the server says of single fields that the page could not know. */
function Problems({ error }: { error: unknown }) {
  const label = useFieldLabel()
  const translate = useTranslate()
  const codeText = useCodeText()
  const details = (errorAnswer(error)['details'] ?? {}) as Record<
    string,
    readonly { code: string; values?: MessageValues }[]
  >
  const nameOf = (name: string) => (name === 'file' ? translate('resourcePages.entries.file') : label('entry', name))
  return (
    <>
      {Object.entries(details).map(([name, problems]) => (
        <div key={name}>
          {nameOf(name)}: {problems.map(({ code, values }) => codeText(code, values)).join(', ')}
        </div>
      ))}
    </>
  )
}
