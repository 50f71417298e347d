import { addMonths, type Day } from '#engine/values/calendar.ts'
import { forEach, type Product, products } from '../activity/measures.ts'
import { allocateMoney, Decimal, type DecimalValue } from '#engine/values/money.ts'
import type { ProductType } from '../commission/constants.ts'
import type { QuarantinedWin } from './quarantine.ts'
import { type CarriedPart, type NettingScope, netsPerBrand, setsProductsTogether } from './constants.ts'

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
  /** Against what a loss of a product is set, whether it is carried or not; its own product where it is empty. */
  readonly fence?: Optional<NettingScope>
}

/** The words of {@link CarryTerms}, as a profile's fields. */
export const carryFields = [
  'carryAtMost',
  'carryAbove',
  'carryMonths',
  'carriedPart',
  'carryResetPlayers',
  'carryResetMonths',
  'fence',
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
  readonly apart?: Readonly<Partial<Record<Product, readonly QuarantinedWin[]>>>
  /** What waits for a month that meets a minimum, above 0. */
  readonly withheld?: Readonly<Partial<Record<ProductType, string>>>
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

/** Whether something says otherwise than that each product carries all of its loss. */
export function limitsCarry(terms: CarryTerms): boolean {
  const { carryAtMost, carryAbove, carryMonths, carriedPart, carryResetPlayers } = terms
  return (
    [carryAtMost, carryAbove, carryMonths, carryResetPlayers].some(said) ||
    carriedPart === 'chargebacks' ||
    setsProductsTogether(terms.fence)
  )
}

/** Whether the words name amounts of money, which say something in their own currency alone. */
export const hasCarryAmounts = ({ carryAtMost, carryAbove }: CarryTerms): boolean =>
  said(carryAtMost) || said(carryAbove)

/** A loss and whose it is. */
interface OwnLoss extends Loss {
  readonly product: Product
}

/** What stands against a product: where the months are not known, all of it as of the month before. */
function lossesOf({ opening, month }: EndingPeriod, product: Product): OwnLoss[] {
  const balance = new Decimal(opening[product]).negated()
  const known = opening.state?.losses?.[product] ?? []
  const sum = known.reduce((all, { amount }) => all.plus(amount), zero)
  if (sum.equals(balance)) return known.map((loss) => ({ ...loss, product }))
  return balance.greaterThan(0) ? [{ product, month: addMonths(month, -1), amount: balance.toFixed() }] : []
}

/** Takes an amount of losses, the first of them first. @returns what is left of them */
function lessen(losses: readonly OwnLoss[], by: Decimal): OwnLoss[] {
  let left = by
  return losses.flatMap((loss) => {
    const used = Decimal.min(left, loss.amount)
    left = left.minus(used)
    const rest = new Decimal(loss.amount).minus(used)
    return rest.isZero() ? [] : [{ ...loss, amount: rest.toFixed() }]
  })
}

const sumOf = (losses: readonly Loss[]) => losses.reduce((sum, { amount }) => sum.plus(amount), zero)

/** What of a period's own loss is carried: that of charge-backs alone. */
function carriedOf({ terms, own, withoutChargebacks }: EndingPeriod, loss: OwnLoss): OwnLoss[] {
  if (terms.carriedPart !== 'chargebacks') return [loss]
  const charged = Decimal.min(0, withoutChargebacks(loss.product)).minus(own[loss.product])
  const amount = Decimal.min(loss.amount, charged)
  return amount.greaterThan(0) ? [{ ...loss, amount: amount.toFixed() }] : []
}

/** What is left of products whose losses are set against each other; of one alone, where it is fenced. */
function leftOf(period: EndingPeriod, group: readonly Product[]): OwnLoss[] {
  const { terms, month, own } = period
  const before = group
    .flatMap((product) => lossesOf(period, product))
    .sort((one, other) => one.month.localeCompare(other.month))
  const gain = group.reduce((sum, product) => sum.plus(Decimal.max(0, own[product])), zero)
  const lost = group.flatMap((product): OwnLoss[] =>
    own[product].isNegative() ? [{ product, month, amount: own[product].negated().toFixed() }] : [],
  )
  const carried = lessen(lost, gain).flatMap((loss) => carriedOf(period, loss))
  const added = said(terms.carryAbove) ? lessen(carried, new Decimal(terms.carryAbove!)) : carried
  const after = [...lessen(before, Decimal.max(0, gain.minus(sumOf(lost)))), ...added]
  const oldest = said(terms.carryMonths) ? addMonths(month, 1 - Number(terms.carryMonths)) : null
  const open = oldest === null ? after : after.filter((each) => each.month >= oldest)
  if (!said(terms.carryAtMost)) return open
  // What came last finds no room.
  const beyond = Decimal.max(0, sumOf(open).minus(terms.carryAtMost!))
  return lessen(open.toReversed(), beyond).toReversed()
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
export function carryForward(period: EndingPeriod): Carried {
  const { terms } = period
  const depositors = depositorsOf(period)
  const sent = depositors.reduce((sum, { count }) => sum + count, 0)
  const isReset = said(terms.carryResetPlayers) && sent >= Number(terms.carryResetPlayers)
  const groups = setsProductsTogether(terms.fence) ? [products] : products.map((product) => [product])
  const left = isReset ? [] : groups.flatMap((group) => leftOf(period, group))
  const losses = forEach(products, (own) =>
    left.filter(({ product }) => product === own).map(({ product: _, ...loss }): Loss => loss),
  )
  const balance = (product: Product) => sumOf(losses[product]).negated().toFixed()
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
    // By brands also thresholds are reached by each alone.
    fence: () =>
      netsPerBrand(before.fence) !== netsPerBrand(after.fence) ||
      (setsProductsTogether(after.fence) && !setsProductsTogether(before.fence)),
  }
  return carryFields.filter((name) => changed.includes(name) && isWorse[name]())
}

/**
 * What losses of other products, and what was carried, take of what each product earned, where no fence is between
 * them: in proportion to what they earned, so that what is left adds up to the whole, to the cent.
 * @param input.opening what was carried into the period, all together, at most 0
 */
export function crossProductNetting(input: {
  own: Readonly<Record<Product, Decimal>>
  opening: DecimalValue
}): Readonly<Record<Product, Decimal>> {
  const gains = products.map((product) => Decimal.max(0, input.own[product]))
  const gain = gains.reduce((sum, each) => sum.plus(each), zero)
  const whole = products.reduce((sum, product) => sum.plus(input.own[product]), new Decimal(input.opening))
  if (whole.equals(gain)) return forEach(products, () => zero)
  const left = allocateMoney({ amount: Decimal.max(0, whole), weights: gains })
  return forEach(products, (product) => {
    const place = products.indexOf(product)
    return gains[place]!.isZero() ? zero : gains[place]!.minus(left[place]!)
  })
}
