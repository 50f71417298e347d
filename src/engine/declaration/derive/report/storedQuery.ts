import type { Report, ReportFilter } from '../../report.ts'

/** Filters that name records, levels or products: everything but the period. */
export function recordFilters(report: Report): Exclude<ReportFilter, 'period'>[] {
  // A report of one product has nothing to choose there.
  return report.filters.filter(
    (filter): filter is Exclude<ReportFilter, 'period'> =>
      filter !== 'period' && !(filter === 'product' && report.products),
  )
}

/** In which order rows stand; null where it is the report's own. */
export type ReportSort = { readonly column: string; readonly isDescending: boolean } | null

/** Order and chosen columns as an address keeps them: `sort=-ngr`, `hide=bonus,payout`. */
export function readLooks({ sort, hide }: { readonly sort: string | null; readonly hide: string | null }): {
  readonly sort: ReportSort
  readonly hidden: ReadonlySet<string>
} {
  return {
    sort: sort ? { column: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') } : null,
    hidden: new Set((hide ?? '').split(',').filter(Boolean)),
  }
}

/**
 * What an address asks the API for, besides the period: the filters the report has, several values by name, and the
 * view where it has several.
 */
export function askedByAddress(report: Report, search: URLSearchParams): Readonly<Record<string, readonly string[]>> {
  const names = [...recordFilters(report), ...(report.views.length > 1 ? ['view'] : [])]
  return Object.fromEntries(
    names.map((name) => [name, search.getAll(name)] as const).filter(([, values]) => values.length > 0),
  )
}
