import { describe, expect, it } from 'vitest'
import { amountsOf, rewardSaysCurrencies, ruleIn } from '#rules/commission/ruleAmounts.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'

const share: RewardRule = { productType: 'bets', subType: 'ngr', calculation: 'fixed', percentage: 30 }
const tiers = [
  { from: 0, percentage: 10 },
  { from: 2000, percentage: 20 },
]
const dynamic: RewardRule = { ...share, calculation: 'dynamic', tiers }
const cpa: RewardRule = { productType: 'cpa', subType: 'player', calculation: 'fixed', value: 50 }

const shown = (rule: RewardRule) => amountsOf(rule).map(({ kind, amount }) => `${kind} ${amount.toFixed()}`)

describe('amountsOf', () => {
  it.each<[string, RewardRule, string[]]>([
    ['a share', share, []],
    ['tiers over the base', dynamic, ['tier 2000']],
    ['tiers over deposits', { ...dynamic, tierBase: 'deposits' }, ['tier 2000']],
    ['tiers over commission', { ...dynamic, tierBase: 'commission' }, ['tier 2000']],
    ['tiers over players', { ...dynamic, tierBase: 'activePlayers' }, []],
    ['tiers that a fixed rate does not read', { ...share, tiers }, []],
    ['CPA', cpa, ['value 50']],
    ['CPA of 0', { ...cpa, value: 0 }, []],
    [
      'CPA by number of players',
      { ...cpa, calculation: 'dynamic', value: 0, tiers: [{ from: 3, value: 70 }] },
      ['value 70'],
    ],
    [
      'CPA by deposits',
      { ...cpa, calculation: 'dynamic', value: 0, tierBase: 'deposits', tiers: [{ from: 300, value: 70 }] },
      ['tier 300', 'value 70'],
    ],
    ['a minimum of players', { ...share, minimums: [{ fact: 'firstDeposits', amount: 5 }] }, []],
    ['a minimum of deposits', { ...share, minimums: [{ fact: 'deposits', amount: 5 }] }, ['minimum 5']],
    ['a minimum in percent', { ...share, minimums: [{ fact: 'conversion', amount: 5 }] }, []],
    [
      'a minimum of small deposits',
      { ...share, minimums: [{ fact: 'smallDeposits', amount: 30, upTo: 10 }] },
      ['minimum 10'],
    ],
    ['limits', { ...share, ceiling: 100, floor: 10, quarantineAbove: 9 }, ['limit 100', 'limit 10', 'limit 9']],
    ['a fee', { ...share, flatFee: 500 }, ['fee 500']],
    [
      'conditions',
      {
        ...cpa,
        conditions: [
          { fact: 'depositSum', amount: 20 },
          { fact: 'rounds', amount: 30 },
          { fact: 'wagerSum', amount: 3, timesOf: 'firstDeposit' },
        ],
      },
      ['value 50', 'condition 20'],
    ],
    [
      'a trigger that is an amount',
      { ...cpa, triggerCondition: 'deposit', triggerOperation: 'sum', triggerComparison: '>= 20' },
      ['value 50', 'condition 20'],
    ],
    [
      'a trigger that is a number',
      { ...cpa, triggerCondition: 'deposit', triggerOperation: 'count', triggerComparison: '>= 2' },
      ['value 50'],
    ],
    [
      'bands, stages and overrides',
      {
        ...cpa,
        bandFact: 'firstDeposit',
        bands: [{ from: 100, percentage: 20, atMost: 90 }],
        stages: [{ value: 7, fact: 'depositSum', amount: 8 }],
        overrides: [{ country: 'AR', value: 6 }],
      },
      ['value 50', 'value 7', 'condition 8', 'value 6', 'condition 100', 'limit 90'],
    ],
  ])('finds what of a rule is money: %s', (_, rule, expected) => {
    expect(shown(rule).toSorted()).toEqual(expected.toSorted())
  })
})

describe('ruleIn', () => {
  it('replaces each amount by what is said of its kind, else of all', () => {
    const rule: RewardRule = {
      ...cpa,
      triggerCondition: 'deposit',
      triggerOperation: 'sum',
      triggerComparison: '>= 50',
      currencyAmounts: [
        { currency: 'JPY', own: 50, amount: 1500 },
        { currency: 'JPY', own: '50.00', amount: 700, of: 'condition' },
      ],
    }
    expect(ruleIn(rule, 'JPY')).toMatchObject({ value: '1500', triggerComparison: '>= 700' })
    expect(ruleIn(rule, 'USD')).toBeNull()
    expect(ruleIn(share, 'USD')).toEqual(share)
  })
})

describe('rewardSaysCurrencies', () => {
  const row = { currency: 'USD', own: 2000, amount: 400 }
  it.each<[string, readonly (typeof row & { of?: 'tier' | 'fee' })[], string[]]>([
    ['all amounts', [row], []],
    ['none', [], []],
    ['one twice', [row, row], ['currencyAmounts.1.own duplicate_items']],
    ['one that is none', [row, { ...row, own: 9 }], ['currencyAmounts.1.own amount_of_no_rule']],
    [
      'one of another kind',
      [{ ...row, of: 'fee' }],
      ['currencyAmounts.0.own amount_of_no_rule', 'currencyAmounts amount_missing'],
    ],
    ['its own currency', [{ ...row, currency: 'BRL' }], ['currencyAmounts.0.currency currency_of_rule']],
  ])('names what is wrong: %s', (_, currencyAmounts, expected) => {
    const problems = rewardSaysCurrencies({ ...dynamic, currency: 'BRL', currencyAmounts })
    expect(problems.map(({ field, code }) => `${field} ${code}`)).toEqual(expected)
  })
})
