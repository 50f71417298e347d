import { useState } from 'react'
import { Link, useDataProvider, useLocation, useTranslate } from 'react-admin'
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
import { CopyButton } from '#engine/ui/fields/TokenValue.tsx'
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
      ) : actor.kind === 'user' ? (
        <HowToConnect />
      ) : (
        <Alert severity="info">{translate('panels.programs.usersOnly')}</Alert>
      )}
    </Box>
  )
}

/** Without a question of a program: how one comes to ask, and where those stand that were let in. */
function HowToConnect() {
  const translate = useTranslate()
  const address = `${window.location.origin}/mcp`
  return (
    <>
      <Panel title={translate('panels.programs.howTitle')} lead={translate('panels.programs.nothing')}>
        <Box component="ol" sx={{ m: 0, pl: 2.5, '& li': { mb: 1 } }}>
          <Typography component="li" variant="body2">
            {translate('panels.programs.steps.give')}
            <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
              <code>{address}</code>
              <CopyButton
                text={address}
                label={translate('panels.programs.copy')}
                notice="panels.programs.addressCopied"
              />
            </Box>
          </Typography>
          <Typography component="li" variant="body2">
            {translate('panels.programs.steps.ask')}
          </Typography>
          <Typography component="li" variant="body2">
            {translate('panels.programs.steps.read')}
          </Typography>
        </Box>
      </Panel>
      <Button component={Link} to="/account" sx={{ mt: 2 }}>
        {translate('panels.programs.title')}
      </Button>
    </>
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
