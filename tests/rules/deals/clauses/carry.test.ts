import { describe, expect, it } from 'vitest'
import { computeCommission, type BaseSums } from '#rules/commission/commission.ts'
import { addMonths } from '#engine/values/calendar.ts'
import { carryForward, type CarryTerms, type Carried, crossProductNetting } from '#rules/deals/carry.ts'
import { quarantine, type Quarantined } from '#rules/deals/quarantine.ts'
import { products } from '#rules/activity/measures.ts'
import { Decimal, roundMoney } from '#engine/values/money.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { share } from './reckon.ts'

/* Clauses of carried losses, reckoned by hand, as tests/rules/deals/clauses/reckon.ts has it. */

interface CarryMonth extends Partial<BaseSums> {
  readonly depositors?: number
}
interface CarryClause {
  readonly clause: string
  readonly rule?: RewardRule
  readonly terms: CarryTerms
  readonly months: readonly CarryMonth[]
  readonly paid: readonly string[]
}

const lost = (amount: number | string, depositors = 0): CarryMonth => ({ payout: amount, depositors })
const won = (amount: number | string, depositors = 0): CarryMonth => ({ turnover: amount, depositors })

const clauses: readonly CarryClause[] = [
  {
    clause: '100: losses are carried, at most 500 of commission',
    terms: { carryAtMost: 500 },
    months: [lost(4000), won(1000), won(1500)],
    // -1200, of which 500 are carried; 300 - 500, -200 is left; 450 - 200
    paid: ['0.00', '0.00', '250.00'],
  },
  {
    clause: '101: the ceiling holds for all that was carried, however many months lost',
    terms: { carryAtMost: '99.99' },
    months: [lost(200), lost(200), won(1000)],
    // -60; -60 - 60 is more than 99.99; 300 - 99.99
    paid: ['0.00', '0.00', '200.01'],
  },
  {
    clause: '102: losses are carried for three months, then they are forgotten',
    terms: { carryMonths: 3 },
    months: [lost(1000), won(100), won(100), won(100), won(100)],
    // -300, less 30 in each of three months; of the 210 left nothing stands against the fifth month
    paid: ['0.00', '0.00', '0.00', '0.00', '30.00'],
  },
  {
    clause: '103: each loss has months of its own, and gains make good the oldest first',
    terms: { carryMonths: 2 },
    months: [lost(1000), lost(1000), won(500), won(500), won(500)],
    // -300, -300; 150 are set against the first, of which 150 lapse; 150 against the second, of which 150 lapse
    paid: ['0.00', '0.00', '0.00', '0.00', '150.00'],
  },
  {
    clause: '104: what a month loses beyond 3,000 is carried',
    rule: share({ percentage: 40 }),
    terms: { carryAbove: 3000 },
    months: [lost(7500), lost('7500.03'), won(1)],
    // -3000: nothing is carried; -3000.012: 0.012 are; 0.40 - 0.012 = 0.388
    paid: ['0.00', '0.00', '0.39'],
  },
  {
    clause: '105: of a negative month its charge-backs alone are carried',
    terms: { carriedPart: 'chargebacks' },
    months: [{ turnover: 100, payout: 300, chargebacks: 50 }, won(200), { turnover: 100, chargebacks: 150 }, won(200)],
    // -250 x 0.3, of which the 50 are 15; 60 - 15; -50 is all charged back: 15; 60 - 15
    paid: ['0.00', '45.00', '0.00', '45.00'],
  },
  {
    clause: '106: three new depositors in a month wipe out what is negative',
    terms: { carryResetPlayers: 3 },
    months: [lost(1000, 2), won(500, 3), won(100)],
    // 2 are too few: -300 are carried, 150 do not make them good; 3 wipe out the 150 that are left
    paid: ['0.00', '0.00', '30.00'],
  },
  {
    clause: '107: losses are carried for who stopped sending players alone',
    terms: { carryResetPlayers: 1 },
    months: [lost(1000, 1), won(100, 0), lost(1000, 0), won(100, 1), won(100, 0)],
    // who sent one begins at zero; who sent nobody carries 300, of which 270 are forgotten with the next one sent
    paid: ['0.00', '30.00', '0.00', '0.00', '30.00'],
  },
  {
    clause: '108: stopped sending means nobody for three months',
    terms: { carryResetPlayers: 1, carryResetMonths: 3 },
    months: [lost(1000, 1), lost(1000, 0), lost(1000, 0), lost(1000, 0), won(2000, 0)],
    // the one of the first month counts in the first three; what the fourth loses is carried: 600 - 300
    paid: ['0.00', '0.00', '0.00', '0.00', '300.00'],
  },
  {
    clause: '109: beyond 100, at most 200, for two months',
    terms: { carryAbove: 100, carryAtMost: 200, carryMonths: 2 },
    months: [lost(600), lost(1000), won(100), won(1000)],
    // 80 of 180; 80 and 200 of 300, cut to 120; 30 against the 80, the other 50 lapse; 300 - 120
    paid: ['0.00', '0.00', '0.00', '180.00'],
  },
]

