import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { drain } from '#engine/server/http/health.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { bindInstallation } from '#engine/server/installation/boundSettings.ts'
import { changeZone } from '#engine/server/installation/changeZone.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testEnvironment } from '#tests/support/office.ts'

let given: TestDatabase
let app: FastifyInstance
beforeAll(async () => {
  given = await createTestDatabase()
  app = await buildApp({ database: given.database, environment: testEnvironment() })
})
afterAll(async () => {
  await app.close()
  await given.drop()
})

const status = async () => (await app.inject('/ready')).statusCode
const reason = async () => (await app.inject('/ready')).json().reason as string

/** What a newer version's `npm run migrate` does beside this server. */
let count = 0
async function migrate(statement: string): Promise<void> {
  count += 1
  await inTransaction(asOwner(given.database), async (transaction) => {
    await sql.raw(statement).execute(transaction)
    await sql`insert into migration (name, checksum) values (${`9${count}_newer`}::text, '')`.execute(transaction)
  })
}

describe('a server under which a newer one changes the database', () => {
  test('is ready as long as that only adds', async () => {
    expect(await status()).toBe(200)
    await migrate('create table newer (id bigint not null)')
    await migrate('alter table brand add column newer text, add column newer_flag boolean not null default false')
    await migrate('alter table newer add column other text not null')
    expect(await status()).toBe(200)
  })

  test.each([
    [
      'a column is renamed',
      'alter table movement rename column turnover to stakes',
      'alter table movement rename column stakes to turnover',
    ],
    ['a table is gone', 'alter table dirty_day rename to open_day', 'alter table open_day rename to dirty_day'],
    [
      'each new row must bring what it does not know',
      'alter table session add column newer text not null',
      'alter table session drop column newer',
    ],
    [
      'a key by which it writes is another',
      'alter table dirty_day rename constraint dirty_day_pkey to open_day_pkey',
      'alter table dirty_day rename constraint open_day_pkey to dirty_day_pkey',
    ],
    [
      'a function takes something else',
      'alter function make_event_partition(date) rename to make_partition',
      'alter function make_partition(date) rename to make_event_partition',
    ],
  ])('is not ready where %s, and is again once that is undone', async (_, change, back) => {
    await migrate(change)
    expect([await status(), await status(), await reason()]).toEqual([503, 503, 'schemaChanged'])
    await migrate(back)
    expect(await status()).toBe(200)
  })
})

test('a server that is about to stop says that it is not ready, and serves on', async () => {
  const stopping = await buildApp({ database: given.database, environment: testEnvironment() })
  const statuses = async () =>
    Promise.all(['/ready', '/health', '/openapi.json'].map(async (url) => (await stopping.inject(url)).statusCode))
  expect(await statuses()).toEqual([200, 200, 200])
  await drain(stopping, 0)
  expect(await statuses()).toEqual([503, 200, 200])
  await stopping.close()
})

test('a server is not ready where the days are booked by another zone meanwhile', async () => {
  const surroundings = { database: given.database, environment: testEnvironment(), now: () => new Date() }
  await bindInstallation(surroundings)
  expect(await status()).toBe(200)
  await changeZone(surroundings, 'Asia/Tokyo')
  expect([await status(), await reason()]).toEqual([503, 'otherZone'])
})
