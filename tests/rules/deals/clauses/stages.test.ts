import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { isRewardDealComplete } from '#rules/deals/dealRules.ts'
import { approvalDayOf, type DealReversal, advanceCases } from '#rules/deals/caseStates.ts'
import { conditionsMetOn, type PlayerFact, type PlayerFacts } from '#rules/deals/conditions.ts'
import { advanceMilestones, milestoneKey, type MilestonePlayers } from '#rules/deals/milestones.ts'
import { entryAmount } from '#rules/commission/commission.ts'
import { cpa } from './reckon.ts'

/** What a player did: the day in March, what, and how much. */
type Deed = readonly [day: string, type: 'deposit' | 'bet', amount: string]

interface StagedClause {
  readonly clause: string
  readonly terms: RewardRule
  readonly deeds: readonly Deed[]
  readonly blows?: readonly DealReversal[]
  /** What is paid on which days, by hand. */
  readonly pays: Readonly<Record<string, string>>
}

const nothing = { turnover: 0, payout: 0, bonus: 0, chargebacks: 0 }

function factsOf(deeds: readonly Deed[]): PlayerFacts {
  const first = deeds.find(([, type]) => type === 'deposit')
  const mark = (day: string) => ({ day, at: `${day}T12:00:00.000Z` })
  return {
    marks: { registration: mark('2026-03-01'), ...(first ? { firstDeposit: mark(first[0]) } : {}) },
    firstDepositAmount: first?.[2] ?? null,
    country: null,
    deeds: deeds.map(([day, type, amount]): PlayerFact => {
      const product = type === 'deposit' ? 'none' : 'games'
      return { day, type, product, count: 1, sum: amount, max: amount, first: amount }
    }),
  }
}

/** The entries of a single player, day by day, as closes write them. */
function paid(rule: RewardRule, facts: PlayerFacts, blows: readonly DealReversal[]): Record<string, string> {
  const [from, to] = ['2026-03-01', '2026-04-30']
  const met = conditionsMetOn(rule, facts, { from, until: 'infinity', to })
  if (met === null) return {}
  const whole = {
    player: 1,
    metDay: met,
    approvalDay: approvalDayOf(rule, met),
    paidDay: null,
    endedDay: null,
    endedBy: null,
  }
  advanceCases({ cases: [whole], blows: new Map([[1, blows]]), countedBefore: new Map(), ruleOn: () => rule, from, to })
  const stages = advanceMilestones({ rule, facts, whole, blows, kept: [], to })
  const turns = [whole.paidDay, whole.endedDay, ...stages.flatMap(({ day, endedDay }) => [day, endedDay])]
  const sumTo = (day: string) => {
    const counts = (from: string | null, until: string | null) =>
      (from !== null && from <= day ? 1 : 0) - (until !== null && until <= day ? 1 : 0)
    const staged: MilestonePlayers = Object.fromEntries(
      stages.map((each) => [milestoneKey(each), counts(each.day, each.endedDay)]),
    )
    return computeCommission({
      rule,
      sums: nothing,
      qualifiedPlayers: counts(whole.paidDay, whole.paidDay === null ? null : whole.endedDay),
      staged,
    }).amount
  }
  let before = '0'
  const entries: Record<string, string> = {}
  for (const day of [...new Set(turns.filter((turn) => turn !== null))].sort()) {
    const now = sumTo(day).toFixed()
    const amount = entryAmount({ earned: now, earnedBefore: before })
    if (amount !== '0.00') entries[day] = amount
    before = now
  }
  return entries
}

const atDeposit = { conditions: [{ fact: 'firstDeposit', amount: 20 }] } as const

