import { addMonths, type Day } from '../calendar.ts'
import { type Product, products } from '../measures.ts'
import { Decimal } from '../money.ts'
import type { Apart } from './quarantine.ts'
import type { CarriedPart } from './words.ts'

type Numeric = number | string
type Optional<Value> = Value | null | undefined

/** What a profile that carries losses on says beside it; without them all of a loss is carried, for ever. */
export interface CarryTerms {
  /** No more than so much stands against a product's next period. */
  readonly carryAtMost?: Optional<Numeric>
  /** Of a period's loss, what goes beyond so much. */
  readonly carryAbove?: Optional<Numeric>
  /** A loss stands against so many months after its own. */
  readonly carryMonths?: Optional<Numeric>
  /** Which part of a loss; all of it where it is empty. */
  readonly carriedPart?: Optional<CarriedPart>
  /** Nothing is carried out of a period with so many new depositors. */
  readonly carryResetPlayers?: Optional<Numeric>
  /** In so many months, the period's own among them; in its own alone where it is empty. */
  readonly carryResetMonths?: Optional<Numeric>
}

/** The words of {@link CarryTerms}, as a profile's fields. */
export const carryFields = [
  'carryAtMost',
  'carryAbove',
  'carryMonths',
  'carriedPart',
  'carryResetPlayers',
  'carryResetMonths',
] as const satisfies readonly (keyof CarryTerms)[]

/** What is left of a month's loss. */
interface Loss {
  readonly month: Day
  /** Above zero. */
  readonly amount: string
}

/** What must be known of earlier months beside the balances, where a word asks for it. */
export interface CarryState {
  /** What the balances are made of, oldest first. */
  readonly losses?: Readonly<Record<Product, readonly Loss[]>>
  /** Players that are kept apart, and what they have to make good. */
  readonly apart?: Readonly<Partial<Record<Product, readonly Apart[]>>>
  /** New depositors of the last months. */
  readonly depositors?: readonly { readonly month: Day; readonly count: number }[]
}

/** What a period leaves to the next, by product, at most 0, as decimal strings. */
export type Carried = Readonly<Record<Product, string>> & { readonly state?: CarryState }

/** What a period came to that ends. */
export interface EndingPeriod {
  readonly terms: CarryTerms
  /** The first day of its month. */
  readonly month: Day
  /** What it began with. */
  readonly opening: Carried
  /** What each product came to, of either sign, without what was carried into it. */
  readonly own: Readonly<Record<Product, Decimal>>
  /** The same, had no money been charged back. */
  readonly withoutChargebacks: (product: Product) => Decimal
  readonly depositors: number
}

const said = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
const zero = new Decimal(0)

/** Whether something narrows what is carried. */
export function limitsCarry(terms: CarryTerms): boolean {
  const { carriedPart, carryResetMonths: _, ...rest } = terms
  return carriedPart === 'chargebacks' || carryFields.some((name) => name in rest && said(rest[name as never]))
}

/** Whether the words name amounts of money, which say something in their own currency alone. */
export const hasCarryAmounts = ({ carryAtMost, carryAbove }: CarryTerms): boolean =>
  said(carryAtMost) || said(carryAbove)

/** What stands against a product: where the months are not known, all of it as of the month before. */
function lossesOf({ opening, month }: EndingPeriod, product: Product): Loss[] {
  const balance = new Decimal(opening[product]).negated()
  const known = opening.state?.losses?.[product] ?? []
  const sum = known.reduce((all, { amount }) => all.plus(amount), zero)
  if (sum.equals(balance)) return [...known]
  return balance.greaterThan(0) ? [{ month: addMonths(month, -1), amount: balance.toFixed() }] : []
}

/** Sets a gain against losses, the oldest first. */
function setOff(losses: readonly Loss[], gain: Decimal): Loss[] {
  let left = gain
  return losses.flatMap(({ month, amount }) => {
    const used = Decimal.min(left, amount)
    left = left.minus(used)
    const rest = new Decimal(amount).minus(used)
    return rest.isZero() ? [] : [{ month, amount: rest.toFixed() }]
  })
}

/** What of a period's own loss is carried: that of charge-backs alone, what goes beyond an amount. */
function carriedOf({ terms, own, withoutChargebacks }: EndingPeriod, product: Product): Decimal {
  const loss = own[product].negated()
  const among = terms.carriedPart === 'chargebacks' ? loss.plus(Decimal.min(0, withoutChargebacks(product))) : loss
  return Decimal.max(0, said(terms.carryAbove) ? among.minus(terms.carryAbove!) : among)
}

