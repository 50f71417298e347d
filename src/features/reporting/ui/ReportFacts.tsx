import { useTranslate } from 'react-admin'
import Typography from '@mui/material/Typography'
import type { ReportAnswer } from '#engine/declaration/derive/report/reportRows.ts'
import { formatDay, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { countOf } from './paging/windowQuery.ts'

/** What the numbers cover: the days, in which zone, and up to which event. */
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
    <Typography variant="body2" color="textSecondary" sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
      {parts.join(' · ')}
    </Typography>
  )
}
