import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SignalSecretAnswer } from '../answers/webhooks.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { NewKey } from '#engine/auth/ui/accessKeys/NewKey.tsx'
import type { useSignalTarget } from './useWebhookTarget.ts'

/** The secrets that sign a target's webhooks, by their last characters, and how to make the next one. */
export function SecretList({ target }: { target: ReturnType<typeof useSignalTarget> }) {
  const translate = useTranslate()
  const notifyError = useNotifyError()
  const [made, setMade] = useState<string | null>(null)
  const make = () => target.makeSecret().then(({ secret }) => setMade(secret), notifyError)
  return (
    <Box sx={{ mt: 2 }}>
      <Typography component="h3" variant="subtitle2">
        {translate('signals.secrets')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {translate('signals.secretsLead')}
      </Typography>
      {made && <NewKey value={made} onClose={() => setMade(null)} />}
      <QueryBoundary query={target.secrets}>
        {(all) => (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {all.map((secret) => (
              <SecretLine key={secret.id} secret={secret} />
            ))}
          </Box>
        )}
      </QueryBoundary>
      <Button size="small" variant="outlined" sx={{ mt: 1 }} onClick={() => void make()}>
        {translate('signals.makeSecret')}
      </Button>
    </Box>
  )
}

function SecretLine({ secret }: { secret: SignalSecretAnswer }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const { hint, madeAt, endsAt, isUnseen } = secret
  const facts = [
    translate('moneyPages.keys.since', { moment: moment(madeAt) }),
    endsAt && translate('signals.endsAt', { moment: moment(endsAt) }),
    isUnseen && translate('signals.unseen'),
  ].filter(Boolean)
  return (
    <Typography component="li" variant="body2" sx={{ py: 0.5 }}>
      <Box component="code" sx={{ whiteSpace: 'nowrap' }}>
        …{hint}
      </Box>{' '}
      <Typography component="span" variant="caption" color="textSecondary">
        {facts.join(' · ')}
      </Typography>
    </Typography>
  )
}
