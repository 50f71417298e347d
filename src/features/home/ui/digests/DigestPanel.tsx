import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { type DigestChoice, digestRepetitions } from '../../answers/digests.ts'

const digestKey = ['digest']
const path = '/api/me/digest'

/** How often one is sent a digest. */
export default function DigestPanel() {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const client = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data } = useQuery({
    queryKey: digestKey,
    queryFn: ({ signal }) => dataProvider.read<DigestChoice>(path, signal),
    retry: false,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: async (repeats: DigestChoice['repeats']) =>
      (await dataProvider.callApi<DigestChoice>(path, { method: 'PUT', body: JSON.stringify({ repeats }) })).json,
    onSuccess: (saved) => {
      client.setQueryData(digestKey, saved)
      const choice = translate(`digests.${saved.repeats ?? 'never'}`)
      notify('digests.saved', { type: 'success', messageArgs: { choice } })
    },
    onError: notifyError,
  })
  return (
    <Panel title={translate('digests.title')} lead={translate('digests.text')}>
      <TextField
        select
        size="small"
        label={translate('digests.repeats')}
        value={data?.repeats ?? 'never'}
        disabled={!data || isPending}
        onChange={({ target }) => mutate(digestRepetitions.find((each) => each === target.value) ?? null)}
        sx={{ maxWidth: 320, width: '100%' }}
      >
        {(['never', ...digestRepetitions] as const).map((each) => (
          <MenuItem key={each} value={each}>
            {translate(`digests.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {data?.isSending === false && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('digests.notSending')}
        </Alert>
      )}
    </Panel>
  )
}
