import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { isRewardDealComplete } from '#rules/deals/dealRules.ts'
import type { MinimumTotals } from '#rules/deals/minimums.ts'
import type { DealMinimum } from '#rules/deals/terms.ts'

const rule: RewardRule = { productType: 'games', subType: 'ngr', calculation: 'fixed', percentage: 30 }
const sums = { turnover: '10000', payout: '9000', bonus: '100', chargebacks: '0' }
const totals: MinimumTotals = {
  registrations: 20,
  firstDeposits: 10,
  depositCount: 30,
  deposits: '2000',
  turnover: '10000',
  ggr: '1000',
  ngr: '900',
  activePlayers: 0,
}

describe('a share after deductions', () => {
  it('takes each by name of its own base, in exact decimals, each a step', () => {
    // 900 - 12 % of 1,000 - 1.5 % of 2,000 - 0.333 % of 10,000 = 716.70; 30 % = 215.01
    const deductions = [
      { kind: 'tax', percentage: 12 },
      { kind: 'depositFee', percentage: 1.5 },
      { kind: 'jackpot', percentage: 0.333 },
    ] as const
    const result = computeCommission({ rule: { ...rule, deductions }, sums, deposits: '2000' })
    expect(result.amount.toFixed()).toBe('215.01')
    expect(
      result.steps.flatMap((step) => (step.kind === 'deduction' ? [`${step.name} ${step.of} ${step.amount}`] : [])),
    ).toEqual(['tax ggr 120', 'depositFee deposits 30', 'jackpot turnover 33.3'])
    expect(() => computeCommission({ rule: { ...rule, deductions }, sums })).toThrow('deposits')
  })

  it('takes nothing of a negative measure', () => {
    const lost = { ...sums, payout: '11000' }
    const deductions = [{ kind: 'tax', percentage: 12 }] as const
    const result = computeCommission({ rule: { ...rule, deductions }, sums: lost, carryOver: 'full' })
    expect(result.closingBalance.toFixed()).toBe('-330')
  })

  it('pays no more of a period than its ceiling, of players as well', () => {
    expect(computeCommission({ rule: { ...rule, ceiling: 200 }, sums }).amount.toFixed()).toBe('200')
    expect(computeCommission({ rule: { ...rule, ceiling: 270 }, sums }).steps.at(-1)!.kind).toBe('rate')
    const cpa: RewardRule = { productType: 'cpa', subType: 'player', calculation: 'fixed', value: 100, ceiling: 250 }
    expect(computeCommission({ rule: cpa, sums, qualifiedPlayers: 3 }).amount.toFixed()).toBe('250')
    expect(computeCommission({ rule: cpa, sums, qualifiedPlayers: -3 }).amount.toFixed()).toBe('-300')
  })
})

describe('tiers that something else decides', () => {
  const tiers = [
    { from: 5, percentage: 35 },
    { from: 10, percentage: 40 },
  ]
  const tiered: RewardRule = { ...rule, calculation: 'dynamic', tierMode: 'whole', tierBase: 'firstDeposits', tiers }

  it('hold for the whole base', () => {
    const of = (firstDeposits: number) =>
      computeCommission({ rule: tiered, sums, totals: { ...totals, firstDeposits } }).amount.toFixed()
    expect([4, 5, 9, 10].map(of)).toEqual(['270', '315', '315', '360'])
  })

  it('are refused slice by slice', () => {
    const problems = isRewardDealComplete({ ...tiered, tierMode: 'marginal' })
    expect(problems).toEqual([{ field: 'tierMode', code: 'invalid_choice', values: { choices: 'whole' } }])
    expect(
      isRewardDealComplete({
        ...rule,
        deductions: [
          { kind: 'tax', percentage: 1 },
          { kind: 'tax', percentage: 2 },
        ],
      }),
    ).toEqual([{ field: 'deductions.1.kind', code: 'duplicate_items' }])
  })
})

describe('what is asked of the whole traffic, and over months', () => {
  it('is refused where it cannot be told, or says too little', () => {
    const problemsOf = (...minimums: readonly DealMinimum[]) =>
      isRewardDealComplete({ ...rule, minimums }).map(({ field, code }) => `${field} ${code}`)
    const players = { fact: 'firstDeposits', amount: 10 } as const
    expect(problemsOf(players, { ...players, months: 3, missed: 'flag' })).toEqual([])
    expect(problemsOf(players, { ...players, months: 1 })).toEqual(['minimums.1.fact duplicate_items'])
    expect(problemsOf({ fact: 'smallDeposits', comparator: 'atMost', amount: 55 })).toEqual([
      'minimums.0.upTo required',
    ])
    expect(problemsOf({ fact: 'barredPlayers', comparator: 'atMost', amount: 101, upTo: 5, months: 2 })).toEqual([
      'minimums.0.months not_applicable',
      'minimums.0.upTo not_applicable',
      'minimums.0.amount too_large',
    ])
    expect(problemsOf({ fact: 'activePlayers', amount: 1, months: 2 })).toEqual(['minimums.0.months not_applicable'])
  })

  it('pays all of a month that misses what only flags it, and says so', () => {
    const minimums = [{ fact: 'firstDeposits', amount: 30, months: 3, missed: 'flag' }] as const
    const asked = { sums, totals, minimumActuals: ['29'] }
    const flagged = computeCommission({ rule: { ...rule, minimums }, ...asked })
    expect(flagged.amount.toFixed()).toBe('270')
    expect(flagged.steps.find(({ kind }) => kind === 'minimum')).toMatchObject({
      isMet: false,
      isFlag: true,
      months: '3',
    })
    const withheld = computeCommission({
      rule: { ...rule, minimums: [{ ...minimums[0], missed: 'withheld' }] },
      ...asked,
    })
    expect(withheld.amount.toFixed()).toBe('0')
  })
})

describe('players that leave, and wins that commission sets off', () => {
  it('are refused beside what they cannot be told from', () => {
    const problemsOf = (terms: Partial<RewardRule>) =>
      isRewardDealComplete({ ...rule, ...terms }).map(({ field, code }) => `${field} ${code}`)
    expect(problemsOf({ leavesAfterDays: 90, playerRates: [{ afterMonths: 12, percentage: 10 }] })).toEqual([])
    expect(problemsOf({ leavesAfterDays: 90, quarantineAbove: 500 })).toEqual(['quarantineAbove not_applicable'])
    expect(problemsOf({ leavesAfterDays: 90, deductions: [{ kind: 'withdrawalFee', percentage: 1 }] })).toEqual([
      'deductions.0.of not_applicable',
    ])
    expect(problemsOf({ quarantineAbove: 500, quarantineBy: 'commission' })).toEqual([])
    expect(problemsOf({ quarantineBy: 'commission' })).toEqual(['quarantineAbove required'])
    expect(
      problemsOf({ quarantineAbove: 500, quarantineBy: 'commission', launchMonths: 2, launchPercentage: 9 }),
    ).toEqual(['quarantineBy not_applicable'])
  })
})
