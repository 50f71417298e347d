import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { copyRows } from '#engine/server/database/copyRows.ts'
import { serverIdentity } from '#lib/embeddedPostgres/identity.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { DatabaseUnavailable } from '#engine/server/database/unavailable.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openTcpProxy, type ProxyFault, type TcpProxy } from '#tests/support/tcpProxy.ts'

const program = '/usr/sbin/pgbouncer'
const silentMs = 200
/** Sessions that the pooler has of the database: fewer than ask for one. */
const poolSize = 2

let given: TestDatabase
let folder: string
let pooler: ChildProcess
/** Between the pooler and the database, and between us and the pooler. */
let behind: TcpProxy
let before: TcpProxy
let database: Database

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as { port: number }
  await new Promise((done) => probe.close(done))
  return port
}

/** What to do while a statement of so many seconds is under way. */
async function underWay(seconds: number): Promise<{ readonly statement: Promise<unknown> }> {
  const statement = settled(sql`select pg_sleep(${seconds})`.execute(database.db))
  const working = sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`
  await eventually(async () => (await working.execute(given.database.db)).rows[0]!.count > 0)
  return { statement }
}
const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => error,
  )

describe.skipIf(!existsSync(program))('behind a pooler in transaction mode', () => {
  beforeAll(async () => {
    given = await createTestDatabase({ empty: true })
    behind = await openTcpProxy(given.url)
    const { hostname, port: target, pathname, username, password } = new URL(behind.url)
    const port = await freePort()
    folder = mkdtempSync(join(tmpdir(), 'pooler-'))
    const identity = serverIdentity(join(folder, 'none'))
    const file = (name: string, text: string) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      if (identity) chownSync(path, identity.uid, identity.gid)
      return path
    }
    chmodSync(folder, 0o755)
    const users = file('users.txt', `"${username}" "${decodeURIComponent(password)}"\n`)
    const configuration = file(
      'pgbouncer.ini',
      `[databases]
${pathname.slice(1)} = host=${hostname} port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
server_connect_timeout = 1
server_login_retry = 1
`,
    )
    pooler = spawn(program, ['-q', configuration], { stdio: 'ignore', ...identity })
    const address = new URL(behind.url)
    address.port = String(port)
    before = await openTcpProxy(address.toString())
    database = openDatabase({ url: `${before.url}?pgbouncer=true`, maxConnections: 4, silentMs })
    await eventually(async () => (await settled(sql`select 1`.execute(database.db))) === 'answered')
  })
  afterEach(() => {
    before.mend()
    behind.mend()
  })
  afterAll(async () => {
    await database.close()
    const ended = new Promise((done) => pooler.once('exit', done))
    pooler.kill('SIGINT')
    await before.close()
    await behind.close()
    pooler.kill('SIGKILL')
    await ended
    await given.drop()
    rmSync(folder, { recursive: true })
  })

  const answersAgain = () =>
    eventually(async () => (await settled(sql`select 1`.execute(database.db))) === 'answered', { withinMs: 15_000 })

  test.each<ProxyFault>(['blackHole', 'halfOpen', 'reset'])(
    'a way to the pooler lost by %s fails the statement under way, and the next ones are answered once it is over',
    async (fault) => {
      const { statement } = await underWay(0.3)
      before.fail(fault)
      expect(await statement).toBeInstanceOf(DatabaseUnavailable)
      before.mend()
      await answersAgain()
    },
  )

  test.each<ProxyFault>(['halfOpen', 'reset'])(
    'a way from the pooler to the database lost by %s is told, and the next ones are answered',
    async (fault) => {
      const { statement } = await underWay(0.3)
      behind.fail(fault)
      expect(await statement).toBeInstanceOf(DatabaseUnavailable)
      behind.mend()
      await answersAgain()
    },
  )

  test('a statement that takes long is waited for', async () => {
    await sql`select pg_sleep(${(silentMs * 5) / 1000})`.execute(database.db)
  })

  test('statements that wait for a session of the pooler are waited for', async () => {
    const sleeps = Array.from({ length: 4 }, () => settled(sql`select pg_sleep(0.6)`.execute(database.db)))
    expect(await Promise.all(sleeps)).toEqual(['answered', 'answered', 'answered', 'answered'])
  })

  test('what a transaction sets for itself and locks holds to its end and no longer', async () => {
    const seen = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        inTransaction(database.db, async (transaction) => {
          await sql`select pg_advisory_xact_lock(77), set_config('office.mine', ${String(number)}::text, true)`.execute(
            transaction,
          )
          const read = sql<{ mine: string }>`select current_setting('office.mine') as mine`
          return (await read.execute(transaction)).rows[0]!.mine
        }),
      ),
    )
    expect(seen).toEqual(['1', '2', '3', '4'])
    const left = sql<{ mine: string; locks: number }>`select coalesce(current_setting('office.mine', true), '') as mine,
      (select count(*)::integer from pg_locks where locktype = 'advisory' and objid = 77) as locks`
    expect((await left.execute(database.db)).rows).toEqual([{ mine: '', locks: 0 }])
  })

  test('rows are copied in by several at once, and nothing of those that fail', async () => {
    await sql`create table copied (number bigint primary key)`.execute(given.database.db)
    const copy = (numbers: readonly number[]) =>
      settled(
        inTransaction(database.db, (transaction) =>
          copyRows(transaction, 'copied', numbers, { number: ['bigint', (number) => number] }),
        ),
      )
    const outcomes = await Promise.all([copy([1, 2]), copy([3, 4]), copy([5, 6]), copy([7, 7])])
    expect(outcomes).toEqual(['answered', 'answered', 'answered', expect.objectContaining({ code: '23505' })])
    expect((await sql`select count(*)::integer as count from copied`.execute(database.db)).rows).toEqual([{ count: 6 }])
  })
})
