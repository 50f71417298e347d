import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { withStatementTimeout } from '#engine/server/database/statementWatch.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { DatabaseUnavailable } from '#engine/server/database/unavailable.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openTcpProxy, type ProxyFault, type TcpProxy } from '#tests/support/tcpProxy.ts'

const silentMs = 200
let given: TestDatabase
let proxy: TcpProxy
let database: Database
beforeAll(async () => {
  given = await createTestDatabase({ empty: true })
  proxy = await openTcpProxy(given.url)
  database = openDatabase({ url: proxy.url, maxConnections: 2, silentMs })
})
afterEach(() => proxy.mend())
afterAll(async () => {
  await database.close()
  await proxy.close()
  await given.drop()
})

const sleep = (seconds: number) => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(${seconds})`
const pidOf = async ({ db }: Database) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
const sleepers = async () =>
  (
    await sql<{
      count: number
    }>`select count(*) as count from pg_stat_activity where datname = current_database() and state = 'active'
      and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(given.database.db)
  ).rows[0]!.count
/** A statement that the database works on when the fault comes. */
async function underWay(seconds: number): Promise<{ readonly statement: Promise<unknown> }> {
  const statement = settled(sleep(seconds).execute(database.db))
  await eventually(async () => (await sleepers()) > 0)
  return { statement }
}
const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => error,
  )

describe('a connection that is lost without a word', () => {
  test.each<ProxyFault>(['blackHole', 'halfOpen', 'reset'])(
    'by %s fails the statement under way as "unavailable", and the next ones are answered once it is over',
    async (fault) => {
      const { statement } = await underWay(0.3)
      proxy.fail(fault)
      expect(await statement).toBeInstanceOf(DatabaseUnavailable)
      proxy.mend()
      await eventually(async () => (await settled(sql`select 1`.execute(database.db))) === 'answered')
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          inTransaction(database.db, (transaction) => sql`select 1`.execute(transaction)),
        ),
      )
      expect(answers).toHaveLength(10)
    },
  )

  test('is not handed out again', async () => {
    const one = openDatabase({ url: proxy.url, maxConnections: 1, silentMs })
    const before = await pidOf(one)
    proxy.fail('halfOpen')
    expect(await settled(sql`select 1`.execute(one.db))).toBeInstanceOf(DatabaseUnavailable)
    expect(await pidOf(one)).not.toBe(before)
    await one.close()
  })

  test('ends a transaction between two statements, and nothing of it stays', async () => {
    await sql`create table half (id integer)`.execute(given.database.db)
    const work = inTransaction(database.db, async (transaction) => {
      await sql`insert into half values (1)`.execute(transaction)
      proxy.fail('halfOpen')
      await sql`insert into half values (2)`.execute(transaction)
    })
    expect(await settled(work)).toBeInstanceOf(DatabaseUnavailable)
    expect((await sql`select * from half`.execute(database.db)).rows).toEqual([])
  })

  test('does not keep the pool from closing', async () => {
    const closing = openDatabase({ url: proxy.url, maxConnections: 2, silentMs: 60_000 })
    await pidOf(closing)
    proxy.fail('blackHole')
    const statement = settled(sql`select 1`.execute(closing.db))
    await nextTurn()
    await closing.close()
    expect(await statement).toBeInstanceOf(DatabaseUnavailable)
  })
})

describe('a statement that takes long', () => {
  test('is waited for as long as the database works on it', async () => {
    const { rows } = await sleep((silentMs * 5) / 1000).execute(database.db)
    expect(rows).toHaveLength(1)
  })

  test('is given up at a deadline of its own where there is one', async () => {
    expect(await settled(withStatementTimeout(silentMs * 2, () => sleep(30).execute(database.db)))).toBeInstanceOf(
      DatabaseUnavailable,
    )
  })

  test('on a replica is given up soon, and lists go to the primary', async () => {
    const replica = openDatabase({ url: given.url, readUrl: proxy.url, maxConnections: 2, silentMs })
    await eventually(() => replica.replica!.isFollowing)
    proxy.fail('blackHole')
    await eventually(() => !replica.replica!.isFollowing)
    await replica.close()
  })
})
