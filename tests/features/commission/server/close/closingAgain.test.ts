import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-03-20T12:00:00Z') })
})
afterAll(() => given.drop())

const percent30 = { productType: 'bets', percentage: 30 } as const
const valueOn = async (owner: Parameters<World['entries']>[0], day: string) =>
  (await world.entries(owner)).find((entry) => entry.day === day)?.value

describe('closing again', () => {
  test('by four at once makes the same entries as one', async () => {
    const partner = await world.partner({ level: await world.level(1), percentage: 10 })
    const profile = await world.profile([percent30])
    const affiliates: number[] = []
    for (let index = 0; index < 12; index += 1) affiliates.push(await world.affiliate({ profile, partner }))
    for (const affiliate of affiliates)
      for (const day of ['2026-03-12', '2026-03-13'])
        await world.activity({ affiliate, day, turnover: 100 + affiliate })
    await Promise.all([1, 2, 3, 4].map(() => world.close('2026-03-12', '2026-03-13')))
    for (const affiliate of affiliates) {
      const [due, entries] = [((100 + affiliate) * 0.3).toFixed(2), await world.entries({ affiliate })]
      expect(entries.map(({ kind, value }) => [kind, value])).toEqual([
        ['commission', due],
        ['commission', due],
      ])
    }
    expect((await world.entries({ partner })).map(({ day, kind }) => [day, kind])).toEqual([
      ['2026-03-12', 'commission'],
      ['2026-03-13', 'commission'],
    ])
  })

  test("writes no row again that is right: not an entry, a line, a share of commission, a qualified player or a partner's day", async () => {
    const partner = await world.partner({ level: await world.level(1), percentage: 10 })
    const profile = await world.profile([
      percent30,
      {
        productType: 'cpa',
        value: 50,
        triggerCondition: 'registration',
        triggerOperation: 'count',
        triggerComparison: '>= 1',
      },
    ])
    const affiliates = [await world.affiliate({ profile, partner }), await world.affiliate({ profile, partner })]
    for (const affiliate of affiliates) {
      await world.activity({ affiliate, day: '2026-03-15', turnover: 99.99, payout: 33.33 })
      await sql`insert into player (brand, player_ref, affiliate, action, registered_at, registered_day)
        values (1, ${`again-${affiliate}`}, ${affiliate}, ${affiliate}, '2026-03-15', '2026-03-15')`.execute(
        given.database.db,
      )
    }
    await world.close('2026-03-15')
    const [paid] = await world.entries({ affiliate: affiliates[0]! })
    await world.complete([paid!.id])
    const written = async () => {
      const tables = ['entry', 'entry_line', 'commission', 'commission_wide', 'cpa_qualification', 'partner_commission']
      const versions = tables.map((table) =>
        sql<{ versions: string[] }>`select array_agg(ctid || ' ' || xmin || ' ' || xmax order by ctid) as versions
          from ${sql.table(table)}`.execute(given.database.db),
      )
      return (await Promise.all(versions)).map(({ rows }) => rows[0]!.versions)
    }
    const before = await written()
    expect(before.map((versions) => versions.length > 0)).toEqual([true, true, true, true, true, true])
    await world.close('2026-03-15')
    expect(await written()).toEqual(before)
    await world.activity({ affiliate: affiliates[1]!, day: '2026-03-15', payout: 1 })
    await world.close('2026-03-15')
    expect(await written()).not.toEqual(before)
  })

  test('corrects a pending entry of a late day, and the days after it that depend on it', async () => {
    const affiliate = await world.affiliate({
      profile: await world.profile([
        {
          productType: 'bets',
          calculation: 'dynamic',
          tiers: [
            { from: 0, percentage: 10 },
            { from: 100, percentage: 50 },
          ],
        },
      ]),
    })
    for (const day of ['2026-03-02', '2026-03-04']) await world.activity({ affiliate, day, turnover: 100 })
    await world.close('2026-03-01', '2026-03-05')
    const before = await world.entries({ affiliate })
    await world.activity({ affiliate, day: '2026-03-02', payout: 40 })
    await world.close('2026-03-06')
    const after = await world.entries({ affiliate })
    expect(after.map(({ id, value }) => [id, value])).toEqual([
      [before[0]!.id, '6.00'],
      [before[1]!.id, '34.00'],
    ])
  })

  test('leaves a complete entry and writes the difference as an adjustment dated today, once', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]) })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100 })
    await world.close('2026-03-02')
    const [entry] = await world.entries({ affiliate })
    await world.complete([entry!.id])
    await world.activity({ affiliate, day: '2026-03-02', payout: 50 })
    for (let run = 0; run < 3; run += 1) await world.close('2026-03-02', '2026-03-03')
    const entries = await world.entries({ affiliate })
    expect(entries.map(({ day, kind, value, status }) => [day, kind, value, status])).toEqual([
      ['2026-03-02', 'commission', '30.00', 'complete'],
      ['2026-03-20', 'adjustment', '-15.00', 'pending'],
    ])
    await world.activity({ affiliate, day: '2026-03-02', turnover: 50 })
    await world.close('2026-03-02')
    expect(
      (await world.entries({ affiliate })).map(({ kind }) => kind),
      'what was taken back is given back',
    ).toEqual(['commission'])
  })

  test('adjusts anew where the first adjustment is complete too', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]) })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100 })
    await world.close('2026-03-02')
    await world.complete((await world.entries({ affiliate })).map(({ id }) => id))
    for (const turnover of [10, 20]) {
      await world.activity({ affiliate, day: '2026-03-02', turnover })
      await Promise.all([world.close('2026-03-02'), world.close('2026-03-02')])
      await world.complete((await world.entries({ affiliate })).map(({ id }) => id))
    }
    const entries = await world.entries({ affiliate })
    expect(entries.map(({ kind, value }) => [kind, value])).toEqual([
      ['commission', '30.00'],
      ['adjustment', '3.00'],
      ['adjustment', '6.00'],
    ])
    expect(total(entries)).toBe('39.00')
  })

  test('finds what changed on earlier days without being told which', async () => {
    const partner = await world.partner({ level: await world.level(1, 'ngr * percentage'), percentage: 10 })
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]), partner })
    await world.activity({ affiliate, day: '2026-02-10', turnover: 100 })
    await world.close('2026-02-10')
    await world.activity({ affiliate, day: '2026-02-10', turnover: 100 })
    await world.close('2026-03-15')
    expect([await valueOn({ affiliate }, '2026-02-10'), await valueOn({ partner }, '2026-02-10')]).toEqual([
      '60.00',
      '20.00',
    ])
  })

  test('adjusts an entry that a payment held, and pays the difference once where that payment is refused', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]) })
    await world.activity({ affiliate, day: '2026-02-20', turnover: 100 })
    await world.close('2026-02-20')
    const [entry] = await world.entries({ affiliate })
    const {
      rows: [payment],
    } = await sql<{
      id: number
    }>`insert into payment (affiliate, value, currency, method, state) values (${affiliate}, 30, 'BRL', 'automatic',
      'created') returning id`.execute(world.db)
    await sql`insert into payment_entry (payment, entry) values (${payment!.id}, ${entry!.id})`.execute(world.db)
    await world.activity({ affiliate, day: '2026-02-20', turnover: 100 })
    await world.close('2026-02-20')
    await sql`update payment_entry set holds = false where payment = ${payment!.id}`.execute(world.db)
    await world.activity({ affiliate, day: '2026-02-20', turnover: 10 })
    await world.close('2026-02-20')
    expect(total(await world.entries({ affiliate }))).toBe('63.00')
  })

  test('makes right what carry-over brought into a later month', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([percent30], 'full') })
    await world.activity({ affiliate, day: '2026-01-10', payout: 100 })
    await world.activity({ affiliate, day: '2026-02-10', turnover: 200 })
    await world.close('2026-01-10', '2026-02-10')
    expect(await valueOn({ affiliate }, '2026-02-10')).toBe('30.00')
    await world.activity({ affiliate, day: '2026-01-10', payout: 50 })
    await world.close('2026-02-11')
    expect(await valueOn({ affiliate }, '2026-02-10')).toBe('15.00')
  })
})
