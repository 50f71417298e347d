import { useMemo } from 'react'
import { readLooks, type ReportSort } from '#engine/declaration/derive/report/storedQuery.ts'
import type { ChangeQuery } from '#engine/ui/router/useAddressQuery.ts'

/** More open rows than this would be an address that nobody can send; those opened first are closed. */
const openRowsMax = 40

/**
 * How a report is looked at, kept in the address: order `sort=-ngr`, columns left out `hide=bonus,payout`, open rows
 * `open=/affiliate=3`, chart `chart=hidden`.
 */
export function useViewInAddress(search: URLSearchParams, setSearch: ChangeQuery) {
  const [sortText, hideText, openText, chart] = [
    search.get('sort'),
    search.get('hide'),
    search.getAll('open').join('\n'),
    search.get('chart'),
  ]
  const { sort, hidden } = useMemo(() => readLooks({ sort: sortText, hide: hideText }), [sortText, hideText])
  const open = useMemo(() => openText.split('\n').filter(Boolean), [openText])
  const put = (name: string, values: readonly string[]) =>
    setSearch(
      (last) => {
        const next = new URLSearchParams(last)
        next.delete(name)
        for (const value of values) if (value !== '') next.append(name, value)
        return next
      },
      { replace: true },
    )
  return {
    sort,
    hidden,
    open,
    /** Null where nobody said: then it depends on how much room there is. */
    hasChart: chart === null ? null : chart !== 'hidden',
    setSort: (next: ReportSort) => put('sort', [next ? `${next.isDescending ? '-' : ''}${next.column}` : '']),
    setHidden: (next: ReadonlySet<string>) => put('hide', [[...next].join(',')]),
    setOpen: (next: readonly string[]) => put('open', next.slice(-openRowsMax)),
    setHasChart: (hasChart: boolean) => put('chart', [hasChart ? 'shown' : 'hidden']),
  }
}

export type ViewInAddress = ReturnType<typeof useViewInAddress>
