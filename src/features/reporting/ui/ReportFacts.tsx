import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReportAnswer } from '#engine/declaration/derive/report/reportRows.ts'
import { formatDay, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { FreshnessOf } from '#features/activity/ui/freshness/Freshness.tsx'
import { freshnessIn } from '#features/activity/answers/freshness.ts'
import { countOf } from './paging/windowQuery.ts'

/** What the numbers cover: the days, in which zone, up to which event, and how far their brands have told. */
export function ReportFacts({ answer, before }: { answer: ReportAnswer; before: ReportAnswer | undefined }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const language = useLanguage()
  const parts = [
    `${formatDay(answer.from)} – ${formatDay(answer.to)}`,
    translate('resourcePages.report.zone', { zone: answer.zone }),
    answer.upTo
      ? translate('resourcePages.report.upTo', { moment: moment(answer.upTo) })
      : translate('resourcePages.report.notYet'),
    translate('resourcePages.report.rows', { smart_count: countOf(answer) }),
    ...(answer.rates ?? []).map(({ from, to, day, rate, source }) =>
      translate('resourcePages.report.rate', {
        from,
        to,
        day: formatDay(day),
        rate: formatNumber(rate, { language, decimals: 4 }),
        source,
      }),
    ),
    ...(before
      ? [translate('resourcePages.report.comparedWith', { from: formatDay(before.from), to: formatDay(before.to) })]
      : []),
  ]
  return (
    <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" color="textSecondary">
        {parts.join(' · ')}
      </Typography>
      <FreshnessOf freshness={freshnessIn(answer)} to={answer.to} sx={{ mt: 0.5 }} />
    </Box>
  )
}
