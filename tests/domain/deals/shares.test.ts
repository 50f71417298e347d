import { describe, expect, it } from 'vitest'
import { earned } from '../../../src/domain/commission/commission.ts'
import type { RewardRule } from '../../../src/domain/commission/rewardRules.ts'
import { rewardDealIsWhole } from '../../../src/domain/deals/dealRules.ts'
import type { MinimumTotals } from '../../../src/domain/deals/minimums.ts'

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
    const result = earned({ rule: { ...rule, deductions }, sums, deposits: '2000' })
    expect(result.amount.toFixed()).toBe('215.01')
    expect(
      result.steps.flatMap((step) => (step.kind === 'deduction' ? [`${step.name} ${step.of} ${step.amount}`] : [])),
    ).toEqual(['tax ggr 120', 'depositFee deposits 30', 'jackpot turnover 33.3'])
    expect(() => earned({ rule: { ...rule, deductions }, sums })).toThrow('deposits')
  })

  it('takes nothing of a negative measure', () => {
    const lost = { ...sums, payout: '11000' }
    const deductions = [{ kind: 'tax', percentage: 12 }] as const
    const result = earned({ rule: { ...rule, deductions }, sums: lost, carryOver: 'full' })
    expect(result.closingBalance.toFixed()).toBe('-330')
  })

  it('pays no more of a period than its ceiling, of players as well', () => {
    expect(earned({ rule: { ...rule, ceiling: 200 }, sums }).amount.toFixed()).toBe('200')
    expect(earned({ rule: { ...rule, ceiling: 270 }, sums }).steps.at(-1)!.kind).toBe('rate')
    const cpa: RewardRule = { productType: 'cpa', subType: 'player', calculation: 'fixed', value: 100, ceiling: 250 }
    expect(earned({ rule: cpa, sums, qualifiedPlayers: 3 }).amount.toFixed()).toBe('250')
    expect(earned({ rule: cpa, sums, qualifiedPlayers: -3 }).amount.toFixed()).toBe('-300')
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
      earned({ rule: tiered, sums, totals: { ...totals, firstDeposits } }).amount.toFixed()
    expect([4, 5, 9, 10].map(of)).toEqual(['270', '315', '315', '360'])
  })

  it('are refused slice by slice', () => {
    const problems = rewardDealIsWhole({ ...tiered, tierMode: 'marginal' })
    expect(problems).toEqual([{ field: 'tierMode', code: 'invalid_choice', values: { choices: 'whole' } }])
    expect(
      rewardDealIsWhole({
        ...rule,
        deductions: [
          { kind: 'tax', percentage: 1 },
          { kind: 'tax', percentage: 2 },
        ],
      }),
    ).toEqual([{ field: 'deductions.1.kind', code: 'duplicate_items' }])
  })
})
