import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { MinimumTotals } from '#rules/deals/minimums.ts'
import { quarantine, type QuarantinedWin, standingWins } from '#rules/deals/quarantine.ts'
import { playerParts } from '#rules/deals/playerShares.ts'
import { excessOf } from '#rules/deals/playerCeiling.ts'
import { Decimal, roundMoney } from '#engine/values/money.ts'
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
  it('117: 5 % of what players deposited', () => {
    const rule = share({ subType: 'deposits', percentage: 5 })
    const given = { rule, sums: { ...sums, turnover: 10, payout: 400 }, deposits: 1050 }
    expect(roundMoney(computeCommission(given).amount)).toBe('52.50')
  })
  it('105: a theoretical base less what was charged back', () => {
    const edges = [
      { gameGroup: 'slots', percentage: 3.71 },
      { gameGroup: 'table', percentage: 2.57 },
      { gameGroup: 'videopoker', percentage: 0.94 },
      { gameGroup: 'blackjack', percentage: 1.26 },
    ]
    const deductions = [{ kind: 'costs' as const, percentage: 100 }]
    const rule = share({ subType: 'theoretical', percentage: 35, edges, deductions })
    const stakes = { slots: 10_000, table: 1000, videopoker: 2000, blackjack: 5000 }
    const groups = Object.fromEntries(
      Object.entries(stakes).map(([group, staked]) => {
        const turnover = new Decimal(staked)
        return [group, { turnover, ggr: turnover, bonus: new Decimal(0) }]
      }),
    )
    const found = computeCommission({
      rule,
      sums: { ...sums, turnover: 18_000, payout: 30_000, chargebacks: 50 },
      groups,
    })
    // (371 + 25.70 + 18.80 + 63 - 50) x 0.35 = 149.975
    expect(roundMoney(found.amount)).toBe('149.98')
  })
  it.each([
    [
      '81',
      { quarantineMonths: 12 },
      ['2030-01-01', '2030-06-01', '2031-01-01', '2031-02-01'],
      [{ 1: -60_000, 2: 1000 }, { 1: 10_000 }, { 1: 500 }, { 1: 1000 }],
      ['300.00', '0.00', '0.00', '300.00'],
    ],
    [
      '83',
      { quarantineBy: 'month' as const },
      ['2030-01-01', '2030-02-01', '2030-03-01'],
      [
        { 1: -100_000, 2: 16_666.67 },
        { 1: 95_000, 2: 16_666.67 },
        { 1: 50_000, 2: 16_666.67 },
      ],
      ['0.00', '5000.00', '20000.00'],
    ],
  ] as const)(
    '%s: a win above 50,000 stands apart until it is forgotten, or made good',
    (_, terms, months, won, paid) => {
      const rule = share({ percentage: 30, quarantineAbove: 50_000, ...terms })
      let apart: readonly QuarantinedWin[] = []
      const amounts = months.map((month, index) => {
        const results = Object.entries(won[index]!).map(([player, result]) => [Number(player), result] as const)
        const standing = standingWins(rule, apart, month)
        const players = [...new Set([...results.map(([player]) => player), ...standing.map(([player]) => player)])].map(
          (player) => ({
            player,
            result: results.find(([one]) => one === player)?.[1] ?? 0,
            apart: standing.filter(([one]) => one === player),
          }),
        )
        const whole = results.reduce((sum, [, result]) => sum + result, 0)
        const own = whole < 0 ? { ...sums, payout: -whole } : { ...sums, turnover: whole }
        const quarantined = quarantine({ terms: rule, base: new Decimal(whole), players, month })
        const found = computeCommission({ rule, sums: own, quarantined })
        apart = found.quarantined!.apart
        return roundMoney(found.amount)
      })
      expect(amounts).toEqual(paid)
    },
  )
  it('39: no more than 200 of commission on a player, ever', () => {
    const rule = share({
      percentage: 30,
      playerCeiling: 'amount',
      playerCeilingAmount: 200,
      playerCeilingOf: 'commission',
      playerCeilingOver: 'life',
    })
    const worth = (...results: number[]) =>
      excessOf(
        rule,
        results.map((result) => ({ result, deposits: 0 })),
      )
    const paid = (turnover: number, cut: Decimal) =>
      roundMoney(computeCommission({ rule, sums: { ...sums, turnover }, cut }).amount)
    expect([paid(500, worth(500)), paid(600, worth(900, 200).minus(worth(500)))]).toEqual(['150.00', '110.00'])
  })
  it('99: an admin fee of 10 % on players of Australia, of 35 % on all others', () => {
    const adminFee = (country: string, percentage: number) => ({ kind: 'adminFee' as const, country, percentage })
    const rule = share({ percentage: 30, deductions: [adminFee('au', 10), adminFee('others', 35)] })
    const thousand = new Decimal(1000)
    const countries = { AU: { turnover: thousand, ggr: thousand, bonus: new Decimal(0) } }
    const found = computeCommission({ rule, sums: { ...sums, turnover: 11_000 }, countries })
    expect(roundMoney(found.amount)).toBe('2220.00')
    expect(found.steps).toContainEqual(expect.objectContaining({ country: 'OTHERS', base: '10000', amount: '3500' }))
  })
  it('60: 5 % of players that brought up to 500, 25 % of those that brought more', () => {
    const rule = share({ percentage: 5, bandComparator: 'moreThan', bands: [{ from: 500, percentage: 25 }] })
    const life = (turnover: string) => ({
      registered: null,
      counted: null,
      rows: [
        {
          day: '2030-01-05',
          product: 'games' as const,
          turnover,
          payout: '0',
          bonus: '0',
          chargebacks: '0',
          deposits: '0',
        },
      ],
    })
    const parts = playerParts(rule, [life('500'), life('501')], { from: '2030-01-01', to: '2030-01-31' })
    const slices = parts.map(({ percentage, sums: own }) => ({ percentage, sums: own.games }))
    const found = computeCommission({ rule, sums: { ...sums, turnover: 500 }, parts: slices })
    expect([slices.length, roundMoney(found.amount)]).toEqual([1, '150.25'])
  })
})
