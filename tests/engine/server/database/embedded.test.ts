import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#engine/server/database/connect.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import type { EmbeddedOptions } from '#lib/embeddedPostgres/embedded.ts'
import { findBinaries } from '#lib/embeddedPostgres/binaries.ts'
import { serverIdentity } from '#lib/embeddedPostgres/identity.ts'
import { findPostmaster, isAlive, startPostmaster, stopPostmaster } from '#lib/embeddedPostgres/postmaster.ts'
import { DatabaseUnavailable } from '#engine/server/database/unavailable.ts'
import { eventually } from '#tests/support/eventually.ts'

const isRoot = process.getuid?.() === 0
const script = new URL('../../../support/embeddedProcess.ts', import.meta.url).pathname
let dataDir: string
let children: ChildProcess[]
const folder = () => join(dataDir, 'postgres')
const start = (more: Partial<EmbeddedOptions> = {}) =>
  startEmbedded({ dataDir, durable: false, binFolder: process.env.TEST_PG_BIN, log: () => {}, ...more })
const serverPid = () => findPostmaster(folder())?.pid

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-')) // Mode 0700: as root, the server's user cannot walk this path.
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await stopPostmaster(folder())
  rmSync(dataDir, { recursive: true, force: true })
})

interface Said {
  url: string
  adopted: boolean
  error?: string
}

/** Starts the embedded database in a process of its own and waits for what it says. */
async function startElsewhere({ use = 'server', uid }: { use?: 'server' | 'command'; uid?: number } = {}): Promise<{
  child: ChildProcess
  said: Said
}> {
  const child = spawn(process.execPath, [script, dataDir, use], {
    uid,
    gid: uid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: process.env,
  })
  children.push(child)
  let output = ''
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const line = await eventually(() => (output.includes('\n') ? output : null), {
    what: () => 'a line from the process',
  })
  return { child, said: JSON.parse(line) as Said }
}

const ended = (child: ChildProcess) => eventually(() => child.exitCode !== null || child.signalCode !== null)

async function ask(url: string, question: ReturnType<typeof sql>): Promise<unknown> {
  const { db, close } = openDatabase({ url, maxConnections: 1 })
  try {
    return (await question.execute(db)).rows
  } finally {
    await close()
  }
}

describe('the embedded database', () => {
  it('is made, kept and found again, and nobody else can read its folder or password', async () => {
    const first = await start()
    await ask(first.url, sql`create table kept as select 'ção' as word, lower('ÇÃO') as folded`)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder(), 'password')).mode & 0o777).toBe(0o600)
    await first.stop()
    expect(serverPid()).toBeUndefined()
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await ask(second.url, sql`select * from kept`)).toEqual([{ word: 'ção', folded: 'ção' }])
    await second.stop()
  })

  it('refuses whoever has no password, over both of its ways in', async () => {
    const { url, stop } = await start()
    const parsed = new URL(url)
    parsed.password = 'guessed'
    await expect(ask(parsed.toString(), sql`select 1`)).rejects.toThrow('password authentication failed')
    parsed.searchParams.delete('host')
    await expect(ask(parsed.toString(), sql`select 1`)).rejects.toThrow('password authentication failed')
    await stop()
  })

  it.runIf(isRoot)('does not run as root when we do', async () => {
    const { stop } = await start()
    expect(statSync(`/proc/${serverPid()}`).uid).not.toBe(0)
    await stop()
  })

  it('runs as a plain user', async ({ skip }) => {
    if (!isRoot) return // Every other test shows it.
    if (!isReachableByAll(script)) skip('this clone is closed to other users')
    const nobody = 65_534
    chownSync(dataDir, nobody, nobody)
    const { child, said } = await startElsewhere({ uid: nobody })
    expect(said.error).toBeUndefined()
    expect(statSync(folder()).uid).toBe(nobody)
    child.kill('SIGTERM')
    await ended(child)
    expect(serverPid()).toBeUndefined()
  })
})

