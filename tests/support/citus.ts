import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readAddress, withDatabase } from '#engine/server/database/address.ts'
import { type Embedded, startEmbedded } from '#lib/embeddedPostgres/embedded.ts'

/** Three servers of PostgreSQL 15 with Citus: where the product connects to, and where its activity lies. */
export interface CitusServers<Server extends Pick<Embedded, 'url'> = Pick<Embedded, 'url'>> {
  readonly coordinator: Server
  readonly workers: readonly Server[]
}

/** What Citus itself shows everybody in `public`: names and sizes of its tables, no row of any. */
export const citusViews: readonly string[] = ['citus_schemas', 'citus_tables']

/** Every test has a database, and each of them a task of its own in the background. */
export const citusSettings = {
  shared_preload_libraries: 'citus',
  max_connections: 300,
  max_prepared_transactions: 300,
  max_worker_processes: 100,
  'citus.node_conninfo': 'sslmode=disable',
  'citus.shard_count': 4,
  'citus.log_distributed_deadlock_detection': 'off',
}

/** Starts a coordinator and workers, two where nothing is said, each in a folder of its own. */
export async function startCitus({
  dataDir,
  binFolder,
  workers: count = 2,
}: {
  dataDir: string
  binFolder: string
  workers?: number
}): Promise<CitusServers<Embedded>> {
  const start = (name: string) =>
    startEmbedded({ dataDir: join(dataDir, name), log: () => {}, durable: false, binFolder, settings: citusSettings })
  const [coordinator, ...workers] = await Promise.all(
    ['coordinator', ...Array.from({ length: count }, (_, at) => `worker${at + 1}`)].map(start),
  )
  for (const [at, { url }] of workers.entries()) await letCoordinatorIn(join(dataDir, `worker${at + 1}`), url)
  return { coordinator: coordinator!, workers }
}

/**
 * Citus gives the workers' roles the coordinator's passwords, which it does not know itself: in tests they believe it.
 * @param dataDir where a worker lies
 */
export async function letCoordinatorIn(dataDir: string, url: string): Promise<void> {
  const file = join(dataDir, 'postgres/cluster/pg_hba.conf')
  writeFileSync(file, 'local all all trust\nhost all all 127.0.0.1/32 trust\n')
  await ask(url, ['select pg_reload_conf()'])
}

/** Makes an empty database on all three, the workers known to the coordinator. */
export async function makeCitusDatabase({ coordinator, workers }: CitusServers, name: string): Promise<void> {
  for (const { url } of [coordinator, ...workers]) {
    await ask(url, [`create database ${name}`])
    await ask(withDatabase(url, name), ['create extension citus', 'create extension pg_trgm'])
  }
  await ask(withDatabase(coordinator.url, name), [
    `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator.url)})`,
    ...workers.map(({ url }) => `select citus_add_node('127.0.0.1', ${portOf(url)})`),
  ])
}

/** Closes a database to everybody, also to what Citus does in the background, so that it can be copied. */
export async function closeDatabase(urls: readonly string[], name: string): Promise<void> {
  for (const url of urls)
    await ask(url, [
      `alter database ${name} with allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    ])
}

const portOf = (url: string): string => new URL(url).port

async function ask(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: readAddress(url).connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
