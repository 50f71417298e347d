import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { AccessKeyAnswer, OfferedScope } from '../../answers/accessKeys.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { MakeKeyDialog } from './MakeKeyDialog.tsx'
import type { WantedKey } from './useAccessKeys.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

const asked = ['rotate', 'end'] as const
type Asked = (typeof asked)[number]

interface KeyRowProps {
  readonly held: AccessKeyAnswer
  /** Null where the keys are only shown. */
  readonly on: {
    readonly scopes: readonly OfferedScope[]
    readonly rotate: (wanted: WantedKey) => Promise<void>
    readonly end: () => Promise<void>
  } | null
}

const hasExpired = ({ expiresAt }: AccessKeyAnswer) => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

/** One key by its label and last characters: since when, until when, used when; to be rotated or ended. */
export function KeyRow({ held, on }: KeyRowProps) {
  const translate = useTranslate()
  const [question, setQuestion] = useState<Asked | null>(null)
  const moment = useMomentText()
  const { label, hint, createdAt, expiresAt, lastUsedAt } = held
  const isOver = hasExpired(held)
  const facts = [
    translate(labelKeys.choice('keyScope', held.scope)),
    held.isEarlier && translate('panels.accessKeys.earlier'),
    translate('moneyPages.keys.since', { moment: moment(createdAt) }),
    lastUsedAt
      ? translate('moneyPages.keys.used', { moment: moment(lastUsedAt) })
      : translate('moneyPages.keys.unused'),
    expiresAt &&
      translate(isOver ? 'panels.accessKeys.expired' : 'panels.accessKeys.expires', { moment: moment(expiresAt) }),
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
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {label}{' '}
          <Box component="code" sx={{ whiteSpace: 'nowrap' }}>
            …{hint}
          </Box>
        </Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          {facts.join(' · ')}
        </Typography>
      </Box>
      {isOver && <Chip size="small" label={translate('panels.accessKeys.isOver')} />}
      {on &&
        asked.map((each) => (
          <Button
            key={each}
            disabled={each === 'rotate' && !on.scopes.some(({ refusal }) => refusal === null)}
            size="small"
            color={each === 'end' ? 'error' : 'primary'}
            onClick={() => setQuestion(each)}
            aria-label={`${translate(`panels.accessKeys.${each}`)}: ${label}`}
          >
            {translate(`panels.accessKeys.${each}`)}
          </Button>
        ))}
      {on && question === 'rotate' && (
        <MakeKeyDialog rotates={held} scopes={on.scopes} onMake={on.rotate} onClose={() => setQuestion(null)} />
      )}
      {on && question === 'end' && <EndQuestion held={held} onYes={on.end} onClose={() => setQuestion(null)} />}
    </Box>
  )
}

function EndQuestion({
  held,
  onYes,
  onClose,
}: {
  held: AccessKeyAnswer
  onYes: () => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  const notifyError = useNotifyError()
  const [isRunning, setIsRunning] = useState(false)
  const run = () => {
    setIsRunning(true)
    onYes().catch(notifyError).finally(onClose)
  }
  return (
    <PromptDialog
      title={translate('panels.accessKeys.endTitle', { label: held.label })}
      text={translate('panels.accessKeys.endText')}
      isRunning={isRunning}
      onClose={onClose}
      action={{ label: translate('panels.accessKeys.end'), color: 'error', onClick: run }}
    />
  )
}
