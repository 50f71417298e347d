import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { LineChart } from '@mui/x-charts/LineChart'
import { useTranslate } from 'react-admin'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { ValueTable } from '#engine/ui/fields/ValueTable.tsx'
import { chartCardHeightPx } from './chartCardHeight.ts'
import type { Comparison, DashboardAnswer } from './dashboardAnswer.ts'

const beforeId = 'before'

/** NGR by day of the month: `[undefined, value of the 1st, …]` would need a hole, so days are looked up. */
function byDayOfMonth(rows: DashboardAnswer['rows'] | undefined): Map<number, number> {
  return new Map(
    (rows ?? []).flatMap(({ day, ngr }) =>
      day && typeof ngr === 'number' ? [[Number(day.slice(8, 10)), ngr] as const] : [],
    ),
  )
}

/** This month's NGR day by day, the month before behind it. */
export function NgrChart({ now: thisMonth, before: monthBefore }: Comparison) {
  const translate = useTranslate()
  const language = useLanguage()
  const { palette } = useTheme()
  const now = byDayOfMonth(thisMonth.rows)
  const before = byDayOfMonth(monthBefore?.rows)
  if (now.size === 0) return null
  const days = Array.from({ length: Math.max(...now.keys(), ...before.keys()) }, (_, index) => index + 1)
  const money = (value: number | null) =>
    value === null ? '' : formatMoney(value, { language, currency: thisMonth.currency })
  const title = translate('pages.dashboard.chart')
  return (
    <Card
      component="section"
      aria-label={title}
      sx={{ boxSizing: 'border-box', minHeight: chartCardHeightPx, mt: 2, p: 2, pb: 1 }}
    >
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <LineChart
        height={288}
        skipAnimation
        // Told apart without their colours as well.
        sx={{ [`& [data-series="${beforeId}"]`]: { strokeDasharray: '6 5' } }}
        margin={{ left: 8, right: 16 }}
        grid={{ horizontal: true }}
        xAxis={[{ data: days, scaleType: 'point' }]}
        yAxis={[{ width: 84, valueFormatter: money }]}
        series={[
          ...(before.size > 0
            ? [
                {
                  id: beforeId,
                  data: days.map((day) => before.get(day) ?? null),
                  label: translate('pages.dashboard.previous'),
                  color: palette.text.secondary,
                  showMark: false,
                  curve: 'linear' as const,
                  valueFormatter: money,
                },
              ]
            : []),
          {
            data: days.map((day) => now.get(day) ?? null),
            label: translate('pages.dashboard.current'),
            color: palette.primary.main,
            showMark: false,
            curve: 'linear' as const,
            area: before.size === 0,
            valueFormatter: money,
          },
        ]}
      />
      <Box component="details" sx={{ typography: 'body2', '& summary': { cursor: 'pointer', width: 'fit-content' } }}>
        <summary>{translate('pages.dashboard.asTable')}</summary>
        <ValueTable
          label={title}
          isNamed
          heads={[
            translate('pages.dashboard.day'),
            translate('pages.dashboard.current'),
            ...(before.size > 0 ? [translate('pages.dashboard.previous')] : []),
          ]}
          rows={days.map((day) => [
            day,
            money(now.get(day) ?? null),
            ...(before.size > 0 ? [money(before.get(day) ?? null)] : []),
          ])}
        />
      </Box>
    </Card>
  )
}