function payouts({ rule = share({ percentage: 30 }), terms, months }: CarryClause): string[] {
  let opening: Carried = { bets: '0', games: '0', lotto: '0' }
  return months.map(({ depositors = 0, ...moved }, place) => {
    const sums: BaseSums = { turnover: 0, payout: 0, bonus: 0, chargebacks: 0, ...moved }
    const of = (own: BaseSums) =>
      computeCommission({ rule, sums: own, carryOver: 'full', openingBalance: opening[rule.productType as 'games'] })
    const result = of(sums)
    const own = Object.fromEntries(
      products.map((product) => [product, product === rule.productType ? result.own : new Decimal(0)]),
    ) as Record<(typeof products)[number], Decimal>
    const month = addMonths('2026-01-01', place)
    opening = carryForward({
      terms,
      month,
      opening,
      own,
      withoutChargebacks: () => of({ ...sums, chargebacks: 0 }).own,
      depositors,
    })
    return roundMoney(result.amount)
  })
}

describe('a clause of products without a fence', () => {
  const carriedOver = (
    terms: CarryTerms,
    months: readonly (readonly [bets: number, games: number, lotto: number])[],
  ) => {
    let opening: Carried = { bets: '0', games: '0', lotto: '0' }
    return months.map((amounts, place) => {
      const own = Object.fromEntries(products.map((product, index) => [product, new Decimal(amounts[index]!)])) as {
        [Name in (typeof products)[number]]: Decimal
      }
      const carried = products.reduce((sum, product) => sum.plus(opening[product]), new Decimal(0))
      const taken = crossProductNetting({ own, opening: carried })
      const month = addMonths('2026-01-01', place)
      opening = carryForward({ terms, month, opening, own, withoutChargebacks: () => new Decimal(0), depositors: 0 })
      return products.map((product) => roundMoney(Decimal.max(0, own[product].minus(taken[product]))))
    })
  }

  it('176: what a product loses is taken of the others in proportion, and the rest of it is carried', () => {
    expect(
      carriedOver({ fence: 'none' }, [
        [300, 100, -100],
        [100, -500, 200],
        [50, 100, 60],
        [50, 100, 60],
      ]),
      // 300 of 400: 225 and 75; -200 is carried; 210 less 200 by 50, 100, 60: 2.380, 4.761, 2.857 to the cent
    ).toEqual([
      ['225.00', '75.00', '0.00'],
      ['0.00', '0.00', '0.00'],
      ['2.38', '4.76', '2.86'],
      ['50.00', '100.00', '60.00'],
    ])
  })

  it('177: and at most 80 of all of it, for one month', () => {
    const terms = { fence: 'none', carryAtMost: 80, carryMonths: 1 } as const
    // -150, of which 80 are carried: 70 are left of them and lapse
    expect(
      carriedOver(terms, [
        [-100, -100, 50],
        [0, 10, 0],
        [0, 10, 0],
      ]),
    ).toEqual([
      ['0.00', '0.00', '0.00'],
      ['0.00', '0.00', '0.00'],
      ['0.00', '10.00', '0.00'],
    ])
  })
})

interface ApartClause {
  readonly clause: string
  readonly terms: Partial<RewardRule>
  /** By month: what each of three players brought, below zero where it won; and what all others did. */
  readonly months: readonly (readonly [players: readonly number[], others: number])[]
  readonly paid: readonly string[]
}

