import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BaseSums } from '#rules/commission/commission.ts'
import type { Day } from '#engine/values/calendar.ts'
import {
  baseMeasures,
  forEach,
  type NamedColumn,
  namedColumns,
  products,
  type Product,
} from '#rules/activity/measures.ts'
import { allocateMoney, Decimal } from '#engine/values/money.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { arrayOf, idArray } from '#engine/server/database/arrays.ts'
import { movementColumns, affiliateTotalColumns } from '#features/activity/server/rollUp/columns.ts'

/** The product of what names none: clicks, registrations, deposits, and costs of no product. */
export type MovementProduct = Product | 'none'
const movementProducts: readonly MovementProduct[] = [...products, 'none']

/** Sums of one product, by the name of the measure. */
type ProductSums = Readonly<Record<NamedColumn, Decimal>>

/** What an affiliate's movement adds up to over some days. */
export type MovementSums = Readonly<Record<MovementProduct, ProductSums>>

/** One row of movement, as the close reads it. */
export type MovementRow = Readonly<Record<NamedColumn, string | number>> & {
  readonly affiliate: number
  readonly day: Day
  readonly brand: number
  readonly sub_brand: number
  readonly action: number
  readonly product: MovementProduct
}

const stored = movementColumns.filter(({ measure }) => (namedColumns as readonly string[]).includes(measure))
const wide = affiliateTotalColumns.flatMap(({ name, product, column, isMoney }) =>
  stored
    .filter((each) => each.name === column)
    .map((each) => ({ name, product, isMoney, measure: each.measure as NamedColumn })),
)

/** The costs that may name no product. */
export const commonCosts = baseMeasures.filter((name) =>
  wide.some(({ product, measure }) => product === 'none' && measure === name),
)

const zero = new Decimal(0)
const noSums: ProductSums = forEach(namedColumns, () => zero)

/** The sums of nothing. */
export function emptySums(): MovementSums {
  return forEach(movementProducts, () => ({ ...noSums }))
}

/** The sums with rows added; the given ones stay as they are. */
export function withRows(sums: MovementSums, rows: readonly MovementRow[]): MovementSums {
  const next = { ...sums }
  for (const row of rows) {
    const before = next[row.product]
    next[row.product] = forEach(namedColumns, (name) =>
      Number(row[name]) === 0 ? before[name] : before[name].plus(row[name]),
    )
  }
  return next
}

/** The sums, had no money been charged back. */
export function withoutChargebacks(sums: MovementSums): MovementSums {
  return forEach(movementProducts, (product) => ({ ...sums[product], chargebacks: zero }))
}

/** Two sums together. */
export function plusSums(one: MovementSums, other: MovementSums): MovementSums {
  return forEach(movementProducts, (product) =>
    forEach(namedColumns, (name) => one[product][name].plus(other[product][name])),
  )
}

/**
 * The sums each product's reward is made of. Costs that name no product (a chargeback of a deposit) are borne by the
 * products in proportion to their
 * accumulated turnover, by `bets` where there is none, so that nobody is paid on money that went back.
 */
export function rewardSums(sums: MovementSums): Record<Product, BaseSums> {
  let shared = sharedSums.get(sums)
  if (!shared) sharedSums.set(sums, (shared = shareCosts(sums)))
  return shared
}

const sharedSums = new WeakMap<MovementSums, Record<Product, BaseSums>>()

function shareCosts(sums: MovementSums): Record<Product, BaseSums> {
  const { none } = sums
  const shared = { ...sums }
  for (const cost of commonCosts) {
    if (none[cost].isZero()) continue
    const shares = allocateMoney({
      amount: none[cost],
      weights: products.map((product) => Decimal.max(0, sums[product].turnover)),
    })
    for (const [index, product] of products.entries())
      shared[product] = { ...shared[product], [cost]: shared[product][cost].plus(shares[index]!) }
  }
  return shared
}

/**
 * A product's part of the deposits, which name none: in proportion to turnover, as of costs that name none.
 * @param among the products that share them
 */
export const depositsOf = (sums: MovementSums, product: Product, among: readonly Product[] = products): string =>
  cashOf(sums, { product, name: 'deposits', among })

/** The same of withdrawals. */
export const withdrawalsOf = (sums: MovementSums, product: Product, among: readonly Product[] = products): string =>
  cashOf(sums, { product, name: 'withdrawals', among })

/** The same of charge-backs that name no product. */
export const chargedBackOf = (sums: MovementSums, product: Product, among: readonly Product[]): string =>
  cashOf(sums, { product, name: 'chargebacks', among })

function cashOf(
  sums: MovementSums,
  of: {
    readonly product: Product
    readonly name: 'deposits' | 'withdrawals' | 'chargebacks'
    readonly among: readonly Product[]
  },
): string {
  const { product, name, among } = of
  if (among.length === 1) return sums.none[name].toFixed()
  const weights = among.map((each) => Decimal.max(0, sums[each].turnover))
  if (weights.every((weight) => weight.isZero())) return product === among[0] ? sums.none[name].toFixed() : '0'
  return allocateMoney({ amount: sums.none[name], weights })[among.indexOf(product)]!
}

