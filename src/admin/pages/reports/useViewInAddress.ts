import { useMemo } from 'react'
import { readLooks, type ReportSort } from '../../../config/derive/report/keptQuery.ts'

type SetSearch = (change: (last: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void

/** Order and chosen columns of a report, kept in the address: `sort=-ngr`, `hide=bonus,payout`. */
export function useViewInAddress(search: URLSearchParams, setSearch: SetSearch) {
  const [sortText, hideText] = [search.get('sort'), search.get('hide')]
  const { sort, hidden } = useMemo(() => readLooks({ sort: sortText, hide: hideText }), [sortText, hideText])
  const put = (name: string, value: string) => setSearch((last) => {
    const next = new URLSearchParams(last)
    if (value === '') next.delete(name)
    else next.set(name, value)
    return next
  }, { replace: true })
  return {
    sort, hidden,
    setSort: (next: ReportSort) => put('sort', next ? `${next.isDescending ? '-' : ''}${next.column}` : ''),
    setHidden: (next: ReadonlySet<string>) => put('hide', [...next].join(',')),
  }
}
