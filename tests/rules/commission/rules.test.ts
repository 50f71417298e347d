import { describe, expect, it } from 'vitest'
import { triggerConditions, triggerOperations } from '#rules/commission/constants.ts'
import { profileProblem } from '#rules/commission/profile.ts'
import { qualificationFact, qualifies } from '#rules/commission/qualification.ts'
import { validateReward } from '#rules/commission/rewardRules.ts'
import type { RewardDraft, RewardRule } from '#rules/commission/rewardRules.ts'
import { operationsOf, parseComparison, triggerFactOf, triggerMet } from '#rules/commission/triggers.ts'

const fixed: RewardDraft = {
  productType: 'bets',
  subType: 'ngr',
  calculation: 'fixed',
  adminFee: 12.5,
  percentage: 30,
  value: null,
  tiers: [],
}
const dynamic: RewardDraft = {
  ...fixed,
  calculation: 'dynamic',
  percentage: null,
  tierMode: 'whole',
  tiers: [
    { from: 0, percentage: 25 },
    { from: 7500, percentage: 30 },
  ],
}
const cpa: RewardDraft = { productType: 'cpa', subType: 'player', calculation: 'fixed', value: 250 }
const dynamicCpa: RewardDraft = { ...cpa, calculation: 'dynamic', tiers: [{ from: 3, value: 275 }] }
const trigger = { triggerCondition: 'first_deposit', triggerOperation: 'sum', triggerComparison: '>= 50' } as const

describe('a reward that can be paid by', () => {
  it.each<[string, RewardDraft]>([
    ['a fixed percentage', fixed],
    ['a fixed percentage of 0', { ...fixed, percentage: 0 }],
    ['a fixed percentage beside a value of 0, as forms send it', { ...fixed, value: 0 }],
    ['tiers', dynamic],
    [
      "tiers above the reward's own percentage",
      { ...dynamic, percentage: 25, tiers: [{ from: '7500.00', percentage: '30.0000', value: null }] },
    ],
    ['a value for each player', cpa],
    ['tiers of players', dynamicCpa],
    ['a trigger', { ...fixed, ...trigger }],
    ['a trigger not filled in', { ...fixed, triggerCondition: null, triggerOperation: null, triggerComparison: '' }],
  ])('%s', (_, reward) => {
    expect(validateReward(reward)).toEqual([])
  })
})

describe('a reward that cannot', () => {
  it.each<[string, RewardDraft, string, string]>([
    ['CPA of a measure', { ...cpa, subType: 'ngr' }, 'subType', 'invalid_choice'],
    ['a product of players', { ...fixed, subType: 'player' }, 'subType', 'invalid_choice'],
    ['a fixed reward without percentage', { ...fixed, percentage: null }, 'percentage', 'required'],
    ['a fixed CPA without value', { ...cpa, value: null }, 'value', 'required'],
    ['a product with a value', { ...fixed, value: 10 }, 'value', 'not_applicable'],
    ['CPA with a percentage', { ...cpa, percentage: 10 }, 'percentage', 'not_applicable'],
    ['a percentage above 100', { ...fixed, percentage: '100.0001' }, 'percentage', 'too_large'],
    ['a negative percentage', { ...fixed, percentage: -1 }, 'percentage', 'too_small'],
    ['a negative value', { ...cpa, value: -1 }, 'value', 'too_small'],
    ['an admin fee above 100', { ...fixed, adminFee: 101 }, 'adminFee', 'too_large'],
    ['a fixed reward with tiers', { ...fixed, tiers: [{ from: 0, percentage: 1 }] }, 'tiers', 'not_applicable'],
    ['a dynamic reward without tiers', { ...dynamic, tiers: [] }, 'tiers', 'too_few_items'],
    [
      'too many tiers',
      { ...dynamic, tiers: Array.from({ length: 21 }, (_, from) => ({ from, percentage: 1 })) },
      'tiers',
      'too_many_items',
    ],
    [
      'two tiers from the same place',
      {
        ...dynamic,
        tiers: [
          { from: 7500, percentage: 1 },
          { from: '7500.00', percentage: 2 },
        ],
      },
      'tiers.1.from',
      'duplicate_items',
    ],
    ['a tier below 0', { ...dynamic, tiers: [{ from: -1, percentage: 1 }] }, 'tiers.0.from', 'too_small'],
    [
      'a tier without its rate',
      { ...dynamic, tiers: [{ from: 0, percentage: 1 }, { from: 5 }] },
      'tiers.1.percentage',
      'required',
    ],
    [
      'a tier with a value',
      { ...dynamic, tiers: [{ from: 0, percentage: 1, value: 5 }] },
      'tiers.0.value',
      'not_applicable',
    ],
    [
      'a tier of CPA with a percentage',
      { ...dynamicCpa, tiers: [{ from: 3, percentage: 5, value: 5 }] },
      'tiers.0.percentage',
      'not_applicable',
    ],
    [
      'a tier from half a player',
      { ...dynamicCpa, tiers: [{ from: 2.5, value: 5 }] },
      'tiers.0.from',
      'too_many_decimals',
    ],
    [
      'a trigger without comparison',
      { ...fixed, ...trigger, triggerComparison: null },
      'triggerComparison',
      'required',
    ],
    ['a trigger without condition', { ...fixed, ...trigger, triggerCondition: null }, 'triggerCondition', 'required'],
    [
      'a comparison written otherwise',
      { ...fixed, ...trigger, triggerComparison: '> 50' },
      'triggerComparison',
      'invalid_comparison',
    ],
    [
      'the largest ggr',
      { ...fixed, ...trigger, triggerCondition: 'ggr', triggerOperation: 'max' },
      'triggerOperation',
      'invalid_choice',
    ],
  ])('%s: %s at %s', (_, reward, field, code) => {
    expect(validateReward(reward).map((problem) => [problem.field, problem.code])).toEqual([[field, code]])
  })
})

