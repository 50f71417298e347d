import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { keyDays } from '#engine/auth/server/accessKeys/manageKeys.ts'
import { buildAccessKey, buildStaff } from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/office.ts'
import { openPerson } from '#tests/support/person.ts'
import { openProgramme, presentMoment, type Programme } from '../support/programme.ts'
import { ask } from '../support/tieOut.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  const { links } = programme
  await programme.root.put(`/api/affiliate/${programme.affiliates[0]!.id}`, {
    version: programme.affiliates[0]!.version,
    name: '=HYPERLINK("http://evil.example")',
  })
  await programme.send([
    { link: links[0]!, type: 'bet', day: '2030-06-01', product: 'bets', amount: '1234.56' },
    { link: links[1]!, type: 'bet', day: '2030-06-14', product: 'bets', amount: '10.50' },
    { link: links[4]!, type: 'bet', day: '2030-06-14', product: 'bets', amount: '99.00' },
    { link: links[1]!, type: 'bet', day: '2030-05-31', product: 'bets', amount: '7.25' },
  ])
  await programme.closeDays('2030-05-31', '2030-06-14')
})
afterAll(() => programme.close())

const dayMs = 86_400_000
const wanted = { report: 'affiliateActivity', query: 'preset=thisMonth', name: 'Month', language: 'en', days: 180 }

async function make(client: Client, values: Record<string, unknown> = {}) {
  const { status, body } = await client.post('/api/me/sheet', { ...wanted, ...values })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return { ...body, path: new URL(body.url).pathname as string }
}

/** A sheet as rows of cells. */
const cells = (text: string, separator = ',') =>
  text
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split(`"${separator}"`))

const read = async (path: string, app = programme.app) => clientOf(app).get(path)

const staff = (values: Record<string, unknown> = {}) =>
  buildStaff(programme.app, programme.root, {
    company: programme.companies[0]!.id,
    allowedBrands: [programme.brands[0]!.id, programme.brands[1]!.id],
    roles: ['manager', 'activityPerAffiliate'],
    ...values,
  })

