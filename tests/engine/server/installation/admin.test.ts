import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { health } from '#cli/admin/health.ts'
import * as jobs from '#cli/admin/jobs.ts'
import * as keys from '#cli/admin/keys.ts'
import * as users from '#cli/admin/users.ts'
import { claimRun } from '#engine/jobs/server/runs/takeRun.ts'
import { buildAccessKey, buildAffiliate, buildBrand } from '#tests/support/builders.ts'
import { type Office, openOffice, signInAs } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => void (office = await openOffice()))
afterAll(() => office.close())

/** What a command says. */
async function said(
  work: (surroundings: Pick<Office, 'database' | 'environment'>, ...words: string[]) => Promise<void>,
  ...words: string[]
): Promise<string> {
  const lines: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => (lines.push(String(text)), true))
  try {
    await work(office, ...words)
  } finally {
    spy.mockRestore()
  }
  return lines.join('')
}
const logged = async () =>
  (
    await sql<{
      line: string
    }>`select actor || ' ' || operation || ' ' || object as line from activity_log where actor = 'command:admin'
      order by id`.execute(office.database.db)
  ).rows.map(({ line }) => line)

describe('users and sessions', () => {
  test('makes a user, and one who is root, with a password shown once', async () => {
    const passwordOf = (text: string) => /^Password {2}(\S+)$/m.exec(text)![1]!
    const root = await said(users.makeRoot, 'Second@Office.test')
    const client = await signInAs(office.app, { email: 'second@office.test', password: passwordOf(root) })
    expect((await client.get('/api/job')).status).toBe(200)
    const plain = await said(users.make, 'plain@office.test', '1')
    expect(
      (await (await signInAs(office.app, { email: 'plain@office.test', password: passwordOf(plain) })).get('/api/job'))
        .status,
    ).toBe(403)
    await expect(users.make(office, 'plain@office.test')).rejects.toMatchObject({
      problems: [{ field: 'root' }, { field: 'email' }],
    })
    await expect(users.make(office, 'third@office.test', '99')).rejects.toThrow(/no company 99\. There are: 1 \(/)
    expect(await logged()).toEqual(['command:admin create user', 'command:admin create user'])
  })

  test('lists where somebody is signed in, signs them out, and everybody', async () => {
    expect((await said(users.sessions, 'second@office.test')).split('\n').filter(Boolean)).toHaveLength(1)
    expect(await said(users.endOf, 'second@office.test')).toBe('1 session of second@office.test ended.\n')
    expect(await said(users.sessions, 'second@office.test')).toBe('second@office.test is signed in nowhere.\n')
    await expect(users.endOf(office, 'nobody@office.test')).rejects.toThrow('Nobody has the e-mail nobody@office.test')
    const { root: before } = office
    expect((await before.get('/api/me')).status).toBe(200)
    expect(await said(users.endAll)).toMatch(/^\d sessions ended: everybody signs in again\.\n$/)
    expect((await before.get('/api/me')).body.code).toBe('session_expired')
  })
})

test('keys are listed and ended, and open nothing from then on', async () => {
  const root = await signInAs(office.app, { email: 'root@office.test', password: 'Root-Secret-1' })
  const brand = await buildBrand(root)
  const {
    body: { key },
  } = await root.post(`/api/brand/${brand.id}/ingest_key`)
  const affiliate = await buildAffiliate(root, { brands: [brand.id] })
  await buildAccessKey(root, 'affiliate', affiliate.id)
  const list = await said(keys.list)
  const [, ingestId] = /^ingest (\d+) /m.exec(list)!
  const [, accessId] = /^affiliate (\d+) /m.exec(list)!
  expect(list).toMatch(new RegExp(`^ingest ${ingestId} +${brand.name} \\(${brand.id}\\) +…${key.slice(-4)} `, 'm'))
  const ingest = () => office.nobody.post('/ingest/events', [], { authorization: `Bearer ${key}` })
  const before = (await ingest()).status
  expect(await said(keys.end, 'ingest', ingestId!)).toContain('opens nothing any more')
  expect([before, (await ingest()).status]).toEqual([200, 401])
  await said(keys.end, 'affiliate', accessId!)
  expect(await said(keys.list)).toBe('Nobody has a key.\n')
  await expect(keys.end(office, 'partner', '1')).rejects.toThrow('There is no key partner 1')
})

describe('jobs', () => {
  test('are listed with their runs, asked for, and taken from a server that hangs', async () => {
    const { db } = office.database
    const asked = await said(jobs.run, 'cleanUp')
    const [, id] = /^Run (\d+) of cleanUp waits/.exec(asked)!
    expect(await said(jobs.run, 'cleanUp')).toContain(`Run ${id} `)
    expect(await said(jobs.list)).toMatch(new RegExp(`^cleanUp .*run ${id} waiting`, 'm'))
    const taken = await claimRun(db, { kinds: ['cleanUp'], now: new Date() })
    expect([String(taken!.id), await said(jobs.list)]).toEqual([
      id,
      expect.stringMatching(new RegExp(`^cleanUp .*run ${id} running since`, 'm')),
    ])
    expect(await said(jobs.release, id!)).toContain(`Run ${id} of cleanUp waits for the next server`)
    expect((await claimRun(db, { kinds: ['cleanUp'], now: new Date() }))!.tries).toBe(taken!.tries + 1)
    await sql`update job set state = 'done', finished_at = now()`.execute(db)
    await expect(jobs.release(office, id!)).rejects.toThrow(`The run ${id} is not under way`)
    await expect(jobs.run(office, 'nothing')).rejects.toThrow(/no job nothing\. There are: dailyClose, /)
  })
})

test('health says what needs a look, and asks the server for its loops', async () => {
  await office.app.listen({ port: 0, host: '127.0.0.1' })
  const address = office.app.listeningOrigin
  const look = async (of: string) => {
    let failure = ''
    const lines = await said((surroundings) =>
      health(surroundings, of).catch((error: Error) => void (failure = error.message)),
    )
    return { lines, failure }
  }
  await sql`insert into backup (file, bytes, rows) values ('f', 1, 1)`.execute(office.database.db)
  expect(await look(address)).toMatchObject({
    lines: expect.stringMatching(/^well +the server at \S+ is ready\n(.*\n)*well +loop sealing: /),
    failure: '',
  })
  await sql`insert into payment (method, state, currency, created_at) values ('automatic', 'unknown', 'BRL',
    now() - interval '3 hours')`.execute(office.database.db)
  expect(await look('http://127.0.0.1:1')).toMatchObject({
    lines: expect.stringMatching(
      /^LOOK +no server answers at http:\/\/127\.0\.0\.1:1 (.*\n)+LOOK +payments without outcome: 1 unknown \(the oldest 3 h\)\n/,
    ),
    failure: expect.stringMatching(/^2 of \d need a look/),
  })
})
