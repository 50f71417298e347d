import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Day } from '../../../domain/calendar.ts'
import { products } from '../../../domain/measures.ts'
import { centsOf, type Money } from '../../../domain/money.ts'
import { unnested } from '../../database/arrays.ts'
import { type ComputedColumn, replaceRows } from '../../database/replaceRows.ts'

/** A row of commission as it was computed. */
export interface CommissionRow {
  readonly affiliate: number
  readonly day: Day
  readonly product: string
  readonly brand: number
  readonly sub_brand: number
  readonly action: number
  readonly adminFee: Money
  readonly reward: Money
  readonly qtyCpa: number
}

/** The computed days of some affiliates, and all commission there is on them. */
export interface CommissionWrite {
  readonly spans: readonly { readonly affiliate: number; readonly day: Day }[]
  readonly rows: readonly CommissionRow[]
  /** The brands whose commission was computed, as a condition: that of others stays. */
  readonly inBook: RawBuilder<boolean>
}

/** Makes the kept commission of the computed days what was computed, and with it its wide roll-up. */
export async function writeCommission(db: Kysely<any>, { spans, rows, inBook }: CommissionWrite): Promise<void> {
  if (spans.length === 0) return
  const within = sql`(affiliate, day) in (select affiliate, day from ${unnested([
    { type: 'bigint', values: spans.map(({ affiliate }) => affiliate) },
    { type: 'date', values: spans.map(({ day }) => day) },
  ])} as span (affiliate, day)) and ${inBook}`
  const ids = (name: 'affiliate' | 'brand' | 'sub_brand' | 'action') => ({
    name,
    type: 'bigint' as const,
    values: rows.map((row) => row[name]),
  })
  await replaceRows(db, {
    table: 'commission',
    within,
    key: [
      { name: 'day', type: 'date', values: rows.map(({ day }) => day) },
      ids('affiliate'),
      { name: 'product', type: 'text', values: rows.map(({ product }) => product) },
      ids('brand'),
      ids('sub_brand'),
      ids('action'),
    ],
    rest: [
      { name: 'admin_fee', type: 'numeric', values: rows.map(({ adminFee }) => adminFee) },
      { name: 'reward', type: 'numeric', values: rows.map(({ reward }) => reward) },
      { name: 'qty_cpa', type: 'bigint', values: rows.map(({ qtyCpa }) => qtyCpa) },
    ],
  })
  await replaceRows(db, { table: 'commission_wide', within, ...widenCommission(rows) })
}

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
