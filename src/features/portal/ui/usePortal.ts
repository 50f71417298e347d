import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

/** What the API answers at a path; of pages that are turned the one before stays until the next is there. */
export function useAnswer<Answer>(path: string): UseQueryResult<Answer> {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: ['portal', path],
    queryFn: ({ signal }) => dataProvider.read<Answer>(path, signal),
    placeholderData: (before) => before,
    staleTime: 0,
  })
}

/** Amounts in the reader's language. */
export function useMoneyText(): (value: number, currency: string | null | undefined) => string {
  const language = useLanguage()
  return (value, currency) => formatMoney(value, { language, currency: currency ?? undefined })
}

/** A page of a list, newest first, as the API's dialect asks for it. */
export function listPath(
  resource: string,
  { page, size, sort, filter = {} }: { page: number; size: number; sort: string; filter?: object | undefined },
): string {
  const query = new URLSearchParams({
    sort: JSON.stringify([sort, 'DESC']),
    range: JSON.stringify([page * size, page * size + size]),
    filter: JSON.stringify(filter),
  })
  return `/api/${resource}?${query.toString()}`
}
