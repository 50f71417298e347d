import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { ensureSearchExtension } from '#engine/server/database/searchExtension.ts'
import { grantServing } from '#engine/server/database/servingRights.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { closeDatabase, makeCitusDatabase, startCitus } from './citus.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's database server, as its superuser; its database is the template every test database is copied from. */
    databaseServerUrl: string
    /** The same as the role that owns the tables (see {@link installedRoles}). */
    databaseOwnerUrl: string
    /** The same as the role that servers log in as. */
    databaseServingUrl: string
    /** The servers on which its activity lies, with TEST_CITUS=1; none otherwise. */
    databaseWorkerUrls: readonly string[]
  }
}

const template = 'template_test'

/**
 * The roles of an installation as docs/operating.md recommends it: one owns the tables and makes roles, the other serves,
 * owns nothing and is under the policies of row-level security.
 */
const installedRoles = { owner: 'office_owner', serving: 'office_server' } as const
const rolePassword = 'of the tests alone'

function asRole(url: string, name: string): string {
  const login = new URL(url)
  ;[login.username, login.password] = [name, encodeURIComponent(rolePassword)]
  return login.href
}
const folderPrefix = 'affiliate-back-office-test-'

interface RunningServer {
  urls: Promise<Urls>
  workers: Promise<readonly string[]>
  users: number
  stop(): Promise<void>
}
interface Urls {
  readonly superuser: string
  readonly owner: string
  readonly serving: string
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
  const urls = await server.urls
  project.provide('databaseServerUrl', urls.superuser)
  project.provide('databaseOwnerUrl', urls.owner)
  project.provide('databaseServingUrl', urls.serving)
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
      const all = [servers.coordinator, ...servers.workers]
      // Only a superuser distributes tables without being let in by each worker: here it owns them.
      const urls = urlsOf(servers.coordinator.url, { isOwnerSuperuser: true })
      await makeTemplate(urls, { isDistributed: true })
      await closeDatabase(
        all.map(({ url }) => url),
        template,
      )
      return { servers: all, urls }
    }
    const embedded = await startEmbedded({ dataDir, log: () => {}, durable: false, binFolder })
    const urls = urlsOf(embedded.url)
    await onDatabase(embedded.url, [
      `create role ${installedRoles.owner} login createrole password '${rolePassword}'`,
      `create database ${template} owner ${installedRoles.owner}`,
    ])
    await makeTemplate(urls, { isDistributed: false })
    return { servers: [embedded], urls }
  }
  const running = start()
  return {
    urls: running.then(({ urls }) => urls),
    workers: running.then(({ servers: [, ...workers] }) => workers.map(({ url }) => url)),
    users: 0,
    async stop() {
      delete shared.testDatabaseServer
      await Promise.all((await running).servers.map((each) => each.stop()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const urlsOf = (superuser: string, { isOwnerSuperuser = false } = {}): Urls => ({
  superuser,
  owner: isOwnerSuperuser ? superuser : asRole(superuser, installedRoles.owner),
  serving: asRole(superuser, installedRoles.serving),
})

const onDatabase = (url: string, statements: readonly string[]) =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

/**
 * Fills the template, as the owner, and grants the serving role its rights. It is a database of its own: one can be
 * copied only while nobody is connected to it.
 */
async function makeTemplate(urls: Urls, { isDistributed }: { isDistributed: boolean }): Promise<void> {
  const [superuser, owner, serving] = [urls.superuser, urls.owner, urls.serving].map((url) =>
    withDatabase(url, template),
  )
  await onDatabase(superuser!, [
    `create role ${installedRoles.serving} login password '${rolePassword}'`,
    'alter function pg_catalog.texticlike(text, text) leakproof',
    'alter function pg_catalog.textlike(text, text) leakproof',
  ])
  await fillDatabase(owner!, { isDistributed, servingUrl: serving })
  await onDatabase(superuser!, ['alter function searchable_text(text) leakproof'])
}

/**
 * Brings an empty database to what the product needs.
 * @param options.servingUrl where servers log in, if that is another role
 */
export async function fillDatabase(
  url: string,
  { isDistributed, servingUrl }: { isDistributed: boolean; servingUrl?: string },
): Promise<void> {
  const given = { url, log: () => {} }
  await ensureSearchExtension(given)
  await applyMigrations(given)
  // A field without its migration yet fails the one test that says so, not every other one.
  await applySchemaDifference({ ...given, declared: declaredSchema })
  if (isDistributed) await withClient(url, (client) => distributeActivity(client, distributedTables))
  const fence = await prepareRowSecurity({
    ...given,
    servingUrl,
    given: undefined,
    resources,
    functions: [sessionDigestFunction],
  })
  if (!fence) throw new Error('The test server allows no second fence.')
  if (servingUrl !== undefined) await grantServing({ ownerUrl: url, url: servingUrl })
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
