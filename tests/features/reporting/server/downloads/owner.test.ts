import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bytesMax } from '#features/reporting/server/downloads/limits.ts'
import { asOwner } from '#tests/support/database.ts'
import { buildAccessKey, buildStaff } from '#tests/support/builders.ts'
import { clientOf } from '#tests/support/office.ts'
import { openProgramme, presentMoment, type Programme } from '../support/programme.ts'
import { bytesOf, contextOf, fileOf, makeFiles, order, sheetsOf } from './support.ts'

let programme: Programme
let staff: Awaited<ReturnType<typeof buildStaff>>
const march = 'from=2030-03-01&to=2030-03-31'
const roles = ['activityPerAffiliate', 'home', 'financial', 'paymentByAffiliate']
beforeAll(async () => {
  programme = await openProgramme()
  await programme.send(
    programme.links.map((link, index) => ({
      link,
      type: 'bet',
      day: '2030-03-05',
      product: 'bets',
      amount: `${10 ** index}.00`,
    })),
  )
  await programme.closeDays('2030-03-05')
})
afterAll(() => programme.close())
beforeEach(async () => {
  staff = await buildStaff(programme.app, programme.root, {
    company: programme.companies[0]!.id,
    allowedBrands: [programme.brands[0]!.id, programme.brands[1]!.id],
    roles,
  })
})

let at = presentMoment
const context = () => contextOf(programme, () => at)
const turnoverIn = (bytes: Buffer) => {
  const [sheet] = sheetsOf(bytes)
  return sheet!.rows.at(-1)![sheet!.rows[0]!.indexOf('Turnover')]
}
async function changeUser(values: Record<string, unknown>): Promise<void> {
  const record = (await programme.root.get(`/api/user/${staff.user.id}`)).body
  expect((await programme.root.put(`/api/user/${staff.user.id}`, { version: record.version, ...values })).status).toBe(
    200,
  )
}

