import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PayeeRow } from '../../answers/payees.ts'
import type { PayRunAnswer } from '../../answers/payRun.ts'
import { amountOf, type PayRunInput, refusedOwners, sumsOf } from './payees.ts'
import { type Outcome, outcomeOf } from './usePreview.ts'
import { useSumsText } from './useSums.ts'

const colors: Readonly<Record<Outcome | 'out', string>> = {
  send: 'success.main',
  hand: 'success.main',
  approve: 'success.main',
  ask: 'warning.main',
  out: 'text.disabled',
}

/** What a run sends, what of it waits for a second person and what it leaves out: the same sums before and after. */
export function RunSums({
  answer,
  owners,
  typed,
  isDone,
}: {
  answer: PayRunAnswer
  owners: readonly PayeeRow[]
  typed: PayRunInput
  isDone: boolean
}) {
  const translate = useTranslate()
  const sumsText = useSumsText()
  const groups = Map.groupBy(answer.payments, outcomeOf)
  const out = refusedOwners(owners, answer).map(({ owner }) => ({
    currency: owner.currency,
    value: amountOf(owner, typed) ?? owner.pendingValue,
  }))
  const parts = [
    ...(['send', 'hand', 'approve', 'ask'] as const).map((outcome) => [outcome, groups.get(outcome) ?? []] as const),
    ['out', out] as const,
  ].filter(([, amounts]) => amounts.length > 0)
  return (
    <Box
      component="ul"
      aria-live="polite"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
        gap: 2,
        m: 0,
        mb: 2,
        p: 0,
        listStyle: 'none',
      }}
    >
      {parts.map(([outcome, amounts]) => (
        <Box key={outcome} component="li" sx={{ minWidth: 0 }}>
          <Typography component="div" variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            <Box
              component="span"
              sx={{ width: 8, height: 8, flexShrink: 0, borderRadius: '50%', bgcolor: colors[outcome] }}
            />
            {translate(`work.payRun.${isDone ? 'became' : 'becomes'}.${outcome}`)}
          </Typography>
          <Box>
            <Typography sx={{ fontWeight: 650, fontSize: 20, fontVariantNumeric: 'tabular-nums' }}>
              {sumsText(sumsOf(amounts))}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {translate('work.payRun.payeeCount', { smart_count: amounts.length })}
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  )
}