const apart: readonly ApartClause[] = [
  {
    clause: '170: who wins more than 10,000 in a month is kept apart, and its later losses are set against that alone',
    terms: { percentage: 30, quarantineAbove: 10_000 },
    months: [
      [[-25_000, 0, 0], 5000],
      [[8000, 0, 0], 1000],
      [[20_000, 0, 0], 0],
    ],
    // 5000 of the others; 1000, the 8000 are set off; of 20,000 the first 17,000 are: 3000
    paid: ['1500.00', '300.00', '900.00'],
  },
  {
    clause: '171: 10,000 to the cent is no more than 10,000',
    terms: { percentage: 30, quarantineAbove: 10_000 },
    months: [
      [[-10_000, -10_000.01, 0], 20_000],
      [[10_000, 10_000.01, 0], 0],
    ],
    // 10,000 stay in the month; later the first player's loss counts, the second's does not
    paid: ['3000.00', '3000.00'],
  },
  {
    clause: '172: only when the month is negative too, and no more than that',
    terms: { percentage: 25, quarantineAbove: 10_000, quarantineWhen: 'negativeMonth' },
    months: [
      [[-25_000, 0, 0], 30_000],
      [[-25_000, 0, 0], 22_000],
      [[2000, 0, 0], 500],
      [[2000, 0, 0], 0],
    ],
    // 5000 are positive: nobody is kept apart; -3000 are kept apart; 2000 of them are set off; 1000 are, 1000 count
    paid: ['1250.00', '0.00', '125.00', '250.00'],
  },
  {
    clause: '173: among several by the size of their wins',
    terms: { percentage: 40, quarantineAbove: 5000, quarantineWhen: 'negativeMonth' },
    months: [
      [[-10_000, -20_000, -4000], 31_000],
      [[1000, 3000, 4000], 0],
    ],
    // -3000: 1000 and 2000, nothing of who won 4000; 1000 and 2000 are set off, 1000 and 4000 count
    paid: ['0.00', '2000.00'],
  },
  {
    clause: '174: what the player wins later below the measure does not enlarge it',
    terms: { percentage: 30, quarantineAbove: 1000 },
    months: [
      [[-2000, 0, 0], 0],
      [[-900, 0, 0], 1900],
      [[2500, 0, 0], 0],
    ],
    // 2000 apart; the 900 are the month's: 1000 are left of it; 2000 are set off, 500 count
    paid: ['0.00', '300.00', '150.00'],
  },
  {
    clause: '256: set off 1:1 by the commission that is withheld of its later losses',
    terms: { percentage: 30, quarantineAbove: 1000, quarantineBy: 'commission' },
    months: [
      [[-10_000, 0, 0], 2000],
      [[5000, 0, 0], 1000],
      [[30_000, 0, 0], 0],
      [[100, 0, 0], 0],
    ],
    // 10,000 apart. 1,500 are withheld of 5,000: 8,500 are left. These are withheld of 28,333.33, 1,666.67 count. Nothing is left.
    paid: ['600.00', '300.00', '500.00', '30.00'],
  },
  {
    clause: '257: what is withheld is rounded to the cent',
    terms: { percentage: 33.33, quarantineAbove: 100, quarantineBy: 'commission' },
    months: [
      [[-100.01, 0, 0], 0],
      [[0.05, 0, 0], 0],
      [[300.02, 0, 0], 0],
    ],
    // 100.01 apart; 0.016665 of 0.05 is 0.02: 99.99 are left, withheld of 300.00; of 0.02 it is 0.01
    paid: ['0.00', '0.00', '0.01'],
  },
]

function paidApart({ terms, months }: ApartClause): string[] {
  const rule = share(terms)
  let kept: Quarantined['apart'] = []
  return months.map(([players, others]) => {
    const ngr = players.reduce((sum, each) => sum + each, others)
    const sums: BaseSums = { turnover: Math.max(0, ngr), payout: Math.max(0, -ngr), bonus: 0, chargebacks: 0 }
    const asked = players.map((result, player) => {
      return { player, result, apart: kept.filter(([each]) => each === player) }
    })
    const quarantined = quarantine({
      terms: rule,
      base: computeCommission({ rule, sums }).base,
      players: asked,
      month: '2030-01-01',
    })
    kept = quarantined.apart
    return roundMoney(computeCommission({ rule, sums, quarantined }).amount)
  })
}

describe('a clause of high rollers', () => {
  it.each(apart)('$clause', (clause) => {
    expect(paidApart(clause)).toEqual(clause.paid)
  })
})

describe('a clause of a least amount', () => {
  it('175: 30 %, at least 500 and at most 2,000 a month, once two players came', () => {
    const rule = share({ percentage: 30, floor: 500, ceiling: 2000, minimums: [{ fact: 'firstDeposits', amount: 2 }] })
    const none = { registrations: 0, depositCount: 0, deposits: 0, turnover: 0, ggr: 0, activePlayers: 0, ngr: 0 }
    const paid = (turnover: number, payout: number, firstDeposits: number) =>
      roundMoney(
        computeCommission({
          rule,
          sums: { turnover, payout, bonus: 0, chargebacks: 0 },
          totals: { ...none, firstDeposits },
        }).amount,
      )
    // 300 and -300 are less than 500; 600; 3000 is more than 2000; one player is too few; nothing was staked
    expect([paid(1000, 0, 2), paid(1000, 2000, 2), paid(2000, 0, 2), paid(10_000, 0, 3)]).toEqual([
      '500.00',
      '500.00',
      '600.00',
      '2000.00',
    ])
    expect([paid(1000, 0, 1), paid(0, 0, 2)]).toEqual(['0.00', '0.00'])
  })
})

describe('a clause of carried losses', () => {
  it.each(clauses)('$clause', (clause) => {
    expect(payouts(clause)).toEqual(clause.paid)
  })
})
