import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

/** The page a view is of: `{report: name}` or `{list: name}`, as the API names it. */
export type ViewedPage = { readonly report: string } | { readonly list: string }

/** What a page says about its views. */
export interface SavedViewsProps {
  readonly page: ViewedPage
  readonly label: string
  /** Said where nothing is kept yet. */
  readonly none: string
  /** The page as it is now, as a view keeps it. */
  readonly currentQuery: () => string
  readonly onOpen: (query: string) => void
}

/** A view that somebody keeps: its name, and what stands in the page's address. */
export interface SavedView {
  readonly id: number
  readonly name: string
  readonly query: string
}

/** The views of a page that are kept with the user, and how to keep and forget one. */
export function useViews(page: ViewedPage) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const queryKey = ['savedViews', page]
  const onSuccess = () => client.invalidateQueries({ queryKey })
  const stored = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      dataProvider.read<readonly SavedView[]>(`/api/me/view?${new URLSearchParams({ ...page })}`, signal),
    retry: false,
  })
  const save = useMutation({
    mutationFn: (view: Omit<SavedView, 'id'>) =>
      dataProvider.callApi('/api/me/view', { method: 'POST', body: JSON.stringify({ ...page, ...view }) }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: number) => dataProvider.callApi(`/api/me/view/${id}`, { method: 'DELETE' }),
    onSuccess,
  })
  return { views: stored.data, save, remove, error: stored.error ?? save.error ?? remove.error }
}
