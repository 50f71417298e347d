import { describe, expect, it } from 'vitest'
import { formulas } from '#resources/measures.ts'
import { computeCommission, entryAmount, periodResult, rewardMeasures } from '#rules/commission/commission.ts'
import type { BaseSums } from '#rules/commission/commission.ts'
import type { CarryOver, TierMode } from '#rules/commission/constants.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { formulaValue } from '#rules/activity/measureValues.ts'
import { roundMoney, sumMoney } from '#engine/values/money.ts'

function buildRule(given: Partial<RewardRule> = {}): RewardRule {
  return { productType: 'bets', subType: 'ngr', calculation: 'fixed', adminFee: 0, percentage: 30, ...given }
}

function buildSums(given: Partial<BaseSums> = {}): BaseSums {
  return { turnover: 0, payout: 0, bonus: 0, chargebacks: 0, ...given }
}

/** Sums whose ngr, ggr and turnover are the base, whatever its sign. */
function sumsOf(base: number | string): BaseSums {
  return Number(base) < 0 ? buildSums({ payout: String(base).slice(1) }) : buildSums({ turnover: base })
}

function earnedOf(rule: RewardRule, base: number | string): string {
  return roundMoney(computeCommission({ rule, sums: sumsOf(base) }).amount)
}

const tiersOfVector6 = [
  { from: 0, percentage: 25 },
  { from: 7500, percentage: 30 },
  { from: 50000, percentage: 35 },
]

describe('measures and fixed rates', () => {
  it('vector 1: turnover 1000, payout 600, bonus 150, admin fee 12.5 %, chargebacks 25 make ngr 175.00; 30 % of it is 52.50', () => {
    const result = computeCommission({
      rule: buildRule({ adminFee: 12.5 }),
      sums: { turnover: 1000, payout: 600, bonus: 150, chargebacks: 25 },
    })
    expect(roundMoney(result.measures!.ggr)).toBe('400.00')
    expect(roundMoney(result.measures!.admin_fee)).toBe('50.00')
    expect(roundMoney(result.measures!.ngr)).toBe('175.00')
    expect(roundMoney(result.amount)).toBe('52.50')
  })

  it('vector 2: 45 % of an ngr of 10.50 is 4.73, rounded half away from zero', () => {
    expect(earnedOf(buildRule({ percentage: 45 }), '10.50')).toBe('4.73')
  })

  it('vector 3: turnover 10,000,000 and payout 9,200,000 make ggr 800,000.00 and margin 8.00 %', () => {
    const { ggr, turnover } = rewardMeasures({ sums: buildSums({ turnover: 10_000_000, payout: 9_200_000 }) })
    expect(roundMoney(ggr)).toBe('800000.00')
    expect(roundMoney(formulaValue(formulas.margin.formula, { ggr, turnover })!.times(100))).toBe('8.00')
  })

  it('takes no admin fee of a negative ggr', () => {
    const { admin_fee, ngr } = rewardMeasures({ sums: buildSums({ turnover: 100, payout: 300 }), adminFee: 20 })
    expect([roundMoney(admin_fee), roundMoney(ngr)]).toEqual(['0.00', '-200.00'])
  })

  it('leaves ratios empty where their divisor is 0', () => {
    expect([
      formulaValue(formulas.margin.formula, { ggr: 0, turnover: 0 }),
      formulaValue(formulas.bonus_index.formula, { bonus: 5, ggr: 0 }),
    ]).toEqual([null, null])
  })

  it.each([
    ['ngr', '75.00'],
    ['ggr', '120.00'],
    ['turnover', '300.00'],
  ] as const)('takes 30 %% of the %s the sub type names: %s', (subType, amount) => {
    const sums = { turnover: 1000, payout: 600, bonus: 100, chargebacks: 50 }
    expect(roundMoney(computeCommission({ rule: buildRule({ subType }), sums }).amount)).toBe(amount)
  })
})

