import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BaseSums } from '../../../domain/commission/commission.ts'
import type { Day } from '../../../domain/calendar.ts'
import { products, type Product } from '../../../domain/measures.ts'
import { allocateMoney, Decimal } from '../../../domain/money.ts'
import { type Book, inBook } from '../../currency/books.ts'
import { arrayOf, idArray } from '../../database/arrays.ts'

/** The product of what names none: clicks, registrations, deposits, and costs of no product. */
export type MovementProduct = Product | 'none'
const movementProducts: readonly MovementProduct[] = [...products, 'none']

/** Sums of one product. */
export interface ProductSums {
  turnover: Decimal
  payout: Decimal
  bonus: Decimal
  chargebacks: Decimal
  bets: number
}

/** What an affiliate's movement adds up to over some days. */
export interface MovementSums {
  readonly products: Record<MovementProduct, ProductSums>
  registrations: number
  ftd: number
  depositCount: number
  deposits: Decimal
}

/** One row of movement, as the close reads it. Amounts are decimal strings. */
export interface MovementRow {
  readonly affiliate: number
  readonly day: Day
  readonly brand: number
  readonly sub_brand: number
  readonly action: number
  readonly product: MovementProduct
  readonly turnover: string
  readonly payout: string
  readonly bonus: string
  readonly chargebacks: string
  readonly bets: number
  readonly registrations: number
  readonly ftd: number
  readonly deposit_count: number
  readonly deposits: string
}

const zero = new Decimal(0)
const noProductSums = (): ProductSums => ({ turnover: zero, payout: zero, bonus: zero, chargebacks: zero, bets: 0 })

/** The sums of nothing. */
export function emptySums(): MovementSums {
  return {
    products: { bets: noProductSums(), games: noProductSums(), lotto: noProductSums(), none: noProductSums() },
    registrations: 0,
    ftd: 0,
    depositCount: 0,
    deposits: zero,
  }
}

/** The sums with a row added; the given ones stay as they are. */
export function withRows(sums: MovementSums, rows: readonly MovementRow[]): MovementSums {
  const next: MovementSums = { ...sums, products: { ...sums.products } }
  for (const row of rows) {
    const before = next.products[row.product]
    next.products[row.product] = {
      turnover: before.turnover.plus(row.turnover),
      payout: before.payout.plus(row.payout),
      bonus: before.bonus.plus(row.bonus),
      chargebacks: before.chargebacks.plus(row.chargebacks),
      bets: before.bets + row.bets,
    }
    next.registrations += row.registrations
    next.ftd += row.ftd
    next.depositCount += row.deposit_count
    next.deposits = next.deposits.plus(row.deposits)
  }
  return next
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
  const { none } = sums.products
  const shared = { ...sums.products }
  for (const cost of ['payout', 'bonus', 'chargebacks'] as const) {
    if (none[cost].isZero()) continue
    const shares = allocateMoney({
      amount: none[cost],
      weights: products.map((product) => Decimal.max(0, sums.products[product].turnover)),
    })
    for (const [index, product] of products.entries())
      shared[product] = { ...shared[product], [cost]: shared[product][cost].plus(shares[index]!) }
  }
  return shared
}

/** Days of an affiliate to be added up: `from` inclusive, `until` exclusive. */
export interface Span {
  readonly affiliate: number
  readonly from: Day
  readonly until: Day
}

type WideRow = Record<string, string | number> & { affiliate: number }

const wideMoney = [
  ...products.flatMap((product) =>
    (['turnover', 'payout', 'bonus', 'chargebacks'] as const).map((column) => `${product}_${column}`),
  ),
  'none_payout',
  'none_bonus',
  'none_chargebacks',
  'deposits',
]
const wideCounts = [...products.map((product) => `${product}_bets`), 'registrations', 'ftd', 'deposit_count']
// Money stands there in whole cents.
const wideSums = sql.raw(
  [
    ...wideMoney.map((column) => `sum(wide.${column}_minor) * 0.01 as ${column}`),
    ...wideCounts.map((column) => `sum(wide.${column}) as ${column}`),
  ].join(', '),
)

