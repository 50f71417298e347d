import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { DatabaseUnavailable } from '#engine/server/database/unavailable.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const { database, drop } = await createTestDatabase({ empty: true })
afterAll(drop)

const valueOf = async (expression: ReturnType<typeof sql>) =>
  ((await sql`select ${expression} as value`.execute(database.db)).rows[0] as { value: unknown }).value
const backendOf = async (db: typeof database.db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
const endBackend = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(database.db)

describe('values from the database', () => {
  it.each([
    ['a bigint as a number', sql`7::bigint`, 7],
    ['a list of bigints as numbers', sql`array[1, null, 2]::bigint[]`, [1, null, 2]],
    ['a numeric as exact text', sql`12345678901234567.89::numeric(19,2)`, '12345678901234567.89'],
    ['a day as YYYY-MM-DD', sql`date '2026-02-28'`, '2026-02-28'],
    ['a list of days as YYYY-MM-DD', sql`array['2026-02-28']::date[]`, ['2026-02-28']],
    ['a moment as a Date', sql`timestamptz '2026-02-28 10:00+02'`, new Date('2026-02-28T08:00:00Z')],
    ['JSON parsed', sql`'{"a":[1]}'::jsonb`, { a: [1] }],
  ])('arrive: %s', async (_, expression, expected) => {
    expect(await valueOf(expression)).toEqual(expected)
  })

  it('are refused where a number would not be exact', async () => {
    await expect(valueOf(sql`9007199254740993::bigint`)).rejects.toThrow('::text')
  })

  it('are computed in UTC, whatever the zone of the machine', async () => {
    expect(await valueOf(sql`current_setting('TimeZone')`)).toBe('UTC')
  })
})

describe('a transaction', () => {
  it('leaves nothing behind when it fails', async () => {
    await sql`create table left_behind (id int)`.execute(database.db)
    const work = inTransaction(database.db, async (transaction) => {
      await transaction.insertInto('left_behind').values({ id: 1 }).execute()
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await database.db.selectFrom('left_behind').selectAll().execute()).toEqual([])
  })

  it('runs again when the server ends it in favour of another', async () => {
    await sql`create table account (id int primary key, amount int)`.execute(database.db)
    await database.db
      .insertInto('account')
      .values([
        { id: 1, amount: 0 },
        { id: 2, amount: 0 },
      ])
      .execute()
    const bothHoldOne = makeMeetingPoint(2)
    let attempts = 0
    const addInOrder = (ids: number[]) =>
      inTransaction(database.db, async (transaction) => {
        attempts += 1
        for (const [index, id] of ids.entries()) {
          await transaction
            .updateTable('account')
            .set({ amount: sql`amount + 1` })
            .where('id', '=', id)
            .execute()
          if (index === 0) await bothHoldOne()
        }
      })
    await Promise.all([addInOrder([1, 2]), addInOrder([2, 1])])
    // Both are ended where the server looks at both at once.
    expect(attempts).toBeGreaterThanOrEqual(3)
    expect(await database.db.selectFrom('account').select('amount').execute()).toEqual([{ amount: 2 }, { amount: 2 }])
  })
})

describe('a lost connection', () => {
  it('is told as "unavailable" when it dies between two statements of a transaction, and the pool stays whole', async () => {
    const work = inTransaction(database.db, async (transaction) => {
      await endBackend(await backendOf(transaction))
      await sql`select 1`.execute(transaction)
      await sql`select 1`.execute(transaction)
    })
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => inTransaction(database.db, (transaction) => sql`select 1`.execute(transaction))),
    )
    expect(answers).toHaveLength(20)
  })

  it('is told as "unavailable" when it dies under a running statement', async () => {
    const work = inTransaction(database.db, async (transaction) => {
      const pid = await backendOf(transaction)
      const [slept] = await Promise.all([sql`select pg_sleep(60)`.execute(transaction), endBackend(pid)])
      return slept
    })
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  it('is told as "unavailable" when there is no server at all', async () => {
    const nowhere = openDatabase({ url: 'postgres://nobody:nothing@127.0.0.1:1/none' })
    await expect(sql`select 1`.execute(nowhere.db)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await nowhere.close()
  })
})

describe('a table that changes under prepared statements', () => {
  it('disturbs neither single statements nor transactions', async () => {
    await sql`create table widened (id int)`.execute(database.db)
    const readAll = (db: typeof database.db) => db.selectFrom('widened').selectAll().execute()
    const inEverySession = () => Promise.all(Array.from({ length: 8 }, () => inTransaction(database.db, readAll)))
    await inEverySession()
    await sql`alter table widened add column name text`.execute(database.db)
    await expect(readAll(database.db)).resolves.toEqual([])
    await sql`alter table widened add column city text`.execute(database.db)
    await expect(inTransaction(database.db, readAll)).resolves.toEqual([])
  })
})

/** Everyone who calls waits until `count` have called; later calls pass at once. */
function makeMeetingPoint(count: number): () => Promise<void> {
  let open: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  let arrived = 0
  return async () => {
    arrived += 1
    if (arrived >= count) open()
    await opened
  }
}
