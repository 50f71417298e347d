import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { explainLine, type StoredLine } from '#features/commission/server/explanation/explainLine.ts'
import { readRuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import { inSimulation } from '#features/deals/server/whatIf/simulation.ts'
import { simulateCommission } from '#features/deals/server/whatIf/tryCommission.ts'
import type { ReferralShare } from '#rules/deals/referralTerms.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/*
 * Clauses 200 to 208: affiliates that bring affiliates. Payouts were reckoned by hand.
 */

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
})
afterAll(() => given?.drop())
beforeEach(() => sql`delete from closed_day`.execute(world.db))

/** A profile of 30 % of NGR on bets, or of nothing of its own, with shares of what referred affiliates earn. */
const profileOf = (referralShares: readonly ReferralShare[] = [], percentage = 30) =>
  world.profile([{ productType: 'bets', percentage, adminFee: 0 }], 'none', { referralShares })

/** Affiliates in a chain: each referred by the one before it, all by the same profile. */
async function chain(length: number, profile: number): Promise<number[]> {
  const ids: number[] = []
  for (let place = 0; place < length; place += 1)
    ids.push(await world.affiliate({ profile, referredBy: ids.at(-1) ?? null }))
  return ids
}
const play = (affiliate: number, day: string, turnover: number, payout = 0) =>
  world.activity({ affiliate, day, turnover, payout })
/** What an affiliate is paid for those it referred. */
const paid = async (affiliate: number) =>
  (await world.entries({ affiliate }))
    .filter(({ kind }) => kind === 'referral')
    .map(({ day, value }) => `${day} ${value}`)

async function explains(affiliate: number): Promise<boolean[]> {
  const { rows } = await sql<StoredLine>`select product, base::text as base, rate::text as rate,
      rule_version as "ruleVersion", amount::text as amount, detail from entry_line
      where product = 'referral' and entry in (select id from entry where affiliate = ${affiliate})`.execute(world.db)
  return (await Promise.all(rows.map((line) => explainLine(world.db, line)))).map(({ isReproduced }) => isReproduced)
}

