import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries } from '#lib/embeddedPostgres/binaries.ts'
import { databaseUser, ensureCluster } from '#lib/embeddedPostgres/cluster.ts'
import { serverIdentity } from '#lib/embeddedPostgres/identity.ts'
import {
  type ClusterRequest,
  isAlive,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from '#lib/embeddedPostgres/postmaster.ts'
import { withDatabase } from '#engine/server/database/address.ts'
import { citusSettings, type CitusServers, letCoordinatorIn, makeCitusDatabase } from './citus.ts'
import { fillDatabase } from './databaseServer.ts'

/** A server that is lost and comes back where it was. */
export interface KillableServer {
  /** Of its own first database. */
  readonly url: string
  readonly pid: () => number
  /** Ends it as a power cut does. */
  kill(): Promise<void>
  /** Has it do nothing any more, without a word. @returns what has it go on */
  hang(): () => void
  start(): Promise<void>
}

/** Three nodes of a test's own, with a database whose activity lies on two of them. */
export interface KillableCitus extends CitusServers<KillableServer> {
  /** Of the database. */
  readonly url: string
  stop(): Promise<void>
}

/** What was answered must be there after a kill; a machine that is lost is not what is tried here. */
const settings = {
  ...citusSettings,
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'logical',
  'citus.recover_2pc_interval': '1s',
  // What is left of a move, what evens out, and who follows a part that moves: each is looked after that often.
  'citus.defer_shard_delete_interval': '1s',
  'citus.background_task_queue_interval': '500ms',
  wal_retrieve_retry_interval: '100ms',
}

async function startServer(dataDir: string): Promise<KillableServer> {
  const folder = join(dataDir, 'postgres')
  const identity = serverIdentity(folder)
  const binaries = await findBinaries(identity, process.env.TEST_PG_BIN ?? '/usr/lib/postgresql/15/bin')
  const request: ClusterRequest = { folder, identity, binaries, durable: false, settings }
  await ensureCluster(request)
  let server = (await startPostmaster(request))!
  const password = readFileSync(join(folder, 'password'), 'utf8').trim()
  return {
    url: `postgres://${databaseUser}:${password}@127.0.0.1:${server.port}/postgres`,
    pid: () => server.pid,
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      while (isAlive(server.pid)) await pause(10)
    },
    hang: () => hang(server.pid),
    start: async () => void (server = await startAgain({ ...request, port: server.port })),
  }
}

/** Stops a server's processes where they stand. @returns what has them go on */
function hang(postmaster: number): () => void {
  process.kill(postmaster, 'SIGSTOP')
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(/\s+/)
  const all = [postmaster, ...children.filter((pid) => pid !== '').map(Number)]
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  return () => all.forEach((pid) => process.kill(pid, 'SIGCONT'))
}

/** What served a connection of a killed server holds its memory for a moment longer. */
async function startAgain(request: ClusterRequest & { port: number }): Promise<Postmaster> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await startPostmaster(request))!
    } catch (error) {
      if (tries === 50) throw error
      await pause(100)
    }
  }
}

/** Starts a coordinator and two workers that can be killed, and fills a database on them as the product does. */
export async function startKillableCitus(): Promise<KillableCitus> {
  const dataDir = mkdtempSync(join(tmpdir(), `affiliate-back-office-test-${process.pid}-nodes-`))
  const names = ['coordinator', 'worker1', 'worker2']
  const [coordinator, ...workers] = await Promise.all(names.map((name) => startServer(join(dataDir, name))))
  // Into itself as well: there it asks for what is moved from worker to worker.
  for (const [at, { url }] of [coordinator!, ...workers].entries())
    await letCoordinatorIn(join(dataDir, names[at]!), url)
  const servers = { coordinator: coordinator!, workers }
  await makeCitusDatabase(servers, 'office')
  const url = withDatabase(coordinator!.url, 'office')
  await fillDatabase(url, { isDistributed: true })
  return {
    ...servers,
    url,
    async stop() {
      for (const name of names) await stopPostmaster(join(dataDir, name, 'postgres'))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
