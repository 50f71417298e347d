import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { CarryOver } from '#rules/commission/constants.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { MinimumTotals } from '#rules/deals/minimums.ts'
import { roundMoney } from '#engine/values/money.ts'
import { cpa, type Month, share } from './reckon.ts'

interface DealMonth extends Pick<Month, 'turnover' | 'payout' | 'bonus' | 'chargebacks'> {
  readonly players?: number
  /** What the affiliate's month came to over all products. */
  readonly totals?: Partial<MinimumTotals>
  readonly deposits?: number | string
  readonly withdrawals?: number | string
}

interface DealClause {
  readonly clause: string
  readonly terms: RewardRule
  readonly carryOver?: CarryOver
  readonly months: readonly DealMonth[]
  /** By hand. */
  readonly paid: readonly string[]
}

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

const clauses: readonly DealClause[] = [
  {
    clause: '76: 20 % with one new depositor in a month, 30 % from the second on, 35 % from the tenth on, of all of it',
    terms: share({
      percentage: 20,
      tiers: [
        { from: 2, percentage: 30 },
        { from: 10, percentage: 35 },
      ],
      tierMode: 'whole',
      tierBase: 'firstDeposits',
    }),
    months: [1, 3, 9, 10].map((firstDeposits) => ({ turnover: '1000.50', totals: { firstDeposits } })),
    // 1000.50 x 0.2, x 0.3, x 0.3, x 0.35 = 350.175: half a cent
    paid: ['200.10', '300.15', '300.15', '350.18'],
  },
  {
    clause: '77: 40 % of what is left after 18 % of costs, bonuses and 2 % of deposits',
    terms: share({ percentage: 40, adminFee: 18, deductions: [{ kind: 'depositFee', percentage: 2 }] }),
    months: [{ turnover: 30_000, payout: 20_000, bonus: 500, deposits: 12_000 }],
    // 10000 - 1800 - 500 - 240 = 7460
    paid: ['2984.00'],
  },
  {
    clause: '242: 40 % of what is left after 2 % of deposits and 1.5 % of withdrawals',
    terms: share({
      percentage: 40,
      deductions: [
        { kind: 'depositFee', percentage: 2 },
        { kind: 'withdrawalFee', percentage: 1.5 },
      ],
    }),
    months: [
      { turnover: 30_000, payout: 20_000, deposits: 12_000, withdrawals: '8000.33' },
      { turnover: 100, deposits: 5000, withdrawals: 100 },
    ],
    // 10000 - 240 - 120.00495 = 9639.99505; 100 - 100 - 1.50 is a loss
    paid: ['3856.00', '0.00'],
  },
  {
    clause: '78: tax of 15 % and a provider fee of 12 % of what players lose, jackpots of 1 % of stakes, then 35 %',
    terms: share({
      subType: 'ggr',
      percentage: 35,
      deductions: [
        { kind: 'tax', percentage: 15 },
        { kind: 'providerFee', percentage: 12 },
        { kind: 'jackpot', percentage: 1 },
      ],
    }),
    months: [{ turnover: 50_000, payout: 45_000 }],
    // 5000 - 750 - 600 - 500 = 3150
    paid: ['1102.50'],
  },
  {
    clause: '79: in a losing month nothing is taken for tax, and jackpots are; what is lost is carried',
    terms: share({
      subType: 'ggr',
      percentage: 30,
      deductions: [
        { kind: 'tax', percentage: 20 },
        { kind: 'jackpot', percentage: 1 },
      ],
    }),
    carryOver: 'full',
    months: [
      { turnover: 1000, payout: 1100 },
      { turnover: 250, payout: 0 },
    ],
    // -100 - 10 = -110, x 0.3 = -33; 250 - 50 - 2.50 = 197.50, x 0.3 = 59.25, less 33
    paid: ['0.00', '26.25'],
  },
  {
    clause: '80: 30 %, at most 5,000 a month',
    terms: share({ percentage: 30, ceiling: 5000 }),
    months: [{ turnover: '16666.66' }, { turnover: 16_667 }, { turnover: 90_000 }],
    // 4999.998; 5000.10; 27000
    paid: ['5000.00', '5000.00', '5000.00'],
  },
  {
    clause: '81: nothing with fewer than three new depositors over all products; from three on all of it',
    terms: share({ percentage: 25, minimums: [{ fact: 'firstDeposits', amount: 3 }] }),
    months: [2, 3].map((firstDeposits) => ({ turnover: 400, totals: { firstDeposits } })),
    paid: ['0.00', '100.00'],
  },
  {
    clause: '82: more than 500 of stakes: 500 itself is not more',
    terms: share({ percentage: 10, minimums: [{ fact: 'turnover', comparator: 'moreThan', amount: 500 }] }),
    months: [
      { turnover: 500, totals: { turnover: 500 } },
      { turnover: '500.01', totals: { turnover: '500.01' } },
    ],
    // 50.001
    paid: ['0.00', '50.00'],
  },
  {
    clause: '83: 100 for each player, 130 where the deposits of the month reach 10,000',
    terms: cpa({ value: 100, tiers: [{ from: 10_000, value: 130 }], tierMode: 'whole', tierBase: 'deposits' }),
    months: ['9999.99', '10000.00'].map((deposits) => ({ players: 7, totals: { deposits } })),
    paid: ['700.00', '910.00'],
  },
  {
    clause: '84: 90 for each player, at most 1,000 a month',
    terms: cpa({ value: 90, ceiling: 1000 }),
    months: [11, 12].map((players) => ({ players })),
    paid: ['990.00', '1000.00'],
  },
  {
    clause: '85: half of the bonuses is borne by the affiliate',
    terms: share({ subType: 'ggr', percentage: 25, deductions: [{ kind: 'bonus', percentage: 50 }] }),
    months: [{ turnover: 3000, payout: 2000, bonus: 301 }],
    // 1000 - 150.50 = 849.50, x 0.25 = 212.375: half a cent
    paid: ['212.38'],
  },
  {
    clause: '86: two minimums of a month must both be reached, and a loss counts without them',
    terms: share({
      percentage: 50,
      minimums: [
        { fact: 'registrations', amount: 5 },
        { fact: 'deposits', amount: 1000 },
      ],
    }),
    carryOver: 'full',
    months: [
      { payout: 100, totals: { registrations: 0 } },
      { turnover: 500, totals: { registrations: 9, deposits: '999.99' } },
      { turnover: 500, totals: { registrations: 5, deposits: 1000 } },
    ],
    // -50; held back, so that -50 stays; 250 - 50
    paid: ['0.00', '0.00', '200.00'],
  },
]

function payouts({ terms, months, carryOver = 'none' }: DealClause): string[] {
  let openingBalance = '0'
  return months.map(({ players, totals, deposits, withdrawals, ...sums }) => {
    const result = computeCommission({
      rule: terms,
      sums: { turnover: 0, payout: 0, bonus: 0, chargebacks: 0, ...sums },
      ...(players === undefined ? {} : { qualifiedPlayers: players }),
      totals: { ...nothing, ...totals },
      deposits: deposits ?? 0,
      withdrawals: withdrawals ?? 0,
      carryOver,
      openingBalance,
    })
    openingBalance = result.closingBalance.toFixed()
    return roundMoney(result.amount)
  })
}

describe('a clause in the words of a deal', () => {
  it.each(clauses)('$clause', (clause) => {
    expect(payouts(clause)).toEqual(clause.paid)
  })
})
