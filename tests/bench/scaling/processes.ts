import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { serverIdentity } from '#lib/embeddedPostgres/identity.ts'
import { findProgram } from '../recordsSupport.ts'

/** What this machine has of what the trial needs. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly basebackup: string
  /** Null where it is not installed: the trial goes on without. */
  readonly pgbouncer: string | null
}

/** Finds a whole set of PostgreSQL's programs of one version. @returns what to install, where there is none */
export function findPrograms(): Programs | string {
  const basebackup = findProgram('pg_basebackup')
  const folder = basebackup?.replace(/\/[^/]+$/, '')
  if (!folder || !['initdb', 'postgres'].every((name) => findProgram(name)?.startsWith(folder))) {
    return "A replica needs PostgreSQL's own pg_basebackup, which the embedded packages lack. Install a whole PostgreSQL, 15 or newer (Debian: apt-get install postgresql)."
  }
  return {
    initdb: join(folder, 'initdb'),
    postgres: join(folder, 'postgres'),
    basebackup: basebackup!,
    pgbouncer: findProgram('pgbouncer'),
  }
}

/** A process of the trial. */
export interface TrialProcess {
  readonly pid: number
  readonly port: number
  output(): string
  hasEnded(): boolean
  /** Ends it with a signal, and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
}

const user = 'trial'
const password = 'Trial-Secret-1'
const alive = new Set<TrialProcess>()

/**
 * The folder everything of the trial lives in, and whom its servers run as: PostgreSQL and pgbouncer refuse to run as
 * root.
 */
export class TrialFolder {
  readonly path: string
  readonly #identity: { uid: number; gid: number } | null

  constructor(path: string) {
    this.path = path
    this.#identity = serverIdentity(join(path, 'none'))
    if (this.#identity) chownSync(path, this.#identity.uid, this.#identity.gid)
  }

  file(name: string, content: string): string {
    const path = join(this.path, name)
    writeFileSync(path, content, { mode: 0o600 })
    if (this.#identity) chownSync(path, this.#identity.uid, this.#identity.gid)
    return path
  }

  folder(name: string): string {
    const path = join(this.path, name)
    mkdirSync(path, { mode: 0o700 })
    if (this.#identity) chownSync(path, this.#identity.uid, this.#identity.gid)
    return path
  }

  run(program: string, args: readonly string[]): void {
    const { status, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      cwd: this.path,
      env: { ...process.env, PGPASSWORD: password, LC_ALL: 'C.UTF-8' },
      ...this.#identity,
    })
    if (status !== 0) throw new Error(`${program} failed:\n${stderr}`)
  }

  start(
    program: string,
    args: readonly string[],
    port: number,
    environment: Readonly<Record<string, string>> = {},
  ): TrialProcess {
    const child: ChildProcess = spawn(program, args, {
      cwd: this.path,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C.UTF-8', ...environment },
      ...this.#identity,
    })
    let output = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000)))
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    let isOver = false
    const started: TrialProcess = {
      pid: child.pid!,
      port,
      output: () => output,
      hasEnded: () => isOver,
      async end(signal) {
        child.kill(signal)
        await ended
        alive.delete(started)
      },
    }
    alive.add(started)
    void ended.then(() => {
      isOver = true
      alive.delete(started)
    })
    return started
  }
}

/** Ends whatever still runs, newest first. */
export async function endAll(): Promise<void> {
  for (const each of [...alive].toReversed()) await each.end('SIGINT')
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as { port: number }
  await new Promise((done) => probe.close(done))
  return port
}

/** The address of a server of the trial. */
export function addressOf({ port }: Pick<TrialProcess, 'port'>, { database = 'trial', isPooled = false } = {}): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}${isPooled ? '?pgbouncer=true' : ''}`
}

/** One statement on a session of its own. */
export async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url.replace('?pgbouncer=true', '') })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Asks again until the condition holds. @throws Error saying what was waited for */
export async function until(what: string, holds: () => Promise<boolean>, limitMs = 30_000): Promise<number> {
  const begun = Date.now()
  while (!(await holds().catch(() => false))) {
    if (Date.now() - begun > limitMs) throw new Error(`Waited ${limitMs / 1000} s in vain: ${what}`)
    await pause(20)
  }
  return Date.now() - begun
}

const settings = [
  '-c',
  'listen_addresses=127.0.0.1',
  '-c',
  'unix_socket_directories=',
  '-c',
  'max_connections=120',
  '-c',
  'shared_buffers=256MB',
  '-c',
  'wal_level=replica',
  '-c',
  'hot_standby=on',
  '-c',
  'logging_collector=off',
]

/**
 * Makes and starts a primary with a database of its own. What a pooler cannot pass on a session belongs to the role.
 */
export async function startPrimary(programs: Programs, folder: TrialFolder): Promise<TrialProcess> {
  const passwordFile = folder.file('password', password)
  folder.run(programs.initdb, [
    '-D',
    join(folder.path, 'primary'),
    '-U',
    user,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  const port = await freePort()
  const primary = folder.start(
    programs.postgres,
    ['-D', join(folder.path, 'primary'), '-p', String(port), ...settings],
    port,
  )
  await until(
    'the primary answers',
    async () => (await ask(addressOf(primary, { database: 'postgres' }), 'select 1')).length === 1,
  )
  await ask(addressOf(primary, { database: 'postgres' }), 'create database trial')
  for (const setting of [
    "timezone = 'UTC'",
    'jit = off',
    'max_parallel_workers_per_gather = 0',
    "statement_timeout = '120s'",
  ]) {
    await ask(addressOf(primary), `alter role ${user} set ${setting}`)
  }
  return primary
}

/** Copies the primary. @returns starts the copy as a streaming replica, on one port whenever it is called */
export async function makeReplica(
  programs: Programs,
  folder: TrialFolder,
  primary: TrialProcess,
): Promise<() => Promise<TrialProcess>> {
  const [data, port] = [folder.folder('replica'), await freePort()]
  folder.run(programs.basebackup, [
    '-d',
    addressOf(primary, { database: 'postgres' }),
    '-D',
    data,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
  ])
  return async () => {
    const replica = folder.start(programs.postgres, ['-D', data, '-p', String(port), ...settings], port)
    await until(
      'the replica answers',
      async () => (await ask<{ is: boolean }>(addressOf(replica), 'select pg_is_in_recovery() as is'))[0]!.is,
    )
    return replica
  }
}

/** Starts pgbouncer in transaction mode before the primary. */
export async function startPgbouncer(
  program: string,
  folder: TrialFolder,
  primary: TrialProcess,
): Promise<TrialProcess> {
  const port = await freePort()
  const users = folder.file('users.txt', `"${user}" "${password}"\n`)
  const configuration = folder.file(
    'pgbouncer.ini',
    [
      '[databases]',
      `trial = host=127.0.0.1 port=${primary.port} dbname=trial`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 8',
      'max_client_conn = 500',
      'log_connections = 0',
      'log_disconnections = 0',
      '',
    ].join('\n'),
  )
  const started = folder.start(program, [configuration], port)
  await until('pgbouncer answers', async () => (await ask(addressOf(started), 'select 1')).length === 1)
  return started
}

/** Hundredths of a second of processor time that a process and its children have used, living and gone. */
export function processorTicks(pid: number): number {
  let ticks = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const fields = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
      if (Number(entry) === pid) ticks += fields[11]! + fields[12]! + fields[13]! + fields[14]!
      else if (fields[1] === pid) ticks += fields[11]! + fields[12]!
    } catch {
      // It ended while we looked.
    }
  }
  return ticks
}
