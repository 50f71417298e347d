import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { explainEntry } from '#features/commission/server/explanation/explainEntry.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { CarryTerms } from '#rules/deals/carry.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, type World } from '#tests/support/money/world.ts'

/*
 * Clauses 210 to 217 and 221: brands that are reckoned by themselves. Payouts were reckoned by hand; beside each stands what one
 * base of all brands would come to.
 */

let given: TestDatabase
let world: World
let other: number
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
  await world.brand()
  other = await world.brand()
})
afterAll(() => given?.drop())
beforeEach(() => sql`delete from closed_day`.execute(world.db))

const share = (given: Partial<RewardTerms> = {}): RewardTerms => ({ productType: 'bets', percentage: 30, ...given })
type Play = readonly [day: string, brand: 'own' | 'other', amount: number, product?: 'bets' | 'games']

/** An affiliate and what its brands won or lost, closed month by month. */
async function affiliateOf(
  terms: readonly RewardTerms[],
  carryOver: 'none' | 'full',
  carry: CarryTerms,
  plays: readonly Play[],
): Promise<number> {
  const affiliate = await world.affiliate({ profile: await world.profile(terms, carryOver, carry) })
  for (const [day, of, amount, product = 'bets'] of plays) {
    const moved = amount < 0 ? { payout: -amount } : { turnover: amount }
    await world.activity({ affiliate, day, product, brand: of === 'own' ? 1 : other, ...moved })
  }
  return affiliate
}
async function closeMonths(): Promise<void> {
  for (const month of ['01-31', '02-28', '03-31']) await world.close(`2026-${month.slice(0, 2)}-01`, `2026-${month}`)
}
const paid = async (affiliate: number) =>
  (await world.entries({ affiliate })).map(({ day, value }) => `${day.slice(5)} ${value}`)

