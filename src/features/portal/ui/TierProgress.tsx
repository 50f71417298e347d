import { LinkBase, useTranslate } from 'react-admin'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { OwnNextTier } from '#features/home/answers/digests.ts'
import { isCountedTier } from '#rules/commission/nextTier.ts'
import { formatNumber, formatPercent } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { portalPath } from '#engine/ui/router/pagePaths.ts'
import { useMoneyText } from './usePortal.ts'

/** How far an affiliate is from the next tier of a product. */
export function TierProgress({ tier }: { tier: OwnNextTier }) {
  const translate = useTranslate()
  const language = useLanguage()
  const money = useMoneyText()
  const { product, brand, currency, fact, from, missing, rate, isOnPace, entry } = tier
  const isCounted = isCountedTier(fact)
  const figure = (value: number) => (isCounted ? formatNumber(value, { language }) : money(value, currency))
  const have = Math.max(0, from - missing)
  const name = [translate(labelKeys.choice('productType', product)), brand].filter(Boolean).join(', ')
  const text = translate('portal.overview.tier', {
    missing: figure(missing),
    rate: product === 'cpa' ? money(rate, currency) : formatPercent(rate, { language }),
  })
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
      <Typography component="h2" variant="subtitle2">
        {name}: {text}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={from > 0 ? Math.min(100, (have / from) * 100) : 0}
        aria-label={text}
        sx={{ my: 1, height: 8, borderRadius: 1 }}
      />
      <Typography variant="body2" color="textSecondary">
        {translate(isOnPace ? 'portal.overview.tierOnPace' : 'portal.overview.tierSoFar', {
          have: figure(have),
          from: figure(from),
        })}{' '}
        <LinkBase to={`${portalPath}/entries?entry=${entry}`}>{translate('portal.overview.how')}</LinkBase>
      </Typography>
    </Paper>
  )
}
