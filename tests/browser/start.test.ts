import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPostmaster, isAlive, stopPostmaster } from '#lib/embeddedPostgres/postmaster.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ensurePages, handedOn, runServer, startAtMostMs } from '#tests/support/server.ts'
import type { ServerRun } from '#tests/support/server.ts'

const stopLimitMs = 10_000
/** The folder of the first start, which the next ones find as it was left. */
let dataDir: string
let runs: ServerRun[]

beforeAll(() => {
  ensurePages()
  dataDir = mkdtempSync(join(tmpdir(), 'start-'))
})
beforeEach(() => void (runs = []))
afterEach(async () => {
  for (const run of runs) run.process.kill('SIGKILL')
  await stopPostmaster(join(dataDir, 'postgres'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const databasePid = () => findPostmaster(join(dataDir, 'postgres'))?.pid

function run(environment: Record<string, string> = {}): ServerRun {
  const started = runServer({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'error', ...environment })
  runs.push(started)
  return started
}

async function runUntilReady(environment: Record<string, string> = {}): Promise<ServerRun & { at: string }> {
  const started = run(environment)
  const at = await eventually(() => started.address() ?? (started.process.exitCode === null ? null : 'ended'), {
    withinMs: startAtMostMs,
    what: () => `an address in: ${started.output()}`,
  })
  if (at === 'ended') throw new Error(`The start ended:\n${started.output()}`)
  return { ...started, at }
}

describe('the first start', () => {
  it('makes the database, says where it serves and how to sign in, lets in so, and serves pages and API on one port', async () => {
    const { at, output } = await runUntilReady()
    const email = /Sign in with +(root@\S+)/.exec(output())?.[1]
    const password = /Password +(\S{12,})/.exec(output())?.[1]
    const answer = await fetch(`${at}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(await answer.json()).toMatchObject({ codResposta: 200, user: { email, root: true } })
    expect((await fetch(`${at}/ready`)).status).toBe(200)
    const page = await fetch(at, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    expect((await fetch(`${at}/api/brand`)).status).toBe(401)
  })

  it('does not print a password that the operator has given', async () => {
    const given = await createTestDatabase()
    const { output, stop } = await runUntilReady({ DATABASE_URL: given.url, ROOT_PASSWORD: 'Given-By-Me-1' })
    expect(output()).toContain('the password in ROOT_PASSWORD')
    expect(output()).not.toContain('Given-By-Me-1')
    await stop()
    await given.drop()
  })
})

describe('stopping', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s ends with 0 in time and leaves no database server behind',
    async (signal) => {
      const server = await runUntilReady()
      const begun = Date.now()
      server.process.kill(signal)
      expect(await server.ended).toBe(0)
      expect(Date.now() - begun).toBeLessThan(stopLimitMs)
      expect(databasePid()).toBeUndefined()
    },
  )

  it('in the middle of the first start leaves no database server behind either', async () => {
    rmSync(dataDir, { recursive: true })
    const server = run()
    await eventually(() => server.output().includes('Applied migration') || databasePid() !== undefined)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(databasePid()).toBeUndefined()
  })

  it('happens by itself when the process that started it is killed outright', async () => {
    // What npm does, without npm: a process that runs the script and waits.
    const program = `require('node:child_process').spawn(process.execPath, ['src/cli/bootstrap.mjs', 'start'], { stdio: 'inherit' })`
    const environment = { ...handedOn(), PORT: '0', DATA_DIR: dataDir, DEMO: '0', npm_lifecycle_event: 'start' }
    const npm = spawn(process.execPath, ['-e', program], {
      cwd: new URL('../..', import.meta.url).pathname,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const address = await eventually(() => /ready: +(http:\S+)/.exec(output)?.[1], {
      withinMs: startAtMostMs,
      what: () => `an address in: ${output}`,
    })
    npm.kill('SIGKILL')
    await eventually(() => databasePid() === undefined)
    await expect(fetch(address)).rejects.toThrow()
  })
})

describe('the next start', () => {
  it('after kill -9 takes over the database server and serves what was there', async () => {
    const first = await runUntilReady()
    const pid = databasePid()!
    first.process.kill('SIGKILL')
    await first.ended
    expect(isAlive(pid)).toBe(true)
    const second = await runUntilReady()
    expect(second.output()).toContain('Took over the database server')
    expect(databasePid()).toBe(pid)
    expect(second.output()).not.toMatch(/Password +\S/)
  })

  it('on a folder that is in use is refused with the address of the one that uses it', async () => {
    const first = await runUntilReady()
    const second = run()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`is in use already: server process ${first.process.pid} at ${first.at}`)
    expect((await fetch(`${first.at}/ready`)).status).toBe(200)
  })
})

describe('a start that cannot be', () => {
  it('because the port is taken says which, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await eventually(() => other.listening)
    const { port } = other.address() as AddressInfo
    const server = run({ PORT: String(port) })
    expect(await server.ended).toBe(1)
    other.close()
    expect(server.output()).toContain(
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or set another: PORT=${port + 1} npm start`,
    )
    expect(databasePid()).toBeUndefined()
  })

  it('because a variable cannot be used names it, without a stack', async () => {
    const server = run({ BUSINESS_TIME_ZONE: 'Nowhere' })
    expect(await server.ended).toBe(1)
    expect(server.output()).toBe(
      'BUSINESS_TIME_ZONE "Nowhere" cannot be used. Give an IANA name, for example America/Sao_Paulo or UTC.\n',
    )
  })

  it('because the database of DATABASE_URL is not there says so', async () => {
    const server = run({ DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none', DATABASE_WAIT_SECONDS: '0' })
    expect(await server.ended).toBe(1)
    expect(server.output()).toMatch(/database cannot be reached.*DATABASE_URL/s)
    expect(server.output()).not.toContain('nothing')
  })
})
