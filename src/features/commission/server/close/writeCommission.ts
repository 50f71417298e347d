import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { products } from '#rules/activity/measures.ts'
import { centsOf, type Money } from '#engine/values/money.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import { replaceRows } from '#engine/server/database/replaceRows.ts'

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
  const computed = rowsAs('span', spans, { affiliate: 'bigint', day: 'date' })
  const within = sql`(affiliate, day) in (select affiliate, day from ${computed}) and ${inBook}`
  await replaceRows(db, {
    table: 'commission',
    rows,
    within,
    key: { day: 'date', affiliate: 'bigint', product: 'text', brand: 'bigint', sub_brand: 'bigint', action: 'bigint' },
    rest: {
      admin_fee: ['numeric', ({ adminFee }) => adminFee],
      reward: 'numeric',
      qty_cpa: ['bigint', ({ qtyCpa }) => qtyCpa],
    },
  })
  await replaceRows(db, {
    table: 'commission_wide',
    rows: widened(rows),
    within,
    key: { day: 'date', brand: 'bigint', affiliate: 'bigint' },
    rest: Object.fromEntries(
      wideCommissionColumns.map(({ name }, index) => [name, ['bigint', ({ values }: WideRow) => values[index]!]]),
    ),
  })
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

/** Rows of commission side by side: the same sums, one row a day, brand and affiliate. */
function widened(rows: readonly CommissionRow[]): WideRow[] {
  const found = new Map<string, WideRow>()
  for (const row of rows) {
    const { day, brand, affiliate } = row
    const key = `${day} ${brand} ${affiliate}`
    const wide = found.get(key) ?? { day, brand, affiliate, values: wideCommissionColumns.map(() => 0n) }
    found.set(key, wide)
    for (const [index, { product, column }] of wideCommissionColumns.entries())
      if (product === row.product) wide.values[index]! += valueOf(row, column)
  }
  return [...found.values()]
}
