import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import type { IngestKeyAnswer } from './useIngestKeys.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

/** One key by its last characters: since when, used when, ended or not. */
export function KeyRow({ ingestKey, onRevoke }: { ingestKey: IngestKeyAnswer; onRevoke: () => Promise<void> }) {
  const translate = useTranslate()
  const [isAsking, setIsAsking] = useState(false)
  const moment = useMomentText()
  const { hint, createdAt, lastUsedAt, revokedAt } = ingestKey
  const facts = [
    translate('moneyPages.keys.since', { moment: moment(createdAt) }),
    lastUsedAt
      ? translate('moneyPages.keys.used', { moment: moment(lastUsedAt) })
      : translate('moneyPages.keys.unused'),
    revokedAt && translate('moneyPages.keys.revokedAt', { moment: moment(revokedAt) }),
  ].filter(Boolean)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography
          variant="body2"
          component="code"
          sx={{ fontFamily: 'monospace', textDecoration: revokedAt ? 'line-through' : undefined }}
        >
          ik_…{hint}
        </Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {facts.join(' · ')}
        </Typography>
      </Box>
      {revokedAt ? (
        <Chip size="small" label={translate('moneyPages.keys.revoked')} />
      ) : (
        <Button
          size="small"
          color="error"
          onClick={() => setIsAsking(true)}
          aria-label={`${translate('moneyPages.keys.revoke')}: ${hint}`}
        >
          {translate('moneyPages.keys.revoke')}
        </Button>
      )}
      {isAsking && <RevokeDialog hint={hint} onRevoke={onRevoke} onClose={() => setIsAsking(false)} />}
    </Box>
  )
}

function RevokeDialog({
  hint,
  onRevoke,
  onClose,
}: {
  hint: string
  onRevoke: () => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const [isRunning, setIsRunning] = useState(false)
  const revoke = () => {
    setIsRunning(true)
    onRevoke()
      .then(
        () => notify('moneyPages.keys.revokedNow', { type: 'success', messageArgs: { name: `…${hint}` } }),
        notifyError,
      )
      .finally(onClose)
  }
  return (
    <PromptDialog
      title={translate('moneyPages.keys.revokeTitle', { hint })}
      text={translate('moneyPages.keys.revokeText')}
      isRunning={isRunning}
      onClose={onClose}
      action={{ label: translate('moneyPages.keys.revoke'), color: 'error', onClick: revoke }}
    />
  )
}
