import type { ReportDimension } from '../../report.ts'
import type { ReportSort } from './storedQuery.ts'
import type { SheetLabels } from './labels.ts'
import type { ReportRow } from './reportRows.ts'

/**
 * Rows in an order somebody chose, at every depth of a tree; without a value come last, and what hangs on a partner
 * directly stays before what is below it.
 */
export function sortRows({
  rows,
  sort,
  labels,
}: {
  rows: readonly ReportRow[]
  sort: ReportSort
  labels: Pick<SheetLabels, 'value'>
}): readonly ReportRow[] {
  if (!sort) return rows
  const direction = sort.isDescending ? -1 : 1
  const collator = new Intl.Collator(undefined, { numeric: true })
  const dimension = sort.column as ReportDimension
  // Days follow each other as they are stored, not as they are written.
  const name = (row: ReportRow) =>
    dimension === 'day' || dimension === 'month'
      ? String(row.dimensions[dimension]?.id)
      : labels.value(dimension, row.dimensions[dimension])
  const compare = (first: ReportRow, second: ReportRow): number => {
    if (!(sort.column in first.values)) return direction * collator.compare(name(first), name(second))
    const [one, other] = [first.values[sort.column] ?? null, second.values[sort.column] ?? null]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return direction * (one - other)
  }
  const sorted = (all: readonly ReportRow[]): readonly ReportRow[] =>
    all
      .map((row) => (row.children ? { ...row, children: sorted(row.children) } : row))
      .toSorted((first, second) => Number(second.isDirect) - Number(first.isDirect) || compare(first, second))
  return sorted(rows)
}
