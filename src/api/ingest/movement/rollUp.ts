import { type MovementCount, type MovementSum, movementContributions } from '../../../domain/activity/movement.ts'
import type { EventType } from '../../../domain/activity/events.ts'
import type { Day } from '../../../domain/calendar.ts'
import { type Product, products } from '../../../domain/measures.ts'
import { centsOf } from '../../../domain/money.ts'

/** What changes movement: an attributed event, or the mark of a first deposit that was set or taken away. */
export interface MovementFact {
  readonly day: Day
  readonly brand: number
  readonly subBrand: number
  readonly affiliate: number
  readonly action: number
  readonly product: Product | 'none'
  readonly type?: EventType
  /** As money's text. */
  readonly amount?: string | null
  readonly ftd?: 1 | 0 | -1
}

/** The sums and counts of a row of movement, in the order of their columns. Money in cents. */
export const movementColumns = [
  'turnover', 'payout', 'bonus', 'chargebacks', 'bets', 'clicks', 'registrations', 'ftd', 'deposit_count', 'deposits', 'withdrawal_count', 'withdrawals',
] as const
/** One of {@link movementColumns}. */
export type MovementColumn = (typeof movementColumns)[number]
/** The columns that hold money. */
export const moneyColumns: ReadonlySet<string> = new Set(['turnover', 'payout', 'bonus', 'chargebacks', 'deposits', 'withdrawals'])

/** A row's change: its key and what is added to each column. */
export interface MovementRow {
  readonly day: Day
  readonly brand: number
  readonly subBrand: number
  readonly affiliate: number
  readonly action: number
  readonly product: Product | 'none'
  readonly values: bigint[]
}

/** The column of movement for each of the domain's names. */
export const columnOf: Readonly<Record<MovementSum | MovementCount, MovementColumn>> = {
  turnover: 'turnover', payout: 'payout', bonus: 'bonus', chargebacks: 'chargebacks', bet_count: 'bets', clicks: 'clicks',
  registrations: 'registrations', deposit_count: 'deposit_count', deposit_sum: 'deposits', withdrawal_count: 'withdrawal_count', withdrawal_sum: 'withdrawals',
}
const indexOf = Object.fromEntries(movementColumns.map((column, index) => [column, index])) as Record<MovementColumn, number>
const ftdIndex = indexOf.ftd

/** What each type adds, by index of the column, worked out once: this runs for every event there is. */
const steps = Object.fromEntries(
  Object.entries(movementContributions).map(([type, { counts, sums }]) => [
    type,
    {
      counts: counts.map((count) => indexOf[columnOf[count]]),
      sums: Object.entries(sums).map(([sum, sign]) => ({ index: indexOf[columnOf[sum as MovementSum]], isNegated: sign === 'negated' })),
    },
  ]),
)

/** Adds facts up by key, sorted by key. The one definition of what an event is to movement is the domain's. */
export function rollUp(facts: Iterable<MovementFact>): MovementRow[] {
  const rows = new Map<string, MovementRow>()
  for (const fact of facts) {
    const { day, brand, subBrand, affiliate, action, product } = fact
    const key = `${day}|${subBrand}|${affiliate}|${action}|${product}`
    let row = rows.get(key)
    if (!row) rows.set(key, (row = { day, brand, subBrand, affiliate, action, product, values: movementColumns.map(() => 0n) }))
    add(row.values, fact)
  }
  return [...rows.values()].sort(byKey)
}

function add(values: bigint[], { type, amount, ftd }: MovementFact): void {
  if (ftd) values[ftdIndex]! += BigInt(ftd)
  if (!type) return
  const { counts, sums } = steps[type]!
  for (const index of counts) values[index]! += 1n
  if (sums.length === 0 || amount == null) return
  const cents = centsOf(amount)
  for (const { index, isNegated } of sums) values[index]! += isNegated ? -cents : cents
}

function byKey(a: MovementRow, b: MovementRow): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return a.brand - b.brand || a.subBrand - b.subBrand || a.affiliate - b.affiliate || a.action - b.action || (a.product < b.product ? -1 : a.product > b.product ? 1 : 0)
}

/** A row's change of the second roll-up: one a day, brand and affiliate. */
export interface WideRow {
  readonly day: Day
  readonly brand: number
  readonly affiliate: number
  readonly values: bigint[]
}

const sideBySide = ['turnover', 'payout', 'bonus', 'chargebacks', 'bets'] as const
const productless = ['clicks', 'registrations', 'ftd', 'deposit_count', 'deposits', 'withdrawal_count', 'withdrawals'] as const

/** The name of a column of the second roll-up: money is in whole cents there. */
const wideName = (name: string, column: MovementColumn): string => (moneyColumns.has(column) ? `${name}_minor` : name)

/** The columns of the second roll-up after its key: each product's, then what names no product. */
export const wideColumns: readonly { readonly name: string; readonly product: Product | 'none'; readonly column: MovementColumn }[] = [
  ...products.flatMap((product) => sideBySide.map((column) => ({ name: wideName(`${product}_${column}`, column), product, column }))),
  ...(['payout', 'bonus', 'chargebacks'] as const).map((column) => ({ name: wideName(`none_${column}`, column), product: 'none' as const, column })),
  ...productless.map((column) => ({ name: wideName(column, column), product: 'none' as const, column })),
]

/** Lays rows of movement side by side, sorted by key. */
export function widen(rows: readonly MovementRow[]): WideRow[] {
  const wide = new Map<string, WideRow>()
  for (const { day, brand, affiliate, product, values } of rows) {
    const key = `${day}|${affiliate}`
    let row = wide.get(key)
    if (!row) wide.set(key, (row = { day, brand, affiliate, values: wideColumns.map(() => 0n) }))
    const target = row.values
    wideColumns.forEach((column, index) => {
      if (column.product === product) target[index]! += values[indexOf[column.column]]!
    })
  }
  return [...wide.values()].sort((a, b) => (a.day !== b.day ? (a.day < b.day ? -1 : 1) : a.brand - b.brand || a.affiliate - b.affiliate))
}

/** Cents as money's text. */
export function moneyOf(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
