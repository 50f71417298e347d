import { useEffect, useMemo } from 'react'
import { useQueries } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { answerIn, type ReportAnswer, type ReportRow, reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report, ReportDimension } from '#engine/declaration/report.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { reportPath, type ReportQuery, withinRow } from '../reportQuery.ts'
import { openedRowOf, outermostKey } from './openedKeys.ts'

interface OpenedRowsRequest {
  readonly report: Report
  readonly query: ReportQuery
  /** What of the answers is looked at. */
  readonly currency: string | undefined
  /** Each at its place; nothing where one was not asked for yet. */
  readonly rows: readonly (ReportRow | undefined)[]
  readonly dimensions: readonly ReportDimension[]
  /** The keys of the rows that are open, as the address says. */
  readonly open: readonly string[]
  readonly setOpen: (open: readonly string[]) => void
}

/** Puts rows that were asked for later under the row they belong to. */
export function withChildren<Row extends ReportRow | undefined>(
  rows: readonly Row[],
  loaded: ReadonlyMap<string, readonly ReportRow[]>,
): Row[] {
  return rows.map((row) => {
    if (!row) return row
    const children =
      row.children ??
      loaded.get(row.key)?.map((child) => ({ ...child, dimensions: { ...row.dimensions, ...child.dimensions } }))
    return children ? { ...row, children: withChildren(children, loaded) } : row
  })
}

const parents = (rows: readonly (ReportRow | undefined)[]): string[] =>
  rows.flatMap((row) => (row?.children ? [row.key, ...parents(row.children)] : []))

/** Asks for what is inside the open rows that are in sight and do not hold it themselves. */
function useInsides({ report, query, currency, rows, dimensions, open }: OpenedRowsRequest) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const asked = useMemo(() => {
    const [known, inTree] = [new Set(rows.map((row) => row?.key)), new Set(parents(rows))]
    return open
      .filter((key) => known.has(outermostKey(key)) && !inTree.has(key))
      .flatMap((key) => {
        const row = openedRowOf(report, key)
        return row ? [{ key, opened: row.opened, path: reportPath({ report, query, open: row }) }] : []
      })
  }, [report, query, rows, open])
  const results = useQueries({
    queries: asked.map(({ path }) => ({
      queryKey: ['report', path],
      queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.read<ReportAnswer>(path, signal),
      staleTime: 30_000,
      retry: false,
    })),
  })
  // The list of results is another one at each render; what it says changes with these.
  const state = results.map(({ status, dataUpdatedAt }) => `${status} ${dataUpdatedAt}`).join()
  return useMemo(
    () => ({
      loaded: new Map(
        asked.flatMap(({ key, opened }, index) => {
          const answer = results[index]?.data
          return answer
            ? [
                [
                  key,
                  answerIn(answer, currency).rows.map((row) =>
                    reportRow({ row, dimensions, columns: report.measures, parentKey: key, opened: opened + 1 }),
                  ),
                ] as const,
              ]
            : []
        }),
      ),
      loading: new Set(asked.filter((_, index) => results[index]?.isLoading).map(({ key }) => key)),
      failed: asked.flatMap(({ key }, index) => (results[index]?.error ? [{ key, error: results[index].error }] : [])),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [asked, state, report, dimensions, currency],
  )
}

/**
 * Rows that a person opens: what stands inside them comes with the answer, or is asked for when it is opened. Which are
 * open stands in the address.
 */
export function useOpenedRows(request: OpenedRowsRequest) {
  const { report, rows, open, setOpen } = request
  const notifyError = useNotifyError()
  const { loaded, loading, failed } = useInsides(request)
  const all = useMemo(() => withChildren(rows, loaded), [rows, loaded])
  const expanded = useMemo(() => Object.fromEntries(open.map((key) => [key, true])), [open])
  const close = (keys: readonly string[]) => setOpen(open.filter((key) => !keys.includes(key)))
  useEffect(() => {
    if (failed.length === 0) return
    notifyError(failed[0]!.error)
    close(failed.map(({ key }) => key))
    // Once for each failure, whatever else changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [failed.length])
  return {
    rows: all,
    /** Other rows of the same report with what is inside those that are open. */
    withOpened: (others: readonly ReportRow[]) => withChildren(others, loaded),
    expanded,
    isOpen: (key: string) => Boolean(expanded[key]) && !loading.has(key),
    isLoading: (key: string) => loading.has(key),
    canOpen: (row: ReportRow) =>
      row.children && !loaded.has(row.key)
        ? row.children.length > 0
        : row.opened < report.openInto.length && withinRow(report, row) !== null,
    toggle: (row: ReportRow) => (expanded[row.key] ? close([row.key]) : setOpen([...open, row.key])),
  }
}
