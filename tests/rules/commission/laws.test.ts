import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeCommission, entryAmount } from '#rules/commission/commission.ts'
import type { BaseSums } from '#rules/commission/commission.ts'
import { tierModes } from '#rules/commission/constants.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { validateReward } from '#rules/commission/rewardRules.ts'
import { Decimal, roundMoney, sumMoney } from '#engine/values/money.ts'

const amount = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((cents) => (cents / 100).toFixed(2))
const percentage = fc.integer({ min: 0, max: 1_000_000 }).map((value) => (value / 10_000).toFixed(4))
const day = fc.record({
  turnover: amount(10_000),
  payout: amount(12_000),
  bonus: amount(500),
  chargebacks: amount(300),
})
const month = fc.array(day, { minLength: 1, maxLength: 31 })
const starts = fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 6 })

const productRule: fc.Arbitrary<RewardRule> = fc
  .record({
    subType: fc.constantFrom('ngr' as const, 'ggr' as const, 'turnover' as const),
    tierMode: fc.constantFrom(...tierModes),
    adminFee: percentage,
    percentage,
    from: fc.option(starts, { nil: null }),
    rates: fc.array(percentage, { minLength: 6, maxLength: 6 }),
  })
  .map(({ from, rates, ...rest }) => ({
    ...rest,
    productType: 'games' as const,
    calculation: from ? ('dynamic' as const) : ('fixed' as const),
    tiers: from?.map((start, index) => ({ from: start, percentage: rates[index]! })) ?? [],
  }))

function add(first: BaseSums, second: BaseSums): BaseSums {
  const sum = (name: keyof BaseSums) => sumMoney([first[name], second[name]])
  return { turnover: sum('turnover'), payout: sum('payout'), bonus: sum('bonus'), chargebacks: sum('chargebacks') }
}

const nothing: BaseSums = { turnover: '0', payout: '0', bonus: '0', chargebacks: '0' }

describe('the law of accumulation', () => {
  it('entries of a period add up to f(period) to the cent: any days, rates, tiers, modes, carry-over and balance', () => {
    fc.assert(
      fc.property(
        productRule,
        month,
        fc.constantFrom('none' as const, 'full' as const),
        amount(1000),
        (rule, days, carryOver, balance) => {
          expect(validateReward(rule)).toEqual([])
          const f = (sums: BaseSums) =>
            computeCommission({ rule, sums, carryOver, openingBalance: `-${balance}` }).amount
          let sums = nothing
          const entries = days.map((movement) => {
            const before = sums
            sums = add(sums, movement)
            return entryAmount({ earned: f(sums), earnedBefore: f(before) })
          })
          expect(sumMoney(entries)).toBe(roundMoney(f(sums)))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('the same movement in any number of days, in any order, earns the same', () => {
    fc.assert(
      fc.property(productRule, month, (rule, days) => {
        const inOrder = days.reduce(add, nothing)
        const reversed = days.toReversed().reduce(add, nothing)
        expect(computeCommission({ rule, sums: reversed }).amount.toFixed()).toBe(
          computeCommission({ rule, sums: inOrder }).amount.toFixed(),
        )
      }),
      { numRuns: 50 },
    )
  })
})

describe('the laws of tiers', () => {
  const bases = amount(50_000)

  it('marginal tiers earn the sum of base in slice x rate, as a plain walk over cents would find it', () => {
    fc.assert(
      fc.property(
        starts,
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 0, max: 25_000 }),
        (from, rates, base) => {
          const tiers = from.map((start, index) => ({ from: start, percentage: rates[index]! }))
          let reference = 0 // in hundredths of the unit: whole numbers, so exact
          for (let unit = 0; unit < base; unit += 1) {
            const reached = tiers
              .filter((tier) => tier.from <= unit)
              .sort((first, second) => second.from - first.from)[0]
            reference += reached?.percentage ?? 0
          }
          const rule: RewardRule = {
            productType: 'bets',
            subType: 'turnover',
            calculation: 'dynamic',
            tierMode: 'marginal',
            tiers,
          }
          expect(computeCommission({ rule, sums: { ...nothing, turnover: base } }).amount.toFixed()).toBe(
            new Decimal(reference).dividedBy(100).toFixed(),
          )
        },
      ),
      { numRuns: 30 },
    )
  })

  it("marginal CPA pays each player at its own rate, whole pays all at the last one's", () => {
    const values = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 6, maxLength: 6 })
    const ordinals = fc
      .uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 })
      .filter((list) => !(list.includes(0) && list.includes(1)))
    fc.assert(
      fc.property(ordinals, values, fc.integer({ min: 0, max: 40 }), (from, rates, players) => {
        const tiers = from.map((start, index) => ({ from: start, value: rates[index]! }))
        const rateOf = (player: number) =>
          tiers.filter((tier) => tier.from <= player).sort((first, second) => second.from - first.from)[0]?.value ?? 0
        const each = Array.from({ length: players }, (_, index) => rateOf(index + 1))
        const pay = (tierMode: 'marginal' | 'whole') =>
          computeCommission({
            rule: { productType: 'cpa', subType: 'player', calculation: 'dynamic', tierMode, tiers },
            sums: nothing,
            qualifiedPlayers: players,
          }).amount.toNumber()
        expect(pay('marginal')).toBe(each.reduce((sum, value) => sum + value, 0))
        expect(pay('whole')).toBe(players * (each.at(-1) ?? 0))
      }),
    )
  })

  it('with one rate in every tier both modes earn what a fixed reward earns', () => {
    fc.assert(
      fc.property(starts, percentage, bases, (from, rate, base) => {
        const sums = { ...nothing, turnover: base }
        const common = { productType: 'bets', subType: 'ngr', percentage: rate } as const
        const fixed = computeCommission({ rule: { ...common, calculation: 'fixed' }, sums }).amount.toFixed()
        const tiers = from.map((start) => ({ from: start, percentage: rate }))
        for (const tierMode of tierModes)
          expect(
            computeCommission({ rule: { ...common, calculation: 'dynamic', tierMode, tiers }, sums }).amount.toFixed(),
          ).toBe(fixed)
      }),
    )
  })
})
