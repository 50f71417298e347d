import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { isRewardDealComplete } from '#rules/deals/dealRules.ts'
import type { MinimumTotals } from '#rules/deals/minimums.ts'
import { launchEnd, monthsOfTier } from '#rules/deals/introAndFees.ts'
import { roundMoney } from '#engine/values/money.ts'
import { cpa, share } from './reckon.ts'

const nothing: MinimumTotals = {
  registrations: 0,
  firstDeposits: 0,
  depositCount: 0,
  deposits: 0,
  turnover: 0,
  ggr: 0,
  ngr: 0,
  activePlayers: 0,
}

interface TimedMonth {
  readonly ngr?: number | string
  readonly players?: number
  readonly totals?: Partial<MinimumTotals>
  /** What the months that decide the tier came to. */
  readonly decides?: Partial<MinimumTotals>
  readonly isLaunch?: boolean
}

interface TimedClause {
  readonly clause: string
  readonly terms: RewardRule
  readonly months: readonly TimedMonth[]
  /** By hand. */
  readonly paid: readonly string[]
}

const launching = { launchMonths: 3, launchPercentage: 45 }

const clauses: readonly TimedClause[] = [
  {
    clause: '110: the rate of a month is decided by the net revenue of the month before it',
    terms: share({
      percentage: 25,
      tiers: [
        { from: 5000, percentage: 30 },
        { from: 20_000, percentage: 40 },
      ],
      tierMode: 'whole',
      tierBase: 'ngr',
      tierSpan: 'past',
      tierMonths: 1,
    }),
    months: [
      { ngr: 20_000, decides: { ngr: 0 } },
      { ngr: '333.33', decides: { ngr: 20_000 } },
      { ngr: 1000, decides: { ngr: '4999.99' } },
      { ngr: 100, decides: { ngr: -50 } },
    ],
    // 20000 x 0.25; 333.33 x 0.4 = 133.332; 1000 x 0.25; a loss before leaves the first rate
    paid: ['5000.00', '133.33', '250.00', '25.00'],
  },
  {
    clause: '111: the more players were ever brought, the higher the rate: 30 %, from the 50th on 40 %, for good',
    terms: share({
      percentage: 30,
      tiers: [{ from: 50, percentage: 40 }],
      tierMode: 'whole',
      tierBase: 'firstDeposits',
      tierSpan: 'lifetime',
    }),
    months: [
      { ngr: '10.25', decides: { firstDeposits: 49 } },
      { ngr: '10.25', decides: { firstDeposits: 50 } },
      { ngr: 0, decides: { firstDeposits: 51 } },
    ],
    // 3.075 and 4.10
    paid: ['3.08', '4.10', '0.00'],
  },
  {
    clause: '112: 30 %, and 25 % once three months in a row went by without a new player; the first three are 30 %',
    terms: share({
      percentage: 25,
      tiers: [{ from: 1, percentage: 30 }],
      tierMode: 'whole',
      tierBase: 'firstDeposits',
      tierSpan: 'rolling',
      tierMonths: 3,
      launchMonths: 3,
      launchPercentage: 30,
    }),
    months: [
      { ngr: 500, decides: { firstDeposits: 0 }, isLaunch: true },
      { ngr: 500, decides: { firstDeposits: 0 } },
      { ngr: 500, decides: { firstDeposits: 1 } },
    ],
    paid: ['150.00', '125.00', '150.00'],
  },
  {
    clause: '113: with fewer than ten first deposits in three months the share is forfeit',
    terms: share({
      percentage: 0,
      tiers: [{ from: 10, percentage: 35 }],
      tierMode: 'whole',
      tierBase: 'firstDeposits',
      tierSpan: 'rolling',
      tierMonths: 3,
    }),
    months: [9, 10].map((firstDeposits) => ({ ngr: '1234.50', decides: { firstDeposits } })),
    // 432.075: half a cent
    paid: ['0.00', '432.08'],
  },
  {
    clause: '114: 45 % in the first three months, then 25 %, 30 % and 35 % by slices',
    terms: share({
      percentage: 25,
      tiers: [
        { from: 1000, percentage: 30 },
        { from: 2000, percentage: 35 },
      ],
      ...launching,
    }),
    months: [{ ngr: 2500, isLaunch: true }, { ngr: 2500 }],
    // 1125; 250 + 300 + 175
    paid: ['1125.00', '725.00'],
  },
  {
    clause: '115: 150 instead of 100 for each player of the first month',
    terms: cpa({ value: 100, launchMonths: 1, launchValue: 150 }),
    months: [{ players: 3, isLaunch: true }, { players: 3 }],
    paid: ['450.00', '300.00'],
  },
  {
    clause: '116: 50, 60, 75 or 100 for each player by the first deposits of twelve months',
    terms: cpa({
      value: 50,
      tiers: [
        { from: 25, value: 60 },
        { from: 50, value: 75 },
        { from: 100, value: 100 },
      ],
      tierMode: 'whole',
      tierBase: 'firstDeposits',
      tierSpan: 'rolling',
      tierMonths: 12,
    }),
    months: [24, 25, 99, 100].map((firstDeposits) => ({ players: 4, decides: { firstDeposits } })),
    paid: ['200.00', '240.00', '300.00', '400.00'],
  },
  {
    clause: '117: 500 a month where at least five players make a first deposit, beside 20 %',
    terms: share({ percentage: 20, flatFee: 500, flatFeeMinimums: [{ fact: 'firstDeposits', amount: 5 }] }),
    months: [
      { ngr: '100.13', totals: { firstDeposits: 4 } },
      { ngr: '100.13', totals: { firstDeposits: 5 } },
      { ngr: -900, totals: { firstDeposits: 6 } },
    ],
    // 20.026; a loss takes nothing from the fee
    paid: ['20.03', '520.03', '500.00'],
  },
  {
    clause: '118: a fee on two conditions, and never more than 600 in all',
    terms: cpa({
      value: 50,
      ceiling: 600,
      flatFee: 250,
      flatFeeMinimums: [
        { fact: 'deposits', amount: 1000 },
        { fact: 'ngr', comparator: 'moreThan', amount: 0 },
      ],
    }),
    months: [
      { players: 7, totals: { deposits: 1000, ngr: 0 } },
      { players: 7, totals: { deposits: 1000, ngr: '0.01' } },
      { players: 8, totals: { deposits: 1000, ngr: '0.01' } },
    ],
    // 350; 350 + 250; 400 + 250 is beyond it
    paid: ['350.00', '600.00', '600.00'],
  },
]

