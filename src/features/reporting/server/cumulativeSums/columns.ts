import { affiliateTotalColumns } from '#features/activity/server/rollUp/columns.ts'
import { wideCommissionColumns } from '#features/commission/server/close/writeCommission.ts'

/** A wide roll-up, and what running sums hold of it. */
export interface RunningSource {
  readonly table: 'movement_wide' | 'commission_wide'
  /** How many of its rows are in a running sum. */
  readonly count: 'movement_days' | 'commission_days'
  readonly columns: readonly string[]
}

/** What running sums are sums of. Their columns are those of the wide roll-ups, as they are declared. */
export const cumulativeSources: readonly RunningSource[] = [
  { table: 'movement_wide', count: 'movement_days', columns: affiliateTotalColumns.map(({ name }) => name) },
  { table: 'commission_wide', count: 'commission_days', columns: wideCommissionColumns.map(({ name }) => name) },
]

/** All columns of a running sum after its key. */
export const cumulativeColumns: readonly string[] = cumulativeSources.flatMap(({ count, columns }) => [
  count,
  ...columns,
])
