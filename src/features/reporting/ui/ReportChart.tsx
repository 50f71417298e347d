import { memo } from 'react'
import type { ReactNode } from 'react'
import { BarChart } from '@mui/x-charts/BarChart'
import { useTranslate } from 'react-admin'
import { useTheme } from '@mui/material/styles'
import Box from '@mui/material/Box'
import type { Report } from '#engine/declaration/report.ts'
import type { ValuesBefore } from './comparison.ts'
import { chartBars, chartDimension, type ChartRest } from './chartBars.ts'
import { paperWidthPx } from './table/useFitToPaper.ts'
import { useIsPrinting } from './table/useIsPrinting.ts'
import { useReportLabels } from './reportLabels.ts'
import { measureColumn } from '#resources/measures.ts'
import type { ReportSort } from '#engine/declaration/derive/report/storedQuery.ts'
import { sortRows } from '#engine/declaration/derive/report/sortRows.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'

const captionHeightPx = 24

/** The bars of the period before, which are only lined out: nobody has to tell them by their colour. */
const beforeId = 'before'

function Swatch({ color, isLinedOut, children }: { color: string; isLinedOut?: boolean; children: ReactNode }) {
  return (
    <span>
      <Box
        component="span"
        sx={{
          boxSizing: 'border-box',
          display: 'inline-block',
          width: 10,
          height: 10,
          borderRadius: '2px',
          mr: 0.75,
          border: `1.5px solid ${color}`,
          bgcolor: isLinedOut ? 'transparent' : color,
        }}
      />
      {children}
    </span>
  )
}

interface ReportChartProps {
  readonly report: Report
  /** Of its amounts. */
  readonly currency: string | undefined
  readonly rows: readonly ReportRow[]
  /** How the table beside it is sorted. */
  readonly sort: ReportSort
  /** Where the report is compared: what its rows were before. */
  readonly before: ValuesBefore | undefined
  /** Where the rows are only the largest there are: of how many, and what all of them come to. */
  readonly all?: ChartRest | undefined
  readonly height: number
}

/** Draws the measure a report declares: its days in order, or its largest rows. */
export default memo(function ReportChart({ report, currency, rows, sort, before, all, height }: ReportChartProps) {
  const translate = useTranslate()
  const { palette } = useTheme()
  const labels = useReportLabels(currency)
  const column = measureColumn(report.chart!)
  const dimension = chartDimension(report, rows)
  const { bars, rest } = chartBars({
    report,
    rows: sortRows({ rows, sort, labels }),
    before,
    all,
    name: (row) => labels.value(dimension, row.dimensions[dimension]),
  })
  const isPrinting = useIsPrinting()
  const label = labels.column(column)
  const [now, earlier] = [palette.primary.main, palette.text.secondary]
  const shown = (value: number | null) => labels.number(column, value)
  const byKey = new Map(bars.map(({ key, name }) => [key, name]))
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box
        component="figcaption"
        sx={{
          display: 'flex',
          gap: 2,
          height: captionHeightPx,
          alignItems: 'end',
          px: 2,
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        <span>
          {translate('resourcePages.report.chartOf', {
            measure: label,
            by: labels.dimension(dimension).toLocaleLowerCase(),
          })}
        </span>
        {rest.count > 0 && (
          <span>
            {translate('resourcePages.report.notDrawn', {
              shown: bars.length,
              smart_count: rest.count,
              value: shown(rest.value),
            })}
          </span>
        )}
        {before && <Swatch color={now}>{translate('resourcePages.report.thisPeriod')}</Swatch>}
        {before && (
          <Swatch color={earlier} isLinedOut>
            {translate('resourcePages.report.periodBefore')}
          </Swatch>
        )}
      </Box>
      <BarChart
        height={height - captionHeightPx}
        {...(isPrinting ? { width: paperWidthPx } : {})}
        hideLegend
        colors={[now, earlier]}
        margin={{ top: 12, right: 16, bottom: 0, left: 0 }}
        borderRadius={2}
        skipAnimation
        sx={{ [`& [data-series="${beforeId}"] rect`]: { fillOpacity: 0, stroke: earlier, strokeWidth: 1.5 } }}
        xAxis={[
          {
            data: bars.map(({ key }) => key),
            scaleType: 'band',
            height: 28,
            categoryGapRatio: bars.length < 6 ? 0.7 : 0.3,
            valueFormatter: (key: string) => byKey.get(key) ?? '',
          },
        ]}
        yAxis={[
          {
            width: 72,
            disableLine: true,
            disableTicks: true,
            tickNumber: 4,
            valueFormatter: (value: number) => labels.short(column, value),
          },
        ]}
        grid={{ horizontal: true }}
        series={[
          { data: bars.map(({ value }) => value), label, valueFormatter: shown },
          ...(before
            ? [
                {
                  id: beforeId,
                  data: bars.map((bar) => bar.before),
                  label: translate('resourcePages.report.periodBefore'),
                  valueFormatter: shown,
                },
              ]
            : []),
        ]}
      />
    </Box>
  )
})
