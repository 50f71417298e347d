import { useRef, useState } from 'react'
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin'
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { can } from '#engine/declaration/derive/access.ts'
import { events } from '#resources/events.ts'
import { fileName, saveFile } from '#engine/export/ui/saveFile.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { addDays } from '#engine/values/calendar.ts'
import { eventProperties } from '#rules/activity/events.ts'
import { sampleFeed } from '#rules/activity/sampleFeed.ts'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { FileSize } from './FileSize.tsx'
import { useUploads } from './useUploads.ts'

/**
 * Chooses a file and how it is to be taken, and has it checked.
 * @param isOfTotals what it holds is said already: no columns of events are named
 */
export function UploadForm({ brand, isOfTotals = false }: { brand: number; isOfTotals?: boolean }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const [file, setFile] = useState<File | null>(null)
  const [createMissing, setCreateMissing] = useState(false)
  const [profile, setProfile] = useState<number | null>(null)
  const { send, cancel, isSending, error } = useSending(brand, () => setFile(null))
  const { mayCreate, mayAssign } = useRights()
  const saveSample = useSample(brand)
  return (
    <Box sx={{ mt: 2 }}>
      <FileInput file={file} isDisabled={isSending} onFile={setFile} />
      {!isOfTotals && (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {translate('feeds.format', { columns: eventProperties.join(', ') })}{' '}
            {translate('feeds.types', { types: Object.keys(events).join(', ') })}
          </Typography>
          <Button size="small" onClick={() => void saveSample()}>
            {translate('feeds.sample')}
          </Button>
        </>
      )}
      {mayCreate && (
        <FormControlLabel
          sx={{ mt: 1, alignItems: 'flex-start', '& .MuiCheckbox-root': { pt: 0.25 } }}
          control={<Checkbox checked={createMissing} onChange={(_, isChosen) => setCreateMissing(isChosen)} />}
          label={
            <>
              {translate('feeds.createMissing')}
              <Typography variant="body2" color="textSecondary" component="span" sx={{ display: 'block' }}>
                {translate('feeds.createMissingHelp')}
              </Typography>
            </>
          }
        />
      )}
      {mayAssign && (
        <Box sx={{ maxWidth: 420, mt: 1 }}>
          <OnePicker
            target="rewardProfile"
            label={translate('feeds.profile')}
            helper={translate('feeds.profileHelp')}
            value={profile}
            onChange={(id) => setProfile(id === null ? null : Number(id))}
          />
        </Box>
      )}
      {error !== null && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorText(error)}
        </Alert>
      )}
      {isSending && <LinearProgress aria-label={translate('feeds.sending')} sx={{ mt: 2 }} />}
      <Box sx={{ display: 'flex', gap: 1, mt: 2 }}>
        <Button
          variant={file === null ? 'outlined' : 'contained'}
          disabled={file === null}
          loading={isSending}
          onClick={() => file && void send({ file, createMissing, profile })}
        >
          {translate('feeds.check')}
        </Button>
        {isSending && <Button onClick={cancel}>{translate('resourcePages.actions.cancel')}</Button>}
      </Box>
    </Box>
  )
}

/** Saves a sample file with every type of event, using a link of the brand if the user may read one. */
function useSample(brand: number) {
  const dataProvider = useDataProvider()
  const first = async (resource: string, filter: object): Promise<RaRecord | undefined> => {
    const pagination = { page: 1, perPage: 1 }
    const { data } = await dataProvider.getList(resource, { filter, pagination, sort: { field: 'id', order: 'ASC' } })
    return data[0]
  }
  const tokenOf = async () => {
    const campaign = await first('campaign', { brand: [brand] })
    return campaign && (await first('action', { campaign: [campaign.id] }))?.['token']
  }
  return async () => {
    const token = String((await tokenOf().catch(() => undefined)) ?? 'ac-your-link')
    const text = sampleFeed(events, addDays(businessToday(), -1), token)
    saveFile({ blob: new Blob([text], { type: 'text/csv' }), name: fileName('activity', 'csv') })
  }
}

/** What an import makes is made in one's own name: it takes the same rights. */
function useRights() {
  const actor = useActor()
  const resources = useResources()
  const may = (name: string, operation: 'create' | 'update') =>
    Boolean(resources[name] && can({ actor, resource: resources[name], operation }))
  return {
    mayCreate: ['affiliate', 'campaign', 'action'].every((name) => may(name, 'create')),
    mayAssign: may('affiliate', 'update'),
  }
}

function useSending(brand: number, onSent: () => void) {
  const { upload } = useUploads(brand)
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({ isSending: false, error: null })
  const controller = useRef<AbortController | null>(null)
  const send = async (choice: Parameters<typeof upload>[0]) => {
    controller.current = new AbortController()
    setState({ isSending: true, error: null })
    try {
      await upload(choice, controller.current.signal)
      setState({ isSending: false, error: null })
      onSent()
    } catch (error) {
      setState({ isSending: false, error: controller.current.signal.aborted ? null : error })
    }
  }
  return { ...state, send, cancel: () => controller.current?.abort() }
}

function FileInput({
  file,
  isDisabled,
  onFile,
}: {
  file: File | null
  isDisabled: boolean
  onFile: (file: File) => void
}) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <Button
        variant="outlined"
        startIcon={<UploadFileIcon />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {translate('feeds.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.gz,.xlsx,.txt,.tsv,text/csv,application/gzip"
        hidden
        aria-label={translate('feeds.choose')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          // The same file can be chosen again once it was mended.
          target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      {file && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {file.name} (<FileSize bytes={file.size} />)
        </Typography>
      )}
    </Box>
  )
}
