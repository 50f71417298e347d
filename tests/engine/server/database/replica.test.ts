import { Kysely, PostgresDialect, sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { DatabaseClock } from '#engine/server/database/databaseClock.ts'
import { openPool } from '#engine/server/database/pool.ts'
import { lacksOwnWrites } from '#engine/server/database/replica/ownWrites.ts'
import { readPool } from '#engine/server/database/replica/readPool.ts'
import { listPath } from '#tests/contract/entities.ts'
import { buildCompany } from '#tests/support/builders.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Client, clientOf, rootCredentials, signInAs, testEnvironment } from '#tests/support/office.ts'

/*
 * A replica that never catches up by itself: another database, whose one company the primary lacks, so that every list
 * tells which of the two was read. How far it has come is set by the test.
 */
let primary: TestDatabase
let copy: TestDatabase
const replica = {
  isFollowing: true,
  replayedTo: 0,
  behindBytes: 0,
  ageMs: 0,
  losses: 0,
  lost: () => void (replica.losses += 1),
  stop: async () => {},
}
let databases: readonly Database[]
let apps: readonly FastifyInstance[]

function withReplica(): Database {
  const [own, replicaPool] = [
    openPool({ url: primary.url, maxConnections: 4, statementTimeoutMs: 10_000 }),
    openPool({ url: copy.url, maxConnections: 4, statementTimeoutMs: 10_000 }),
  ]
  const reading = readPool({ primary: own, replicaPool, replica, isPrimaryNeeded: lacksOwnWrites })
  const readDb = new Kysely<any>({ dialect: new PostgresDialect({ pool: reading }) })
  const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: own }) })
  return {
    db,
    readDb,
    clock: new DatabaseClock(db),
    replica,
    pools: () => [],
    close: async () => void (await Promise.all([db.destroy(), readDb.destroy()])),
  }
}

beforeAll(async () => {
  ;[primary, copy] = [await createTestDatabase(), await createTestDatabase()]
  await sql`insert into company (name) values ('Of the replica')`.execute(copy.database.db)
  await ensureRootUser({ database: primary.database, environment: testEnvironment() })
  databases = [withReplica(), withReplica()]
  apps = await Promise.all(databases.map((database) => buildApp({ database, environment: testEnvironment() })))
})
afterAll(async () => {
  for (const app of apps) await app.close()
  for (const database of databases) await database.close()
  await primary.drop()
  await copy.drop()
})
beforeEach(() => void Object.assign(replica, { isFollowing: true, replayedTo: 0, losses: 0 }))

const signIn = () => signInAs(apps[0]!, rootCredentials)
const names = async (client: Client): Promise<string[]> =>
  (await client.get(listPath('company', {}))).body.map(({ name }: { name: string }) => name)
const both = ({ token }: Client) => apps.map((app) => clientOf(app, token))

describe('lists with a replica', () => {
  test('are read from it by whoever has not written', async () => {
    for (const client of both(await signIn())) expect(await names(client)).toEqual(['Of the replica'])
  })

  test('hold what the reader saved, at every server, and are read from the replica again once it has it', async () => {
    const [writer, reader] = [await signIn(), await signIn()]
    const { name } = await buildCompany(writer)
    for (const client of both(writer)) expect(await names(client)).toContain(name)
    expect((await writer.get(listPath('company', {}))).headers['content-range']).not.toBe('company 0-0/1')
    for (const client of both(reader)) expect(await names(client)).toEqual(['Of the replica'])
    replica.replayedTo = Number.MAX_SAFE_INTEGER
    for (const client of both(writer)) expect(await names(client)).toEqual(['Of the replica'])
  })

  test('are not held back by a write that was refused', async () => {
    const writer = await signIn()
    expect((await writer.post('/api/company', { name: '' })).status).toBe(400)
    expect(await names(writer)).toEqual(['Of the replica'])
  })

  test('are read from the primary while the replica does not follow', async () => {
    const reader = await signIn()
    replica.isFollowing = false
    expect(await names(reader)).not.toContain('Of the replica')
  })

  test('are answered by the primary when the replica ends the connection under them', async () => {
    const reader = await signIn()
    expect(await names(reader)).toEqual(['Of the replica'])
    // Its connections are ended while they wait in the pool: some driver errors come only with the next statement.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid()`.execute(copy.database.db)
    const answers = await Promise.all(Array.from({ length: 6 }, () => reader.get(listPath('company', {}))))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  })

  test('never answer for a session that has ended', async () => {
    const reader = await signIn()
    expect(await names(reader)).toEqual(['Of the replica'])
    const [one, other] = both(reader)
    await other!.post('/logout')
    expect((await one!.get(listPath('company', {}))).body.code).toBe('session_expired')
  })
})

describe('a replica named by DATABASE_READ_URL', () => {
  test('is read once it is known to follow, and ends with the database', async () => {
    const database = openDatabase({ url: primary.url, readUrl: primary.url })
    await eventually(() => database.replica!.isFollowing, { what: () => 'the replica follows' })
    expect(database.replica!.replayedTo).toBeGreaterThan(0)
    await sql`select 1`.execute(database.readDb)
    await database.close()
  })

  test('that is not there leaves everything to the primary', async () => {
    const database = openDatabase({ url: primary.url, readUrl: 'postgres://nobody@127.0.0.1:1/nothing' })
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.readDb)
    expect(rows).toEqual([{ one: 1 }])
    expect(database.replica!.isFollowing).toBe(false)
    await database.close()
  })
})
