import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Day } from '../../../domain/calendar.ts'
import type { Money } from '../../../domain/money.ts'
import { unnested } from '../../database/arrays.ts'
import { replaceRows } from '../../database/replaceRows.ts'
import { widenCommission } from './wideCommission.ts'

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
