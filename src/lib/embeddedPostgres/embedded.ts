import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { claimServer } from './claim.ts'
import type { Claim } from './claim.ts'
import { databaseUser, ensureCluster } from './cluster.ts'
import type { ClusterRequest } from './postmaster.ts'
import { EmbeddedError } from './embeddedError.ts'
import { serverIdentity } from './identity.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'

/** How the embedded database is started. */
export interface EmbeddedOptions {
  /** The product's data folder; the database lives in its `postgres` folder. */
  dataDir: string
  /** Takes one line about what happens. */
  log: (line: string) => void
  /** `server`: the one process that serves this folder (a second is refused). `command`: works beside it, or alone. */
  use?: 'server' | 'command'
  /** False gives up safety against crashes for speed. Only for tests. */
  durable?: boolean
  /** Another installation's programs, for example /usr/lib/postgresql/15/bin. Only for tests. */
  binFolder?: string
  /** More settings of the server. Only for tests. */
  settings?: ClusterRequest['settings']
}

/** The embedded database, running. */
export interface Embedded {
  /** Where it answers, for `openDatabase`. */
  url: string
  /**
   * True when a server that already ran on the folder was taken over (of a command beside us, or of a killed process).
   */
  adopted: boolean
  /** Tells a second start on this folder where we can be reached. */
  announce(address: string): Promise<void>
  /** Lets go of it: shuts it down (fast shutdown, waits) unless another process still works with it. */
  stop(): Promise<void>
}

/** Another process serves this data folder already; the message names it and its address. */
export class EmbeddedInUse extends Error {
  override name = 'EmbeddedInUse'
}

const databaseName = 'affiliate_back_office'
/** Longest path of a Unix socket that Linux and macOS both take; beyond it we connect over 127.0.0.1. */
const socketPathLimit = 100
const settleLimitMs = 30_000
/** A predecessor that is just stopping has let go by then; after it, the folder is really in use. */
const inUseLimitMs = 2_500

/**
 * Starts PostgreSQL on `dataDir/postgres`, making the database when there is none, or takes over the server that runs
 * there already. A server that dies while we use it is started again on the same address.
 * @throws EmbeddedInUse when `use` is `server` and another process serves the folder
 * @throws EmbeddedError naming the remedy when the programs, the folder's owner or its version do not fit
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = join(resolve(options.dataDir), 'postgres')
  const identity = serverIdentity(folder)
  const request: ClusterRequest = {
    folder,
    identity,
    binaries: await findBinaries(identity, options.binFolder),
    durable: options.durable ?? true,
    settings: options.settings,
  }
  if (await ensureCluster(request)) options.log(`Made a new database in ${folder}.`)
  const use = options.use ?? 'server'
  let isStopping = false
  let held = await holdServer({ request, use, onLost: () => void revive() })

  async function revive(): Promise<void> {
    if (isStopping) return
    options.log('The database server is gone; starting it again.')
    const { port } = held.server
    try {
      held = await holdServer({ request, use, port, onLost: () => void revive() })
      options.log('The database server answers again.')
    } catch (error) {
      options.log(
        `The database server could not be started again: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  return {
    url: held.url,
    adopted: held.adopted,
    announce: (address) => held.claim.announce(address),
    async stop() {
      isStopping = true
      if (await held.claim.release()) await stopPostmaster(folder)
    },
  }
}

interface Held {
  server: Postmaster
  claim: Claim
  url: string
  adopted: boolean
}

interface HoldRequest {
  request: ClusterRequest
  use: 'server' | 'command'
  port?: number
  onLost: () => void
}

/**
 * Finds or starts the server and claims it; begins again when the server found was just being stopped by its last user.
 */
async function holdServer({ request, use, port, onLost }: HoldRequest): Promise<Held> {
  const begun = Date.now()
  for (;;) {
    const found = findPostmaster(request.folder)
    const server = found ?? (await startPostmaster({ ...request, port }))
    if (server?.isReady) {
      const url = serverUrl(request.folder, server)
      const outcome = await claimServer({ url, databaseName, use, onLost })
      if (outcome.kind === 'held') return { server, claim: outcome.claim, url, adopted: found !== null }
      if (outcome.kind === 'inUse' && Date.now() > begun + inUseLimitMs)
        throw new EmbeddedInUse(inUseMessage(request.folder, outcome.holder))
    }
    if (Date.now() > begun + settleLimitMs)
      throw new EmbeddedError(
        `The database server in ${request.folder} neither answers nor ends. See ${join(request.folder, 'server.log')}.`,
      )
    await pause(20)
  }
}

function inUseMessage(folder: string, holder: string): string {
  return `The data folder ${resolve(folder, '..')} is in use already: ${holder}. Stop that one first, or set DATA_DIR to another folder.`
}

function serverUrl(folder: string, { port }: Postmaster): string {
  const password = readFileSync(join(folder, 'password'), 'utf8').trim()
  const url = `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${databaseName}`
  const hasSocket = process.platform !== 'win32' && join(folder, `.s.PGSQL.${port}`).length <= socketPathLimit
  return hasSocket ? `${url}?host=${encodeURIComponent(folder)}` : url
}
