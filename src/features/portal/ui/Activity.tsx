import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { addMonths, type Day } from '#engine/values/calendar.ts'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { portalPath } from '#engine/ui/router/pagePaths.ts'
import { useAnswer } from './usePortal.ts'

const measures = ['clicks', 'registrations', 'ftd'] as const
type Counts = Readonly<Partial<Record<(typeof measures)[number], number>>>
interface Answer {
  readonly totals?: readonly Counts[]
}

const reportPath = (from: Day, to: Day) => `/api/report/affiliateDetail?from=${from}&to=${to}&rows=affiliate`

/** Counts in no currency: each brand has one, so what stands in several adds up. */
const sumOf = (answer: Answer | undefined, measure: keyof Counts): number | null =>
  answer?.totals ? answer.totals.reduce((sum, each) => sum + (each[measure] ?? 0), 0) : null

/** What an affiliate brought in the month so far, beside the same days of the month before. */
export function Activity({ from, to }: { from: Day; to: Day }) {
  const translate = useTranslate()
  const language = useLanguage()
  const now = useAnswer<Answer>(reportPath(from, to))
  const before = useAnswer<Answer>(reportPath(addMonths(from, -1), addMonths(to, -1)))
  const number = (value: number | null) => (value === null ? '–' : formatNumber(value, { language }))
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 2 }}>
        {measures.map((measure) => (
          <div key={measure}>
            <Typography variant="body2" color="textSecondary">
              {translate(`measures.${measure}`)}
            </Typography>
            <Typography component="p" variant="h6" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {number(sumOf(now.data, measure))}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {translate('portal.overview.countBefore', { value: number(sumOf(before.data, measure)) })}
            </Typography>
          </div>
        ))}
      </Box>
      <Typography variant="body2" sx={{ mt: 1 }}>
        <LinkBase to={`${portalPath}/reports`}>{translate('portal.overview.byDay')}</LinkBase>
      </Typography>
    </Paper>
  )
}