function payouts({ terms, months }: TimedClause): string[] {
  return months.map(({ ngr = 0, players = 0, totals, decides, isLaunch = false }) => {
    const [turnover, payout] = String(ngr).startsWith('-') ? [0, String(ngr).slice(1)] : [ngr, 0]
    const result = computeCommission({
      rule: terms,
      sums: { turnover, payout, bonus: 0, chargebacks: 0 },
      qualifiedPlayers: players,
      totals: { ...nothing, ...totals },
      tierTotals: { ...nothing, ...decides },
      isLaunch,
    })
    return roundMoney(result.amount)
  })
}

describe('a clause of another time', () => {
  it.each(clauses)('$clause', (clause) => {
    expect(payouts(clause)).toEqual(clause.paid)
  })

  it('knows the months that decide, and the day on which a launch ends', () => {
    const tiered = clauses[0]!.terms
    expect(monthsOfTier(tiered, '2026-03-17')).toEqual({ from: '2026-02-01', withPeriod: false })
    expect(monthsOfTier({ ...tiered, tierSpan: 'rolling', tierMonths: 3 }, '2026-01-01')).toEqual({
      from: '2025-11-01',
      withPeriod: true,
    })
    expect(monthsOfTier({ ...tiered, tierSpan: 'lifetime' }, '2026-01-01')).toEqual({ from: null, withPeriod: true })
    expect(monthsOfTier({ ...tiered, calculation: 'fixed' }, '2026-01-01')).toBeNull()
    expect(launchEnd(launching, '2026-01-31')).toBe('2026-04-30')
    expect(launchEnd({}, '2026-01-31')).toBeNull()
  })

  it('asks for what each word needs', () => {
    const problems = (terms: Partial<RewardRule>) =>
      isRewardDealComplete(share(terms)).map(({ field, code }) => `${field} ${code}`)
    const tiers = [{ from: 1, percentage: 30 }]
    expect(problems({ tiers, tierSpan: 'past' })).toEqual(['tierBase required', 'tierMonths required'])
    expect(problems({ tiers, tierMode: 'whole', tierBase: 'ngr', tierSpan: 'lifetime' })).toEqual([])
    expect(problems({ percentage: 1, launchMonths: 2 })).toEqual(['launchPercentage required'])
    expect(problems({ percentage: 1, launchPercentage: 2 })).toEqual(['launchMonths required'])
    expect(problems({ percentage: 1, flatFee: 2 })).toEqual([])
    expect(problems({ tiers, tierMode: 'whole', tierBase: 'commission' })).toEqual(['tierSpan invalid_choice'])
    expect(problems({ tiers, tierMode: 'whole', tierBase: 'commission', tierSpan: 'best' })).toEqual([])
    expect(problems({ percentage: 1, flatFeePer: 'once' })).toEqual(['flatFee required'])
    expect(problems({ percentage: 1, flatFeeMinimums: [{ fact: 'ngr', amount: 1 }] })).toEqual(['flatFee required'])
    expect(problems({ percentage: 1, flatFee: 2, flatFeeMinimums: [{ fact: 'ngr', amount: 0 }] })).toEqual([
      'flatFeeMinimums.0.amount too_small',
    ])
  })
})
