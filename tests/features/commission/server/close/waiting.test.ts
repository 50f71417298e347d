import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld } from '#tests/support/money/world.ts'

let given: TestDatabase
let hurried: Database
beforeAll(async () => {
  given = await createTestDatabase()
  hurried = openDatabase({ url: given.url, maxConnections: 4, statementTimeoutMs: 300 })
})
afterAll(async () => {
  await hurried.close()
  await given.drop()
})

const now = new Date('2026-06-15T12:00:00Z')
const environment = { businessTimeZone: 'UTC' }
/** A close on connections whose statements end after 300 ms. */
const closeHurried = (from: string, to: string) =>
  closeDays({ database: hurried, environment, from, to, now: () => now, log: () => undefined })

/** An affiliate below a partner that moved on some days. */
async function moved(days: readonly string[]) {
  const world = makeWorld(given.database, { now })
  const brand = await world.brand()
  const profile = await world.profile([{ productType: 'bets', subType: 'turnover', percentage: 30 }])
  const partner = await world.partner({ level: await world.level(1, 'affiliate_reward * percentage'), percentage: 10 })
  const affiliate = await world.affiliate({ profile, partner })
  for (const day of days) await world.activity({ affiliate, day, turnover: 100, brand })
  return { world, affiliate, partner }
}

describe('a close beside one that takes longer than a statement may', () => {
  it.each([
    ['affiliates', sql`hashtext('closeAffiliates'), 0`],
    ['partners', sql`hashtext('closePartners')`],
  ])('waits for its %s and ends with the same entries', async (_, key) => {
    const { world, affiliate, partner } = await moved(['2026-03-02'])
    // Another close holds the lock for a good second.
    const other = given.database.db
      .transaction()
      .execute((transaction) => sql`select pg_advisory_xact_lock(${key}), pg_sleep(1.2)`.execute(transaction))
    const closed = await closeHurried('2026-03-01', '2026-03-31')
    await other
    expect(closed.problems).toEqual([])
    expect(await world.entries({ affiliate })).toMatchObject([{ value: '30.00' }])
    expect(await world.entries({ partner })).toMatchObject([{ value: '3.00' }])
  })

  it('over the same year, or the half of it, comes to the same at the same time', async () => {
    const { world, affiliate, partner } = await moved(['2025-06-20', '2025-09-01', '2026-02-28', '2026-06-10'])
    const closes = await Promise.all([
      closeHurried('2025-06-15', '2026-06-14'),
      closeHurried('2025-06-15', '2026-06-14'),
      closeHurried('2025-12-01', '2026-06-14'),
    ])
    expect(closes.map(({ days, problems }) => [days, problems])).toEqual([
      [365, []],
      [365, []],
      [196, []],
    ])
    const values = async (owner: Parameters<typeof world.entries>[0]) =>
      (await world.entries(owner)).map(({ day, value, kind }) => [day, value, kind])
    const expected = (value: string) =>
      ['2025-06-20', '2025-09-01', '2026-02-28', '2026-06-10'].map((day) => [day, value, 'commission'])
    expect([await values({ affiliate }), await values({ partner })]).toEqual([expected('30.00'), expected('3.00')])
  })
})
