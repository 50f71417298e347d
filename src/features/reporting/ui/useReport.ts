import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { Report, ReportDimension } from '#engine/declaration/report.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { periodProblem, reportPath, type ReportQuery } from './reportQuery.ts'
import type { ReportAnswer } from '#engine/declaration/derive/report/reportRows.ts'

/** Asks for a report, once its period can be asked for and somebody may read it. */
export function useReport({
  report,
  query,
  isEnabled,
  rows,
}: {
  report: Report
  query: ReportQuery
  isEnabled: boolean
  /** What rows stand for; the report's own where nothing is said. */
  rows?: ReportDimension
}) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = reportPath({ report, query, ...(rows ? { open: { into: rows, within: {} } } : {}) })
  return useQuery({
    queryKey: ['report', path],
    queryFn: ({ signal }) => dataProvider.read<ReportAnswer>(path, signal),
    enabled: isEnabled && periodProblem(query.period, report.source) === null,
    placeholderData: (previous) => previous,
    staleTime: 30_000,
    retry: false,
  })
}