/** Days of an affiliate to be added up: `from` inclusive, `until` exclusive. */
export interface Span {
  readonly affiliate: number
  readonly from: Day
  readonly until: Day
}

type WideRow = Record<string, string | number> & { readonly affiliate: number; readonly part: Day }

// Money stands there in whole cents.
const wideSums = sql.raw(
  wide.map(({ name, isMoney }) => `sum(wide.${name})${isMoney ? ' * 0.01' : ''} as ${name}`).join(', '),
)

function sumsOfWide(row: WideRow): MovementSums {
  const sums = emptySums() as Record<MovementProduct, Record<NamedColumn, Decimal>>
  for (const { name, product, measure } of wide) sums[product][measure] = new Decimal(row[name] ?? 0)
  return sums
}

/** Spans as the rows of a statement: `affiliate, begins, ends`. */
function spanRows(spans: readonly Span[]): RawBuilder<unknown> {
  const column = (name: keyof Span, type: 'bigint' | 'date') =>
    arrayOf(
      type,
      spans.map((span) => span[name]),
    )
  return sql`unnest(${column('affiliate', 'bigint')}, ${column('from', 'date')}, ${column('until', 'date')})
    as span (affiliate, begins, ends)`
}

/** The sums of each affiliate's spans in a book, by the day that stands for a part of them. */
async function readParts(
  db: Kysely<any>,
  { spans, book, part }: { spans: readonly Span[]; book: CurrencyGroup; part: RawBuilder<unknown> },
): Promise<Map<number, WideRow[]>> {
  if (spans.length === 0) return new Map()
  const { rows } =
    await sql<WideRow>`select wide.affiliate, (${part})::text as part, ${wideSums} from ${spanRows(spans)}
    join movement_wide wide on wide.affiliate = span.affiliate and wide.day >= span.begins and wide.day < span.ends
    where ${inCurrencyGroup(sql`wide.brand`, book)} group by 1, 2`.execute(db)
  return Map.groupBy(rows, ({ affiliate }) => affiliate)
}

/**
 * Adds up the movement of spans of days in a book, one of each affiliate.
 * @returns by affiliate; absent where nothing moved.
 */
export async function readSums(
  db: Kysely<any>,
  spans: readonly Span[],
  book: CurrencyGroup,
): Promise<Map<number, MovementSums>> {
  const found = await readParts(db, { spans, book, part: sql`span.begins` })
  return new Map([...found].map(([affiliate, rows]) => [affiliate, sumsOfWide(rows[0]!)]))
}

/**
 * Adds up the movement of spans of days in a book, month by month.
 * @returns for each affiliate, the sums by the first day of the month (or of the span, where it begins later); months
 * without movement are absent.
 */
export async function readMonthlySums(
  db: Kysely<any>,
  spans: readonly Span[],
  book: CurrencyGroup,
): Promise<Map<number, Map<Day, MovementSums>>> {
  const part = sql`greatest(date_trunc('month', wide.day)::date, span.begins)`
  const found = await readParts(db, { spans, book, part })
  return new Map(
    [...found].map(([affiliate, rows]) => [affiliate, new Map(rows.map((row) => [row.part, sumsOfWide(row)]))]),
  )
}

/** The same day by day, oldest first. */
export async function readDailySums(
  db: Kysely<any>,
  spans: readonly Span[],
  book: CurrencyGroup,
): Promise<Map<number, (readonly [Day, MovementSums])[]>> {
  const found = await readParts(db, { spans, book, part: sql`wide.day` })
  const dated = (rows: readonly WideRow[]) => rows.map((row) => [row.part, sumsOfWide(row)] as const)
  return new Map(
    [...found].map(([affiliate, rows]) => [affiliate, dated(rows).sort(([one], [other]) => one.localeCompare(other))]),
  )
}

/**
 * The rows of movement in a book of some affiliates from day to day, both inclusive, in the order in which amounts are
 * shared.
 */
export async function readMovement(
  db: Kysely<any>,
  { affiliates, from, to, book }: { affiliates: readonly number[]; from: Day; to: Day; book: CurrencyGroup },
): Promise<Map<number, Map<Day, MovementRow[]>>> {
  const { rows } = await sql<MovementRow>`
    select affiliate, day::text as day, brand, sub_brand, action, product,
      ${sql.raw(stored.map(({ name, measure }) => `${name} as ${measure}`).join(', '))}
    from movement where affiliate = any(${idArray(affiliates)}) and day between ${from}::text::date
      and ${to}::text::date and ${inCurrencyGroup(sql`brand`, book)}
    order by affiliate, movement.day, brand, sub_brand, action, product`.execute(db)
  const found = Map.groupBy(rows, ({ affiliate }) => affiliate)
  return new Map([...found].map(([affiliate, own]) => [affiliate, Map.groupBy(own, ({ day }) => day)]))
}
