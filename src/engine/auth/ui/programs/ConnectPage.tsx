import { useState } from 'react'
import { useDataProvider, useLocation, useTranslate } from 'react-admin'
import { useQuery } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText, useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import type { ProgramConsent, ProgramRequest } from '../../answers/programs.ts'

const goTo = (address: string) => window.location.assign(address)

/** Where a user lets a program in, or declines: the program is named as it calls itself, with where it is answered. */
export default function ConnectPage() {
  const translate = useTranslate()
  const actor = useActor()
  const { search } = useLocation()
  const isAsked = actor.kind === 'user' && search.includes('client_id=')
  return (
    <Box sx={{ maxWidth: 620, mx: 'auto' }}>
      <PageHeading title={translate('panels.programs.connectTitle')} />
      {isAsked ? (
        <Consent search={search} />
      ) : (
        <Alert severity="info">
          {translate(actor.kind === 'user' ? 'panels.programs.nothing' : 'panels.programs.usersOnly')}
        </Alert>
      )}
    </Box>
  )
}

function Consent({ search }: { search: string }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const notifyError = useNotifyError()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [isSending, setIsSending] = useState(false)
  const asked = useQuery({
    queryKey: ['programRequest', search],
    queryFn: ({ signal }) => dataProvider.read<ProgramRequest>(`/api/oauth/request${search}`, signal),
    retry: false,
    staleTime: Infinity,
  })
  if (asked.isPending) return <Skeleton variant="rounded" height={220} />
  if (!asked.data) return <Alert severity="error">{errorText(asked.error)}</Alert>
  const { client, redirectUri, scopes, declineTo } = asked.data
  const allow = () => {
    setIsSending(true)
    const body = JSON.stringify(Object.fromEntries(new URLSearchParams(search)))
    dataProvider
      .callApi<ProgramConsent>('/api/oauth/consent', { method: 'POST', body })
      .then(({ json }) => goTo(json.goTo), notifyError)
      .finally(() => setIsSending(false))
  }
  return (
    <Panel title={translate('panels.programs.asks', { client })} lead={translate('panels.programs.asksLead')}>
      <Box component="ul" sx={{ m: 0, mb: 2, pl: 2.5 }}>
        {scopes.map((scope) => (
          <Typography key={scope} component="li" variant="body2">
            {translate(`panels.programs.scopes.${scope}`)}
          </Typography>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {translate('panels.programs.answeredAt')}
      </Typography>
      <Typography variant="body2" sx={{ mb: 2, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {redirectUri}
      </Typography>
      <Alert severity="warning" sx={{ mb: 2 }}>
        {translate('panels.programs.warning')}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" loading={isSending} onClick={allow}>
          {translate('panels.programs.allow')}
        </Button>
        <Button variant="outlined" disabled={isSending} onClick={() => goTo(declineTo)}>
          {translate('panels.programs.decline')}
        </Button>
      </Box>
    </Panel>
  )
}
