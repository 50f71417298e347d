import { describe, expect, it } from 'vitest'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { TriggerCondition, TriggerOperation } from '#rules/commission/constants.ts'
import type { TriggerFacts } from '#rules/commission/triggers.ts'
import { cpa, paidFor, paidForPlayers, payouts, share, together } from './reckon.ts'

const asks = (triggerCondition: TriggerCondition, triggerOperation: TriggerOperation, least: string) => ({
  triggerCondition,
  triggerOperation,
  triggerComparison: `>= ${least}`,
})

interface PlayerClause {
  readonly clause: string
  readonly terms: RewardRule
  readonly players: readonly TriggerFacts[]
  /** By hand. */
  readonly paid: string
}

const clauses: readonly PlayerClause[] = [
  {
    clause: '24: 50 for each player whose first deposit is 100 or more',
    terms: cpa({ value: 50, ...asks('first_deposit', 'first', '100') }),
    players: ['99.99', '100.00', '250.00'].map((firstFirstDeposit) => ({ firstFirstDeposit })),
    paid: '100.00',
  },
  {
    clause: '25: 120 for each player whose deposits add up to 50, in however many parts',
    terms: cpa({ value: 120, ...asks('deposit', 'sum', '50') }),
    players: ['49.99', '50.00', '80.00'].map((depositSum) => ({ depositSum })),
    paid: '240.00',
  },
  {
    clause: '26: a single deposit of 100: 60 and 90 are none',
    terms: cpa({ value: 75, ...asks('deposit', 'max', '100') }),
    players: ['90.00', '100.00'].map((largestDeposit) => ({ largestDeposit })),
    paid: '75.00',
  },
  {
    clause: '27: a player counts with the second deposit',
    terms: cpa({ value: '32.50', ...asks('deposit', 'count', '2') }),
    players: [1, 2, 5].map((depositCount) => ({ depositCount })),
    paid: '65.00',
  },
  {
    clause: '28: a player counts once 200 were staked',
    terms: cpa({ value: 90, ...asks('turnover', 'sum', '200') }),
    players: ['199.99', '200.00', '0'].map((turnover) => ({ turnover })),
    paid: '90.00',
  },
  {
    clause: '29: a player counts with five bets',
    terms: cpa({ value: 40, ...asks('bets', 'count', '5') }),
    players: [4, 5, 6].map((betCount) => ({ betCount })),
    paid: '80.00',
  },
  {
    clause: '30: 65 for each player of whom the house kept 80',
    terms: cpa({ value: 65, ...asks('ggr', 'sum', '80') }),
    players: ['79.99', '80.00', '-300.00'].map((ggr) => ({ ggr })),
    paid: '65.00',
  },
  {
    clause: '31: 3.50 for each registration',
    terms: cpa({ value: '3.50' }),
    players: Array.from({ length: 17 }, () => ({ registrations: 1 })),
    paid: '59.50',
  },
  {
    clause: '32: any first deposit counts, of a cent as well',
    terms: cpa({ value: 10, ...asks('first_deposit', 'count', '1') }),
    players: [0, 1, 1].map((firstDepositCount) => ({ firstDepositCount })),
    paid: '20.00',
  },
  {
    clause: '33: one bet of 25 or more',
    terms: cpa({ value: 15, ...asks('bets', 'max', '25') }),
    players: ['24.99', '25.00', '1000.00'].map((largestBet) => ({ largestBet })),
    paid: '30.00',
  },
]

describe('a clause about players', () => {
  it.each(clauses)('$clause', ({ terms, players, paid }) => {
    expect(paidForPlayers(terms, players)).toBe(paid)
  })

  const byNumber = [
    { from: 1, value: 80 },
    { from: 11, value: 100 },
    { from: 26, value: 120 },
  ]

  it.each([
    [10, '800.00'],
    [11, '1100.00'],
    [25, '2500.00'],
    [26, '3120.00'],
  ])('34: 80, from the 11th player of a month 100, from the 26th 120 for all of them: %s make %s', (count, paid) => {
    expect(paidFor(cpa({ tiers: byNumber, tierMode: 'whole' }), count)).toBe(paid)
  })

  it.each([
    [10, '800.00'],
    // 10 x 80 + 100
    [11, '900.00'],
    // 800 + 15 x 100 + 120
    [26, '2420.00'],
  ])('35: the same, each player at the price of its own place: %s make %s', (count, paid) => {
    expect(paidFor(cpa({ tiers: byNumber, tierMode: 'marginal' }), count)).toBe(paid)
  })

  it('36: at most 50 players of a month are paid, at 100 each', () => {
    const terms = cpa({ value: 100, tiers: [{ from: 51, value: 0 }], tierMode: 'marginal' })
    expect([49, 50, 51, 400].map((count) => paidFor(terms, count))).toEqual([
      '4900.00',
      '5000.00',
      '5000.00',
      '5000.00',
    ])
  })

  it('37: the first ten players of a month are sent for nothing, the others bring 60', () => {
    const terms = cpa({ tiers: [{ from: 11, value: 60 }], tierMode: 'marginal' })
    expect([10, 11, 15].map((count) => paidFor(terms, count))).toEqual(['0.00', '60.00', '300.00'])
  })

  it('38: a hybrid: 50 for each player and 20 % of net revenue beside it', () => {
    const lines = [
      paidFor(cpa({ value: 50 }), 3),
      ...payouts(share({ productType: 'bets', percentage: 20 }), [{ ngr: 400 }]),
    ]
    expect(together(lines)).toBe('230.00')
  })

  it('39: a hybrid whose share is lost keeps what the players brought', () => {
    const lines = [paidFor(cpa({ value: '25.05' }), 2), ...payouts(share({ percentage: 25 }), [{ ngr: -9000 }])]
    expect(together(lines)).toBe('50.10')
  })
})
