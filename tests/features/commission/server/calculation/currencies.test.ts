import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accumulate } from '#features/commission/server/calculation/accumulate.ts'
import { type Balances, emptyBalances, emptyPlayerCounts } from '#features/commission/server/calculation/types.ts'
import { emptyLookback } from '#features/commission/server/calculation/lookback.ts'
import {
  beginningOfTime,
  bookIn,
  endOfTime,
  type RewardVersion,
  type RuleSet,
} from '#features/commission/server/calculation/ruleSet.ts'
import { emptySums, type MovementRow } from '#features/commission/server/calculation/rollupSums.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { forEach, namedColumns, type Product, products } from '#rules/activity/measures.ts'
import { decimalsOf, fitsCurrency } from '#engine/values/currencies.ts'
import { Decimal, roundMoney, sumMoney } from '#engine/values/money.ts'

const currencies = ['BRL', 'USD', 'EUR', 'JPY'] as const
const months = ['2026-01', '2026-02', '2026-03'] as const
type Currency = (typeof currencies)[number]

/** A share; with tiers, the place where the second begins in each currency that says it. */
const share = fc.record({
  percentage: fc.integer({ min: 0, max: 60 }),
  second: fc.option(fc.record({ percentage: fc.integer({ min: 0, max: 60 }), from: fc.integer({ min: 1, max: 900 }) })),
  said: fc.record({
    USD: fc.option(fc.integer({ min: 1, max: 900 })),
    EUR: fc.option(fc.integer({ min: 1, max: 900 })),
    JPY: fc.option(fc.integer({ min: 1, max: 90_000 })),
  }),
})
const happening = fc.record({
  currency: fc.constantFrom(...currencies),
  month: fc.constantFrom(...months),
  dayOfMonth: fc.integer({ min: 1, max: 28 }),
  product: fc.constantFrom(...products),
  stakes: fc.integer({ min: 0, max: 99_999 }),
  wins: fc.integer({ min: 0, max: 99_999 }),
})
const office = fc.record({
  shares: fc.record({ bets: share, games: share, lotto: share }),
  carryOver: fc.constantFrom('none' as const, 'full' as const),
  happenings: fc.array(happening, { minLength: 1, maxLength: 14 }),
})
type Share = typeof share extends fc.Arbitrary<infer Value> ? Value : never

function ruleOf(productType: Product, { percentage, second, said }: Share): RewardRule {
  if (!second) return { productType, subType: 'ngr', calculation: 'fixed', percentage }
  return {
    productType,
    subType: 'ngr',
    calculation: 'dynamic',
    tierMode: 'marginal',
    tiers: [
      { from: 0, percentage },
      { from: second.from, percentage: second.percentage },
    ],
    currencyAmounts: Object.entries(said).flatMap(([currency, amount]) =>
      amount === null ? [] : [{ currency, own: second.from, amount }],
    ),
  }
}

function bookOf({ shares, carryOver }: { shares: Record<Product, Share>; carryOver: 'none' | 'full' }): RuleSet {
  const versions = products.map((product, index): RewardVersion => {
    const rule = ruleOf(product, shares[product])
    return { version: index + 1, reward: index + 1, rule, currency: 'BRL', from: beginningOfTime }
  })
  return {
    profiles: new Map([
      [1, [{ version: 1, rewards: [1, 2, 3], carryOver, carry: {}, referralShares: [], from: beginningOfTime }]],
    ]),
    rewards: new Map(versions.map((version) => [version.reward, [version]])),
    books: currencies.map((currency, index) => ({ currency, brands: [index + 1] })),
    follows: false,
    quarantines: false,
    countsActive: false,
    countsTraffic: false,
    withholdsCpa: false,
    asksForCountries: false,
    cutsPlayers: false,
    cutsLives: false,
    asksForGroups: false,
    byBrand: false,
    found: new Map(),
    inCurrencies: new Map(),
    saysCurrencies: true,
  }
}

