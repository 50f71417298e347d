import { LinkBase, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Checklist, ControlTotal, PeriodBridge } from '../../../config/answers/periods.ts'
import { formatMoney, formatNumber } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'

const shownAmounts = ['commission', 'adjustments', 'advances', 'total'] as const
type BridgeCause = PeriodBridge['causes'][number]
/** Enough of it to compare with what somebody else has. */
const digestShown = 16

/** What a period comes to, one block a currency; what was signed; and what came later. */
export function ControlTotals({
  checklist: { controlTotals, signature, bridge },
  isLocked,
}: {
  checklist: Checklist
  isLocked: boolean
}) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <>
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
        {translate(isLocked ? 'panels.period.totalsSigned' : 'panels.period.totals')}
      </Typography>
      {controlTotals.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {translate('panels.period.nothing')}
        </Typography>
      ) : (
        controlTotals.map((total) => <Total key={total.currency} total={total} />)
      )}
      {bridge.length > 0 && (
        <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
          {translate('panels.period.bridge')}
        </Typography>
      )}
      {bridge.map(({ currency, before, after, difference, causes }) => {
        const money = (value: number) => formatMoney(value, { language, currency })
        return (
          <Typography key={currency} variant="body2">
            {translate('panels.period.bridgeLine', {
              before: money(before),
              after: money(after),
              difference: money(difference),
            })}
            {causes.map((cause) => (
              <Cause key={`${cause.cause} ${cause.correction}`} cause={cause} currency={currency} />
            ))}
          </Typography>
        )
      })}
      {signature && (
        <Alert severity={signature.holds || isLocked ? 'info' : 'warning'} sx={{ mt: 2 }}>
          {translate('panels.period.signed', { digest: signature.digest.slice(0, digestShown) })}{' '}
          {translate(signature.holds ? 'panels.period.holds' : 'panels.period.changed')}
        </Alert>
      )}
    </>
  )
}

function Total({ total }: { total: ControlTotal }) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'max-content max-content',
        columnGap: 3,
        m: 0,
        mt: 0.5,
        '& dd': { m: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
      }}
    >
      <dt>{translate('panels.period.entries')}</dt>
      <dd>{formatNumber(total.entries, { language, decimals: 0 })}</dd>
      {shownAmounts.flatMap((name) => [
        <dt key={name}>{translate(`panels.period.${name}`)}</dt>,
        <dd key={`${name} amount`}>{formatMoney(total[name], { language, currency: total.currency })}</dd>,
      ])}
    </Box>
  )
}

/** One cause of what came later: what it comes to, opening into the entries that say so, and the correction behind it. */
function Cause({
  cause: { cause, correction, value, count, entries },
  currency,
}: {
  cause: BridgeCause
  currency: string
}) {
  const translate = useTranslate()
  const language = useLanguage()
  const text = `${translate(`panels.period.causes.${cause}`)}: ${formatMoney(value, { language, currency })} (${count})`
  return (
    <>
      {' · '}
      <LinkBase to={`/entry?filter=${encodeURIComponent(JSON.stringify({ id: entries }))}`}>{text}</LinkBase>
      {correction !== null && (
        <>
          {' '}
          <LinkBase to={`/correction/${correction}`}>{translate('panels.history.corrected', { correction })}</LinkBase>
        </>
      )}
    </>
  )
}
