import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { MediaClicks } from '../answers/media.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { TransitionButtons } from '#engine/records/ui/transitions/TransitionButtons.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { inBase64 } from '#engine/notes/ui/inBase64.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { Clicks } from './Clicks.tsx'
import { StoredImage } from './KeptImage.tsx'

const imageTypes = 'image/png,image/jpeg,image/gif,image/webp'

/** On the page of a medium: its image, its approval by another person, its withdrawal, and what came by it. */
export default function MediaPanel({ onApproved }: { onApproved?: () => void }) {
  const translate = useTranslate()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const actor = useActor()
  const resource = useConfiguredResource()
  const id = Number(record?.id)
  const clicks = useQuery({
    queryKey: ['media', 'clicks', id],
    queryFn: ({ signal }) => dataProvider.read<MediaClicks>(`/api/media/${id}/clicks`, signal),
    retry: false,
    staleTime: 0,
  })
  if (!record) return null
  const [kind, state, version] = [record['kind'], String(record['state']), Number(record['version'])]
  return (
    <Panel title={translate('media.title')} lead={translate(`media.lead.${state}`)}>
      {kind === 'banner' && record['width'] ? (
        <StoredImage id={id} version={version} name={String(record['name'])} />
      ) : null}
      {kind === 'banner' && can({ actor, resource, operation: 'update' }) && (
        <UploadImage key={`image-${id}-${version}`} id={id} />
      )}
      <TransitionButtons key={`${id}-${version}`} record={record} onDecided={onApproved} />
      <QueryBoundary query={clicks}>{(answer) => <Clicks clicks={answer} />}</QueryBoundary>
    </Panel>
  )
}

/** Gives a banner its image, or another one. */
function UploadImage({ id }: { id: number }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useAsyncAction()
  const upload = (file: File | undefined) =>
    file &&
    run(async () => {
      const body = JSON.stringify({ name: file.name, content: await inBase64(file) })
      await dataProvider.callApi(`/api/media/${id}/file`, { method: 'POST', body })
      notify('media.uploaded', { type: 'success' })
      refresh()
    })
  return (
    <>
      {error !== null && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorText(error)}
        </Alert>
      )}
      <Button component="label" variant="outlined" size="small" loading={isRunning} sx={{ mt: 1.5 }}>
        {translate('media.upload')}
        <input
          hidden
          type="file"
          accept={imageTypes}
          aria-label={translate('media.upload')}
          onChange={({ target }) => void upload(target.files?.[0])}
        />
      </Button>
    </>
  )
}
