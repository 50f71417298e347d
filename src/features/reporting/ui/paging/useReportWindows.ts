import { useMemo, useState } from 'react'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { ReportSort } from '#engine/declaration/derive/report/storedQuery.ts'
import type { ApiRow, ReportAnswer } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import { type BackOfficeDataProvider, errorAnswer } from '#engine/records/ui/dataProvider.ts'
import { periodProblem, reportPath, type ReportQuery } from '../reportQuery.ts'
import {
  besideEachOther,
  blocksBetween,
  countOf,
  isWhole,
  sortParameter,
  windowPath,
  windowRows,
} from './windowQuery.ts'

/** A report that is longer than what of it was asked for. */
export interface ReportWindows {
  /** Every row at its place; nothing where it was not asked for yet. */
  readonly rows: readonly (ApiRow | undefined)[]
  /** Says from which row to which somebody looks: what of them is not there is asked for. */
  readonly see: (first: number, last: number) => void
  /** A part that did not come. */
  readonly error: Error | null
}

const isOfYear = (path: unknown): boolean => String(path).includes('?year=')

/** How an answer is asked for by its address, and kept under it. */
function useRead() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return (path: string) => ({
    queryKey: ['report', path],
    queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.read<ReportAnswer>(path, signal),
    staleTime: 30_000,
    retry: false,
  })
}

/**
 * Asks for a report: its first window, and as one scrolls the others. What is compared, is in several currencies or has
 * an order by what the API does not show is asked for whole.
 */
export function useReportWindows({ report, query, sort }: { report: Report; query: ReportQuery; sort: ReportSort }) {
  const read = useRead()
  const path = reportPath({ report, query })
  const order = sortParameter(report, sort)
  // An answer that holds all rows is put in order by the page: no order is a reason to ask again.
  const [known, setKnown] = useState<{ path: string; asked: string } | null>(null)
  const isKnown = known?.path === path
  const asked = isKnown ? known.asked : query.isCompared ? path : windowPath(path, { sort: order, offset: 0 })
  const answered = useQuery({
    ...read(asked),
    enabled: periodProblem(query.period) === null,
    // Rows of another kind would stand under the wrong heads.
    placeholderData: (previous, last) => (isOfYear(last?.queryKey[1]) === isOfYear(asked) ? previous : undefined),
  })
  const { data, isPlaceholderData, error } = answered
  const isCut = data !== undefined && !isWhole(data)
  const isOwn = data !== undefined && !isPlaceholderData && !error
  const isRefused = error !== null && order !== null && asked !== path && errorAnswer(error).code === 'invalid_request'
  const mustBeWhole = isRefused || (isOwn && isCut && data.totals.length > 1)
  if (!isKnown && mustBeWhole) setKnown({ path, asked: path })
  else if (!isKnown && isOwn && !isCut) setKnown({ path, asked })
  const parts = useParts({ path, order, head: isCut ? data : undefined, isAsked: isOwn, read })
  const newest = parts.newest && parts.newest.dataUpdatedAt > answered.dataUpdatedAt ? parts.newest.data : undefined
  return {
    // Count and total are those of the last that was asked; the first says how far brands have told.
    data: data && newest ? { ...data, ...newest, rows: data.rows } : data,
    error: mustBeWhole ? null : error,
    isFetching: answered.isFetching || parts.isFetching,
    windows: isCut ? parts.windows : undefined,
  }
}

interface PartsRequest {
  readonly path: string
  readonly order: string | null
  /** The first window, where there are more. */
  readonly head: ReportAnswer | undefined
  /** Whether others are to be asked for: not while the first one is still of another question. */
  readonly isAsked: boolean
  readonly read: ReturnType<typeof useRead>
}

/** The windows after the first of an answer that is cut; those in sight are asked for. */
function useParts({ path, order, head, isAsked, read }: PartsRequest) {
  const client = useQueryClient()
  const [inSight, setInSight] = useState<readonly number[]>([])
  const pathOf = (block: number) => windowPath(path, { sort: order, offset: block * windowRows })
  const count = head ? countOf(head) : 0
  const asked = isAsked && head ? inSight.filter((block) => block > 0 && block * windowRows < count) : []
  const results = useQueries({ queries: asked.map((block) => read(pathOf(block))) })
  const state = results.map(({ status, dataUpdatedAt }) => `${status} ${dataUpdatedAt}`).join()
  const newest = results.filter(({ data }) => data).toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0]
  const latest = newest?.data ? countOf(newest.data) : count
  const rows = useMemo(() => {
    if (!head) return []
    const blocks = Array.from({ length: Math.ceil(latest / windowRows) }, (_, block) =>
      block === 0 ? head.rows : client.getQueryData<ReportAnswer>(['report', pathOf(block)])?.rows,
    )
    return besideEachOther(blocks, latest)
    // What is kept of the others changes when one of those in sight comes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [client, head, path, order, latest, state])
  const see = (first: number, last: number) => {
    const blocks = blocksBetween(first, last)
    setInSight((before) => (String(before) === String(blocks) ? before : blocks))
  }
  const windows: ReportWindows = { rows, see, error: results.find(({ error }) => error)?.error ?? null }
  return { windows, newest, isFetching: results.some(({ isFetching }) => isFetching) }
}
