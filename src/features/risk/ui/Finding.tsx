import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { FlaggedSubject, RiskFinding } from '../answers/risk.ts'
import { formatDay, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useConditionText } from './useConditionText.ts'

const colours = { low: 'default', medium: 'warning', high: 'error' } as const

/** Words beside the buttons that are about them; below them where there is little room. */
export const besideButtons = {
  display: 'flex',
  flexWrap: { xs: 'wrap', md: 'nowrap' },
  gap: 1,
  alignItems: 'center',
  '& > button': { flex: 'none' },
} as const

/** What every word of the conditions came to, and the players behind it, each opening into its events. */
export function Evidence({ values, players }: Pick<FlaggedSubject, 'values' | 'players'>) {
  const { word } = useConditionText()
  const language = useLanguage()
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {Object.entries(values)
        .map(([name, value]) => `${word(name)}: ${formatNumber(value, { language })}`)
        .join(' · ')}
      {players.map(({ id, ref, brand }) => (
        <span key={id}>
          {' · '}
          <LinkBase to={`/reports/trace?brand=${brand}&player_ref=${encodeURIComponent(ref ?? '')}`}>{ref}</LinkBase>
        </span>
      ))}
    </Typography>
  )
}

/** Whom a finding is about; a player has its affiliate's name, and opens from the evidence. */
function Who({ finding: { affiliate, partner, name } }: { finding: FlaggedSubject }) {
  if (affiliate !== null) return <LinkBase to={`/affiliate/${affiliate}`}>{name}</LinkBase>
  return partner === null ? name : <LinkBase to={`/partner/${partner}`}>{name}</LinkBase>
}

/** A finding, and what can be decided about it. */
export function Finding({ finding, onDone }: { finding: RiskFinding; onDone: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`risk.${key}`, values)
  const { rule, severity, effect, from, to, state, askedBy, decidedBy, reason } = finding
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', py: 1 }}>
      <Box sx={besideButtons}>
        <Chip size="small" color={colours[severity]} label={text(`severity.${severity}`)} />
        <Typography sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          <Who finding={finding} /> · {text(`rules.${rule}`)} · {formatDay(from)} – {formatDay(to)} ·{' '}
          {state === 'open' ? text(effect === 'hold' ? 'held' : 'shown') : null}
          {state === 'open' ? null : text(state, { name: decidedBy ?? '–', reason: reason ?? '–' })}
        </Typography>
        {state === 'open' && <Decisions finding={finding} onDone={onDone} />}
      </Box>
      {state === 'open' && askedBy !== null && (
        <Typography variant="body2">{text('asked', { name: askedBy })}</Typography>
      )}
      <Evidence {...finding} />
    </Box>
  )
}

/** What can be decided about a finding that nobody has decided about. */
function Decisions({ finding, onDone }: { finding: RiskFinding; onDone: () => void }) {
  const translate = useTranslate()
  const { id, rule, affiliate, partner, name, askedBy } = finding
  const about = `${name} · ${translate(`risk.rules.${rule}`)}`
  const of = { about, onDone }
  return (
    <>
      <ReasonDialog
        {...of}
        label={askedBy === null ? 'release' : 'confirm'}
        variant="outlined"
        path={`finding/${id}/release`}
      />
      <ReasonDialog {...of} label="revoke" color="error" hasAmount path={`finding/${id}/revoke`} />
      {affiliate === null && partner === null ? null : (
        <ReasonDialog
          {...of}
          label="exempt"
          path="exemption"
          more={affiliate === null ? { partner, rule } : { affiliate, rule }}
        />
      )}
    </>
  )
}
