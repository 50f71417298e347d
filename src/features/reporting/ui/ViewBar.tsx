import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import BarChartIcon from '@mui/icons-material/BarChart'
import CompareArrowsIcon from '@mui/icons-material/CompareArrows'
import DateRangeIcon from '@mui/icons-material/DateRange'
import DownloadIcon from '@mui/icons-material/Download'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { AnswerInCurrency, ReportAnswer, ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'
import type { ValuesBefore } from './comparison.ts'
import { mayBeOfYear, type ReportQuery } from './reportQuery.ts'
import { ColumnChoice } from './table/ColumnChoice.tsx'
import type { ViewInAddress } from './useViewInAddress.ts'
import { RowSearch } from './paging/RowSearch.tsx'
import { countOf } from './paging/windowQuery.ts'
import { LiveSheetButton } from './liveSheets/LiveSheetButton.tsx'
import { SavedViews } from './views/SavedViews.tsx'
import { savedViewQuery } from './views/viewQuery.ts'

const ReportChart = lazy(() => import('./ReportChart.tsx'))
const LargestChart = lazy(() => import('./paging/LargestChart.tsx'))
const ReportExportDialog = lazyWithTexts(() => import('./export/ReportExportDialog.tsx'))

/** The chart's place is kept free while it loads: else the table would jump. */
const chartHeightPx = 208

interface ViewBarProps {
  readonly report: Report
  readonly view: ViewInAddress
  readonly answer: AnswerInCurrency<ReportAnswer>
  /** The rows of the table, opened ones among them; absent where the page has a part of them. */
  readonly rows: readonly ReportRow[] | undefined
  /** The rows of the answer alone. */
  readonly answered: readonly ReportRow[]
  readonly total: ReportRow
  readonly before: ValuesBefore | undefined
  readonly query: ReportQuery
  /** Asks for all rows of the table and their total. */
  readonly load: (signal: AbortSignal) => Promise<{ rows: readonly ReportRow[]; total: ReportRow }>
  readonly onChange: (changed: Partial<ReportQuery>) => void
}

/** What can be done with an answer: chart, comparison, saved views, columns, export. */
export function ViewBar(props: ViewBarProps) {
  const { report, view, answer, rows, answered, total, before, query, load, onChange } = props
  const translate = useTranslate()
  const isWide = useMediaQuery('(min-width: 992px) and (min-height: 800px)')
  const [isExporting, setIsExporting] = useState(false)
  const hasChart = report.chart !== undefined && (view.hasChart ?? isWide)
  // Cohorts are told of many months, with nothing before them beside.
  const hasPeriods = report.source !== 'cohorts'
  // Who reads by a token has no place to keep views.
  const canSave = useOptionalActor()?.kind === 'user'
  const hasDownloads = canSave && hasPeriods && query.knownAt === undefined && Object.keys(query.tokens).length === 0
  const [search] = useAddressQuery()
  const sheetQuery = () => {
    const kept = new URLSearchParams(savedViewQuery({ search, query, today: businessToday() }))
    if (query.currency) kept.set('currency', query.currency)
    return kept.toString()
  }
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          // Where there is little room its lines would push the table out of sight: one line, which is scrolled.
          flexWrap: { xs: 'nowrap', sm: 'wrap' },
          overflowX: { xs: 'auto', sm: 'visible' },
          '& > *': { flex: 'none' },
          columnGap: 1,
          px: 1.5,
          py: 1,
          borderBottom: 1,
          borderColor: 'divider',
          displayPrint: 'none',
        }}
      >
        {report.chart && (
          <Button
            size="small"
            startIcon={<BarChartIcon />}
            aria-expanded={hasChart}
            onClick={() => view.setHasChart(!hasChart)}
          >
            {translate(hasChart ? 'resourcePages.report.hideChart' : 'resourcePages.report.chart')}
          </Button>
        )}
        {hasPeriods && (
          <Button
            size="small"
            startIcon={<CompareArrowsIcon />}
            aria-pressed={query.isCompared}
            onClick={() => onChange({ isCompared: !query.isCompared })}
          >
            {translate(query.isCompared ? 'resourcePages.report.dontCompare' : 'resourcePages.report.compare')}
          </Button>
        )}
        {hasPeriods && (query.isYear || mayBeOfYear(query)) && (
          <Button
            size="small"
            startIcon={<DateRangeIcon />}
            aria-pressed={query.isYear === true}
            onClick={() => onChange({ isYear: !query.isYear })}
          >
            {translate(query.isYear ? 'resourcePages.report.onlyPeriod' : 'resourcePages.report.year')}
          </Button>
        )}
        {canSave && hasPeriods && <SavedViews report={report} query={query} />}
        <RowSearch q={query.q ?? ''} onChange={(q) => onChange({ q: q === '' ? undefined : q })} />
        <Box sx={{ flex: '1 !important' }} />
        <ColumnChoice report={report} hidden={view.hidden} onHidden={view.setHidden} />
        {hasDownloads && <LiveSheetButton report={report.name} queryOf={sheetQuery} />}
        <Button size="small" startIcon={<DownloadIcon />} onClick={() => setIsExporting(true)}>
          {translate('ra.action.export')}
        </Button>
      </Box>
      {hasChart && (
        <Box sx={{ height: chartHeightPx, borderBottom: 1, borderColor: 'divider', breakInside: 'avoid' }}>
          <Suspense fallback={null}>
            {rows ? (
              <ReportChart
                report={report}
                currency={answer.currency}
                rows={answered}
                sort={view.sort}
                before={before}
                height={chartHeightPx}
              />
            ) : (
              <LargestChart
                report={report}
                query={query}
                currency={answer.currency}
                sort={view.sort}
                height={chartHeightPx}
              />
            )}
          </Suspense>
        </Box>
      )}
      {isExporting && (
        <Suspense fallback={null}>
          <ReportExportDialog
            report={report}
            count={rows ? rows.length : countOf(answer)}
            load={rows ? () => Promise.resolve({ rows, total }) : load}
            answer={answer}
            query={query}
            hidden={view.hidden}
            sort={view.sort}
            hasDownloads={hasDownloads && !query.isYear && !query.q}
            onClose={() => setIsExporting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
