import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateByBrand, shareByBrand } from '#rules/commission/allocation.ts'
import {
  type BaseSums,
  computeCommission,
  entryAmount,
  periodResult,
  rewardMeasures,
} from '#rules/commission/commission.ts'
import { tierModes } from '#rules/commission/constants.ts'
import { type RewardRule, validateReward } from '#rules/commission/rewardRules.ts'
import type { CommissionStep } from '#rules/commission/steps.ts'
import { type TaxedMonth, type TaxTable, withhold } from '#rules/payouts/withholding.ts'
import { decimalsOf, fitsCurrency } from '#engine/values/currencies.ts'
import { Decimal, type Money, roundMoney, sumMoney } from '#engine/values/money.ts'

/*
 * Histories of an affiliate in one of four currencies, by the rules alone: what it did on the days of two months, by
 * which reward, what it was paid in how many parts and what was kept back. HISTORIES=10000 makes so many.
 */
const histories = Number(process.env.HISTORIES ?? 2_000)

const currencies = ['BRL', 'USD', 'EUR', 'JPY'] as const
/** Whole units of a currency: cents, or yen. */
const amountsOf = (currency: string, most: number) =>
  fc
    .integer({ min: 0, max: most * 100 })
    .map((units) => new Decimal(units).dividedBy(10 ** decimalsOf(currency)).toFixed())
const percentage = fc.integer({ min: 0, max: 1_000_000 }).map((value) => (value / 10_000).toFixed(4))

const reward = fc
  .record({
    subType: fc.constantFrom('ngr' as const, 'ggr' as const, 'turnover' as const),
    tierMode: fc.constantFrom(...tierModes),
    adminFee: percentage,
    percentage,
    from: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 4 }), { nil: null }),
    rates: fc.array(percentage, { minLength: 4, maxLength: 4 }),
  })
  .map(({ from, rates, ...rest }): RewardRule => ({
    ...rest,
    productType: 'games',
    calculation: from ? 'dynamic' : 'fixed',
    tiers: from?.map((start, index) => ({ from: start, percentage: rates[index]! })) ?? [],
  }))
const cpa = fc.record({
  productType: fc.constant('cpa' as const),
  subType: fc.constant('player' as const),
  calculation: fc.constant('fixed' as const),
  value: fc.integer({ min: 1, max: 300 }),
})

const dayOf = (currency: string) =>
  fc.record({
    brand: fc.constantFrom(1, 2, 3),
    players: fc.nat({ max: 3 }),
    turnover: amountsOf(currency, 10_000),
    payout: amountsOf(currency, 12_000),
    bonus: amountsOf(currency, 500),
    chargebacks: amountsOf(currency, 300),
  })
const history = fc.constantFrom(...currencies).chain((currency) =>
  fc.record({
    currency: fc.constant(currency),
    rule: reward,
    perPlayer: cpa,
    /** From the second month on. */
    later: reward,
    carryOver: fc.constantFrom('none' as const, 'full' as const),
    months: fc.tuple(
      fc.array(dayOf(currency), { minLength: 1, maxLength: 6 }),
      fc.array(dayOf(currency), { minLength: 1, maxLength: 6 }),
    ),
    parts: fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 3 }),
    rate: fc.integer({ min: 1, max: 40 }),
    ceiling: fc.option(fc.integer({ min: 1, max: 5000 })),
  }),
)
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never
type Moved = History['months'][number][number]

const measures = ['turnover', 'payout', 'bonus', 'chargebacks'] as const
const nothing: BaseSums = { turnover: '0', payout: '0', bonus: '0', chargebacks: '0' }
const sumsOf = (days: readonly Moved[]): BaseSums =>
  Object.fromEntries(measures.map((name) => [name, sumMoney(days.map((day) => day[name]))])) as unknown as BaseSums

/** What the steps of an explanation come to, read as a person reads them: rates, then the balance, then the floor. */
function readAgain(steps: readonly CommissionStep[]): Decimal {
  let so = new Decimal(0)
  let base: string | undefined
  let rated = new Decimal(0)
  for (const step of steps) {
    if (step.kind === 'base') base = step.result
    if (step.kind === 'rate') {
      const part = step.percentage === null ? new Decimal(step.value!) : new Decimal(step.percentage).dividedBy(100)
      expect(part.times(step.base).toFixed()).toBe(step.amount)
      so = so.plus(step.amount)
      rated = rated.plus(step.base)
    }
    if (step.kind === 'openingBalance') {
      so = so.plus(step.balance)
      expect(step.result).toBe(so.toFixed())
    }
    if (step.kind === 'negative') {
      expect(step.amount).toBe(so.toFixed())
      so = new Decimal(0)
    }
  }
  // No part of the base without a rate, and none twice.
  expect(rated.toFixed()).toBe(new Decimal(base!).toFixed())
  return so
}

