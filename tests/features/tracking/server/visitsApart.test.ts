import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAction, buildBrand, buildCampaign, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let brand: BuiltRecord
let action: BuiltRecord
let at = new Date('2026-11-20T23:58:00Z')

beforeAll(async () => {
  office = await openOffice({ now: () => at, variables: { BUSINESS_TIME_ZONE: 'UTC' } })
  brand = await buildBrand(office.root, { site: 'https://brand.example/' })
})
afterAll(() => office.close())
beforeEach(async () => {
  at = new Date('2026-11-20T23:58:00Z')
  action = await buildAction(office.root, { campaign: (await buildCampaign(office.root, { brand: brand.id })).id })
})

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const visit = (headers: Record<string, string> = {}, remoteAddress = '198.51.100.7') =>
  office.app.inject({ url: `/t/${action.token}`, headers: { 'user-agent': chrome, ...headers }, remoteAddress })
const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(office.database.db)).rows
const visits = async () => {
  await office.app.flushClicks!()
  const { body } = await office.root.get(`/api/action/geolocation?from=2026-11-01&to=2026-11-30&action=${action.id}`)
  return { clicks: body.total.clicks, ...body.visits }
}

describe('visits that are no clicks', () => {
  it('are told by their list, sent on, and found by their click_id', async () => {
    const answers = [
      await visit(),
      await visit({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }),
      await visit({ 'user-agent': 'facebookexternalhit/1.1' }),
      await visit({ 'sec-purpose': 'prefetch;prerender' }, '198.51.100.8'),
      await visit({ 'x-moz': 'prefetch' }, '198.51.100.9'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([302, 302, 302, 302, 302])
    expect(await visits()).toEqual({
      clicks: 1,
      unique: 1,
      apart: [
        { kind: 'bot', by: expect.stringMatching(/^isbot: /), visits: 1 },
        { kind: 'bot', by: expect.stringMatching(/^isbot: /), visits: 1 },
        { kind: 'prefetch', by: 'sec-purpose', visits: 1 },
        { kind: 'prefetch', by: 'x-moz', visits: 1 },
      ],
    })
    const ids = answers.map(({ headers }) => new URL(headers.location!).searchParams.get('click_id'))
    expect(
      await rowsOf(sql`select apart from click where click_id = any(${ids}) order by array_position(${ids}, click_id)`),
    ).toEqual([null, 'bot', 'bot', 'prefetch', 'prefetch'].map((apart) => ({ apart })))
  })

  it('are a browser at the same link again within 30 seconds; unique is who comes first on a day', async () => {
    await Promise.all([visit(), visit(), visit()])
    await office.app.flushClicks!()
    at = new Date('2026-11-20T23:58:20Z')
    await visit()
    await visit({}, '203.0.113.5')
    await office.app.flushClicks!()
    at = new Date('2026-11-20T23:58:51Z')
    await visit()
    expect(await visits()).toEqual({ clicks: 3, unique: 2, apart: [{ kind: 'repeat', by: '30 s', visits: 3 }] })
    at = new Date('2026-11-21T00:01:00Z')
    await visit()
    expect(await visits()).toMatchObject({ clicks: 4, unique: 3 })
    expect(
      await rowsOf(sql`select sum(clicks)::integer as clicks, sum(unique_clicks)::integer as firsts from movement
        where action = ${action.id}`),
    ).toEqual([{ clicks: 4, firsts: 3 }])
    const { body } = await office.root.get(`/api/report/cpa?from=2026-11-01&to=2026-11-30&action=${action.id}&rows=day`)
    expect(body.rows.map((row: any) => [row.day, row.clicks, row.unique_clicks])).toEqual([
      ['2026-11-20', 3, 2],
      ['2026-11-21', 1, 1],
    ])
    expect(await verifyMovement(office.database.db)).toEqual([])
    const stranger = await buildStaff(office.app, office.root, { roles: ['action'] })
    expect((await stranger.get('/api/action/geolocation?from=2026-11-01&to=2026-11-30')).body.visits).toEqual({
      unique: 0,
      apart: [],
    })
  })

  it('keep the host of the page that was left, and nothing of who came', async () => {
    await visit({ referer: 'https://www.blog.example/review?user=7', 'user-agent': 'curl/8' }, '203.0.113.77')
    await visit({ referer: 'nonsense' }, '203.0.113.78')
    await office.app.flushClicks!()
    expect(
      await rowsOf(sql`select referrer, apart from click where action = ${action.id} order by referrer nulls last`),
    ).toEqual([
      { referrer: 'blog.example', apart: null },
      { referrer: null, apart: null },
    ])
    expect(JSON.stringify(await rowsOf(sql`select * from click_visitor`))).not.toContain('203.0.113')
  })
})

describe('a brand without an authorisation that holds', () => {
  it('is 410 with a page in the language of the visitor, no redirect and no click', async () => {
    const put = async (dates: Record<string, string | null>) => {
      const { body } = await office.root.get(`/api/brand/${brand.id}`)
      return office.root.put(`/api/brand/${brand.id}`, { ...body, ...dates })
    }
    expect((await put({ authorizedFrom: '2026-11-01', authorizedUntil: '2026-11-19' })).status).toBe(200)
    const answer = await visit({ accept: 'text/html', 'accept-language': 'es-MX,es;q=0.9' })
    expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
      410,
      undefined,
      'no-store',
    ])
    expect(answer.body).toContain('Esta marca no está autorizada hoy')
    expect((await visit({ accept: 'application/json' })).json().code).toBe('brand_not_authorized')
    expect(await visits()).toEqual({ clicks: 0, unique: 0, apart: [] })
    at = new Date('2026-11-19T23:59:59Z')
    expect((await visit()).statusCode).toBe(302)
    at = new Date('2026-10-31T23:59:59Z')
    expect((await visit()).statusCode).toBe(410)
    expect((await put({ authorizedFrom: '2026-11-02', authorizedUntil: '2026-11-01' })).body.errors).toHaveProperty(
      'authorizedUntil',
    )
    await put({ authorizedFrom: null, authorizedUntil: null })
    expect((await visit()).statusCode).toBe(302)
  })
})