describe('carry-over', () => {
  function months(input: { rule: RewardRule; bases: number[]; carryOver: CarryOver }): {
    amounts: string[]
    balances: string[]
  } {
    let openingBalance = '0'
    const results = input.bases.map((base) => {
      const result = computeCommission({
        rule: input.rule,
        sums: sumsOf(base),
        carryOver: input.carryOver,
        openingBalance,
      })
      openingBalance = result.closingBalance.toFixed()
      return result
    })
    return {
      amounts: results.map((result) => roundMoney(result.amount)),
      balances: results.map((result) => roundMoney(result.closingBalance)),
    }
  }

  it.each([
    {
      vector: 4,
      percentage: 40,
      bases: [3000, -5000, 3000],
      carryOver: 'none',
      amounts: ['1200.00', '0.00', '1200.00'],
      balances: ['0.00', '0.00', '0.00'],
    },
    {
      vector: 4,
      percentage: 40,
      bases: [3000, -5000, 3000],
      carryOver: 'full',
      amounts: ['1200.00', '0.00', '0.00'],
      balances: ['0.00', '-2000.00', '-800.00'],
    },
    {
      vector: 5,
      percentage: 30,
      bases: [-10000, 15000],
      carryOver: 'none',
      amounts: ['0.00', '4500.00'],
      balances: ['0.00', '0.00'],
    },
    {
      vector: 5,
      percentage: 30,
      bases: [-10000, 15000],
      carryOver: 'full',
      amounts: ['0.00', '1500.00'],
      balances: ['-3000.00', '0.00'],
    },
  ] as const)(
    'vector $vector: $percentage % of months $bases with carry-over $carryOver earn $amounts',
    ({ percentage, bases, carryOver, amounts, balances }) => {
      expect(months({ rule: buildRule({ percentage }), bases: [...bases], carryOver })).toEqual({ amounts, balances })
    },
  )

  it('takes a loss at the rate that holds at 0, tiers or not', () => {
    const rule = buildRule({ calculation: 'dynamic', tiers: tiersOfVector6, tierMode: 'whole' })
    expect(months({ rule, bases: [-60000, 60000], carryOver: 'full' })).toEqual({
      amounts: ['0.00', '6000.00'],
      balances: ['-15000.00', '0.00'],
    })
  })

  it('never lets an opening balance raise what is earned', () => {
    expect(roundMoney(periodResult({ amount: 100, openingBalance: 50, carryOver: 'full' }).earned)).toBe('100.00')
  })
})

describe('tiers', () => {
  it.each<[string, Partial<RewardRule>]>([
    ['tiers that begin at 0', { percentage: null, tiers: tiersOfVector6 }],
    ["the first rate as the reward's own", { percentage: 25, tiers: tiersOfVector6.slice(1) }],
    ['tiers in any order', { percentage: null, tiers: [...tiersOfVector6].reverse() }],
  ])('vector 6, with %s: base 60,000 earns 18,125.00 marginal and 21,000.00 whole', (_, given) => {
    const rule = (tierMode: TierMode): RewardRule => buildRule({ calculation: 'dynamic', tierMode, ...given })
    expect([earnedOf(rule('marginal'), 60_000), earnedOf(rule('whole'), 60_000)]).toEqual(['18125.00', '21000.00'])
  })

  it.each([
    [5, 'whole', '7499.99', '375.00'],
    [5, 'whole', '7500', '750.00'],
    [5, 'marginal', '7500', '375.00'],
    [null, 'whole', '7499.99', '0.00'],
    [null, 'marginal', '8500', '100.00'],
  ] as const)(
    'with %s %% below a tier of 10 %% from 7500, %s: base %s earns %s (a base equal to from reaches it)',
    (percentage, tierMode, base, amount) => {
      expect(
        earnedOf(
          buildRule({ calculation: 'dynamic', percentage, tierMode, tiers: [{ from: '7500', percentage: '10' }] }),
          base,
        ),
      ).toBe(amount)
    },
  )

  it('vector 8: 5 % to 100 and 10 % above make 10.00 of a base of 150, marginal', () => {
    const tiers = [
      { from: 0, percentage: 5 },
      { from: 100, percentage: 10 },
    ]
    expect(earnedOf(buildRule({ calculation: 'dynamic', tierMode: 'marginal', tiers }), 150)).toBe('10.00')
    expect(
      earnedOf(buildRule({ calculation: 'dynamic', tierMode: 'marginal', percentage: 5, tiers: tiers.slice(1) }), 150),
    ).toBe('10.00')
  })

  it('vector 12: a base of 60,000 arriving 2000 a day for 30 days adds up to 18,125.00 in 30 entries', () => {
    const rule = buildRule({ calculation: 'dynamic', tierMode: 'marginal', tiers: tiersOfVector6 })
    const earnedTo = (day: number) => computeCommission({ rule, sums: sumsOf(2000 * day) }).amount
    const entries = Array.from({ length: 30 }, (_, day) =>
      entryAmount({ earned: earnedTo(day + 1), earnedBefore: earnedTo(day) }),
    )
    expect(entries[0]).toBe('500.00')
    expect(sumMoney(entries)).toBe('18125.00')
  })
})

