import type { Day } from '../../../domain/calendar.ts'
import { products } from '../../../domain/measures.ts'
import { centsOf } from '../../../domain/money.ts'
import type { ComputedColumn } from '../../database/replaceRows.ts'
import type { CommissionRow } from './writeCommission.ts'

/**
 * The columns of the wide roll-up of commission after its key: what of which product stands in each. Amounts in cents.
 */
export const wideCommissionColumns = [
  ...products.map((product) => ({ name: `${product}_admin_fee_minor`, product, column: 'admin_fee' as const })),
  ...([...products, 'cpa'] as const).map((product) => ({
    name: `${product}_reward_minor`,
    product,
    column: 'reward' as const,
  })),
  { name: 'qty_cpa', product: 'cpa' as const, column: 'qty_cpa' as const },
]

interface WideRow {
  readonly day: Day
  readonly brand: number
  readonly affiliate: number
  readonly values: bigint[]
}

const valueOf = (row: CommissionRow, column: (typeof wideCommissionColumns)[number]['column']): bigint => {
  if (column === 'qty_cpa') return BigInt(row.qtyCpa)
  return centsOf(column === 'reward' ? row.reward : row.adminFee)
}

/**
 * Lays rows of commission side by side: the same sums, one row a day, brand and affiliate, as the columns of
 * `commission_wide`.
 */
export function widenCommission(rows: readonly CommissionRow[]): {
  readonly key: ComputedColumn[]
  readonly rest: ComputedColumn[]
} {
  const found = new Map<string, WideRow>()
  for (const row of rows) {
    const key = `${row.day} ${row.brand} ${row.affiliate}`
    let wide = found.get(key)
    if (!wide)
      found.set(
        key,
        (wide = {
          day: row.day,
          brand: row.brand,
          affiliate: row.affiliate,
          values: wideCommissionColumns.map(() => 0n),
        }),
      )
    for (const [index, { product, column }] of wideCommissionColumns.entries())
      if (product === row.product) wide.values[index]! += valueOf(row, column)
  }
  const wide = [...found.values()]
  return {
    key: [
      { name: 'day', type: 'date', values: wide.map(({ day }) => day) },
      ...(['brand', 'affiliate'] as const).map((name) => ({
        name,
        type: 'bigint' as const,
        values: wide.map((row) => row[name]),
      })),
    ],
    rest: wideCommissionColumns.map(({ name }, index) => ({
      name,
      type: 'bigint',
      values: wide.map(({ values }) => values[index]!.toString()),
    })),
  }
}
