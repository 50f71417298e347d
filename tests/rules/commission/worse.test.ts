import { describe, expect, it } from 'vitest'
import { type DatedRule, lessFavourableFields } from '#rules/commission/lessFavourable.ts'

const share: DatedRule = { productType: 'bets', subType: 'ngr', calculation: 'fixed', adminFee: 10, percentage: 30 }
const cpa: DatedRule = {
  productType: 'cpa',
  subType: 'player',
  calculation: 'fixed',
  value: 100,
  triggerCondition: 'deposit',
  triggerOperation: 'sum',
  triggerComparison: '>= 50',
}
const tiered: DatedRule = {
  ...share,
  calculation: 'dynamic',
  percentage: 20,
  tiers: [{ from: 1000, percentage: 30 }],
  tierMode: 'whole',
}

function worse(before: DatedRule, change: Partial<DatedRule>): readonly string[] {
  return lessFavourableFields({ before, after: { ...before, ...change }, changed: Object.keys(change) })
}

describe('a change of a rule', () => {
  it.each<[string, DatedRule, Partial<DatedRule>, string[]]>([
    ['a lower share', share, { percentage: 29.99 }, ['percentage']],
    ['a higher share', share, { percentage: 30.01 }, []],
    ['a higher fee', share, { adminFee: 11 }, ['adminFee']],
    ['a lower fee', share, { adminFee: 9 }, []],
    ['less of the base', { ...share, subType: 'ggr' }, { subType: 'ngr' }, ['subType']],
    ['more of the base', share, { subType: 'ggr' }, []],
    ['less for a player', cpa, { value: '99.99' }, ['value']],
    ['more asked of a player', cpa, { triggerComparison: '>= 50.01' }, ['triggerComparison']],
    ['less asked of a player', cpa, { triggerComparison: '>= 20' }, []],
    ['something else asked', cpa, { triggerCondition: 'turnover' }, ['triggerCondition']],
    ['nothing asked any more', cpa, { triggerCondition: null, triggerOperation: null, triggerComparison: null }, []],
    ['a trigger where none was', share, { triggerComparison: '>= 1' }, ['triggerComparison']],
    ['a tier that begins later', tiered, { tiers: [{ from: '1000.01', percentage: 30 }] }, ['tiers']],
    ['a tier that begins earlier', tiered, { tiers: [{ from: 999, percentage: 30 }] }, []],
    ['each slice at its own rate where all had the highest', tiered, { tierMode: 'marginal' }, ['tierMode']],
    ['one rate as good as the best', tiered, { calculation: 'fixed', percentage: 30, tiers: [] }, []],
    [
      'one rate below the best',
      tiered,
      { calculation: 'fixed', percentage: 29, tiers: [] },
      ['calculation', 'percentage', 'tiers'],
    ],
    [
      'tiers over a rate that was higher at the start',
      share,
      { calculation: 'dynamic', percentage: 29, tiers: [{ from: 1, percentage: 90 }] },
      ['calculation', 'percentage', 'tiers'],
    ],
    ['a longer hold', { ...cpa, holdDays: 7 }, { holdDays: 8 }, ['holdDays']],
    ['a shorter hold', { ...cpa, holdDays: 7 }, { holdDays: 6 }, []],
    ['a hold where none was', cpa, { holdDays: 1 }, ['holdDays']],
    ['conditions where none were', cpa, { conditions: [{ fact: 'rounds', amount: 1 }] }, ['conditions']],
    ['no conditions any more', { ...cpa, conditions: [{ fact: 'rounds', amount: 1 }] }, { conditions: [] }, []],
    ['a cap where none was', cpa, { caps: [{ per: 'day', atMost: 1 }] }, ['caps']],
    ['nothing taken back any more', { ...cpa, clawBack: 'any' }, { clawBack: 'none' }, []],
    ['taken back for longer', { ...cpa, clawBack: 'any', clawBackDays: 30 }, { clawBackDays: 31 }, ['clawBackDays']],
    ['taken back at any time', { ...cpa, clawBack: 'any', clawBackDays: 30 }, { clawBackDays: null }, ['clawBackDays']],
    ['taken back for some days alone', { ...cpa, clawBack: 'any' }, { clawBackDays: 30 }, []],
    ['a ceiling where none was', share, { ceiling: 5000 }, ['ceiling']],
    ['a higher ceiling', { ...share, ceiling: 5000 }, { ceiling: 5001 }, []],
    ['a lower ceiling', { ...share, ceiling: 5000 }, { ceiling: 4999 }, ['ceiling']],
    ['a deduction where none was', share, { deductions: [{ kind: 'tax', percentage: 1 }] }, ['deductions']],
    [
      'a tier by deposits that begins later',
      { ...tiered, tierBase: 'deposits' },
      { tiers: [{ from: 1001, percentage: 30 }] },
      ['tiers'],
    ],
    ['tiers by another measure', tiered, { tierBase: 'deposits' }, ['tierBase']],
    ['a field that nobody can compare', share, { currency: 'USD' }, ['currency']],
  ])('%s', (_, before, change, expected) => {
    expect([...worse(before, change)].toSorted()).toEqual(expected.toSorted())
  })
})
