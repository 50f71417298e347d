import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Checklist, ControlTotal } from '../../answers/periods.ts'
import { formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { BridgeLine } from './BridgeLine.tsx'

const shownAmounts = ['commission', 'adjustments', 'advances', 'total'] as const
/** Enough of it to compare with what somebody else has. */
const digestShown = 16

/** What a period comes to, one block a currency; what was signed; and what came later. */
export function ControlTotals({
  period,
  checklist: { controlTotals, signature, bridge },
  isLocked,
}: {
  period: number
  checklist: Checklist
  isLocked: boolean
}) {
  const translate = useTranslate()
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
      {bridge.map((each) => (
        <BridgeLine key={each.currency} period={period} bridge={each} />
      ))}
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
