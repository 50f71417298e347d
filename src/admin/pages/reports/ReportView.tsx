import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import { resources } from '../../../../resources/index.ts'
import { can } from '../../../config/derive/access.ts'
import type { MeasureColumn } from '../../../config/derive/report/measureColumn.ts'
import {
  type AnswerInCurrency,
  type ApiRow,
  type ReportAnswer,
  type ReportRow,
  reportRow,
} from '../../../config/derive/report/reportRows.ts'
import type { Report } from '../../../config/report.ts'
import { useOptionalActor } from '../../resource/ResourcesContext.tsx'
import { useAddressQuery } from '../../router/useAddressQuery.ts'
import { valuesBefore, withThoseBefore } from './comparison.ts'
import { useReportLabels } from './reportLabels.ts'
import type { ReportQuery } from './reportQuery.ts'
import { ReportTable } from './table/ReportTable.tsx'
import { useOpenedRows } from './opened/useOpenedRows.ts'
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
  readonly onChange: (changed: Partial<ReportQuery>) => void
}

/** The rows of an answer, its total, and beside them those of the period before. */
function useReportRows({ report, query, answer, before }: Omit<ReportViewProps, 'onChange'>) {
  const dimensions = useMemo(() => [...new Set([...report.rows, ...report.openInto])], [report])
  return useMemo(() => {
    const read = ({ rows, total }: OwnAnswer) => ({
      rows: rows.map((row) => reportRow({ row, dimensions, columns: report.measures })),
      total: reportRow({ row: total as ApiRow, dimensions: [], columns: report.measures }),
    })
    const [own, earlier] = [read(answer), before && read(before)]
    return {
      dimensions,
      total: own.total,
      rows: earlier ? withThoseBefore({ report, rows: own.rows, before: earlier.rows }) : own.rows,
      before: earlier && valuesBefore({ period: query.period, ...earlier }),
    }
  }, [report, query.period, answer, before, dimensions])
}

/** The answer of a report: table, chart, column choice, export. */
export default function ReportView({ report, query, answer, before, onChange }: ReportViewProps) {
  const translate = useTranslate()
  const labels = useReportLabels(answer.currency)
  const actor = useOptionalActor()
  const [search, setSearch] = useAddressQuery()
  const view = useViewInAddress(search, setSearch)
  const [explained, setExplained] = useState<{ row: ReportRow; column: MeasureColumn } | null>(null)
  const { rows, total, dimensions, before: earlier } = useReportRows({ report, query, answer, before })
  const opened = useOpenedRows({
    report,
    query,
    currency: answer.currency,
    rows,
    dimensions,
    open: view.open,
    setOpen: view.setOpen,
  })
  // What somebody earned is explained in the currency it was earned in, and as it is now.
  const mayExplain =
    query.currency === undefined &&
    query.knownAt === undefined &&
    actor !== null &&
    can({ actor, resource: resources.entry, operation: 'list' })
  return (
    <>
      <ViewBar
        report={report}
        view={view}
        answer={answer}
        rows={opened.rows}
        answered={rows}
        total={total}
        before={earlier}
        query={query}
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