describe("a trigger's comparison", () => {
  it.each([
    ['>= 50', '50'],
    ['>= 0', '0'],
    ['>= 12.5', '12.5'],
    ['>=100', '100'],
    [' >= 7 ', '7'],
  ])('%j asks for at least %s', (text, threshold) => {
    expect(parseComparison(text)).toBe(threshold)
  })

  it.each([
    '',
    '50',
    '> 50',
    '=> 50',
    '≥ 50',
    '>= ',
    '>= abc',
    '>= -5',
    '>= 1,5',
    '>= 1.',
    '>= 1e3',
    '>= 5 5',
    '>= 50; drop table',
    '== 50',
    '>= 99999999999999',
  ])('%j is written wrong', (text) => {
    expect(parseComparison(text)).toBeNull()
  })
})

describe('a trigger', () => {
  const facts = {
    registrations: 1,
    firstDepositCount: 2,
    firstDepositSum: 3,
    firstFirstDeposit: 4,
    largestFirstDeposit: 5,
    depositCount: 6,
    depositSum: 7,
    firstDeposit: 8,
    largestDeposit: 9,
    betCount: 10,
    turnover: 11,
    firstBet: 12,
    largestBet: 13,
    ggr: 14,
  }

  it.each(
    triggerConditions.flatMap((condition) =>
      operationsOf(condition).map((operation) => [condition, operation] as const),
    ),
  )('on %s %s is met from its threshold on', (triggerCondition, triggerOperation) => {
    const actual = facts[triggerFactOf[triggerCondition][triggerOperation]!]
    const met = (threshold: number) =>
      triggerMet({ trigger: { triggerCondition, triggerOperation, triggerComparison: `>= ${threshold}` }, facts })
    expect([met(actual), met(actual + 0.01)]).toEqual([true, false])
  })

  it('knows every operation of every condition but those of ggr, which has a sum only', () => {
    const missing = triggerConditions.flatMap((condition) =>
      triggerOperations
        .filter((operation) => !operationsOf(condition).includes(operation))
        .map((operation) => `${condition} ${operation}`),
    )
    expect(missing).toEqual(['ggr first', 'ggr count', 'ggr max'])
  })

  it('holds where there is none', () => {
    expect(triggerMet({ trigger: {}, facts: {} })).toBe(true)
  })
})

describe('a player qualifies for CPA', () => {
  const rule = { ...cpa, ...trigger } as RewardRule

  it.each([
    ['49.99', false],
    ['50', true],
  ])('with a first deposit of %s: %s', (firstDepositSum, isQualified) => {
    expect(qualifies({ rule, playerTotals: { firstDepositSum } })).toBe(isQualified)
    expect(qualificationFact(rule)).toBe('firstDepositSum')
  })

  it('by its registration where the reward has no trigger', () => {
    expect(qualificationFact(cpa as RewardRule)).toBe('registrations')
    expect(
      [0, 1].map((registrations) => qualifies({ rule: cpa as RewardRule, playerTotals: { registrations } })),
    ).toEqual([false, true])
  })

  it('for no other reward', () => {
    expect(() => qualifies({ rule: fixed as RewardRule, playerTotals: { registrations: 1 } })).toThrow('CPA')
  })
})

describe('a reward profile', () => {
  const rewards = (...types: RewardRule['productType'][]) => types.map((productType) => ({ productType }))

  it('holds one reward of each product type, in any order', () => {
    expect(profileProblem(rewards('cpa', 'bets', 'lotto', 'games'))).toBeNull()
  })

  it.each([
    [rewards(), [], ['bets', 'games', 'lotto', 'cpa']],
    [rewards('bets', 'games', 'lotto'), [], ['cpa']],
    [rewards('bets', 'bets', 'lotto', 'cpa'), ['bets'], ['games']],
    [rewards('bets', 'games', 'lotto', 'cpa', 'cpa'), ['cpa'], []],
  ])('%j repeats %j and misses %j', (given, repeated, missing) => {
    expect(profileProblem(given)).toEqual({ field: 'rewards', code: 'products_must_differ', repeated, missing })
  })
})
