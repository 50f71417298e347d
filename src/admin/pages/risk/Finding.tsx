import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { FlaggedAffiliate, RiskFinding } from '../../../config/answers/risk.ts'
import { formatDay } from '../../fields/format.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const colours = { low: 'default', medium: 'warning', high: 'error' } as const

/** What every word of the conditions came to, and the players behind it, each opening into its events. */
export function Evidence({ values, players }: Pick<FlaggedAffiliate, 'values' | 'players'>) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {Object.entries(values)
        .map(([word, value]) => `${word} = ${value}`)
        .join(', ')}
      {players.map(({ id, ref, brand }) => (
        <span key={id}>
          {' · '}
          <LinkBase to={`/reports/trace?brand=${brand}&player_ref=${encodeURIComponent(ref ?? '')}`}>{ref}</LinkBase>
        </span>
      ))}
    </Typography>
  )
}

/** A finding, and what can be decided about it. */
export function Finding({ finding, onDone }: { finding: RiskFinding; onDone: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`late.risk.${key}`, values)
  const { id, rule, affiliate, affiliateName, severity, effect, from, to, state, askedBy, decidedBy, reason } = finding
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', py: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip size="small" color={colours[severity]} label={text(`severity.${severity}`)} />
        <Typography sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          <LinkBase to={`/affiliate/${affiliate}`}>{affiliateName}</LinkBase> · {text(`rules.${rule}`)} ·{' '}
          {formatDay(from)} – {formatDay(to)} · {state === 'open' ? text(effect === 'hold' ? 'held' : 'shown') : null}
          {state === 'open' ? null : text(state, { name: decidedBy ?? '–', reason: reason ?? '–' })}
        </Typography>
        {state === 'open' && (
          <>
            <ReasonDialog label="release" path={`/api/risk/finding/${id}/release`} onDone={onDone}>
              {(open) => (
                <Button size="small" variant="outlined" onClick={open}>
                  {text(askedBy === null ? 'release' : 'confirm')}
                </Button>
              )}
            </ReasonDialog>
            <ReasonDialog
              label="revoke"
              path={`/api/risk/finding/${id}/revoke`}
              fields={['value', 'currency']}
              onDone={onDone}
            >
              {(open) => (
                <Button size="small" color="error" onClick={open}>
                  {text('revoke')}
                </Button>
              )}
            </ReasonDialog>
            <ReasonDialog label="exempt" path="/api/risk/exemption" more={{ affiliate, rule }} onDone={onDone}>
              {(open) => (
                <Button size="small" onClick={open}>
                  {text('exempt')}
                </Button>
              )}
            </ReasonDialog>
          </>
        )}
      </Box>
      {state === 'open' && askedBy !== null && (
        <Typography variant="body2">{text('asked', { name: askedBy })}</Typography>
      )}
      <Evidence {...finding} />
    </Box>
  )
}
