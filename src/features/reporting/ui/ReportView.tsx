import { lazy, Suspense, useMemo, useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import { resources } from '#resources/index.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { MeasureColumn } from '#engine/declaration/derive/report/measureColumn.ts'
import {
  answerIn,
  type AnswerInCurrency,
  type ApiRow,
  type ReportAnswer,
  type ReportRow,
  reportRow,
} from '#engine/declaration/derive/report/reportRows.ts'
import type { Report, ReportDimension } from '#engine/declaration/report.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'
import { valuesBefore, withThoseBefore } from './comparison.ts'
import { useReportLabels } from './reportLabels.ts'
import { reportPath, type ReportQuery } from './reportQuery.ts'
import type { ReportWindows } from './paging/useReportWindows.ts'
import { ReportTable } from './table/ReportTable.tsx'
import { useOpenedRows } from './drillDown/useOpenedRows.ts'
import { useViewInAddress } from './useViewInAddress.ts'
import { ViewBar } from './ViewBar.tsx'

const CommissionDialog = lazy(() => import('./explain/CommissionDialog.tsx'))

type OwnAnswer = AnswerInCurrency<ReportAnswer>

interface ReportViewProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly answer: OwnAnswer
  /** The answer of the period before, where it is compared and there. */
  readonly before: OwnAnswer | undefined
  /** Where the answer is a part: what else there is. */
  readonly windows: ReportWindows | undefined
  readonly onChange: (changed: Partial<ReportQuery>) => void
}

/** The rows of an answer, its total, and beside them those of the period before. */
function useReportRows({ report, query, answer, before, windows }: Omit<ReportViewProps, 'onChange'>) {
  const dimensions = useMemo(() => [...new Set([...report.rows, ...report.openInto])], [report])
  const cut = windows?.rows
  return useMemo(() => {
    const read = ({ rows, total }: Pick<OwnAnswer, 'rows' | 'total'>) => ({
      rows: rows.map((row) => reportRow({ row, dimensions, columns: report.measures })),
      total: reportRow({ row: total as ApiRow, dimensions: [], columns: report.measures }),
    })
    const [own, earlier] = [read(cut ? { ...answer, rows: [] } : answer), before && read(before)]
    return {
      dimensions,
      read,
      total: own.total,
      parts: cut?.map((row) => row && rowOnce({ report, row, dimensions })),
      rows: earlier ? withThoseBefore({ report, rows: own.rows, before: earlier.rows }) : own.rows,
      before: earlier && valuesBefore({ period: query.period, ...earlier }),
    }
  }, [report, query.period, answer, before, cut, dimensions])
}

const readRows = new WeakMap<ApiRow, ReportRow>()

/** Reads a row of a long answer once, however many parts of it come after. */
function rowOnce({ report, row, dimensions }: { report: Report; row: ApiRow; dimensions: readonly ReportDimension[] }) {
  const known = readRows.get(row) ?? reportRow({ row, dimensions, columns: report.measures })
  readRows.set(row, known)
  return known
}

/** The answer of a report: table, chart, column choice, export. */
export default function ReportView({ report, query, answer, before, windows, onChange }: ReportViewProps) {
  const translate = useTranslate()
  const labels = useReportLabels(answer.currency)
  const actor = useOptionalActor()
  const [search, setSearch] = useAddressQuery()
  const view = useViewInAddress(search, setSearch)
  const [explained, setExplained] = useState<{ row: ReportRow; column: MeasureColumn } | null>(null)
  const shown = useReportRows({ report, query, answer, before, windows })
  const { rows, parts, total, dimensions, before: earlier } = shown
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const opened = useOpenedRows({
    report,
    query,
    currency: answer.currency,
    rows: parts ?? rows,
    dimensions,
    open: view.open,
    setOpen: view.setOpen,
  })
  // What somebody earned is explained in the currency it was earned in, and as it is now.
  const mayExplain =
    report.source !== 'cohorts' &&
    query.currency === undefined &&
    query.knownAt === undefined &&
    !query.isYear &&
    actor !== null &&
    can({ actor, resource: resources.entry, operation: 'list' })
  return (
    <>
      <ViewBar
        report={report}
        view={view}
        answer={answer}
        rows={parts ? undefined : (opened.rows as ReportRow[])}
        answered={rows}
        total={total}
        before={earlier}
        query={query}
        load={async (signal) => {
          const whole = await dataProvider.read<ReportAnswer>(reportPath({ report, query }), signal)
          const read = shown.read(answerIn(whole, answer.currency))
          return { total: read.total, rows: opened.withOpened(read.rows) }
        }}
        onChange={onChange}
      />
      <ReportTable
        report={report}
        rows={opened.rows}
        total={total}
        labels={labels}
        label={translate(`reports.${report.name}.name`)}
        hidden={view.hidden}
        sort={view.sort}
        onSight={windows?.see}
        onSort={view.setSort}
        expanded={opened.expanded}
        isOpen={opened.isOpen}
        isLoading={opened.isLoading}
        canOpen={opened.canOpen}
        onToggle={opened.toggle}
        before={earlier}
        onExplain={mayExplain ? setExplained : undefined}
      />
      {explained && (
        <Suspense fallback={null}>
          <CommissionDialog
            report={report}
            query={query}
            currency={answer.currency}
            {...explained}
            onClose={() => setExplained(null)}
          />
        </Suspense>
      )}
    </>
  )
}
