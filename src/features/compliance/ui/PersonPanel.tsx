import { type FormEvent, useId, useState } from 'react'
import {
  LinkBase,
  useDataProvider,
  useLocale,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { ReasonField } from '#engine/ui/dialogs/ReasonField.tsx'
import { FileButton } from '#engine/export/ui/FileButton.tsx'
import { fileName } from '#engine/export/ui/saveFile.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'

const reasonMin = 3

/** On the page of a record that tells of a person, for root: everything about them, who read it, and taking it out. */
export default function PersonPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const { name } = useConfiguredResource()
  const record = useRecordContext()
  const [isAsking, setIsAsking] = useState(false)
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  if (!record || !actor.root) return null
  const filter = encodeURIComponent(JSON.stringify({ object: name, objectId: String(record.id) }))
  return (
    <Panel title={translate('panels.person.title')} lead={translate('panels.person.lead')}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <DownloadButton path={`/api/${name}/${record.id}/person`} subject={`${name}-${record.id}`} format="xlsx" />
        <DownloadButton path={`/api/${name}/${record.id}/person`} subject={`${name}-${record.id}`} format="json" />
        <Button component={LinkBase} to={`/personalRead?filter=${filter}`}>
          {translate('panels.person.readers')}
        </Button>
        <Button color="warning" onClick={() => setIsAsking(true)}>
          {translate('panels.person.redact')}
        </Button>
      </Stack>
      {isAsking && <RedactPersonDialog resource={name} id={record.id} onClose={() => setIsAsking(false)} />}
    </Panel>
  )
}

function DownloadButton({ path, subject, format }: { path: string; subject: string; format: 'json' | 'xlsx' }) {
  const translate = useTranslate()
  const query = new URLSearchParams({ format, language: useLocale() })
  return (
    <FileButton
      path={`${path}?${query}`}
      name={fileName(subject, format)}
      label={translate(`panels.person.${format}`)}
    />
  )
}

function RedactPersonDialog({ resource, id, onClose }: { resource: string; id: number | string; onClose: () => void }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const formId = useId()
  const [reason, setReason] = useState('')
  const [{ error, isRunning }, setState] = useState<{ error: unknown; isRunning: boolean }>({
    error: null,
    isRunning: false,
  })
  const isWhole = reason.trim().length >= reasonMin
  const redact = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    setState({ error: null, isRunning: true })
    try {
      await dataProvider.runAction({ resource, path: 'redact', id, input: { reason: reason.trim() } })
      notify('panels.person.redacted', { type: 'success' })
      refresh()
      onClose()
    } catch (failure) {
      setState({ error: failure, isRunning: false })
    }
  }
  return (
    <PromptDialog
      title={translate('panels.person.redactTitle')}
      text={translate('panels.person.redactText')}
      problem={error === null ? undefined : errorText(error)}
      isRunning={isRunning}
      onClose={onClose}
      action={{ label: translate('panels.person.redact'), color: 'warning', form: formId, isDisabled: !isWhole }}
    >
      <form id={formId} noValidate onSubmit={(event) => void redact(event)}>
        <ReasonField
          label={translate('resourcePages.log.reason')}
          value={reason}
          onChange={setReason}
          help={translate('resourcePages.log.reasonHelp')}
        />
      </form>
    </PromptDialog>
  )
}
