import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { Report } from '#engine/declaration/report.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { periodProblem, reportPath, type ReportQuery } from './reportQuery.ts'
import type { ReportAnswer } from '#engine/declaration/derive/report/reportRows.ts'

/** Asks for a report, once its period can be asked for and somebody may read it. */
export function useReport({ report, query, isEnabled }: { report: Report; query: ReportQuery; isEnabled: boolean }) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = reportPath({ report, query })
  return useQuery({
    queryKey: ['report', path],
    queryFn: ({ signal }) => dataProvider.read<ReportAnswer>(path, signal),
    enabled: isEnabled && periodProblem(query.period) === null,
    placeholderData: (previous) => previous,
    staleTime: 30_000,
    retry: false,
  })
}