function sumsOfWide(row: WideRow): MovementSums {
  const money = (column: string) => new Decimal(row[column] ?? 0)
  const byProduct = movementProducts.map((product) => [
    product,
    {
      turnover: money(`${product}_turnover`),
      payout: money(`${product}_payout`),
      bonus: money(`${product}_bonus`),
      chargebacks: money(`${product}_chargebacks`),
      bets: Number(row[`${product}_bets`] ?? 0),
    },
  ])
  return {
    products: Object.fromEntries(byProduct) as Record<MovementProduct, ProductSums>,
    registrations: Number(row['registrations']),
    ftd: Number(row['ftd']),
    depositCount: Number(row['deposit_count']),
    deposits: money('deposits'),
  }
}

/** Spans as the rows of a statement: `affiliate, begins, ends`. */
function spanRows(spans: readonly Span[]): RawBuilder<unknown> {
  return sql`unnest(${arrayOf(
    'bigint',
    spans.map(({ affiliate }) => affiliate),
  )}, ${arrayOf(
    'date',
    spans.map(({ from }) => from),
  )}, ${arrayOf(
    'date',
    spans.map(({ until }) => until),
  )})
    as span (affiliate, begins, ends)`
}

/**
 * Adds up the movement of spans of days in a book, one of each affiliate.
 * @returns by affiliate; absent where nothing moved.
 */
export async function readSums(
  db: Kysely<any>,
  spans: readonly Span[],
  book: Book,
): Promise<Map<number, MovementSums>> {
  if (spans.length === 0) return new Map()
  const { rows } = await sql<WideRow>`select wide.affiliate, ${wideSums} from ${spanRows(spans)}
    join movement_wide wide on wide.affiliate = span.affiliate and wide.day >= span.begins and wide.day < span.ends
    where ${inBook(sql`wide.brand`, book)} group by 1`.execute(db)
  return new Map(rows.map((row) => [row.affiliate, sumsOfWide(row)]))
}

/**
 * Adds up the movement of spans of days in a book, month by month.
 * @returns for each affiliate, the sums by the first day of the month (or of the span, where it begins later); months
 * without movement are absent.
 */
export async function readMonthlySums(
  db: Kysely<any>,
  spans: readonly Span[],
  book: Book,
): Promise<Map<number, Map<Day, MovementSums>>> {
  const found = new Map<number, Map<Day, MovementSums>>()
  if (spans.length === 0) return found
  const { rows } = await sql<WideRow & { part: Day }>`
    select wide.affiliate, greatest(date_trunc('month', wide.day)::date, span.begins)::text as part, ${wideSums}
      from ${spanRows(spans)}
    join movement_wide wide on wide.affiliate = span.affiliate and wide.day >= span.begins and wide.day < span.ends
    where ${inBook(sql`wide.brand`, book)} group by 1, 2`.execute(db)
  for (const row of rows) {
    let months = found.get(row.affiliate)
    if (!months) found.set(row.affiliate, (months = new Map()))
    months.set(row.part, sumsOfWide(row))
  }
  return found
}

/**
 * The rows of movement in a book of some affiliates from day to day, both inclusive, in the order in which amounts are
 * shared.
 */
export async function readMovement(
  db: Kysely<any>,
  input: { affiliates: readonly number[]; from: Day; to: Day; book: Book },
): Promise<Map<number, Map<Day, MovementRow[]>>> {
  const { rows } = await sql<MovementRow>`
    select affiliate, day::text as day, brand, sub_brand, action, product, turnover, payout, bonus, chargebacks, bets,
      registrations, ftd, deposit_count, deposits
    from movement where affiliate = any(${idArray(input.affiliates)}) and day between ${input.from}::text::date
      and ${input.to}::text::date
      and ${inBook(sql`brand`, input.book)} order by affiliate, movement.day, brand, sub_brand, action,
        product`.execute(db)
  const found = new Map<number, Map<Day, MovementRow[]>>()
  for (const row of rows) {
    let days = found.get(row.affiliate)
    if (!days) found.set(row.affiliate, (days = new Map()))
    const day = days.get(row.day)
    if (day) day.push(row)
    else days.set(row.day, [row])
  }
  return found
}
