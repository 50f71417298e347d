import { lazy, Suspense, useMemo, useState } from 'react'
import type { Row } from '@tanstack/react-table'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import BarChartIcon from '@mui/icons-material/BarChart'
import CompareArrowsIcon from '@mui/icons-material/CompareArrows'
import DownloadIcon from '@mui/icons-material/Download'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import type { ReportSort } from '../../../config/derive/report/keptQuery.ts'
import type { Report } from '../../../config/report.ts'
import { useOptionalActor } from '../../resource/ResourcesContext.tsx'
import { valuesBefore, withThoseBefore } from './comparison.ts'
import { ColumnChoice } from './table/ColumnChoice.tsx'
import { useReportLabels } from './reportLabels.ts'
import type { ReportQuery } from './reportQuery.ts'
import { type ReportAnswer, reportRow } from '../../../config/derive/report/reportRows.ts'
import { type features, leadingDimensions, ReportTable } from './table/ReportTable.tsx'
import { RowName } from './table/RowName.tsx'
import type { ReportRow } from '../../../config/derive/report/reportRows.ts'
import { SavedViews } from './views/SavedViews.tsx'
import { useOpenedRows } from './table/useOpenedRows.ts'
import { useViewInAddress } from './useViewInAddress.ts'

const ReportChart = lazy(() => import('./ReportChart.tsx'))
const ReportExportDialog = lazy(() => import('./export/ReportExportDialog.tsx'))

interface ReportViewProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly answer: ReportAnswer
  /** The answer of the period before, where it is compared and there. */
  readonly before: ReportAnswer | undefined
  readonly onChange: (changed: Partial<ReportQuery>) => void
}

/** The answer of a report: table, chart, column choice, export. */
export default function ReportView({ report, query, answer, before, onChange }: ReportViewProps) {
  const translate = useTranslate()
  const labels = useReportLabels()
  const [search, setSearch] = useSearchParams()
  const { sort, hidden, setSort, setHidden } = useViewInAddress(search, setSearch)
  const dimensions = useMemo(() => [...new Set([...leadingDimensions(report), ...report.openInto])], [report])
  const earlierRows = useMemo(() => before?.rows.map((row) => reportRow({ row, dimensions, columns: report.measures })), [before, dimensions, report])
  const rows = useMemo(() => {
    const own = answer.rows.map((row) => reportRow({ row, dimensions, columns: report.measures }))
    return earlierRows ? withThoseBefore({ report, rows: own, before: earlierRows }) : own
  }, [answer, earlierRows, dimensions, report])
  const total = useMemo(() => reportRow({ row: answer.total, dimensions: [], columns: report.measures }), [answer, report])
  const earlier = useMemo(
    () => (before && earlierRows ? valuesBefore({ period: query.period, rows: earlierRows, total: reportRow({ row: before.total, dimensions: [], columns: report.measures }) }) : undefined), [before, earlierRows, query.period, report],
  )
  const opened = useOpenedRows({ report, query, rows, dimensions })
  const firstCell = (row: Row<typeof features, ReportRow>) => (
    <RowName row={row.original} report={report} labels={labels} isOpen={opened.isOpen(row.original.key)} isLoading={opened.isLoading(row.original.key)}
      canOpen={opened.canOpen(row.original)} onToggle={() => void opened.toggle(row.original)} />
  )
  return (
    <>
      <ViewBar report={report} hidden={hidden} sort={sort} onHidden={setHidden} answer={answer} rows={opened.rows} total={total} query={query} onChange={onChange} />
      <ReportTable report={report} rows={opened.rows} total={total} labels={labels} totalLabel={translate('resourcePages.report.total')} hidden={hidden} sort={sort} onSort={setSort} firstCell={firstCell} expanded={opened.expanded} before={earlier} />
    </>
  )
}

function ViewBar({ report, hidden, sort, onHidden, answer, rows, total, query, onChange }: {
  report: Report
  hidden: ReadonlySet<string>
  sort: ReportSort
  onHidden: (hidden: ReadonlySet<string>) => void
  answer: ReportAnswer
  rows: readonly ReportRow[]
  total: ReportRow
  query: ReportQuery
  onChange: (changed: Partial<ReportQuery>) => void
}) {
  const translate = useTranslate()
  const [hasChart, setHasChart] = useState(false)
  const [isExporting, setIsExporting] = useState(false)
  // Who reads by a token has no place to keep views.
  const canSave = useOptionalActor()?.kind === 'user'
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 1.5, py: 1, borderBottom: 1, borderColor: 'divider' }}>
        {report.chart && (
          <Button size="small" startIcon={<BarChartIcon />} aria-expanded={hasChart} onClick={() => setHasChart(!hasChart)}>{translate(hasChart ? 'resourcePages.report.hideChart' : 'resourcePages.report.chart')}</Button>
        )}
        <Button size="small" startIcon={<CompareArrowsIcon />} aria-pressed={query.isCompared} onClick={() => onChange({ isCompared: !query.isCompared })}>
          {translate(query.isCompared ? 'resourcePages.report.dontCompare' : 'resourcePages.report.compare')}
        </Button>
        {canSave && <SavedViews report={report} query={query} />}
        <Box sx={{ flexGrow: 1 }} />
        <ColumnChoice report={report} hidden={hidden} onHidden={onHidden} />
        <Button size="small" startIcon={<DownloadIcon />} onClick={() => setIsExporting(true)}>{translate('ra.action.export')}</Button>
      </Box>
      <Collapse in={hasChart} unmountOnExit><Suspense fallback={<Box sx={{ height: 280 }} />}><ReportChart report={report} rows={rows} /></Suspense></Collapse>
      {isExporting && (
        <Suspense fallback={null}><ReportExportDialog report={report} rows={rows} total={total} answer={answer} query={query} hidden={hidden} sort={sort} onClose={() => setIsExporting(false)} /></Suspense>
      )}
    </>
  )
}