describe("a file is made with its owner's rights of the moment it is made", () => {
  test('the brands that are allowed then, not those that were', async () => {
    const { id } = await order(staff, { report: 'affiliateActivity', query: march })
    await changeUser({ allowedBrands: [programme.brands[1]!.id] })
    await makeFiles(context())
    expect(turnoverIn(await bytesOf(programme.app, staff, id))).toBe(100_000)
  })

  test('without a role that was taken away meanwhile there is no file, and it is said why', async () => {
    const { id } = await order(staff, { report: 'affiliateActivity', query: march })
    await changeUser({ roles: ['home'] })
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({ state: 'failed', problem: { code: 'forbidden' } })
    expect(await staff.get(`/api/me/downloads/${id}`)).toMatchObject({ status: 409, body: { code: 'file_not_ready' } })
    await changeUser({ roles })
    expect((await staff.post(`/api/me/downloads/${id}/retry`)).body).toMatchObject({ state: 'queued', problem: null })
    await makeFiles(context())
    expect(turnoverIn(await bytesOf(programme.app, staff, id))).toBe(101_111)
  })

  test('a filter by a brand that is out of sight by then makes no file', async () => {
    const { id } = await order(staff, {
      report: 'affiliateActivity',
      query: `${march}&brand=${programme.brands[0]!.id}`,
    })
    await changeUser({ allowedBrands: [programme.brands[1]!.id] })
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({ state: 'failed', problem: { code: 'invalid_brand' } })
  })

  test('of a user that was removed meanwhile nothing is left', async () => {
    const { id } = await order(staff, { report: 'affiliateActivity', query: march })
    expect((await programme.root.delete(`/api/user/${staff.user.id}`)).status).toBe(200)
    expect(await makeFiles(context())).toEqual([{ code: 'files', values: { made: 0, failed: 0 } }])
    expect((await sql`select from download where id = ${id}`.execute(programme.database.db)).rows).toHaveLength(0)
  })

  test('what may not be read now is refused now', async () => {
    expect(
      await staff.post('/api/me/downloads', {
        report: 'affiliateActivity',
        query: `${march}&brand=${programme.brands[2]!.id}`,
        format: 'xlsx',
        language: 'pt',
      }),
    ).toMatchObject({ status: 400, body: { code: 'invalid_brand' } })
    const without = await buildStaff(programme.app, programme.root, { company: programme.companies[0]!.id, roles: [] })
    expect(
      await without.post('/api/me/downloads', {
        report: 'affiliateActivity',
        query: march,
        format: 'xlsx',
        language: 'pt',
      }),
    ).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

describe("a file is its owner's alone", () => {
  test('to see, to fetch, to stop, to try again and to remove: others are answered 404', async () => {
    const { id } = await order(staff, { report: 'general', query: march })
    for (const answer of [
      await programme.root.get(`/api/me/downloads/${id}`),
      await programme.root.post(`/api/me/downloads/${id}/cancel`),
      await programme.root.post(`/api/me/downloads/${id}/retry`),
      await programme.root.delete(`/api/me/downloads/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(
      (await programme.root.get('/api/me/downloads')).body.files.map((file: { id: number }) => file.id),
    ).not.toContain(id)
    expect((await programme.nobody.get(`/api/me/downloads/${id}`)).status).toBe(401)
    expect((await staff.delete(`/api/me/downloads/${id}`)).body).toEqual({ id })
  })

  test("and whoever reads by a partner's key has no place for files", async () => {
    const { accessToken } = (
      await programme.nobody.post('/login/partner', {
        token: await buildAccessKey(programme.root, 'partner', programme.partners[1]!.id, { scope: 'signIn' }),
      })
    ).body as { accessToken: string }
    const partner = clientOf(programme.app, accessToken)
    for (const path of ['/api/me/downloads', '/api/me/schedules'])
      expect(await partner.get(path)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

describe('a file that is asked for', () => {
  test.each([
    ['without a report', { report: null }, 400],
    ['of a report there is not', { report: 'nothing' }, 404],
    ['in a language there is not', { language: 'xx' }, 400],
    ['in a format there is not', { format: 'pdf' }, 400],
    ['of a month and a day', { query: 'from=2030-03-01&to=2030-04-01' }, 400],
    ['of no days', { query: 'brand=1' }, 400],
    ['with more than is known', { user: 1 }, 400],
    ['with a character that cannot be stored', { query: `${march}&x=\u0000` }, 400],
  ])('is refused %s', async (_, values, status) => {
    expect(
      (
        await staff.post('/api/me/downloads', {
          report: 'general',
          query: march,
          format: 'xlsx',
          language: 'en',
          ...values,
        })
      ).status,
    ).toBe(status)
  })

  test('can be stopped while it waits, and is not made then', async () => {
    const { id } = await order(staff, { report: 'general', query: march })
    expect((await staff.post(`/api/me/downloads/${id}/cancel`)).body).toMatchObject({ state: 'cancelled' })
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({ state: 'cancelled', bytes: null })
    expect(await staff.post(`/api/me/downloads/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'file_not_waiting' },
    })
  })

  test('waits with nine others at most', async () => {
    for (let count = 0; count < 10; count += 1) await order(staff, { report: 'general', query: march })
    expect(
      await staff.post('/api/me/downloads', { report: 'general', query: march, format: 'csv', language: 'en' }),
    ).toMatchObject({ status: 409, body: { code: 'too_many_files_waiting', values: { max: 10 } } })
    await makeFiles(context())
  })

  test('is kept for thirty days', async () => {
    const { id } = await order(staff, { report: 'general', query: march })
    await makeFiles(context())
    at = new Date(presentMoment.getTime() + 29 * 86_400_000)
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({ state: 'ready' })
    at = new Date(presentMoment.getTime() + 31 * 86_400_000)
    await makeFiles(context())
    expect(await fileOf(staff, id)).toBeUndefined()
    at = presentMoment
  })

  test('is one of two hundred at most; the oldest go first', async () => {
    const { id } = await order(staff, { report: 'general', query: march })
    await staff.post(`/api/me/downloads/${id}/cancel`)
    await sql`insert into download (user_id, report, query, from_day, to_day, format, language, state, due_at,
      created_at)
      select user_id, report, query, from_day, to_day, format, language, state, due_at, created_at
        from download, generate_series(1, 200) where id = ${id}`.execute(programme.database.db)
    await makeFiles(context())
    const { files } = (await staff.get('/api/me/downloads')).body
    expect(files).toHaveLength(200)
    expect(await fileOf(staff, id)).toBeUndefined()
  })

  test('takes the place of the oldest ones where they would be more than is kept', async () => {
    const { id: oldest } = await order(staff, { report: 'general', query: march })
    await makeFiles(context())
    await sql`update download set bytes = ${bytesMax}::bigint, finished_at = finished_at - interval '1 hour'
      where id = ${oldest}`.execute(programme.database.db)
    const { id: newest } = await order(staff, { report: 'general', query: march })
    await makeFiles(context())
    expect(await fileOf(staff, oldest)).toBeUndefined()
    expect(await fileOf(staff, newest)).toMatchObject({ state: 'ready' })
  })
})

describe('servers that make files', () => {
  test('make each once, however many there are', async () => {
    const orders = []
    for (let count = 0; count < 6; count += 1) orders.push(await order(staff, { report: 'general', query: march }))
    const outcomes = await Promise.all([makeFiles(context()), makeFiles(context()), makeFiles(context())])
    expect(outcomes.map(([remark]) => Number(remark!.values!['made'])).reduce((sum, made) => sum + made, 0)).toBe(6)
    const { rows } = await sql<{ tries: number }>`select tries from download where user_id = ${staff.user.id}`.execute(
      programme.database.db,
    )
    expect(rows.map(({ tries }) => tries)).toEqual(orders.map(() => 1))
  })

  test('take over from one that died, and give up what ends them again and again', async () => {
    const { id } = await order(staff, { report: 'general', query: march })
    const leave = (tries: number) =>
      sql`update download set state = 'running', tries = ${tries}::integer,
        lease_until = ${new Date(at.getTime() - 1000).toISOString()}::text::timestamptz where id = ${id}`.execute(
        programme.database.db,
      )
    await leave(1)
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({ state: 'ready' })
    await leave(3)
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({
      state: 'failed',
      problem: { code: 'file_given_up', values: { count: 3 } },
    })
  })

  test('try again after a pause what failed on our side', async () => {
    const { id } = await order(staff, { report: 'affiliateActivity', query: march })
    await sql`alter table movement rename to movement_away`.execute(asOwner(programme.database))
    await sql`alter table movement_wide rename to movement_wide_away`.execute(asOwner(programme.database))
    await makeFiles(context())
    await sql`alter table movement_away rename to movement`.execute(asOwner(programme.database))
    await sql`alter table movement_wide_away rename to movement_wide`.execute(asOwner(programme.database))
    expect(await fileOf(staff, id)).toMatchObject({
      state: 'queued',
      problem: { code: 'internal_error' },
      dueAt: new Date(at.getTime() + 60_000).toISOString(),
    })
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({ state: 'queued' })
    at = new Date(at.getTime() + 61_000)
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({ state: 'ready', problem: null })
    at = presentMoment
  })

  test('give back what they cannot finish because they stop', async () => {
    const { id } = await order(staff, { report: 'general', query: march })
    await expect(makeFiles(context(), AbortSignal.abort(new Error('The server stops.')))).rejects.toThrow(
      'The server stops.',
    )
    expect(await fileOf(staff, id)).toMatchObject({ state: 'queued', problem: null })
    await makeFiles(context())
    expect(await fileOf(staff, id)).toMatchObject({ state: 'ready' })
  })
})
