import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { isRewardDealComplete } from '#rules/deals/dealRules.ts'
import { playerTierValue, type PlayerFacts, type PlayerFact } from '#rules/deals/conditions.ts'
import { Decimal, roundMoney } from '#engine/values/money.ts'
import { cpa } from './reckon.ts'

const deed = (type: string, sum: string, day = '2026-01-05'): PlayerFact => ({
  day,
  type,
  product: type === 'deposit' ? 'none' : 'games',
  count: 1,
  sum,
  max: sum,
  first: sum,
})
const player = (deeds: readonly PlayerFact[]): PlayerFacts => {
  const first = deeds.find(({ type }) => type === 'deposit')
  return {
    marks: first ? { firstDeposit: { day: first.day, at: `${first.day}T12:00:00Z` } } : {},
    firstDepositAmount: first?.sum ?? null,
    country: null,
    deeds,
  }
}
const deposits = (...amounts: readonly string[]) => amounts.map((amount) => player([deed('deposit', amount)]))

interface BandClause {
  readonly clause: string
  readonly terms: RewardRule
  readonly players: readonly PlayerFacts[]
  /** By hand. */
  readonly paid: string
}

const clauses: readonly BandClause[] = [
  {
    clause: '130: 30 for first deposits of 20 to 49, 60 from 50 on: 49.99 is below 50',
    terms: cpa({ value: 30, bandFact: 'firstDeposit', bands: [{ from: 50, value: 60 }] }),
    players: deposits('20', '49.99', '50', '500'),
    paid: '180.00',
  },
  {
    clause: '131: nothing below 10, then 15, 40 and 120 by all that a player deposited by the day it counts',
    terms: cpa({
      value: 0,
      bandFact: 'depositSum',
      bands: [
        { from: 500, value: 120 },
        { from: 10, value: 15 },
        { from: 100, value: 40 },
      ],
    }),
    players: [
      player([deed('deposit', '9.99')]),
      player([deed('deposit', '60'), deed('deposit', '40')]),
      player([deed('deposit', '60'), deed('deposit', '440', '2026-01-06')]),
    ],
    // 0 + 40 + 15: what comes a day later does not count
    paid: '55.00',
  },
  {
    clause: '132: 50 for a player, 75.55 where it brought more revenue than it cost, from 100 on',
    terms: cpa({ value: 50, bandFact: 'ngr', bands: [{ from: 100, value: '75.55' }] }),
    players: [
      player([deed('bet', '300'), deed('win', '190'), deed('bonus', '10')]),
      player([deed('bet', '300'), deed('win', '190'), deed('bonus', '10.01')]),
      player([]),
    ],
    paid: '175.55',
  },
  {
    clause: '133: by size, and at most 100 a month',
    terms: cpa({ value: 30, ceiling: 100, bandFact: 'firstDeposit', bands: [{ from: 50, value: 60 }] }),
    players: deposits('60', '60'),
    paid: '100.00',
  },
]

describe('a value by the size of the player', () => {
  it.each(clauses)('$clause', ({ terms, players, paid }) => {
    const values = players.map((facts) => playerTierValue(terms, facts, '2026-01-05'))
    const result = computeCommission({
      rule: terms,
      sums: { turnover: 0, payout: 0, bonus: 0, chargebacks: 0 },
      qualifiedPlayers: players.length,
      playersValue: values.reduce((sum, value) => sum.plus(value!), new Decimal(0)),
    })
    expect(roundMoney(result.amount)).toBe(paid)
  })

  it('is that of all players where the reward has no bands', () => {
    expect(playerTierValue(cpa({ value: 30 }), player([]), '2026-01-05')).toBeNull()
  })

  it('says what it goes by, and begins at different sizes', () => {
    const problems = (terms: Partial<RewardRule>) =>
      isRewardDealComplete(cpa({ value: 1, ...terms })).map(({ field, code }) => `${field} ${code}`)
    const bands = [{ from: 5, value: 2 }]
    expect(problems({ bands })).toEqual(['bandFact required'])
    expect(problems({ bandFact: 'ngr' })).toEqual(['bands required'])
    expect(problems({ bandFact: 'ngr', bands: [...bands, ...bands] })).toEqual(['bands.1.from duplicate_items'])
    const caps = [{ per: 'day', measure: 'money', atMost: 100 }] as const
    expect(problems({ bandFact: 'ngr', bands, caps })).toEqual(['caps.0.measure not_applicable'])
  })
})
