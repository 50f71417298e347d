import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { Checklist } from '../../answers/periods.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

const keyOf = (id: number) => ['periodChecklist', id] as const

/** What speaks for and against signing a period. */
export function useChecklist(id: number) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => dataProvider.read<Checklist>(`/api/period/${id}/checklist`, signal),
    retry: false,
    staleTime: 0,
  })
}

/** Has the checklist of a period read anew. */
export function useForgetChecklist(id: number): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: keyOf(id) })
}