/** What a product should come to, month by month: written down a second time, without anything of the product. */
function expectedOf(
  { percentage, second, said }: Share,
  currency: Currency,
  nets: readonly { readonly net: Decimal; readonly isMoved: boolean }[],
  carryOver: 'none' | 'full',
) {
  const from = !second ? null : currency === 'BRL' ? second.from : said[currency]
  let balance = new Decimal(0)
  return nets.map(({ net, isMoved }) => {
    if (second && from === null) return { amount: '0.00', isStopped: isMoved }
    const above = second ? Decimal.max(0, net.minus(from!)) : new Decimal(0)
    const own = net
      .minus(above)
      .times(percentage)
      .plus(above.times(second?.percentage ?? 0))
      .dividedBy(100)
    const total = carryOver === 'full' ? own.plus(balance) : own
    balance = carryOver === 'full' ? Decimal.min(0, total) : balance
    return { amount: roundMoney(Decimal.max(0, total), decimalsOf(currency)), isStopped: false }
  })
}

function historyOf(currency: Currency, month: string, rows: readonly MovementRow[], openingBalances: Balances) {
  return {
    affiliate: 1,
    currency,
    assignments: [{ profile: 1, from: beginningOfTime, until: endOfTime }],
    from: `${month}-01`,
    to: `${month}-28`,
    opening: emptySums(),
    openingPlayers: emptyPlayerCounts,
    openingBalances,
    rows: Map.groupBy(rows, ({ day }) => day),
    qualified: new Map(),
    events: [],
    background: emptyLookback,
    isOfBrand: false,
  }
}

describe('an office in BRL, USD, EUR and JPY', () => {
  it('earns in each currency what its rules say in it, to the cent, and stops only products that say nothing', () => {
    fc.assert(
      fc.property(office, ({ shares, carryOver, happenings }) => {
        const book = bookOf({ shares, carryOver })
        for (const currency of currencies) {
          const rows = happenings
            .filter((each) => each.currency === currency)
            .map(({ month, dayOfMonth, product, stakes, wins }, index): MovementRow => {
              const day = `${month}-${String(dayOfMonth).padStart(2, '0')}`
              // A platform counts in the currency's own units: yen have no cents.
              const unit = 10 ** decimalsOf(currency)
              const sums = { turnover: String(stakes / unit), payout: String(wins / unit) }
              const nothing = forEach(namedColumns, () => '0')
              const key = { affiliate: 1, day, brand: currencies.indexOf(currency) + 1, sub_brand: 0, action: index }
              return { ...nothing, ...sums, ...key, product }
            })
          // All months in one history, as a close of the three does it; each month's opening comes of the one before.
          const whole = { ...historyOf(currency, months[0], rows, emptyBalances), to: `${months.at(-1)}-28` }
          const outcome = accumulate(whole, bookIn(book, currency))
          expect(outcome.problem).toBeNull()
          for (const product of products) {
            const nets = months.map((month) => {
              const own = rows.filter((row) => row.product === product && row.day.startsWith(month))
              const net = own.reduce((sum, row) => sum.plus(row.turnover).minus(row.payout), new Decimal(0))
              const isMoved = own.some((row) => Number(row.turnover) !== 0 || Number(row.payout) !== 0)
              return { net, isMoved }
            })
            for (const [index, expected] of expectedOf(shares[product], currency, nets, carryOver).entries()) {
              const month = months[index]!
              const lines = outcome.days
                .filter(({ day }) => day.startsWith(month))
                .flatMap((day) => day.lines.filter((line) => line.product === product))
              expect(sumMoney(lines.map(({ amount }) => amount))).toBe(expected.amount)
              const stops = outcome.stopped.filter((stop) => stop.product === product && stop.day.startsWith(month))
              expect(stops.length > 0).toBe(expected.isStopped)
            }
          }
          for (const { day, value, lines, parts, commission } of outcome.days) {
            expect(value, day).toBe(sumMoney(lines.map(({ amount }) => amount)))
            expect(value, day).toBe(sumMoney(parts.map((part) => part.value)))
            expect(value, day).toBe(sumMoney(commission.map(({ reward }) => reward)))
            const all = [
              value,
              ...parts.map((part) => part.value),
              ...commission.flatMap((c) => [c.reward, c.adminFee]),
            ]
            expect(all.filter((amount) => !fitsCurrency(amount, currency))).toEqual([])
          }
        }
      }),
      // Of each office one history a currency: ten thousand of them.
      { numRuns: 2_500 },
    )
  }, 120_000)
})
