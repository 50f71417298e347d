import { events } from '#resources/events.ts'
import type { CountedMark } from '#engine/declaration/activity.ts'
import type { EventName } from '#engine/declaration/names.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Product } from '#rules/activity/measures.ts'
import { centsOf } from '#engine/values/money.ts'
import { movementColumns, affiliateTotalColumns } from './columns.ts'

/** What changes movement: an attributed event, or the mark of a first deposit that was set or taken away. */
export interface MovementFact {
  readonly day: Day
  readonly brand: number
  readonly subBrand: number
  readonly affiliate: number
  readonly action: number
  readonly product: Product | 'none'
  readonly type?: EventName
  /** As money's text. */
  readonly amount?: string | null
  readonly ftd?: 1 | 0 | -1
  /** It was a visitor's first of the day on the link. */
  readonly firstVisits?: 1 | 0
}

/** A row's change: its key and what is added to each column, in their order. Money in cents. */
export interface MovementRow {
  readonly day: Day
  readonly brand: number
  readonly subBrand: number
  readonly affiliate: number
  readonly action: number
  readonly product: Product | 'none'
  readonly values: bigint[]
}

const indexOf: ReadonlyMap<string, number> = new Map(movementColumns.map(({ name }, index) => [name, index]))
const columnsOf = (of: CountedMark) => movementColumns.flatMap(({ mark }, index) => (mark === of ? [index] : []))
const [ofFirstDeposits, ofFirstVisits] = [columnsOf('firstDeposits'), columnsOf('firstVisits')]

interface Steps {
  readonly counts: readonly number[]
  readonly sums: readonly { readonly index: number; readonly isNegated: boolean }[]
}

/** What an event of a type adds, by index of the column. */
function stepsOf(type: string): Steps {
  const adds = movementColumns.flatMap((column, index) =>
    column.adds.flatMap((each) => (each.type === type ? [{ index, what: each.what }] : [])),
  )
  return {
    counts: adds.filter(({ what }) => what === 'one').map(({ index }) => index),
    sums: adds
      .filter(({ what }) => what !== 'one')
      .map(({ index, what }) => ({ index, isNegated: what === 'negated' })),
  }
}

/** What each type adds, worked out once: this runs for every event there is. */
const steps = Object.fromEntries(Object.keys(events).map((type) => [type, stepsOf(type)])) as Readonly<
  Record<EventName, Steps>
>

/** Adds facts up by key, sorted by key. What an event is to movement is said by the declared columns alone. */
export function rollUp(facts: Iterable<MovementFact>): MovementRow[] {
  const rows = new Map<string, MovementRow>()
  for (const fact of facts) {
    const { day, brand, subBrand, affiliate, action, product } = fact
    const key = `${day}|${subBrand}|${affiliate}|${action}|${product}`
    let row = rows.get(key)
    if (!row)
      rows.set(key, (row = { day, brand, subBrand, affiliate, action, product, values: movementColumns.map(() => 0n) }))
    add(row.values, fact)
  }
  return [...rows.values()].sort(byMovementKey)
}

function add(values: bigint[], { type, amount, ftd, firstVisits }: MovementFact): void {
  if (firstVisits) for (const index of ofFirstVisits) values[index]! += 1n
  if (ftd) for (const index of ofFirstDeposits) values[index]! += BigInt(ftd)
  if (!type) return
  const { counts, sums } = steps[type]
  for (const index of counts) values[index]! += 1n
  if (sums.length === 0 || amount == null) return
  const cents = centsOf(amount)
  for (const { index, isNegated } of sums) values[index]! += isNegated ? -cents : cents
}

/** The order in which rows are written: no two transactions wait for each other. */
export function byMovementKey(a: MovementRow, b: MovementRow): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1
  return (
    a.brand - b.brand ||
    a.subBrand - b.subBrand ||
    a.affiliate - b.affiliate ||
    a.action - b.action ||
    (a.product < b.product ? -1 : a.product > b.product ? 1 : 0)
  )
}

/** A row's change of the second roll-up: one a day, brand and affiliate. */
export interface WideRow {
  readonly day: Day
  readonly brand: number
  readonly affiliate: number
  readonly values: bigint[]
}

/** The place of each wide column's values in a row of movement. */
const narrow = affiliateTotalColumns.map(({ column }) => indexOf.get(column)!)

/** Lays rows of movement side by side, sorted by key. */
export function pivotByProduct(rows: readonly MovementRow[]): WideRow[] {
  const wide = new Map<string, WideRow>()
  for (const { day, brand, affiliate, product, values } of rows) {
    const key = `${day}|${affiliate}`
    let row = wide.get(key)
    if (!row) wide.set(key, (row = { day, brand, affiliate, values: affiliateTotalColumns.map(() => 0n) }))
    const target = row.values
    affiliateTotalColumns.forEach((column, index) => {
      if (column.product === product) target[index]! += values[narrow[index]!]!
    })
  }
  return [...wide.values()].sort((a, b) =>
    a.day !== b.day ? (a.day < b.day ? -1 : 1) : a.brand - b.brand || a.affiliate - b.affiliate,
  )
}

/** Cents as money's text. */
export function moneyOf(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
