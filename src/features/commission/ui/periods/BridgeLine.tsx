import { lazy, Suspense, useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { BridgeCause, PeriodBridge } from '../../answers/periods.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useCauseText } from './useCauseText.ts'

const BridgeDialog = lazy(() => import('./BridgeDialog.tsx'))

/** What a period became in one currency, and why: each cause opens into its adjustments and the events behind them. */
export function BridgeLine({
  period,
  bridge: { currency, before, after, difference, causes, returned },
}: {
  period: number
  bridge: PeriodBridge
}) {
  const translate = useTranslate()
  const language = useLanguage()
  const money = (value: number) => formatMoney(value, { language, currency })
  return (
    <Box sx={{ mb: 1 }}>
      <Typography variant="body2">
        {translate('panels.period.bridgeLine', {
          before: money(before),
          after: money(after),
          difference: money(difference),
        })}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {causes.map((cause) => (
          <Cause
            key={`${cause.cause} ${cause.with.join()} ${cause.correction}`}
            period={period}
            cause={cause}
            currency={currency}
          />
        ))}
      </Box>
      {returned && (
        <Typography variant="body2" color="textSecondary">
          {translate('panels.period.causeReturned', { value: money(returned.value), count: returned.count })}
        </Typography>
      )}
    </Box>
  )
}

/** One cause of what came later: what it comes to, opening into the adjustments that say so, and the correction behind it. */
function Cause({ period, cause, currency }: { period: number; cause: BridgeCause; currency: string }) {
  const translate = useTranslate()
  const language = useLanguage()
  const causeText = useCauseText()
  const [isOpen, setIsOpen] = useState(false)
  const { correction, value, count } = cause
  return (
    <Box component="li">
      <Button size="small" aria-haspopup="dialog" sx={{ textAlign: 'left' }} onClick={() => setIsOpen(true)}>
        {`${causeText([cause.cause, ...cause.with])}: ${formatMoney(value, { language, currency })} (${count})`}
      </Button>
      {correction !== null && (
        <LinkBase to={`/correction/${correction}`}>{translate('panels.history.corrected', { correction })}</LinkBase>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <BridgeDialog period={period} cause={cause} currency={currency} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  )
}
