import { describe, expect, it } from 'vitest'
import type { CarryOver } from '#rules/commission/constants.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { type Month, payouts, share, together } from './reckon.ts'

interface ShareClause {
  readonly clause: string
  readonly terms: RewardRule
  readonly carryOver?: CarryOver
  readonly months: readonly Month[]
  /** By hand. */
  readonly paid: readonly string[]
}

const bandsTo50k = [
  { from: 0, percentage: 25 },
  { from: 7501, percentage: 30 },
  { from: 50_001, percentage: 35 },
]
const bandsTo88k = [
  { from: 0, percentage: 27 },
  { from: 5778, percentage: 37 },
  { from: 87_778, percentage: 45 },
]

const clauses: readonly ShareClause[] = [
  {
    clause: '1: 40 % of net revenue, a losing month is forgotten',
    terms: share({ percentage: 40 }),
    months: [{ ngr: '2150.75' }, { ngr: '-980.20' }, { ngr: '310.10' }],
    // 2150.75 x 0.4; nothing; 310.10 x 0.4
    paid: ['860.30', '0.00', '124.04'],
  },
  {
    clause: '2: 35 % of net revenue, a losing month is made good before anything is paid',
    terms: share({ percentage: 35 }),
    carryOver: 'full',
    months: [{ ngr: -4000 }, { ngr: 2500 }, { ngr: 3000 }],
    // -1400; 875 - 1400 = -525; 1050 - 525
    paid: ['0.00', '0.00', '525.00'],
  },
  {
    clause:
      '3: bands "0 to 7,500", "7,501 to 50,000", "50,001 and more" at 25, 30, 35 %, all of it at the rate reached; what lies in a gap is in the lower band',
    terms: share({ tiers: bandsTo50k, tierMode: 'whole' }),
    months: [{ ngr: '7500' }, { ngr: '7500.50' }, { ngr: 7501 }, { ngr: '50000.99' }, { ngr: 50_001 }],
    // 7500 x 0.25; 1875.125; 7501 x 0.3; 15000.297; 50001 x 0.35
    paid: ['1875.00', '1875.13', '2250.30', '15000.30', '17500.35'],
  },
  {
    clause: '4: the same bands, each part at its own rate',
    terms: share({ tiers: bandsTo50k, tierMode: 'marginal' }),
    months: [{ ngr: 60_000 }],
    // 7501 x 0.25 = 1875.25; 42500 x 0.3 = 12750; 9999 x 0.35 = 3499.65
    paid: ['18124.90'],
  },
  {
    clause: '5: bands of 27, 37 and 45 % of what players lose less their bonuses, losses carried forward',
    terms: share({ tiers: bandsTo88k, tierMode: 'whole' }),
    carryOver: 'full',
    months: [{ turnover: 10_000, bonus: 2000 }, { turnover: 0, payout: 1000 }, { turnover: 5777.99 }],
    // 8000 x 0.37; -1000 x 0.27 = -270; 5777.99 x 0.27 = 1560.0573, less 270
    paid: ['2960.00', '0.00', '1290.06'],
  },
  {
    clause: '6: a quarter of what players lose at sports, nothing taken off',
    terms: share({ productType: 'bets', subType: 'ggr', percentage: 25, adminFee: 15 }),
    months: [{ turnover: '12345.67', payout: 10_000, bonus: 700, chargebacks: 90 }],
    // 2345.67 x 0.25 = 586.4175
    paid: ['586.42'],
  },
  {
    clause: '7: one per cent of stakes, whatever was won',
    terms: share({ productType: 'bets', subType: 'turnover', percentage: 1 }),
    months: [{ turnover: '8765.45', payout: 20_000 }, { turnover: '50.50' }, { turnover: '50.49' }],
    // 87.6545; half a cent: 0.505; 0.5049
    paid: ['87.65', '0.51', '0.50'],
  },
  {
    clause: '8: 45 % of what is left after 18 % for running costs and the bonuses',
    terms: share({ percentage: 45, adminFee: 18 }),
    months: [{ turnover: 30_000, payout: 20_000, bonus: 500 }],
    // 10000 - 1800 - 500 = 7700
    paid: ['3465.00'],
  },
  {
    clause: '9: costs are taken of winnings of the house alone, and losses are carried',
    terms: share({ percentage: 30, adminFee: 20 }),
    carryOver: 'full',
    months: [{ payout: 500 }, { turnover: 2000 }],
    // -500 x 0.3 = -150; (2000 - 400) x 0.3 = 480, less 150
    paid: ['0.00', '330.00'],
  },
  {
    clause: '10: deposits that were called back are taken off before the share',
    terms: share({ percentage: 30 }),
    months: [{ turnover: 1000, chargebacks: '120.55' }],
    // 879.45 x 0.3 = 263.835: half a cent, away from zero
    paid: ['263.84'],
  },
  {
    clause: '11: bonuses beyond the winnings leave nothing, and owe nothing',
    terms: share({ percentage: 50 }),
    months: [{ turnover: 400, bonus: 900 }, { turnover: 100 }],
    paid: ['0.00', '50.00'],
  },
  {
    clause: '12: 30 % of the first 1,000 and 40 % of what is above',
    terms: share({ percentage: 30, tiers: [{ from: 1000, percentage: 40 }], tierMode: 'marginal' }),
    months: [{ ngr: 999.99 }, { ngr: 1000 }, { ngr: '1000.05' }],
    // 299.997; 300; 300 + 0.02
    paid: ['300.00', '300.00', '300.02'],
  },
  {
    clause: '13: 30 %, at most 1,500 a month: what lies above 5,000 of net revenue earns nothing',
    terms: share({ percentage: 30, tiers: [{ from: 5000, percentage: 0 }], tierMode: 'marginal' }),
    months: [{ ngr: '4999.99' }, { ngr: 5000 }, { ngr: 80_000 }],
    // 1499.997
    paid: ['1500.00', '1500.00', '1500.00'],
  },
  {
    clause: '14: the share of a month is paid where players deposited 1,000 or more in it',
    terms: share({
      percentage: 25,
      triggerCondition: 'deposit',
      triggerOperation: 'sum',
      triggerComparison: '>= 1000',
    }),
    months: [
      { ngr: 600, facts: { depositSum: '999.99' } },
      { ngr: 600, facts: { depositSum: 1000 } },
    ],
    paid: ['0.00', '150.00'],
  },
  {
    clause: '15: nothing is paid in a month with fewer than three players who deposit for the first time',
    terms: share({
      percentage: 35,
      triggerCondition: 'first_deposit',
      triggerOperation: 'count',
      triggerComparison: '>= 3',
    }),
    months: [2, 3, 0].map((firstDepositCount) => ({ ngr: 1200, facts: { firstDepositCount } })),
    paid: ['0.00', '420.00', '0.00'],
  },
  {
    clause: '16: a month without five new players pays nothing, and its loss counts all the same',
    terms: share({
      percentage: 20,
      triggerCondition: 'registration',
      triggerOperation: 'count',
      triggerComparison: '>= 5',
    }),
    carryOver: 'full',
    months: [
      { ngr: -1000, facts: { registrations: 1 } },
      { ngr: 800, facts: { registrations: 4 } },
      { ngr: 2000, facts: { registrations: 5 } },
    ],
    // -200; held back, so that -200 stays; 400 - 200
    paid: ['0.00', '0.00', '200.00'],
  },
  {
    clause: '17: nothing below 500 of stakes, and the share of all of it from there on',
    terms: share({
      percentage: 22.5,
      triggerCondition: 'turnover',
      triggerOperation: 'sum',
      triggerComparison: '>= 500',
    }),
    months: [
      { turnover: '499.99', payout: 100, facts: { turnover: '499.99' } },
      { turnover: 500, payout: '99.90', facts: { turnover: 500 } },
    ],
    // 400.10 x 0.225 = 90.0225
    paid: ['0.00', '90.02'],
  },
  {
    clause: '18: nothing below 10,000 of net revenue, 15 % of all of it from there on',
    terms: share({ tiers: [{ from: 10_000, percentage: 15 }], tierMode: 'whole' }),
    months: [{ ngr: '9999.99' }, { ngr: 10_000 }, { ngr: -5 }],
    paid: ['0.00', '1500.00', '0.00'],
  },
  {
    clause: '19: shares of a tenth of a per cent are paid to the cent',
    terms: share({ productType: 'lotto', subType: 'turnover', percentage: 12.5 }),
    months: [{ turnover: '0.04' }, { turnover: '0.03' }, { turnover: '99999.96' }],
    // 0.005: half a cent; 0.00375; 12499.995: half a cent
    paid: ['0.01', '0.00', '12500.00'],
  },
  {
    clause: '20: from 1,000 on 30 %, from 10,000 on 40 % of all, losses carried at the lowest rate',
    terms: share({
      percentage: 20,
      tiers: [
        { from: 1000, percentage: 30 },
        { from: 10_000, percentage: 40 },
      ],
      tierMode: 'whole',
    }),
    carryOver: 'full',
    months: [{ ngr: -2500 }, { ngr: 10_000 }],
    // -2500 x 0.2 = -500; 4000 - 500
    paid: ['0.00', '3500.00'],
  },
]