const clauses: readonly StagedClause[] = [
  {
    clause: '250: half at the first deposit, half once 500 was wagered',
    terms: cpa({ value: 50, ...atDeposit, stages: [{ value: 50, fact: 'wagerSum', amount: 500 }] }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-03-05', 'bet', '499.99'],
      ['2026-03-09', 'bet', '0.01'],
      ['2026-03-10', 'bet', '1000'],
    ],
    pays: { '2026-03-02': '50.00', '2026-03-09': '50.00' },
  },
  {
    clause: '251: the second part within 30 days of the first deposit: on the thirtieth day it counts',
    terms: cpa({
      value: '33.335',
      ...atDeposit,
      stages: [{ value: '66.67', fact: 'wagerSum', amount: 500, within: 30, since: 'firstDeposit' }],
    }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-04-01', 'bet', '500'],
    ],
    // 33.335 is rounded once, up; both together come to 100.005
    pays: { '2026-03-02': '33.34', '2026-04-01': '66.67' },
  },
  {
    clause: '252: the same, a day later: the second part is gone',
    terms: cpa({
      value: 30,
      ...atDeposit,
      stages: [{ value: 70, fact: 'wagerSum', amount: 500, within: 30, since: 'firstDeposit' }],
    }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-04-02', 'bet', '500'],
    ],
    pays: { '2026-03-02': '30.00' },
  },
  {
    clause: '253: 5 for a registration, 45 more for a first deposit of 50, 100 more with the third deposit',
    terms: cpa({
      value: 5,
      stages: [
        { value: 45, fact: 'firstDeposit', amount: 50 },
        { value: 100, fact: 'depositCount', amount: 3 },
      ],
    }),
    deeds: [
      ['2026-03-03', 'deposit', '49.99'],
      ['2026-03-04', 'deposit', '500'],
      ['2026-03-20', 'deposit', '10'],
    ],
    // A first deposit below 50 stays one.
    pays: { '2026-03-01': '5.00', '2026-03-20': '100.00' },
  },
  {
    clause: '254: both parts on one day where both milestones are reached on it',
    terms: cpa({ value: 40, ...atDeposit, stages: [{ value: 60, fact: 'depositSum', amount: 100 }] }),
    deeds: [['2026-03-07', 'deposit', '100']],
    pays: { '2026-03-07': '100.00' },
  },
  {
    clause:
      '255: what was reached before the first part waits for it: a hold of 10 days on the first, none on the second',
    terms: cpa({
      value: 40,
      ...atDeposit,
      holdDays: 10,
      stages: [{ value: 60, fact: 'wagerSum', amount: 100, holdDays: 0 }],
    }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-03-03', 'bet', '100'],
    ],
    pays: { '2026-03-12': '100.00' },
  },
  {
    clause: '256: a stage is held as the reward says where it says nothing',
    terms: cpa({ value: 40, ...atDeposit, holdDays: 10, stages: [{ value: 60, fact: 'wagerSum', amount: 100 }] }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-03-08', 'bet', '100'],
    ],
    pays: { '2026-03-12': '40.00', '2026-03-18': '60.00' },
  },
  {
    clause: '257: after a charge-back the second part is taken back, the first is kept',
    terms: cpa({
      value: 40,
      ...atDeposit,
      clawBack: 'none',
      stages: [{ value: 60, fact: 'wagerSum', amount: 100, clawBack: 'chargeback', clawBackDays: 14 }],
    }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-03-08', 'bet', '100'],
    ],
    blows: [{ day: '2026-03-22', by: 'chargeback' }],
    pays: { '2026-03-02': '40.00', '2026-03-08': '60.00', '2026-03-22': '-60.00' },
  },
  {
    clause: '258: the fifteenth day is too late to take it back',
    terms: cpa({
      value: 40,
      ...atDeposit,
      stages: [{ value: 60, fact: 'wagerSum', amount: 100, clawBack: 'chargeback', clawBackDays: 14 }],
    }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-03-08', 'bet', '100'],
    ],
    blows: [{ day: '2026-03-23', by: 'chargeback' }],
    pays: { '2026-03-02': '40.00', '2026-03-08': '60.00' },
  },
  {
    clause: '259: once the first part is taken back, the second is not due any more',
    terms: cpa({ value: 40, ...atDeposit, clawBack: 'any', stages: [{ value: 60, fact: 'wagerSum', amount: 100 }] }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-03-08', 'bet', '100'],
    ],
    blows: [{ day: '2026-03-05', by: 'chargeback' }],
    pays: { '2026-03-02': '40.00', '2026-03-05': '-40.00' },
  },
  {
    clause: '260: who is barred gets no further part; what was paid is kept where nothing takes it back',
    terms: cpa({ value: 40, ...atDeposit, stages: [{ value: 60, fact: 'wagerSum', amount: 100, holdDays: 7 }] }),
    deeds: [
      ['2026-03-02', 'deposit', '20'],
      ['2026-03-08', 'bet', '100'],
    ],
    blows: [{ day: '2026-03-15', by: 'barred' }],
    pays: { '2026-03-02': '40.00' },
  },
]

describe('clauses of values in stages', () => {
  it.each(clauses)('$clause', ({ terms, deeds, blows = [], pays }) => {
    expect(isRewardDealComplete(terms)).toEqual([])
    expect(paid(terms, factsOf(deeds), blows)).toEqual(pays)
  })

  it('pays no part again that was paid, whatever is told late', () => {
    const terms = cpa({ value: 50, ...atDeposit, stages: [{ value: 50, fact: 'wagerSum', amount: 500 }] })
    const whole = {
      player: 1,
      metDay: '2026-03-02',
      approvalDay: '2026-03-02',
      paidDay: '2026-03-02',
      endedDay: null,
      endedBy: null,
    }
    const facts = factsOf([
      ['2026-03-02', 'deposit', '20'],
      ['2026-03-20', 'bet', '500'],
    ])
    const kept = [{ stage: 2, value: '45.00', day: '2026-03-10' }]
    expect(advanceMilestones({ rule: terms, facts, whole, blows: [], kept, to: '2026-04-30' })).toEqual([
      { ...kept[0], endedDay: null },
    ])
  })

  it('refuses a window without its beginning, days of no claw-back, and money that a cap could not count', () => {
    const stages = [{ value: 50, fact: 'wagerSum', amount: 500, within: 3, clawBackDays: 5 }] as const
    const caps = [{ per: 'month', measure: 'money', atMost: 100 }] as const
    expect(isRewardDealComplete(cpa({ value: 50, stages, caps })).map(({ field, code }) => `${field} ${code}`)).toEqual(
      ['stages.0.since required', 'stages.0.clawBack required', 'caps.0.measure not_applicable'],
    )
  })
})
