import { Decimal as DecimalBase } from 'decimal.js'

/**
 * Exact decimal arithmetic for every amount and rate of the product. 60 significant digits, ties rounded away from
 * zero,
 * never written with an exponent. A clone of our own, so that no other code can change its settings.
 */
export const Decimal = DecimalBase.clone({
  precision: 60,
  rounding: DecimalBase.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
})

/** An exact decimal number. */
export type Decimal = DecimalBase

/** What can be read as an exact decimal: a decimal, a decimal string or a JavaScript number. */
export type DecimalValue = DecimalBase.Value

/** An amount of money as a decimal string with exactly 2 places and a point, for example `-12.50`. */
export type Money = string

/** Places after the point of every stored amount. */
export const moneyPlaces = 2

/** The currency (ISO 4217) of a brand for which nobody names another. */
export const defaultCurrency = 'BRL'

/**
 * The largest amount that one owner earns on one day, in either direction: what a field of money takes. A year of
 * such days still fits the 16 digits of a stored sum.
 */
export const largestAmount: Money = '9999999999999.99'

/** An amount beyond {@link largestAmount}: a rate or a formula is wrong, and nothing is written of it. */
export class AmountRangeError extends Error {
  readonly code = 'too_large'

  constructor(amount: Money) {
    super(`${amount} is too large to be an amount; the largest is ${largestAmount}.`)
  }
}

/** @throws {AmountRangeError} when one of the amounts is beyond {@link largestAmount} */
export function requireAmounts(amounts: Iterable<Money>): void {
  for (const amount of amounts)
    // With fewer characters it is smaller.
    if (amount.length >= largestAmount.length && new Decimal(amount).abs().greaterThan(largestAmount))
      throw new AmountRangeError(amount)
}

/** Money as it is written here already, but for a negative nothing. */
const moneyPattern = /^(?:0|-?[1-9][0-9]{0,20}|-0(?=\.(?:[1-9]|0[1-9])))\.[0-9]{2}$/

/** Nothing, as money. */
export const zeroMoney: Money = '0.00'

/**
 * Rounds an amount half away from zero (2.345 becomes 2.35, -2.345 becomes -2.35). Never yields `-0.00`. This is the one
 * rounding of the product; it happens once, on what is stored.
 * @param places of its currency (`decimalsOf`); it is written with 2 all the same
 * @throws {Error} when the value is not a finite decimal number
 */
export function roundMoney(value: DecimalValue, places: number = moneyPlaces): Money {
  if (places === moneyPlaces && typeof value === 'string' && moneyPattern.test(value)) return value
  const rounded = finite(value).toDecimalPlaces(Math.min(places, moneyPlaces), DecimalBase.ROUND_HALF_UP)
  return rounded.isZero() ? zeroMoney : rounded.toFixed(moneyPlaces)
}

/**
 * Adds amounts exactly and rounds the sum once. The sum of nothing is `0.00`.
 * @throws {Error} when a value is not a finite decimal number
 */
export function sumMoney(values: Iterable<DecimalValue>): Money {
  let total = new Decimal(0)
  for (const value of values) total = total.plus(finite(value))
  return roundMoney(total)
}

/** Cents of an amount that is short enough for every sum of two to be a safe number; NaN of a longer one. */
const smallCents = (amount: Money): number =>
  amount.length <= safeLength ? Number(amount.slice(0, -3) + amount.slice(-2)) : Number.NaN
/** Eleven digits before the point, a sign and two places. */
const safeLength = 15

/** Two amounts of money together, each written as {@link roundMoney} writes it. */
export function plusMoney(one: Money, other: Money): Money {
  const cents = smallCents(one) + smallCents(other)
  if (Number.isNaN(cents)) return sumMoney([one, other])
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The opposite of an amount. */
export function negated(amount: Money): Money {
  return roundMoney(new Decimal(amount).negated())
}

/**
 * Money as whole cents, for adding up much of it.
 * @param amount with its two places, as {@link roundMoney} writes it
 */
export function centsOf(amount: Money): bigint {
  return BigInt(amount.slice(0, -3) + amount.slice(-2))
}

/**
 * Orders two amounts for sorting: negative where the first is smaller, 0 where they are equal, positive where it is
 * larger.
 */
export function compareMoney(first: DecimalValue, second: DecimalValue): number {
  return finite(first).comparedTo(finite(second))
}

/** Whether an amount is below zero. */
export function isNegative(value: DecimalValue): boolean {
  return finite(value).lessThan(0)
}

/**
 * Splits an amount in proportion to weights, by the largest remainder, so that the parts add up to it to the smallest
 * unit of its currency. Equal remainders are served in order. Where all weights are zero the first part takes everything. Works for negative
 * amounts.
 * @param input the amount (rounded first), one weight, zero or more, for each part, and the places of its currency
 * @returns one amount for each weight, in the same order; nothing where there are no weights
 * @throws {Error} when a weight is negative or not a number
 */
export function allocateMoney(input: {
  amount: DecimalValue
  weights: readonly DecimalValue[]
  places?: number | undefined
}): Money[] {
  const places = Math.min(input.places ?? moneyPlaces, moneyPlaces)
  const unit = new Decimal(10).pow(places)
  const weights = input.weights.map(finite)
  if (weights.some((weight) => weight.lessThan(0))) throw new Error('A weight must not be negative.')
  const amount = new Decimal(roundMoney(input.amount, places))
  const totalWeight = weights.reduce((sum, weight) => sum.plus(weight), new Decimal(0))
  if (totalWeight.isZero()) return weights.map((_, index) => (index === 0 ? roundMoney(amount) : zeroMoney))
  return byLargestRemainder({ cents: amount.abs().times(unit), weights, totalWeight }).map((cents) =>
    roundMoney(cents.dividedBy(amount.isNegative() ? unit.negated() : unit)),
  )
}

/**
 * Whole cents for each weight: the floor of each exact share, then one more for those that lost most, until nothing is
 * left.
 */
function byLargestRemainder(input: { cents: Decimal; weights: Decimal[]; totalWeight: Decimal }): Decimal[] {
  const exact = input.weights.map((weight) => input.cents.times(weight).dividedBy(input.totalWeight))
  const shares = exact.map((share) => share.floor())
  const missing = input.cents.minus(shares.reduce((sum, share) => sum.plus(share), new Decimal(0))).toNumber()
  const neediest = exact
    .map((share, index) => ({ index, remainder: share.minus(share.floor()) }))
    .filter(({ index }) => !input.weights[index]?.isZero())
    .sort((first, second) => second.remainder.comparedTo(first.remainder) || first.index - second.index)
  const raised = new Set(neediest.slice(0, missing).map(({ index }) => index))
  return shares.map((share, index) => (raised.has(index) ? share.plus(1) : share))
}

function finite(value: DecimalValue): Decimal {
  const decimal = decimalOf(value)
  if (!decimal.isFinite()) throw new Error('An amount must be a finite decimal number.')
  return decimal
}

/** Whether something is a decimal made here, and no other program's with other settings. */
function isOwn(value: DecimalValue): value is Decimal {
  return typeof value === 'object' && value.constructor === Decimal
}

/** The value as a decimal: itself where it is one of ours, which never change. */
export function decimalOf(value: DecimalValue): Decimal {
  return isOwn(value) ? value : new Decimal(value)
}
