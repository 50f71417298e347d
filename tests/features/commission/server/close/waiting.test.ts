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

describe('a close beside one that takes longer than a statement may', () => {
  it('waits for it and ends with the same entries', async () => {
    const now = new Date('2026-06-15T12:00:00Z')
    const world = makeWorld(given.database, { now })
    const brand = await world.brand()
    const profile = await world.profile([{ productType: 'bets', subType: 'turnover', percentage: 30 }])
    const affiliate = await world.affiliate({ profile })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100, brand })
    // Another close holds the bucket for a good second.
    const other = given.database.db
      .transaction()
      .execute((transaction) =>
        sql`select pg_advisory_xact_lock(hashtext('closeAffiliates'), 0), pg_sleep(1.2)`.execute(transaction),
      )
    const environment = { businessTimeZone: 'UTC' }
    const range = { from: '2026-03-01', to: '2026-03-31' }
    const closed = await closeDays({ database: hurried, environment, ...range, now: () => now, log: () => undefined })
    await other
    expect([closed.affiliateEntries, closed.problems]).toEqual([1, []])
  })
})