describe('a share of what referred affiliates earn', () => {
  it('200: 5 % of the commission of those it referred, beside its own', async () => {
    const [top, own] = await chain(2, await profileOf([{ level: 1, percentage: 5 }]))
    await play(top!, '2026-01-05', 100)
    await play(own!, '2026-01-05', 1000)
    await world.close('2026-01-05')
    // 30 % of 1,000 is 300.00, 5 % of which are 15.00; its own 30.00 stand by themselves.
    const entries = (await world.entries({ affiliate: top! })).map(({ kind, value }) => `${kind} ${value}`)
    expect(entries).toEqual(['commission 30.00', 'referral 15.00'])
    expect(await paid(own!)).toEqual([])
    expect(await explains(top!)).toEqual([true])
  })

  it('201: three levels of 10, 5 and 2.5 %; the fourth is nobody’s', async () => {
    const shares = [
      { level: 1, percentage: 10 },
      { level: 3, percentage: 2.5 },
      { level: 2, percentage: 5 },
    ]
    const [first, second, third, fourth, fifth] = await chain(5, await profileOf(shares))
    await play(fourth!, '2026-01-05', 1000)
    await play(fifth!, '2026-01-05', 100)
    await world.close('2026-01-05')
    // The fourth earns 300, the fifth 30: 10 % of 30; 10 % of 300 + 5 % of 30; 5 % of 300 + 2.5 % of 30; 2.5 % of 300.
    const all = await Promise.all([fourth!, third!, second!, first!].map(paid))
    expect(all.flat()).toEqual(['2026-01-05 3.00', '2026-01-05 31.50', '2026-01-05 15.75', '2026-01-05 7.50'])
  })

  it('202: half cents of days add up to the month, and each month begins anew', async () => {
    const [top, own] = await chain(2, await profileOf([{ level: 1, percentage: 5 }]))
    for (const day of ['2026-01-05', '2026-01-06', '2026-01-07', '2026-02-01']) await play(own!, day, 0.34)
    await world.close('2026-01-05', '2026-01-31')
    await world.close('2026-02-01')
    // 0.10 a day (0.102, 0.204, 0.306: 0.10, 0.10, 0.11): 5 % of 0.10 is 0.005: 0.01; of 0.20 0.01; of 0.31 0.0155: 0.02.
    expect(await paid(top!)).toEqual(['2026-01-05 0.01', '2026-01-07 0.01', '2026-02-01 0.01'])
  })

  it('203: what is taken back of theirs is taken back', async () => {
    const [top, own] = await chain(2, await profileOf([{ level: 1, percentage: 10 }]))
    await play(own!, '2026-01-05', 1000)
    await play(own!, '2026-01-06', 0, 400)
    await world.close('2026-01-05', '2026-01-06')
    expect(await paid(top!)).toEqual(['2026-01-05 30.00', '2026-01-06 -12.00'])
  })

  it('204: from the day on which it was referred, to the day on which another did', async () => {
    const profile = await profileOf([{ level: 1, percentage: 10 }])
    const [one, other, own] = [
      await world.affiliate({ profile }),
      await world.affiliate({ profile }),
      await world.affiliate({ profile }),
    ]
    await world.reassign(own, '2026-01-10', { referredBy: one })
    await world.reassign(own, '2026-01-20', { referredBy: other })
    for (const day of ['2026-01-09', '2026-01-10', '2026-01-19', '2026-01-20']) await play(own, day, 100)
    await world.close('2026-01-01', '2026-01-31')
    expect(await paid(one)).toEqual(['2026-01-10 3.00', '2026-01-19 3.00'])
    expect(await paid(other)).toEqual(['2026-01-20 3.00'])
  })

  it('205: nothing without a share in its profile, and nothing after its contract', async () => {
    const [top, own] = await chain(2, await profileOf())
    const [ended, sent] = await chain(2, await profileOf([{ level: 1, percentage: 10 }]))
    await sql`update affiliate set after_end = 'nothing', ends_on = '2026-01-05' where id = ${ended}`.execute(world.db)
    for (const affiliate of [own!, sent!])
      for (const day of ['2026-01-05', '2026-01-06']) await play(affiliate, day, 100)
    await world.close('2026-01-05', '2026-01-06')
    expect(await paid(top!)).toEqual([])
    expect(await paid(ended!)).toEqual(['2026-01-05 3.00'])
  })

  it('206: what comes late of theirs corrects it, and is an adjustment where it was paid', async () => {
    const [top, own] = await chain(2, await profileOf([{ level: 1, percentage: 10 }]))
    await play(own!, '2026-01-05', 100)
    await play(own!, '2026-01-06', 100)
    await world.close('2026-01-05', '2026-01-06')
    const [first] = (await world.entries({ affiliate: top! })).filter(({ kind }) => kind === 'referral')
    await world.complete([first!.id])
    await play(own!, '2026-01-05', 50)
    await play(own!, '2026-01-06', 50)
    await world.close('2026-01-07')
    const entries = (await world.entries({ affiliate: top! })).map(({ day, kind, value }) => `${day} ${kind} ${value}`)
    expect(entries).toEqual(['2026-01-05 referral 3.00', '2026-01-06 referral 4.50', '2026-06-15 adjustment 1.50'])
    // Again, and nothing changes.
    expect((await world.close('2026-01-05', '2026-01-07')).changes).toMatchObject({
      added: 0,
      corrected: 0,
      adjusted: 0,
    })
  })

  it('207: brands share it by what was earned under each', async () => {
    const [top, own] = await chain(2, await profileOf([{ level: 1, percentage: 10 }]))
    await world.brand()
    const other = await world.brand()
    await play(own!, '2026-01-05', 300)
    await world.activity({ affiliate: own!, day: '2026-01-05', turnover: 100, brand: other })
    await world.close('2026-01-05')
    const { rows } = await sql<{ brand: number; value: string }>`select brand, value from entry_part
      where entry in (select id from entry where affiliate = ${top} and kind = 'referral') order by brand`.execute(
      world.db,
    )
    expect(rows).toEqual([
      { brand: 1, value: '9.00' },
      { brand: other, value: '3.00' },
    ])
  })

  it('208: 5 % of the NGR that they bring, after their admin fee; a month of losses is no debt, and the next begins anew', async () => {
    const earns = { productType: 'bets', percentage: 30, adminFee: 10 } as const
    const shares = [
      { level: 1, percentage: 5, of: 'ngr' },
      { level: 1, percentage: 10 },
    ] as const
    const profile = await world.profile([earns], 'none', { referralShares: shares })
    const [top, own] = await chain(2, profile)
    await play(own!, '2026-01-05', 1000)
    await play(own!, '2026-01-06', 0, 400)
    await play(own!, '2026-01-07', 0, 700)
    await play(own!, '2026-02-01', 200)
    await world.close('2026-01-01', '2026-01-31')
    await world.close('2026-02-01')
    // NGR 900, 540, -100; 180. Theirs: 270, 162, 0; 54. 5 % and 10 %: 45 + 27; 27 + 16.20; 0; 9 + 5.40.
    expect(await paid(top!)).toEqual(['2026-01-05 72.00', '2026-01-06 -28.80', '2026-01-07 -43.20', '2026-02-01 14.40'])
    expect(await explains(top!)).toEqual([true, true, true, true])
  })

  it('is tried on past days to the cent: another share, and other rewards of those referred', async () => {
    const shares = [
      { level: 1, percentage: 7.5 },
      { level: 2, percentage: 3.33 },
      { level: 1, percentage: 1.11, of: 'ngr' as const },
    ]
    const [profile, edited, theirs] = [await profileOf(), await profileOf(shares), await profileOf([], 33.33)]
    const make = async (own: number, below: number) => {
      const top = await world.affiliate({ profile: own })
      const middle = await world.affiliate({ profile: below, referredBy: top })
      const last = await world.affiliate({ profile: below, referredBy: middle })
      for (const [day, amount] of [
        ['2026-01-30', 123.45],
        ['2026-01-31', 0.33],
        ['2026-02-03', 777.77],
      ] as const) {
        await play(middle, day, amount)
        await play(last, day, amount * 2)
      }
      return { top, middle, last }
    }
    const below = await profileOf()
    const [first, second] = [await make(profile, below), await make(edited, below)]
    const [third, fourth] = [await make(edited, below), await make(edited, theirs)]
    await world.close('2026-01-01', '2026-01-31')
    await world.close('2026-02-01', '2026-02-28')
    const sumOf = async (affiliate: number) =>
      (await world.entries({ affiliate })).reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0)
    const book = await readRuleSet(world.db)
    const days = { from: '2026-01-01', to: '2026-02-28' }
    const tryIt = async (id: number, as: number) => {
      const { from: _, ...values } = book.profiles.get(as)!.at(-1)!
      const edit = { kind: 'rewardProfile', id, ...values } as const
      return (await inSimulation(given.database.db, (db) => simulateCommission(db, { edit, days }))).owners
    }
    const shared = (await tryIt(profile, edited)).find(({ id }) => id === first.top)!
    expect([shared.then, Math.round(Number(shared.now) * 100)]).toEqual(['0.00', await sumOf(second.top)])
    const raised = (await tryIt(below, theirs)).find(({ id }) => id === third.top)!
    expect(Math.round(Number(raised.then) * 100)).toBe(await sumOf(third.top))
    expect(Math.round(Number(raised.now) * 100)).toBe(await sumOf(fourth.top))
  })
})
