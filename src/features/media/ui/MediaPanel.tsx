import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { MediaClicks } from '../answers/media.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { isOwnWriting } from '#engine/ui/dialogs/isOwnWriting.ts'
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
    <Panel title={translate('late.media.title')} lead={translate(`late.media.lead.${state}`)}>
      {kind === 'banner' && record['width'] ? (
        <StoredImage id={id} version={version} name={String(record['name'])} />
      ) : null}
      <Steps key={`${id}-${version}`} record={record} onApproved={onApproved} />
      <QueryBoundary query={clicks}>{(answer) => <Clicks clicks={answer} />}</QueryBoundary>
    </Panel>
  )
}

/** What can be done with a medium, as it is. */
function Steps({ record, onApproved }: { record: RaRecord; onApproved: (() => void) | undefined }) {
  const { id, kind, state, version } = record
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useAsyncAction()
  const [isAsking, setIsAsking] = useState(false)
  if (!can({ actor, resource, operation: 'update' })) return null
  const send = (path: string, body: object, said: string) =>
    run(async () => {
      await dataProvider.callApi(`/api/media/${id}/${path}`, { method: 'POST', body: JSON.stringify(body) })
      notify(said, { type: 'success' })
      refresh()
    })
  const upload = async (file: File | undefined) => {
    if (file) await send('file', { name: file.name, content: await inBase64(file) }, 'late.media.uploaded')
  }
  const mayApprove = state === 'draft' && (actor.root || actor.roles.has('brand'))
  const isOwn = isOwnWriting(record, actor)
  return (
    <>
      {error !== null && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorText(error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, my: 1.5 }}>
        {kind === 'banner' && (
          <Button component="label" variant="outlined" size="small" loading={isRunning}>
            {translate('late.media.upload')}
            <input
              hidden
              type="file"
              accept={imageTypes}
              aria-label={translate('late.media.upload')}
              onChange={({ target }) => void upload(target.files?.[0])}
            />
          </Button>
        )}
        {mayApprove && isOwn && <Typography variant="body2">{translate('late.authors.own')}</Typography>}
        {mayApprove && !isOwn && (
          <Button
            variant="contained"
            size="small"
            loading={isRunning}
            onClick={() =>
              void send('approve', { version }, 'late.media.approved').then((isDone) => isDone && onApproved?.())
            }
          >
            {translate('late.media.approve')}
          </Button>
        )}
        {state === 'approved' && (
          <Button variant="outlined" color="error" size="small" onClick={() => setIsAsking(true)}>
            {translate('late.media.withdraw')}
          </Button>
        )}
      </Box>
      {isAsking && (
        <WriteDialog
          title={translate('late.media.withdraw')}
          text={translate('late.media.withdrawText')}
          action={{ label: translate('late.media.withdraw'), color: 'error' }}
          reasonLabel={translate('late.media.reason')}
          call={(reason) => ({ resource: 'media', path: `${id}/withdraw`, input: { reason } })}
          said={() => 'late.media.withdrawn'}
          onAnswered={(isDone) => isDone && refresh()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