describe('a server left behind', () => {
  it('by a process that was killed is taken over, with everything in it', async () => {
    const { child, said } = await startElsewhere()
    await ask(said.url, sql`create table kept (id int)`)
    const pid = serverPid()!
    child.kill('SIGKILL')
    await ended(child)
    expect(isAlive(pid)).toBe(true)
    const next = await start()
    expect(next.adopted).toBe(true)
    expect(serverPid()).toBe(pid)
    expect(await ask(next.url, sql`select * from kept`)).toEqual([])
    await next.stop()
    expect(serverPid()).toBeUndefined()
  })

  it('as a note of a process id that now belongs to another program does not keep it from starting', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(
      join(folder(), 'cluster', 'postmaster.pid'),
      `${process.pid}\n${folder()}/cluster\n1\n5432\n\n127.0.0.1\n\nready\n`,
    )
    const second = await start()
    expect(await ask(second.url, sql`select 1 as one`)).toEqual([{ one: 1 }])
    await second.stop()
  })

  it('half made, by a process killed while making it, is cleared away', async () => {
    const noProcess = 4_194_301
    mkdirSync(join(dataDir, `postgres.new-${noProcess}-abc`, 'cluster'), { recursive: true })
    const { stop } = await start()
    expect(readdirSync(dataDir)).toEqual(['postgres'])
    await stop()
  })

  it('that dies while it is used is started again on the same address', async () => {
    const said: string[] = []
    const { url, stop } = await start({ log: (line) => said.push(line) })
    const before = serverPid()!
    process.kill(before, 'SIGKILL')
    const answer = () =>
      ask(url, sql`select 1 as one`).catch((error: unknown) =>
        error instanceof DatabaseUnavailable ? null : Promise.reject(error),
      )
    expect(await eventually(async () => serverPid() !== before && (await answer()))).toEqual([{ one: 1 }])
    await eventually(() => said.includes('The database server answers again.'))
    await stop()
    expect(serverPid()).toBeUndefined()
  })
})

describe('the port of the server', () => {
  it('that another program took is told as the reason, where it has to be this one', async () => {
    const { stop } = await start()
    await stop()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const request = {
      folder: folder(),
      identity: serverIdentity(folder()),
      binaries: await findBinaries(serverIdentity(folder()), process.env.TEST_PG_BIN),
      durable: false,
    }
    await expect(startPostmaster({ ...request, port })).rejects.toThrow('found its port on 127.0.0.1 taken')
    other.close()
    await once(other, 'close')
    expect(await startPostmaster({ ...request, port })).toMatchObject({ port, isReady: true })
  })
})

describe('several at once', () => {
  it('the second server on a folder is refused, and told which process serves where', async () => {
    const { child } = await startElsewhere()
    await expect(start()).rejects.toThrow(
      new RegExp(`in use already: server process ${child.pid} at http://127.0.0.1:4711.*DATA_DIR`),
    )
  })

  it('commands that begin together on an empty folder share one server, and the last one out stops it', async () => {
    const commands = await Promise.all([1, 2, 3].map(() => start({ use: 'command' })))
    const pid = serverPid()
    for (const command of commands) {
      expect(serverPid()).toBe(pid)
      expect(await ask(command.url, sql`select 1 as one`)).toEqual([{ one: 1 }])
      await command.stop()
    }
    expect(serverPid()).toBeUndefined()
  })

  it('a command that is still at work keeps the database when the server stops', async () => {
    const server = await start()
    const command = await start({ use: 'command' })
    expect(command.adopted).toBe(true)
    await server.stop()
    expect(await ask(command.url, sql`select 1 as one`)).toEqual([{ one: 1 }])
    await command.stop()
    expect(serverPid()).toBeUndefined()
  })
})

describe('a folder that does not fit', () => {
  it('of another major version is refused with the way out', async () => {
    mkdirSync(join(folder(), 'cluster'), { recursive: true })
    writeFileSync(join(folder(), 'cluster', 'PG_VERSION'), '12\n')
    await expect(start()).rejects.toThrow(/made by PostgreSQL 12.*by a backup of the version that made it/s)
  })
})

function isReachableByAll(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
  } catch {
    return false
  }
  for (let folder = dirname(path); folder !== '/'; folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false
  return true
}