describe('a clause about a share', () => {
  it.each(clauses)('$clause', ({ terms, months, carryOver, paid }) => {
    expect(payouts(terms, months, carryOver)).toEqual(paid)
  })

  it('21: sports at 20 %, casino at 30 %, lottery at 10 %: each line is rounded by itself', () => {
    const lines = [
      payouts(share({ productType: 'bets', percentage: 20 }), [{ ngr: 1000 }]),
      payouts(share({ productType: 'games', percentage: 30 }), [{ ngr: 500 }]),
      payouts(share({ productType: 'lotto', percentage: 10 }), [{ ngr: '333.33' }]),
    ].flat()
    // 200 + 150 + 33.333
    expect(together(lines)).toBe('383.33')
  })

  it('22: what is lost at sports takes nothing of the casino', () => {
    const lines = [
      payouts(share({ productType: 'bets', percentage: 20 }), [{ ngr: -1000 }]),
      payouts(share({ productType: 'games', percentage: 30 }), [{ ngr: 500 }]),
    ].flat()
    expect(together(lines)).toBe('150.00')
  })

  it('23: two lines of half a cent make two cents more than their sum would', () => {
    const line = (productType: 'bets' | 'games') => payouts(share({ productType, percentage: 25 }), [{ ngr: '0.10' }])
    // 0.025 each; of 0.20 it would be 0.05
    expect(together([line('bets'), line('games')].flat())).toBe('0.06')
  })
})