describe('CPA', () => {
  const cpa = (given: Partial<RewardRule>): RewardRule =>
    buildRule({ productType: 'cpa', subType: 'player', percentage: null, ...given })
  const paid = (rule: RewardRule, qualifiedPlayers: number): string =>
    roundMoney(computeCommission({ rule, sums: buildSums(), qualifiedPlayers }).amount)
  const later = [
    { from: 3, value: 275 },
    { from: 5, value: 300 },
  ]

  it.each<[string, Partial<RewardRule>]>([
    ["the first value as the reward's own", { value: 250, tiers: later }],
    ['a tier from 0', { tiers: [{ from: 0, value: 250 }, ...later] }],
    ['a tier from the 1st player', { tiers: [{ from: 1, value: 250 }, ...later] }],
  ])('vector 7, with %s: 3, 4, 5 players earn 825, 1100, 1500 whole, and 5 earn 1350 marginal', (_, given) => {
    const whole = cpa({ calculation: 'dynamic', tierMode: 'whole', ...given })
    const marginal = cpa({ calculation: 'dynamic', tierMode: 'marginal', ...given })
    expect([3, 4, 5].map((players) => paid(whole, players))).toEqual(['825.00', '1100.00', '1500.00'])
    expect([0, 1, 2, 3, 5].map((players) => paid(marginal, players))).toEqual([
      '0.00',
      '250.00',
      '500.00',
      '775.00',
      '1350.00',
    ])
  })

  it('pays one value for each player where it is fixed, whatever the movement is', () => {
    expect(paid(cpa({ value: '250.50' }), 3)).toBe('751.50')
  })

  it('refuses to pay without the number of players', () => {
    expect(() => computeCommission({ rule: cpa({ value: 250 }), sums: buildSums() })).toThrow('players')
  })
})

describe('a trigger of a product', () => {
  const rule = buildRule({ triggerCondition: 'deposit', triggerOperation: 'sum', triggerComparison: '>= 100' })

  it.each([
    ['99.99', '0.00'],
    ['100', '300.00'],
  ])('with deposits of %s earns %s', (depositSum, amount) => {
    expect(roundMoney(computeCommission({ rule, sums: sumsOf(1000), facts: { depositSum } }).amount)).toBe(amount)
  })

  it('does not forgive a loss that carries over', () => {
    expect(
      roundMoney(
        computeCommission({ rule, sums: sumsOf(-1000), facts: { depositSum: 0 }, carryOver: 'full' }).closingBalance,
      ),
    ).toBe('-300.00')
  })

  it('stops the payout where the fact it asks for is not known', () => {
    expect(() => computeCommission({ rule, sums: sumsOf(1000) })).toThrow('depositSum')
  })
})

describe('bad rule data', () => {
  it.each<[string, Partial<RewardRule>]>([
    ['no percentage', { percentage: null }],
    ['a percentage that is no number', { percentage: 'abc' }],
    ['tiers without one', { calculation: 'dynamic', tiers: [] }],
    ['a tier without its rate', { calculation: 'dynamic', tiers: [{ from: 0 }] }],
    ['players as the base of a product', { subType: 'player' }],
    ['half a trigger', { triggerCondition: 'deposit' }],
  ])('%s stops the payout and never pays a default', (_, given) => {
    expect(() => computeCommission({ rule: buildRule(given), sums: sumsOf(1000), facts: {} })).toThrow()
  })
})

describe('the steps of an explanation', () => {
  it('tell sums, measures, base, trigger, each slice, the balance and the floor', () => {
    const rule = buildRule({
      adminFee: 10,
      calculation: 'dynamic',
      tierMode: 'marginal',
      tiers: [
        { from: 0, percentage: 10 },
        { from: 50, percentage: 20 },
      ],
      triggerCondition: 'bets',
      triggerOperation: 'count',
      triggerComparison: '>= 1',
    })
    const { steps } = computeCommission({
      rule,
      sums: { turnover: 200, payout: 100, bonus: 10, chargebacks: 0 },
      facts: { betCount: 2 },
      carryOver: 'full',
      openingBalance: -20,
    })
    expect(steps).toEqual([
      {
        kind: 'measure',
        name: 'ggr',
        formula: 'turnover - payout',
        inputs: { turnover: '200', payout: '100' },
        result: '100',
      },
      {
        kind: 'measure',
        name: 'admin_fee',
        formula: 'max(ggr, 0) * admin_fee_rate',
        inputs: { ggr: '100', admin_fee_rate: '0.1' },
        result: '10',
      },
      {
        kind: 'measure',
        name: 'ngr',
        formula: 'ggr - bonus - admin_fee - chargebacks',
        inputs: { ggr: '100', bonus: '10', admin_fee: '10', chargebacks: '0' },
        result: '80',
      },
      { kind: 'base', name: 'ngr', result: '80' },
      {
        kind: 'trigger',
        condition: 'bets',
        operation: 'count',
        comparison: '>= 1',
        fact: 'betCount',
        actual: '2',
        threshold: '1',
        isMet: true,
      },
      { kind: 'rate', source: 'tier', from: '0', to: '50', base: '50', percentage: '10', value: null, amount: '5' },
      { kind: 'rate', source: 'tier', from: '50', to: null, base: '30', percentage: '20', value: null, amount: '6' },
      { kind: 'openingBalance', balance: '-20', result: '-9' },
      { kind: 'negative', carryOver: 'full', amount: '-9', carried: '-9', result: '0' },
    ])
  })
})