/** No more than an amount: what came last finds no room. */
function capped(losses: readonly Loss[], atMost: Decimal): Loss[] {
  let room = atMost
  return losses.flatMap(({ month, amount }) => {
    const kept = Decimal.min(room, amount)
    room = room.minus(kept)
    return kept.isZero() ? [] : [{ month, amount: kept.toFixed() }]
  })
}

function leftOf(period: EndingPeriod, product: Product): Loss[] {
  const { terms, month, own } = period
  const before = lossesOf(period, product)
  const loss = own[product].isNegative() ? carriedOf(period, product) : zero
  const after = own[product].isNegative()
    ? [...before, ...(loss.isZero() ? [] : [{ month, amount: loss.toFixed() }])]
    : setOff(before, own[product])
  const oldest = said(terms.carryMonths) ? addMonths(month, 1 - Number(terms.carryMonths)) : null
  const open = oldest === null ? after : after.filter((each) => each.month >= oldest)
  return said(terms.carryAtMost) ? capped(open, new Decimal(terms.carryAtMost!)) : open
}

/** New depositors of the months that count, the period's own the last. */
function depositorsOf({ terms, month, opening, depositors }: EndingPeriod) {
  const first = addMonths(month, 1 - Number(terms.carryResetMonths ?? 1))
  const before = (opening.state?.depositors ?? []).filter((each) => each.month >= first && each.month !== month)
  return [...before, ...(depositors > 0 ? [{ month, count: depositors }] : [])]
}

/**
 * What a period leaves to the next by the words of its profile: its own loss, or the part of it that is carried, after
 * what the earlier ones left, from which gains are taken, the oldest first; what has stood its months lapses, then what
 * goes beyond the most. All of it is forgotten where so many new depositors came.
 * @example
 * carriedOn({ terms: { carryAtMost: 500 }, own: { bets: new Decimal(-800), … }, … }).bets // '-500'
 */
export function carriedOn(period: EndingPeriod): Carried {
  const { terms } = period
  const depositors = depositorsOf(period)
  const sent = depositors.reduce((sum, { count }) => sum + count, 0)
  const isReset = said(terms.carryResetPlayers) && sent >= Number(terms.carryResetPlayers)
  const losses = Object.fromEntries(
    products.map((product) => [product, isReset ? [] : leftOf(period, product)]),
  ) as unknown as Record<Product, Loss[]>
  const balance = (product: Product) => losses[product].reduce((sum, { amount }) => sum.minus(amount), zero).toFixed()
  const state: CarryState = {
    ...(said(terms.carryMonths) ? { losses } : {}),
    ...(said(terms.carryResetPlayers) && Number(terms.carryResetMonths ?? 1) > 1 ? { depositors } : {}),
  }
  const balances = Object.fromEntries(products.map((product) => [product, balance(product)]))
  return { ...balances, ...(Object.keys(state).length > 0 ? { state } : {}) } as unknown as Carried
}

/**
 * The words by which a profile carries more than it did, or may; none where it carries no more.
 * @param input.changed the words that differ
 */
export function worseCarry(input: {
  before: CarryTerms
  after: CarryTerms
  changed: readonly string[]
}): readonly string[] {
  const { before, after, changed } = input
  const number = (value: Optional<Numeric>, otherwise: number) =>
    said(value) ? new Decimal(value!) : new Decimal(otherwise)
  const never = Number.MAX_SAFE_INTEGER
  const grows = (name: 'carryAtMost' | 'carryMonths' | 'carryResetPlayers') =>
    number(after[name], never).greaterThan(number(before[name], never))
  const isWorse: Readonly<Record<keyof CarryTerms, () => boolean>> = {
    carryAtMost: () => grows('carryAtMost'),
    carryMonths: () => grows('carryMonths'),
    carryResetPlayers: () => grows('carryResetPlayers'),
    carryAbove: () => number(after.carryAbove, 0).lessThan(number(before.carryAbove, 0)),
    carryResetMonths: () => number(after.carryResetMonths, 1).lessThan(number(before.carryResetMonths, 1)),
    carriedPart: () => before.carriedPart === 'chargebacks',
  }
  return carryFields.filter((name) => changed.includes(name) && isWorse[name]())
}
