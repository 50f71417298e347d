import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresBinaries } from './binaries.ts'
import { type ServerIdentity, showFolder } from './identity.ts'
import { EmbeddedError } from './embeddedError.ts'

/** What a new cluster is made from. */
export interface ClusterRequest {
  /** The folder that holds the cluster, its password, socket and log. */
  folder: string
  identity: ServerIdentity | null
  binaries: PostgresBinaries
  /** False skips the flush to disk; for throw-away clusters of tests. */
  durable: boolean
  /** More settings of the server. Only for tests. */
  settings?: Readonly<Record<string, string | number>> | undefined
}

/** A running database server: its process and the port it listens on (127.0.0.1 and the socket in its folder). */
export interface Postmaster {
  pid: number
  port: number
  isReady: boolean
}

/** How often the state of a starting or stopping server is looked at. */
const pollMs = 10
/** A server that was killed replays its log before it answers; that may take long, but not this long. */
const startLimitMs = 600_000
/** A fast shutdown that takes longer is turned into an immediate one (the next start recovers). */
const stopLimitMs = 2_500
/** A port that was free may be taken before the server has it; so often another one is tried. */
const portTriesMax = 5

/** Whether a process of that id exists, ours or another user's. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The server that runs on the cluster in `folder`, or null. PostgreSQL itself keeps process, port and state in
 * postmaster.pid; a file left behind by a dead server is recognised by its process not working in this folder.
 */
export function findPostmaster(folder: string): Postmaster | null {
  const lines = readLockFile(folder)
  if (lines === null) return null
  const pid = Number(lines[0])
  if (!isServerOf(folder, pid)) return null
  return { pid, port: Number(lines[3] ?? 0), isReady: (lines[7] ?? '').trim() === 'ready' }
}

/** The lines of postmaster.pid, null where there is none: a server that ends or begins removes it at any moment. */
function readLockFile(folder: string): string[] | null {
  try {
    return readFileSync(lockFileOf(folder), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const lockFileOf = (folder: string): string => join(folder, 'cluster', 'postmaster.pid')

function isServerOf(folder: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (!existsSync('/proc/self/cwd')) return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(join(folder, 'cluster'))
  } catch {
    return false // Gone in between, or another user's process: not a server we could have started.
  }
}

/**
 * PostgreSQL refuses to start while the process id in a stale file belongs to anything at all (ids are reused, in
 * containers soon).
 */
function removeStaleLock(folder: string): void {
  const pid = Number(readLockFile(folder)?.[0] ?? 0)
  if (isAlive(pid) && !isServerOf(folder, pid)) rmSync(lockFileOf(folder), { force: true })
}

/**
 * Starts a server on the cluster, detached, so that a terminal's Ctrl+C reaches us alone and we stop it in order.
 * @param port the port to listen on; a free one is taken when not given
 * @returns the server when it is ready, or null when another process started one on this cluster first
 * @throws EmbeddedError with the end of the server's log when it does not start
 */
export async function startPostmaster(request: ClusterRequest & { port?: number }): Promise<Postmaster | null> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryStart(request, request.port ?? (await freePort()))
    if (outcome !== 'port_taken') return outcome
    if (request.port !== undefined || tries === portTriesMax)
      throw new EmbeddedError(
        `The database server found its port on 127.0.0.1 taken. See ${join(request.folder, 'server.log')}.`,
      )
  }
}

async function tryStart(
  { folder, identity, binaries, durable, settings: more }: ClusterRequest,
  port: number,
): Promise<Postmaster | null | 'port_taken'> {
  removeStaleLock(folder)
  const view = showFolder(folder, identity)
  const log = openSync(join(folder, 'server.log'), 'a', 0o600)
  if (identity) chownSync(join(folder, 'server.log'), identity.uid, identity.gid)
  const logStart = fstatSync(log).size
  const child = spawn(
    join(binaries.folder, 'postgres'),
    ['-D', `${view.path}/cluster`, '-p', String(port), ...settings(view.path, durable, more)],
    {
      ...identity,
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, LC_MESSAGES: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log, ...(view.descriptor === null ? [] : [view.descriptor])],
    },
  )
  let hasEnded = false
  child.once('exit', () => (hasEnded = true)).once('error', () => (hasEnded = true))
  child.unref()
  closeSync(log)
  view.close()
  const deadline = Date.now() + startLimitMs
  while (!hasEnded && Date.now() < deadline) {
    const server = findPostmaster(folder)
    if (server?.isReady && server.pid === child.pid) return server
    await pause(pollMs)
  }
  if (findPostmaster(folder)) return null
  const said = readFileSync(join(folder, 'server.log')).subarray(logStart).toString().trim()
  if (/lock file .* already exists/.test(said)) return null
  if (/could not bind IPv4 address "127\.0\.0\.1"/.test(said)) return 'port_taken'
  throw new EmbeddedError(
    `The database server did not start. It said (${join(folder, 'server.log')}):\n${said.slice(-2000)}`,
  )
}

function settings(folderSeen: string, durable: boolean, more: ClusterRequest['settings']): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folderSeen,
    max_connections: 100,
    shared_buffers: durable ? '256MB' : '128MB',
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable
      ? { max_wal_size: '2GB' }
      : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' }),
    ...more,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('No free port on 127.0.0.1.')),
      )
    })
  })
}

/**
 * Stops the server on the cluster in `folder` and waits until it is gone: fast (what is under way is rolled back), then
 * at once.
 */
export async function stopPostmaster(folder: string): Promise<void> {
  const server = findPostmaster(folder)
  if (!server) return
  signal(server.pid, 'SIGINT')
  const deadline = Date.now() + stopLimitMs
  let isForced = false
  while (isServerOf(folder, server.pid)) {
    if (Date.now() > deadline && !isForced) {
      isForced = true
      signal(server.pid, 'SIGQUIT')
    }
    await pause(pollMs)
  }
}

/** To a process that may have ended by itself just now. */
function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