describe('a live sheet', () => {
  it('answers the report with its currency and plain amounts, to whoever has its address alone', async () => {
    const { path, url, formula, ...made } = await make(programme.root)
    expect(formula).toBe(`=IMPORTDATA("${url}"; ","; "en_US")`)
    expect(Date.parse(made.expiresAt) - presentMoment.getTime()).toBe(keyDays * dayMs)
    const answer = await read(path)
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' },
    })
    const [head, ...rows] = cells(answer.body)
    const { rows: reported, total } = await ask(programme.root, 'affiliateActivity', 'from=2030-06-01&to=2030-06-15')
    expect(rows).toHaveLength(reported.length)
    const turnover = head!.indexOf('Turnover')
    expect(head!.indexOf('Currency')).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row[head!.indexOf('Currency')]))).toEqual(new Set(['BRL']))
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row[turnover]) * 100), 0)).toBe(
      Math.round(Number(total['turnover']) * 100),
    )
    // Up to which day all of it is here: of the brand that is furthest behind.
    expect(head!.at(-1)).toBe('Data up to')
    expect(new Set(rows.map((row) => row.at(-1)))).toEqual(new Set(['2030-06-14']))
    expect(answer.body).toContain('"\'=HYPERLINK(""http://evil.example"")"')
  })

  it('is written for spreadsheets with a decimal comma where its language has one', async () => {
    const { path, formula } = await make(programme.root, {
      language: 'pt',
      query: `preset=thisMonth&affiliate=${programme.affiliates[0]!.id}`,
    })
    expect(formula).toContain('"; ";"; "pt_BR")')
    const [head, row] = cells((await read(path)).body, ';')
    expect(row![head!.indexOf('Moeda')]).toBe('BRL')
    expect(row).toContain('1234,56')
  })

  it('keeps its filters, sort and columns, and moves on with the calendar', async () => {
    const affiliate = programme.affiliates[1]!
    const { path } = await make(programme.root, {
      query: `preset=lastMonth&affiliate=${affiliate.id}&hide=ggr&sort=-turnover`,
    })
    const [head, ...rows] = cells((await read(path)).body)
    expect(head).not.toContain('GGR')
    expect(rows.map((row) => row[head!.indexOf('Turnover')])).toEqual(['7.25'])
    const inJuly = await buildApp({ ...programme, now: () => new Date('2030-07-02T12:00:00Z') })
    const [, ...later] = cells((await read(path, inJuly)).body)
    expect(later.map((row) => row[head!.indexOf('Turnover')])).toEqual(['10.50'])
    // Nothing in the address changes what is read.
    expect((await read(`${path}?affiliate=${programme.affiliates[0]!.id}&preset=today`)).body).toContain('7.25')
    await inJuly.close()
  })

  it("reads with its maker's rights of the moment, and ends with them", async () => {
    const maker = await staff()
    const { path } = await make(maker)
    expect((await read(path)).body).not.toContain('99.00')
    expect((await read(path)).body).toContain('10.50')
    const { body: user } = await programme.root.get(`/api/user/${maker.user.id}`)
    await programme.root.put(`/api/user/${user.id}`, { version: user.version, roles: [] })
    expect(await read(path)).toMatchObject({ status: 401, body: { code: 'unknown_token' } })
    const { body: after } = await programme.root.get(`/api/user/${maker.user.id}`)
    await programme.root.put(`/api/user/${user.id}`, {
      version: after.version,
      roles: ['manager', 'activityPerAffiliate'],
    })
    expect((await read(path)).status).toBe(401)
  })

  it('ends with the suspension of its maker', async () => {
    const maker = await staff()
    const { path } = await make(maker)
    expect((await read(path)).status).toBe(200)
    const { body: user } = await programme.root.get(`/api/user/${maker.user.id}`)
    const { status } = await programme.root.put(`/api/user/${user.id}`, { version: user.version, suspended: true })
    expect([status, (await read(path)).status]).toEqual([200, 401])
  })

  it('opens nothing once it expired or was ended, which its list and the log show', async () => {
    const { path, id, hint } = await make(programme.root, { days: 1, name: 'Short' })
    await read(path)
    const tomorrow = await buildApp({ ...programme, now: () => new Date(presentMoment.getTime() + dayMs) })
    expect((await read(path, tomorrow)).status).toBe(401)
    await tomorrow.close()
    const listed = (await programme.root.get('/api/me/sheet')).body.find((each: { id: number }) => each.id === id)
    expect(listed).toMatchObject({ name: 'Short', hint, lastUsedAt: presentMoment.toISOString() })
    expect((await programme.root.delete(`/api/me/sheet/${id}`)).status).toBe(200)
    expect((await read(path)).status).toBe(401)
    expect((await programme.root.delete(`/api/me/sheet/${id}`)).status).toBe(404)
    const { rows } = await sql<{ operation: string; changes: string }>`select operation, changes::text from activity_log
      where object = 'liveSheet' and object_id = ${String(id)} order by id`.execute(programme.database.db)
    expect(rows.map(({ operation }) => operation)).toEqual(['createLiveSheet', 'endLiveSheet'])
    const kept = await sql<{ text: string }>`select row_to_json(s)::text as text from live_sheet s`.execute(
      programme.database.db,
    )
    const key = path.split('/').at(-1)!.replace('.csv', '')
    expect(JSON.stringify([rows, kept.rows])).not.toContain(key)
  })

  it('is rate-limited by itself, and wrong keys are', async () => {
    const { path } = await make(programme.root)
    const answers = await Promise.all(Array.from({ length: 12 }, () => read(path)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    expect(answers.find(({ status }) => status === 429)!.headers['retry-after']).toMatch(/^\d+$/)
    const wrong = await programme.app.inject({ url: '/api/sheet/ls_aaaaaaaaaaaaaaaaaaaaaaaa.csv' })
    expect(wrong.statusCode).toBe(401)
  })

  it.each([
    ['a key in the query', { query: 'preset=thisMonth&affiliateToken=abc' }],
    ['a moment', { query: 'preset=thisMonth&knownAt=2030-06-01T00:00:00Z' }],
    ['no period', { query: '' }],
    ['more than a year', { days: 366 }],
    ['no name', { name: ' ' }],
    ['another language', { language: 'de' }],
  ])('is refused with %s', async (_, values) => {
    expect((await programme.root.post('/api/me/sheet', { ...wanted, ...values })).status).toBe(400)
  })

  it('is not made of a report that its maker may not read', async () => {
    const maker = await staff({ roles: [] })
    expect((await maker.post('/api/me/sheet', wanted)).status).toBe(403)
    expect((await programme.root.post('/api/me/sheet', { ...wanted, report: 'nothing' })).status).toBe(404)
    expect((await programme.nobody.post('/api/me/sheet', wanted)).status).toBe(401)
  })

  it("is nobody else's to list or end", async () => {
    const [one, other] = [await staff(), await staff()]
    const { id } = await make(one)
    expect((await other.get('/api/me/sheet')).body).toEqual([])
    expect((await other.delete(`/api/me/sheet/${id}`)).status).toBe(404)
  })
})

