import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { MinimumTotals } from '#rules/deals/minimums.ts'
import { roundMoney } from '#engine/values/money.ts'
import { cpa, share } from './reckon.ts'

const totals = (given: Partial<MinimumTotals> = {}): MinimumTotals => ({
  registrations: 0,
  firstDeposits: 0,
  depositCount: 0,
  deposits: 0,
  turnover: 0,
  ggr: 0,
  ngr: 0,
  activePlayers: 0,
  ...given,
})
const sums = { turnover: 0, payout: 0, bonus: 0, chargebacks: 0 }

describe('clauses of public terms', () => {
  it('134: a fee of the 16 days of 31 that the affiliate had, beside 2 players', () => {
    const rule = cpa({ value: 50, flatFee: 500, flatFeeProrated: true })
    const given = { rule, sums, qualifiedPlayers: 2, totals: totals(), feeMoved: true }
    // 100 + 500 x 16 / 31 = 358.0645
    expect(roundMoney(computeCommission({ ...given, monthPart: { days: 16, of: 31 } }).amount)).toBe('358.06')
    expect(roundMoney(computeCommission(given).amount)).toBe('600.00')
  })
  it.each([
    ['86', 5, [1000, 1000], [3, 5], ['0.00', '200.00']],
    ['88', 1, [900, 600], [0, 1], ['0.00', '150.00']],
    ['86', 5, [1000, -300, 1000], [3, 5, 5], ['0.00', '100.00', '100.00']],
  ] as const)('%s: what misses %i first deposits waits for a month that has them', (_, amount, ngr, ftd, paid) => {
    const rule = share({ percentage: 10, minimums: [{ fact: 'firstDeposits', amount, missed: 'later' }] })
    let withheld = '0'
    const months = ngr.map((turnover, month) => {
      const own = turnover < 0 ? { ...sums, payout: -turnover } : { ...sums, turnover }
      const given = { rule, sums: own, totals: totals({ firstDeposits: ftd[month]! }), feeMoved: true }
      const result = computeCommission({ ...given, withheld })
      withheld = result.withheld!.toFixed()
      return roundMoney(result.amount)
    })
    expect(months).toEqual(paid)
  })
  it('89: a quota that is not asked for yet pays, whatever came', () => {
    const rule: RewardRule = share({ percentage: 30, minimums: [{ fact: 'firstDeposits', amount: 3, graceMonths: 2 }] })
    const given = { rule, sums: { ...sums, turnover: 1000 }, totals: totals({ firstDeposits: 1 }) }
    expect(roundMoney(computeCommission({ ...given, graced: [0] }).amount)).toBe('300.00')
    expect(roundMoney(computeCommission(given).amount)).toBe('0.00')
  })
})
