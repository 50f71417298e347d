import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { reports } from '#resources/reports/index.ts'
import { can, mayReadReport } from '#engine/declaration/derive/access.ts'
import { addMonths } from '#engine/values/calendar.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import type { AttentionAnswer, DashboardAnswer } from './dashboardAnswer.ts'

/**
 * The month so far, and the same days of the month before. Nothing is asked that the person may not read: a refusal
 * would end the session.
 */
export function useDashboard() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const mayRead = mayReadReport({ actor: useActor(), report: reports.dashboard })
  const now = useQuery({
    queryKey: ['report', 'dashboard'],
    queryFn: ({ signal }) => dataProvider.read<DashboardAnswer>('/api/report/dashboard', signal),
    retry: false,
    enabled: mayRead,
  })
  const period =
    now.data && new URLSearchParams({ from: addMonths(now.data.from, -1), to: addMonths(now.data.to, -1) }).toString()
  const before = useQuery({
    queryKey: ['report', 'dashboard', period],
    queryFn: ({ signal }) => dataProvider.read<DashboardAnswer>(`/api/report/dashboard?${period}`, signal),
    retry: false,
    enabled: period !== undefined,
  })
  return { mayRead, now, before }
}

/**
 * Freshness of the feeds and what no list counts; undefined while unknown and for whoever may not open the dashboard.
 */
export function useAttention(): AttentionAnswer | undefined {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const mayRead = mayReadReport({ actor: useActor(), report: reports.dashboard })
  const { data } = useQuery({
    queryKey: ['dashboard', 'attention'],
    queryFn: ({ signal }) => dataProvider.read<AttentionAnswer>('/api/dashboard/attention', signal),
    retry: false,
    enabled: mayRead,
  })
  return data
}

/**
 * How many records match; undefined while unknown and where the person may not list them.
 * @param filter in the words of the list.
 */
export function useCount(resource: string, filter: Record<string, unknown> | null): number | undefined {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const declared = useResources()[resource]
  const actor = useActor()
  const { data } = useQuery({
    queryKey: [resource, 'count', filter],
    queryFn: async ({ signal }) => {
      const { total } = await dataProvider.getList(resource, {
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'id', order: 'ASC' },
        filter,
        signal,
      })
      return total
    },
    retry: false,
    enabled: filter !== null && declared !== undefined && can({ actor, resource: declared, operation: 'list' }),
  })
  return data
}