describe("an affiliate's live sheet", () => {
  const own = { report: 'affiliateDetail', query: 'preset=thisMonth&rows=day', name: 'Mine', language: 'en', days: 30 }

  it('is of its own numbers alone, and ends with its suspension', async () => {
    const [, affiliate] = programme.affiliates
    const { client } = await openPerson(programme, affiliate!.id, { now: () => presentMoment })
    const { path } = await make(client, own)
    const [head, ...rows] = cells((await read(path)).body)
    expect(rows.map((row) => [row[0], row[head!.indexOf('Turnover')]])).toEqual([['2030-06-14', '10.50']])
    await programme.root.post(`/api/affiliate/${affiliate!.id}/suspend`, { reason: 'Brand bidding' })
    expect((await read(path)).status).toBe(401)
    await programme.root.post(`/api/affiliate/${affiliate!.id}/resume`, { reason: 'Cleared' })
    expect((await read(path)).status).toBe(401)
  })

  it('is not made in a session that a key opened', async () => {
    const [, , affiliate] = programme.affiliates
    const key = await buildAccessKey(programme.root, 'affiliate', affiliate!.id, { scope: 'signIn' })
    const { body } = await programme.nobody.post('/login/affiliate', { token: key })
    const answer = await clientOf(programme.app, body.accessToken).post('/api/me/sheet', own)
    expect(answer).toMatchObject({ status: 403, body: { code: 'personal_sign_in_required' } })
  })

  it('takes the code of whoever has an authenticator', async () => {
    const [, , affiliate] = programme.affiliates
    const { client, code } = await openPerson(programme, affiliate!.id, {
      now: () => presentMoment,
      hasAuthenticator: true,
    })
    const refused = await client.post('/api/me/sheet', own)
    expect(refused.body.code).toBe('totp_required')
    expect((await client.post('/api/me/sheet', { ...own, totp: code() })).status).toBe(200)
  })
})

describe('the log of the server', () => {
  it('has no key of a live sheet', async () => {
    const lines: string[] = []
    const { serializers } = (await import('#engine/server/http/logging.ts')).loggerOptions({ logLevel: 'info' })
      .logger as { serializers: { req: (request: unknown) => { path: string } } }
    lines.push(serializers.req({ method: 'GET', url: '/api/sheet/ls_secret.csv', ip: '::1' }).path)
    expect(lines).toEqual(['/api/sheet/…'])
  })
})
