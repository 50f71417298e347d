import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { resources } from '#resources/index.ts'
import { withDatabase } from '#engine/server/database/address.ts'
import { applySchemaDifference } from '#engine/server/database/applySchema.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { isAlive, stopPostmaster } from '#lib/embeddedPostgres/postmaster.ts'
import { prepareRowSecurity } from '#engine/server/database/rowSecurity/prepareRowSecurity.ts'
import { sessionDigestFunction } from '#engine/auth/server/session/readSession.ts'
import { withClient } from '#engine/server/database/client.ts'
import { distributeActivity } from '#engine/server/database/citus/distribute.ts'
import { distributedTables } from '#engine/server/database/citus/tables.ts'
import { applyMigrations } from '#engine/server/database/migrate.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { closeDatabase, makeCitusDatabase, startCitus } from './citus.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's database server; its database is the template every test database is copied from. */
    databaseServerUrl: string
    /** The servers on which its activity lies, with TEST_CITUS=1; none otherwise. */
    databaseWorkerUrls: readonly string[]
  }
}

const template = 'template_test'
const folderPrefix = 'affiliate-back-office-test-'

interface RunningServer {
  url: Promise<string>
  workers: Promise<readonly string[]>
  users: number
  stop(): Promise<void>
}
/** Every kind of test has its own copy of this module; the server is one for all of them. */
const shared = globalThis as { testDatabaseServer?: RunningServer }

/**
 * Starts one database server for the whole run, in a folder of its own, and prepares the template.
 * TEST_PG_BIN names another installation's programs, for instance /usr/lib/postgresql/15/bin. TEST_CITUS=1 makes three
 * servers of them, with Citus between them and the activity on two.
 */
export default async function provideDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const server = (shared.testDatabaseServer ??= startDatabaseServer())
  server.users += 1
  project.provide('databaseServerUrl', await server.url)
  project.provide('databaseWorkerUrls', await server.workers)
  return async () => {
    server.users -= 1
    if (server.users === 0) await server.stop()
  }
}

function startDatabaseServer(): RunningServer {
  const dataDir = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`))
  const start = async () => {
    await removeLeftovers()
    const binFolder = process.env.TEST_PG_BIN
    if (process.env.TEST_CITUS === '1') {
      const servers = await startCitus({ dataDir, binFolder: binFolder ?? '/usr/lib/postgresql/15/bin' })
      await makeCitusDatabase(servers, template)
      await fillDatabase(withDatabase(servers.coordinator.url, template), { isDistributed: true })
      const all = [servers.coordinator, ...servers.workers]
      await closeDatabase(
        all.map(({ url }) => url),
        template,
      )
      return all
    }
    const embedded = await startEmbedded({ dataDir, log: () => {}, durable: false, binFolder })
    await makeTemplate(embedded.url)
    return [embedded]
  }
  const running = start()
  return {
    url: running.then(([first]) => first!.url),
    workers: running.then(([, ...workers]) => workers.map(({ url }) => url)),
    users: 0,
    async stop() {
      delete shared.testDatabaseServer
      await Promise.all((await running).map((each) => each.stop()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The template is a database of its own: a database can be copied only while nobody is connected to it. */
async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await fillDatabase(withDatabase(url, template), { isDistributed: false })
}

/** Brings an empty database to what the product needs. */
export async function fillDatabase(url: string, { isDistributed }: { isDistributed: boolean }): Promise<void> {
  const given = { url, log: () => {} }
  await applyMigrations(given)
  // A field without its migration yet fails the one test that says so, not every other one.
  await applySchemaDifference({ ...given, declared: declaredSchema })
  if (isDistributed) await withClient(url, (client) => distributeActivity(client, distributedTables))
  const fence = await prepareRowSecurity({ ...given, given: undefined, resources, functions: [sessionDigestFunction] })
  if (!fence) throw new Error('The test server allows no second fence.')
}

/** A run that was killed leaves its server behind; the next one clears it away. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : NaN
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    for (const part of ['', 'coordinator', 'worker1', 'worker2'])
      await stopPostmaster(join(tmpdir(), name, part, 'postgres'))
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
