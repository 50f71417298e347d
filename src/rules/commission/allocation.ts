import { decimalsOf } from '#engine/values/currencies.ts'
import { allocateMoney, Decimal, type Money, plusMoney, roundMoney, sumMoney, zeroMoney } from '#engine/values/money.ts'

/** What of an amount one brand makes up. */
export interface BrandAllocation {
  readonly brand: number
  readonly value: Money
}

/** Something that knows its brand and what it contributed to an amount. */
export interface BrandContribution {
  readonly brand: number
  readonly ngr: Decimal
  readonly turnover: Decimal
}

/** Adds amounts up by brand, in order of the brands. @param brands stand in the result also where nothing is theirs */
export function allocateByBrand(amounts: readonly BrandAllocation[], brands: Iterable<number> = []): BrandAllocation[] {
  const sums = new Map<number, Money>()
  for (const brand of brands) sums.set(brand, zeroMoney)
  for (const { brand, value } of amounts) {
    const sum = sums.get(brand)
    sums.set(brand, sum === undefined || sum === zeroMoney ? value : plusMoney(sum, value))
  }
  return [...sums].map(([brand, value]) => ({ brand, value })).sort((one, other) => one.brand - other.brand)
}

/**
 * Shares an amount among brands, to the smallest unit of its currency: by the net result of each of the amount's own sign (who won bears a gain,
 * who lost a loss), by turnover where none has one, equally where nothing
 * moved. What rounding leaves goes to the largest remainders.
 */
export function shareByBrand(
  amount: Money,
  brands: readonly BrandContribution[],
  currency?: string,
): BrandAllocation[] {
  const sign = amount.startsWith('-') ? -1 : 1
  const candidates = [
    brands.map(({ ngr }) => Decimal.max(0, ngr.times(sign))),
    brands.map(({ turnover }) => Decimal.max(0, turnover)),
  ]
  const weights = candidates.find((each) => each.some((weight) => !weight.isZero())) ?? brands.map(() => new Decimal(1))
  const values = allocateMoney({ amount, weights, places: decimalsOf(currency) })
  return brands.map(({ brand }, index) => ({ brand, value: values[index]! }))
}

/**
 * What is left of parts when others are taken from them, brand by brand; brands of which nothing is left are absent.
 */
export function partsLess(parts: readonly BrandAllocation[], taken: readonly BrandAllocation[]): BrandAllocation[] {
  const negated = taken.map(({ brand, value }) => ({ brand, value: roundMoney(new Decimal(value).negated()) }))
  return allocateByBrand([...parts, ...negated]).filter(({ value }) => value !== zeroMoney)
}

/**
 * The parts of an amount that is no longer what they came to: the last one takes the difference. None where there are
 * none.
 */
export function partsOfAmount(parts: readonly BrandAllocation[], amount: Money): BrandAllocation[] {
  const missing = new Decimal(amount).minus(sumMoney(parts.map(({ value }) => value)))
  return parts.map(({ brand, value }, index) => ({
    brand,
    value: index === parts.length - 1 && !missing.isZero() ? roundMoney(missing.plus(value)) : value,
  }))
}
