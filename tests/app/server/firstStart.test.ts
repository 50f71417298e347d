import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { waitForDatabase } from '#cli/support/waitForDatabase.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { signInAs, testEnvironment } from '#tests/support/office.ts'
import { handedOn, runServer, startAtMostMs } from '#tests/support/server.ts'
import { openTcpProxy } from '#tests/support/tcpProxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
const root = new URL('../../..', import.meta.url).pathname
let given: TestDatabase
let app: FastifyInstance
let taken: Server
let environment: Record<string, string>
beforeAll(async () => {
  given = await createTestDatabase()
  app = await buildApp({ database: given.database, environment: testEnvironment() })
  taken = createServer()
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
  environment = {
    DATABASE_URL: given.url,
    DATA_DIR: folder,
    DEMO: '0',
    PORT: String((taken.address() as { port: number }).port),
  }
})
afterAll(async () => {
  await new Promise((closed) => taken.close(closed))
  await app.close()
  await given.drop()
  rmSync(folder, { recursive: true, force: true })
})

const email = 'root@backoffice.local'
function admin(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['src/cli/admin.ts', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...handedOn(), ...environment },
  })
}
const signIn = (password: string) => signInAs(app, { email, password })

describe('a first start whose output is kept', () => {
  test('prints no password: it is in a file that the server’s user alone reads', async () => {
    const fresh = await createTestDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'first-start-'))
    const run = runServer({ ...environment, DATABASE_URL: fresh.url, DATA_DIR: dataDir, OUTPUT_IS_KEPT: '1' })
    await run.ended
    const path = join(dataDir, 'root-password')
    const password = readFileSync(path, 'utf8').trim()
    expect([statSync(path).mode & 0o777, run.output().includes(path), run.output().includes(password)]).toEqual([
      0o600,
      true,
      false,
    ])
    rmSync(dataDir, { recursive: true })
    await fresh.drop()
  })
})

describe('a first start that ends before the server listens', () => {
  test('has said the password that holds', async () => {
    const run = runServer(environment)
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/Port \d+ on 127\.0\.0\.1 is taken/)
    const password = /Password +(\S+)/.exec(run.output())![1]!
    await signIn(password)
  })

  test('and a later one with ROOT_PASSWORD says that it changes nothing', async () => {
    const run = runServer({ ...environment, ROOT_PASSWORD: 'Another-Word-7' })
    await run.ended
    expect(run.output()).toMatch(/ROOT_PASSWORD +changes nothing: .*npm run admin -- users reset EMAIL/)
    expect(run.output()).not.toContain('Another-Word-7')
    await expect(signIn('Another-Word-7')).rejects.toThrow('Not signed in')
  })
})

describe('whoever runs the server', () => {
  test('lists who may sign in', () => {
    expect(admin('users', 'list')).toMatchObject({ status: 0, stdout: `${email}  root\n` })
  })

  test('gives a user a new password, which ends the sessions of before and stands in the log', async () => {
    const { stdout, status } = admin('users', 'reset', email)
    expect(status).toBe(0)
    const client = await signIn(/^Password of \S+ {2}(\S+)\n/.exec(stdout)![1]!)
    const again = admin('users', 'reset', email)
    expect((await client.get('/api/company')).body.code).toBe('session_expired')
    await signIn(/^Password of \S+ {2}(\S+)\n/.exec(again.stdout)![1]!)
    const { rows } = await sql<{
      actor: string
      changes: string
    }>`select actor, changes::text as changes from activity_log where operation = 'resetPassword'`.execute(
      given.database.db,
    )
    expect(rows).toEqual([
      { actor: 'command:admin', changes: '[]' },
      { actor: 'command:admin', changes: '[]' },
    ])
  })

  test('takes off an authenticator that is locked', async () => {
    const {
      rows: [user],
    } = await sql<{ id: number }>`select id from "user" where email = ${email}`.execute(given.database.db)
    await sql`insert into two_step (user_id, secret_encrypted, confirmed_at, locked_at) values (${user!.id}, 'x', now(),
      now())`.execute(given.database.db)
    expect(admin('users', 'list').stdout).toBe(`${email}  root, authenticator locked\n`)
    expect(admin('users', 'unlock', email.toUpperCase()).status).toBe(0)
    expect(admin('users', 'list').stdout).toBe(`${email}  root\n`)
  })

  test.each([
    [['users', 'reset', 'nobody@example.com'], 'Nobody has the e-mail nobody@example.com'],
    [['users', 'reset'], 'users reset EMAIL'],
  ])('is told what there is: %j', (words, said) => {
    const { status, stderr, stdout } = admin(...words)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(said)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

describe('a start', () => {
  test('waits for its database, and says so', async () => {
    const away = await openTcpProxy(given.url)
    const port = Number(new URL(away.url).port)
    await away.close()
    const said: string[] = []
    const waiting = waitForDatabase({
      url: away.url,
      seconds: 60,
      isStopping: () => false,
      log: (line) => said.push(line),
    })
    await eventually(() => said.length > 0)
    const back = await openTcpProxy(given.url, port)
    await waiting
    await back.close()
    expect(said).toEqual(['Waiting for the database, 60 s at most (DATABASE_WAIT_SECONDS) ...'])
  })

  test('that is told to stop, or has waited enough, says that there is none', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none'
    await expect(waitForDatabase({ url, seconds: 60, isStopping: () => true, log: () => {} })).rejects.toThrow(
      'The database cannot be reached',
    )
    await expect(waitForDatabase({ url, seconds: 0, isStopping: () => false, log: () => {} })).rejects.toThrow(
      'The database cannot be reached',
    )
  })

  test('with another secret than that of the data is refused before anything, and so is a command; the secret can be adopted', async () => {
    const other = { ...environment, INSTALLATION_SECRET: 'another-secret-of-32-characters-!' }
    const run = runServer(other)
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/^INSTALLATION_SECRET is another than .* npm run admin -- secret adopt\n$/)
    const close = spawnSync(process.execPath, ['src/cli/close.ts', '--from', '2030-01-01', '--to', '2030-01-01'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...handedOn(), ...other },
    })
    expect([close.status, close.stderr]).toEqual([1, run.output()])
    environment = other
    expect(admin('secret', 'adopt').stdout).toMatch(
      /^This database belongs to the present secret\. Every session has ended, 0 authenticators/,
    )
    const again = runServer(other)
    await again.ended
    expect(again.output()).toContain('is taken by another program')
  })

  test('writes a line a request, which the id of its answer leads to', async () => {
    const run = runServer({ ...environment, PORT: '0', LOG_LEVEL: 'info' })
    const address = await eventually(() => run.address(), { withinMs: startAtMostMs, what: run.output })
    const { headers } = await fetch(`${address}/api/company?secret=1`)
    await fetch(`${address}/health`)
    await run.stop()
    const lines = run
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.filter(({ msg }) => msg === 'answered')).toEqual([
      expect.objectContaining({
        reqId: headers.get('x-request-id'),
        req: { method: 'GET', path: '/api/company', address: '127.0.0.1' },
        res: { statusCode: 401 },
        milliseconds: expect.any(Number),
      }),
    ])
  })
})
