import { type FormEvent, useState } from 'react'
import { useLocation, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { Report } from '#engine/declaration/report.ts'
import { toAddress } from '#engine/ui/router/addresses.ts'
import { type ReportQuery, type TokenName, tokenNames } from '../reportQuery.ts'

const labels: Readonly<Record<TokenName, string>> = {
  partnerToken: 'resourcePages.report.tokenPartner',
  affiliateToken: 'resourcePages.report.tokenAffiliate',
}

interface TokenGateProps {
  readonly report: Report
  readonly isSignedIn: boolean
  readonly onToken: (tokens: ReportQuery['tokens']) => void
  /** Why the token that was typed before opens nothing. */
  readonly refusal?: string
}

/** Asks for an affiliate's or partner's token, which shows that one's own numbers and nothing else; or to sign in. */
export function TokenGate({ report, isSignedIn, onToken, refusal }: TokenGateProps) {
  const translate = useTranslate()
  const { pathname, search } = useLocation()
  const open = tokenNames.filter((name) => report.openTo.includes(name))
  const [name, setName] = useState<TokenName>(open[0] ?? 'affiliateToken')
  const [token, setToken] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() !== '') onToken({ [name]: token.trim() })
  }
  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 560 }}>
      {refusal && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {refusal}
        </Alert>
      )}
      <Typography sx={{ mb: 2.5 }}>{translate('resourcePages.report.tokenLead')}</Typography>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        {open.length > 1 && (
          <TextField
            select
            size="small"
            margin="none"
            label={translate('resourcePages.report.token')}
            value={name}
            onChange={({ target }) => setName(target.value as TokenName)}
          >
            {open.map((each) => (
              <MenuItem key={each} value={each}>
                {translate(labels[each])}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField
          size="small"
          margin="none"
          label={translate(labels[name])}
          value={token}
          onChange={({ target }) => setToken(target.value)}
          slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } }}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button type="submit" variant="contained" disabled={token.trim() === ''}>
            {translate('resourcePages.report.show')}
          </Button>
          {!isSignedIn && report.openTo.includes('session') && (
            <Button href={`/?next=${encodeURIComponent(`${toAddress(pathname)}${search}`)}`}>
              {translate('resourcePages.report.signIn')}
            </Button>
          )}
        </Box>
      </Box>
    </Paper>
  )
}