describe('brands by themselves', () => {
  it('210: what one brand loses takes nothing of what another earns', async () => {
    const plays: Play[] = [
      ['2026-01-10', 'own', 1000],
      ['2026-01-10', 'other', -800],
      ['2026-02-10', 'other', 100],
    ]
    const [apart, together] = [
      await affiliateOf([share()], 'none', { fence: 'brand' }, plays),
      await affiliateOf([share()], 'none', {}, plays),
    ]
    await closeMonths()
    // 30 % of 1,000, and of 100; as one base 30 % of 200.
    expect(await paid(apart)).toEqual(['01-10 300.00', '02-10 30.00'])
    expect(await paid(together)).toEqual(['01-10 60.00', '02-10 30.00'])
  })

  it('211: positive brands are paid while the negative ones carry', async () => {
    const affiliate = await affiliateOf([share()], 'full', { fence: 'brand' }, [
      ['2026-01-10', 'own', 1000],
      ['2026-01-10', 'other', -800],
      ['2026-02-10', 'own', -200],
      ['2026-02-10', 'other', 1000],
      ['2026-03-10', 'own', 100],
      ['2026-03-11', 'other', 100],
    ])
    await closeMonths()
    // 300, 240 carried of the other; 300 - 240, 60 carried of the own; 30 - 60, and 30.
    expect(await paid(affiliate)).toEqual(['01-10 300.00', '02-10 60.00', '03-10 0.00', '03-11 30.00'])
    const { rows } = await sql<{ balances: object }>`select balances from carried_balance
      where affiliate = ${affiliate} and period_start >= '2026-02-01' order by period_start`.execute(world.db)
    expect(rows.map(({ balances }) => balances)).toMatchObject([{ bets: '-240' }, { bets: '-60' }])
  })

  it('221: a brand at another rate carries what it lost at that rate', async () => {
    const terms = [share({ overrides: [{ brand: other, percentage: 45 }] })]
    const plays: Play[] = [
      ['2026-01-10', 'own', 1000],
      ['2026-01-10', 'other', -800],
      ['2026-02-10', 'other', 1000],
    ]
    const [apart, together] = [
      await affiliateOf(terms, 'full', { fence: 'brand' }, plays),
      await affiliateOf(terms, 'full', {}, plays),
    ]
    await closeMonths()
    // 30 % of 1,000; 45 % of 1,000 less 360 carried. As one base 300 - 360, then 450 - 60.
    expect(await paid(apart)).toEqual(['01-10 300.00', '02-10 90.00'])
    expect(await paid(together)).toEqual(['01-10 0.00', '02-10 390.00'])
  })

  it('212: within a brand its products make up for each other, or each stands for itself', async () => {
    const terms = [share(), share({ productType: 'games', percentage: 40 })]
    const plays: Play[] = [
      ['2026-01-10', 'own', 1000, 'bets'],
      ['2026-01-10', 'own', -1000, 'games'],
      ['2026-01-10', 'other', 100, 'games'],
    ]
    const brand = await affiliateOf(terms, 'none', { fence: 'brand' }, plays)
    const single = await affiliateOf(terms, 'none', { fence: 'brandProduct' }, plays)
    const none = await affiliateOf(terms, 'none', { fence: 'none' }, plays)
    await closeMonths()
    // 300 - 400, and 40; 300 + 40; games of both brands lose 900: 300 - 360.
    expect([await paid(brand), await paid(single), await paid(none)]).toEqual([
      ['01-10 40.00'],
      ['01-10 340.00'],
      ['01-10 0.00'],
    ])
  })

  it('213: each brand reaches tiers and minimums by itself', async () => {
    const terms = [
      share({
        percentage: 25,
        calculation: 'dynamic',
        tierMode: 'whole',
        tiers: [{ from: 1000, percentage: 35 }],
        minimums: [{ fact: 'turnover', amount: 500 }],
      }),
    ]
    const plays: Play[] = [
      ['2026-01-10', 'own', 900],
      ['2026-01-10', 'other', 400],
      ['2026-01-20', 'own', 200],
    ]
    const [apart, together] = [
      await affiliateOf(terms, 'none', { fence: 'brand' }, plays),
      await affiliateOf(terms, 'none', {}, plays),
    ]
    await closeMonths()
    // 25 % of 900, then 35 % of 1,100; the other brand's 400 are too few. As one base 35 % of 1,300, then of 1,500.
    expect(await paid(apart)).toEqual(['01-10 225.00', '01-20 160.00'])
    expect(await paid(together)).toEqual(['01-10 455.00', '01-20 70.00'])
  })

  it('214: cents are rounded brand by brand', async () => {
    const affiliate = await affiliateOf([share()], 'none', { fence: 'brand' }, [
      ['2026-01-10', 'own', 0.05],
      ['2026-01-10', 'other', 0.05],
    ])
    await closeMonths()
    // 0.015 each: 0.02 and 0.02; as one base 0.03.
    expect(await paid(affiliate)).toEqual(['01-10 0.04'])
  })

  it('215: at most so much carried of each brand', async () => {
    const affiliate = await affiliateOf([share()], 'full', { fence: 'brandProduct', carryAtMost: 50 }, [
      ['2026-01-10', 'own', -1000],
      ['2026-01-10', 'other', -100],
      ['2026-02-10', 'own', 1000],
      ['2026-02-10', 'other', 1000],
    ])
    await closeMonths()
    // 300 and 30 lost: 50 and 30 are carried.
    expect(await paid(affiliate)).toEqual(['01-10 0.00', '02-10 520.00'])
  })

  it('216: where a profile turns to brands by themselves nothing is carried over the turn', async () => {
    const affiliate = await affiliateOf([share()], 'full', {}, [
      ['2026-01-10', 'own', -1000],
      ['2026-02-10', 'own', 100],
      ['2026-03-10', 'own', -100],
      ['2026-03-10', 'other', 100],
    ])
    await sql`insert into reward_profile_history (record, valid_from, rewards, carry_over, fence)
      select record, '2026-03-01', rewards, carry_over, 'brand' from reward_profile_history
      where record = (select reward_profile from affiliate where id = ${affiliate})`.execute(world.db)
    await closeMonths()
    // 300 carried, 30 set against it; from March on the brands: 270 are gone, and 30 of the other are paid.
    expect(await paid(affiliate)).toEqual(['01-10 0.00', '02-10 0.00', '03-10 30.00'])
  })

  it('217: CPA counts the players of each brand', async () => {
    const terms: RewardTerms[] = [
      { productType: 'cpa', value: 100, calculation: 'dynamic', tierMode: 'whole', tiers: [{ from: 2, value: 150 }] },
    ]
    const affiliate = await affiliateOf(terms, 'none', { fence: 'brand' }, [])
    for (const brand of [1, other, other]) {
      const player = await world.player({ affiliate, registered: '2026-01-05', brand })
      await world.event({ player, affiliate, brand, at: '2026-01-05T10:00:00Z', type: 'registration' })
    }
    await closeMonths()
    // One of 100, two of 150; all three as one would be 450.
    expect(await paid(affiliate)).toEqual(['01-05 400.00'])
  })

  it('is explained brand by brand, and corrected by what comes late', async () => {
    const affiliate = await affiliateOf([share()], 'full', { fence: 'brand' }, [
      ['2026-01-10', 'own', 1000],
      ['2026-01-10', 'other', -800],
      ['2026-02-10', 'other', 1000],
    ])
    await closeMonths()
    await world.activity({ affiliate, day: '2026-01-10', turnover: 100, brand: other })
    await world.close('2026-04-01')
    // 700 lost instead of 800: 300 - 210.
    expect(await paid(affiliate)).toEqual(['01-10 300.00', '02-10 90.00'])
    const [, entry] = await world.entries({ affiliate })
    const { lines, total } = await explainEntry(world.db, { actor: systemActor('test'), id: String(entry!.id) })
    expect(lines.map(({ brand, amount, isReproduced }) => [brand, amount, isReproduced])).toEqual([[other, 90, true]])
    expect([total, lines[0]!.brandName]).toEqual([90, expect.stringMatching(/^Brand/)])
    const [first] = await world.entries({ affiliate })
    const both = await explainEntry(world.db, { actor: systemActor('test'), id: String(first!.id) })
    expect(both.lines.map(({ brand, amount }) => [brand, amount])).toEqual([
      [1, 300],
      [other, 0],
    ])
  })
})
