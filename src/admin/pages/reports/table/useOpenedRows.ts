import { useEffect, useMemo, useState } from 'react'
import { useDataProvider } from 'ra-core'
import type { Report, ReportDimension } from '../../../../config/report.ts'
import type { BackOfficeDataProvider } from '../../../dataProvider.ts'
import { useNotifyError } from '../../../resource/useErrorText.ts'
import { reportPath, type ReportQuery, withinRow } from '../reportQuery.ts'
import { type ReportAnswer, type ReportRow, reportRow } from '../../../../config/derive/report/reportRows.ts'

interface OpenedRowsRequest {
  readonly report: Report
  readonly query: ReportQuery
  readonly rows: readonly ReportRow[]
  readonly dimensions: readonly ReportDimension[]
}

/** Puts rows that were asked for later under the row they belong to. */
export function withChildren(rows: readonly ReportRow[], loaded: ReadonlyMap<string, readonly ReportRow[]>): ReportRow[] {
  return rows.map((row) => {
    const children = row.children ?? loaded.get(row.key)
    return children ? { ...row, children: withChildren(children, loaded) } : row
  })
}

/** Rows that a person opens: what stands inside them comes with the answer, or is asked for when it is opened. */
export function useOpenedRows({ report, query, rows, dimensions }: OpenedRowsRequest) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notifyError = useNotifyError()
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly ReportRow[]>>(new Map())
  const [expanded, setExpanded] = useState<Readonly<Record<string, boolean>>>({})
  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => { setLoaded(new Map()); setExpanded({}) }, [rows])
  const all = useMemo(() => withChildren(rows, loaded), [rows, loaded])

  const load = async (row: ReportRow) => {
    const [into, within] = [report.openInto[row.opened], withinRow(report, row)]
    if (!into || !within) return
    setLoading((last) => new Set(last).add(row.key))
    try {
      const answer = await dataProvider.read<ReportAnswer>(reportPath({ report, query, open: { into, within } }))
      const children = answer.rows.map((each) => {
        const child = reportRow({ row: each, dimensions, columns: report.measures, parentKey: row.key, opened: row.opened + 1 })
        return { ...child, dimensions: { ...row.dimensions, ...child.dimensions } }
      })
      setLoaded((last) => new Map(last).set(row.key, children))
      setExpanded((last) => ({ ...last, [row.key]: true }))
    } catch (error) {
      notifyError(error)
    } finally {
      setLoading((last) => new Set([...last].filter((key) => key !== row.key)))
    }
  }
  return {
    rows: all, expanded,
    isOpen: (key: string) => Boolean(expanded[key]),
    isLoading: (key: string) => loading.has(key),
    canOpen: (row: ReportRow) => (row.children ? row.children.length > 0 : row.opened < report.openInto.length && withinRow(report, row) !== null),
    toggle: async (row: ReportRow) => {
      if (expanded[row.key]) setExpanded((last) => ({ ...last, [row.key]: false }))
      else if (row.children) setExpanded((last) => ({ ...last, [row.key]: true }))
      else await load(row)
    },
  }
}
