/** Which numbers of a report are commission, whose, and where its parts are found. Pure. */
import type { MeasureColumn } from '#engine/declaration/derive/report/measureColumn.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { Period } from '#engine/values/periodPresets.ts'
import { reportPath, type ReportQuery, withinRow } from '../reportQuery.ts'

/** What affiliates and partners earned, and the sum of the entries that say so. */
const commissions: ReadonlySet<string> = new Set(['reward', 'affiliate_reward', 'reward_value', 'entry_value'])

/** Whether a number came about by rules that its entries explain. */
export const isCommission = ({ measure }: Pick<MeasureColumn, 'measure'>): boolean => commissions.has(measure)

/** Who earned it. */
export interface Owner {
  readonly kind: 'affiliate' | 'partner'
  readonly id: number
  readonly name: string | null
}

const kindOf = ({ measure }: MeasureColumn): Owner['kind'] => (measure === 'reward_value' ? 'partner' : 'affiliate')

/** A partner's row that counts those below it as well. */
const isSumOfBelow = (row: ReportRow) => row.children?.some((child) => child.opened === 0) ?? false

/** The one that earned a number; null where it is a sum over several. */
export function ownerOf(row: ReportRow, column: MeasureColumn): Owner | null {
  const kind = kindOf(column)
  const value = row.dimensions[kind]
  if (typeof value?.id !== 'number' && !/^[0-9]+$/.test(String(value?.id))) return null
  return kind === 'partner' && isSumOfBelow(row) ? null : { kind, id: Number(value!.id), name: value!.name }
}

/** The days of a number: those of its row where it has one, else those of the report. */
export function periodOf(row: ReportRow, query: Pick<ReportQuery, 'period'>): Period {
  const day = row.dimensions.day?.id
  return typeof day === 'string' ? { from: day, to: day } : query.period
}

/**
 * The call that says who earned a sum: the same report, one row an affiliate or partner. Null where the report cannot
 * be opened so.
 */
export function ownersPath({
  report,
  query,
  row,
  column,
}: {
  report: Report
  query: ReportQuery
  row: ReportRow
  column: MeasureColumn
}): { readonly path: string; readonly kind: Owner['kind'] } | null {
  const kind = kindOf(column)
  const partner = row.dimensions.partner?.id
  const isBelow = isSumOfBelow(row) && partner !== null && partner !== undefined
  const within = isBelow ? {} : withinRow(report, row)
  if (within === null || ![...report.rows, ...report.openInto].includes(kind)) return null
  const narrowed = isBelow ? { ...query, filters: { ...query.filters, partner: [String(partner)] } } : query
  return { path: reportPath({ report, query: narrowed, open: { into: kind, within } }), kind }
}