const whole = (values: readonly Money[], currency: string) => {
  for (const value of values) expect([value, fitsCurrency(value, currency)]).toEqual([value, true])
}

/** A month, day by day, by one reward. @returns its entries, and the balance it leaves */
function monthOf(given: History, rule: RewardRule, days: readonly Moved[], openingBalance: Decimal) {
  const { currency, carryOver } = given
  const isCpa = rule.productType === 'cpa'
  const at = (count: number) =>
    computeCommission({
      rule,
      sums: isCpa || count === 0 ? nothing : sumsOf(days.slice(0, count)),
      qualifiedPlayers: days.slice(0, count).reduce((sum, { players }) => sum + players, 0),
      carryOver,
      openingBalance,
    })
  const entries: Money[] = []
  let before = at(0)
  for (const [index] of days.entries()) {
    const after = at(index + 1)
    const value = entryAmount({
      earned: after.amount,
      // What was carried into a period is no loss of its first day.
      earnedBefore: index === 0 ? 0 : before.amount,
      currency,
    })
    expect(readAgain(after.steps).toFixed()).toBe(after.amount.toFixed())
    const brands = Map.groupBy(days.slice(0, index + 1), ({ brand }) => brand)
    const shares = shareByBrand(
      value,
      [...brands].map(([brand, own]) => {
        const { ngr, turnover } = rewardMeasures({ sums: sumsOf(own), adminFee: rule.adminFee })
        return { brand, ngr, turnover }
      }),
      currency,
    )
    expect(sumMoney(shares.map((share) => share.value))).toBe(value)
    expect(allocateByBrand(shares)).toHaveLength(brands.size)
    whole([value, ...shares.map((share) => share.value)], currency)
    entries.push(value)
    before = after
  }
  expect(sumMoney(entries)).toBe(roundMoney(before.amount, decimalsOf(currency)))
  if (!isCpa) {
    const again = periodResult({ amount: before.own, openingBalance, carryOver })
    expect(before.closingBalance.toFixed()).toBe(again.closingBalance.toFixed())
    expect(before.amount.plus(again.closingBalance).toFixed()).toBe(
      carryOver === 'full' ? again.total.toFixed() : Decimal.max(0, before.own).toFixed(),
    )
  }
  return { entries, closing: before.closingBalance }
}

/** Pays a sum in parts of one month and keeps taxes back of each. */
function payParts({ currency, parts, rate, ceiling }: History, due: Money) {
  const tables: TaxTable[] = [
    { tax: 'inss', after: [], brackets: [{ from: 0, rate, deduct: 0 }], ceiling },
    { tax: 'irrf', after: ['inss'], brackets: [{ from: 0, rate: 15, deduct: 0 }], ceiling: null },
  ]
  const each = parts.map((part) => roundMoney(new Decimal(due).times(part).dividedBy(400), decimalsOf(currency)))
  const payments = [...each, sumMoney([due, ...each.map((value) => `-${value}`)])].filter((value) => Number(value) > 0)
  const nets: Money[] = []
  let month: TaxedMonth = { gross: '0.00', withheld: {} }
  for (const gross of payments) {
    const { lines, net } = withhold(gross, tables, month, currency)
    expect(sumMoney([net, ...lines.map(({ value }) => value)])).toBe(gross)
    whole([net, ...lines.map(({ value }) => value)], currency)
    nets.push(net)
    const withheld: Record<string, Money> = { ...month.withheld }
    for (const { tax, value } of lines) withheld[tax] = sumMoney([withheld[tax] ?? 0, value])
    month = { gross: sumMoney([month.gross, gross]), withheld }
  }
  expect(sumMoney(payments)).toBe(due)
  const once = withhold(due, tables, undefined, currency)
  expect(sumMoney(nets)).toBe(once.net)
  for (const { tax, value } of once.lines) expect([tax, month.withheld[tax]]).toEqual([tax, value])
}

describe('an office in BRL, USD, EUR and JPY, by its rules', () => {
  it(`has no unexplained cent in ${histories} histories: days, brands, carry-over, steps, parts and taxes add up`, () => {
    fc.assert(
      fc.property(history, (given) => {
        expect([validateReward(given.rule), validateReward(given.later)]).toEqual([[], []])
        let balance = new Decimal(0)
        const entries: Money[] = []
        for (const [index, days] of given.months.entries()) {
          const month = monthOf(given, index === 0 ? given.rule : given.later, days, balance)
          entries.push(...month.entries, ...monthOf(given, given.perPlayer, days, new Decimal(0)).entries)
          balance = month.closing
        }
        const due = sumMoney(entries)
        if (Number(due) > 0) payParts(given, due)
      }),
      { numRuns: histories },
    )
  }, 120_000)
})
