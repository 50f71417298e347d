import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildPartner,
  buildStaff,
  buildSubBrand,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let brand: BuiltRecord
let campaign: BuiltRecord
const geoip = resolve(
  process.env.SHARED_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data'),
  'GeoIP2-City-Test.mmdb',
)
const hasGeoip = existsSync(geoip)

beforeAll(async () => {
  office = await openOffice({
    now: () => new Date('2026-11-20T12:00:00Z'),
    variables: { TRUST_PROXY: 'true', ...(hasGeoip ? { GEOIP_DATABASE: geoip } : {}) },
  })
  brand = await buildBrand(office.root, { site: 'https://www.brand.example/' })
  campaign = await buildCampaign(office.root, { brand: brand.id, name: 'Copa do Mundo' })
})
afterAll(() => office.close())

const visit = (token: unknown, headers: Record<string, string> = {}) =>
  office.app.inject({ url: `/t/${String(token)}`, headers })
const locationOf = async (token: unknown) => new URL((await visit(token)).headers.location!)
const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(office.database.db)).rows

describe('a visit to a tracking link', () => {
  it("leads to the action's domain with where it came from, and keeps what is in that address", async () => {
    const affiliate = await buildAffiliate(office.root, { brands: [brand.id] })
    const action = await buildAction(office.root, {
      campaign: campaign.id,
      affiliate: affiliate.id,
      domain: 'https://promo.brand.example/start?ref=7&utm_source=old',
      utmMedium: 'banner',
      utmContent: 'topo da página',
    })
    const answer = await visit(action.token)
    expect(answer.statusCode).toBe(302)
    const address = new URL(answer.headers.location!)
    expect(address.origin + address.pathname).toBe('https://promo.brand.example/start')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ref: '7',
      click_id: expect.stringMatching(/^c[\w-]{20,}$/),
      utm_source: affiliate.token,
      utm_medium: 'banner',
      utm_content: 'topo da página',
      utm_campaign: 'Copa do Mundo',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it("leads to the sub brand's site, or the brand's, where the action has no domain", async () => {
    const action = await buildAction(office.root, { campaign: campaign.id })
    expect((await locationOf(action.token)).host).toBe('www.brand.example')
    const partner = await buildPartner(office.root)
    await buildSubBrand(office.root, { brand: brand.id, site: 'https://sub.example/welcome', partners: [partner.id] })
    const affiliate = await buildAffiliate(office.root, { brands: [brand.id], partner: partner.id })
    const below = await buildAction(office.root, { campaign: campaign.id, affiliate: affiliate.id })
    expect((await locationOf(below.token)).href).toContain('https://sub.example/welcome?click_id=')
  })

  it("never leads to an address that is not one of the brand's own", async () => {
    const action = await buildAction(office.root, { campaign: campaign.id, domain: 'https://brand.example/x' })
    for (const domain of [
      'https://evil.example/',
      'https://brand.example.evil.example/',
      'https://evilbrand.example/',
      'javascript:alert(1)',
      '//evil.example',
    ]) {
      await sql`update action set domain = ${domain} where id = ${action.id}`.execute(office.database.db)
      expect((await locationOf(action.token)).host).toBe('www.brand.example')
    }
    await sql`update action set domain = 'https://evil.example' where id = ${action.id}`.execute(office.database.db)
    const homeless = await buildBrand(office.root)
    const link = await buildAction(office.root, {
      campaign: (await buildCampaign(office.root, { brand: homeless.id })).id,
    })
    await sql`update brand set site = null where id = ${homeless.id}`.execute(office.database.db)
    expect((await visit(link.token)).statusCode).toBe(404)
  })

  it('sees a change of the link at once', async () => {
    const action = await buildAction(office.root, { campaign: campaign.id, domain: 'https://brand.example/before' })
    expect((await locationOf(action.token)).pathname).toBe('/before')
    await office.root.put(`/api/action/${action.id}`, { ...action, domain: 'https://brand.example/after' })
    expect((await locationOf(action.token)).pathname).toBe('/after')
  })

  it('is 404 without a redirect where nobody made the link', async () => {
    for (const token of ['nobodys', '..%2f..', '%00', "'", 'https:%2f%2fevil.example', 'a'.repeat(300)]) {
      const answer = await visit(token)
      expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined])
    }
  })

  it("shows people a page of the brand for that, none of the office's, with 404 all the same", async () => {
    const pagesFolder = mkdtempSync(join(tmpdir(), 'pages-test-'))
    writeFileSync(join(pagesFolder, 'index.html'), '<title>the pages</title><meta name="installation" content="{}" />')
    const withPages = await openOffice({ pagesFolder })
    const answer = await withPages.app.inject({
      url: '/t/nobodys',
      headers: { accept: 'text/html,application/xhtml+xml' },
    })
    const anything = await withPages.app.inject({ url: '/t/nobodys', headers: { accept: '*/*' } })
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([
      404,
      undefined,
      expect.stringContaining('Este link não existe'),
    ])
    expect([anything.statusCode, anything.body]).toEqual([404, answer.body])
    expect(
      (await withPages.app.inject({ url: '/t/nobodys', headers: { accept: 'application/json' } })).json().code,
    ).toBe('not_found')
    await withPages.close()
  })

  it('is no click where only the head is asked for', async () => {
    const action = await buildAction(office.root, { campaign: campaign.id })
    const answer = await office.app.inject({ method: 'HEAD', url: `/t/${action.token}` })
    expect(answer.statusCode).toBe(302)
    await office.app.flushClicks!()
    expect(await rowsOf(sql`select 1 from event where action = ${action.id}`)).toEqual([])
  })

  it('counts as a click with its domain and id, many at once none lost', async () => {
    const action = await buildAction(office.root, { campaign: campaign.id, domain: 'https://promo.brand.example/' })
    const answers = await Promise.all(Array.from({ length: 300 }, () => visit(action.token)))
    await office.app.flushClicks!()
    const ids = answers.map(({ headers }) => new URL(headers.location!).searchParams.get('click_id'))
    expect(new Set(ids).size).toBe(300)
    expect(await rowsOf(sql`select count(*) as clicks from click where click_id = any(${ids})`)).toEqual([
      { clicks: 300 },
    ])
    expect(await rowsOf(sql`select clicks from movement where action = ${action.id}`)).toEqual([{ clicks: 300 }])
    expect(await rowsOf(sql`select distinct domain from event where action = ${action.id}`)).toEqual([
      { domain: 'promo.brand.example' },
    ])
  })

  it.skipIf(!hasGeoip)(
    'knows country, state and city by the address, else by the headers of a trusted network',
    async () => {
      const action = await buildAction(office.root, { campaign: campaign.id })
      await visit(action.token, { 'x-forwarded-for': '2.125.160.216' })
      await visit(action.token, {
        'x-forwarded-for': '198.51.100.7',
        'cf-ipcountry': 'BR',
        'cf-region-code': 'SP',
        'cf-ipcity': 'S\u00c3\u00a3o Paulo',
      })
      await visit(action.token, { 'x-forwarded-for': '198.51.100.7', 'cf-ipcountry': 'XX' })
      await visit(action.token, { 'cf-ipcountry': 'BR' })
      await office.app.flushClicks!()
      const places = await rowsOf(
        sql`select country, state, city from event where action = ${action.id} order by country nulls last`,
      )
      expect(places).toEqual([
        { country: 'BR', state: 'SP', city: 'São Paulo' },
        { country: 'GB', state: 'ENG', city: 'Boxford' },
        ...Array(2).fill({ country: null, state: null, city: null }),
      ])
    },
  )
})

describe('the page of a link', () => {
  it('tells its address', async () => {
    const action = await buildAction(office.root, { campaign: campaign.id })
    const answer = await office.root.get(`/api/action/${action.id}/link`, { host: 'go.office.test' })
    expect(answer.body).toEqual({ address: `http://go.office.test/t/${action.token}` })
    expect(answer.body.address).toBe(
      (await office.root.get(`/api/action/${action.id}`, { host: 'go.office.test' })).body.address,
    )
    const stranger = await buildStaff(office.app, office.root, { roles: ['action'] })
    expect((await stranger.get(`/api/action/${action.id}/link`)).status).toBe(404)
    const withoutRole = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['brand'],
    })
    expect((await withoutRole.get(`/api/action/${action.id}/link`)).status).toBe(403)
  })

  it('shows clicks, registrations, first deposits and deposits by domain and place, within the scope', async () => {
    const own = await buildBrand(office.root, { site: 'https://own.example' })
    const action = await buildAction(office.root, {
      campaign: (await buildCampaign(office.root, { brand: own.id })).id,
    })
    const { key } = (await office.root.post(`/api/brand/${own.id}/ingest_key`)).body
    const place = (country: string, state: string, city: string) => ({
      country,
      state,
      city,
      action_token: action.token,
      player_ref: city,
      occurred_at: '2026-11-02T10:00:00Z',
    })
    const events = [
      { event_id: '1', type: 'click', ...place('BR', 'SP', 'Campinas') },
      { event_id: '2', type: 'click', ...place('BR', 'SP', 'Campinas') },
      { event_id: '3', type: 'registration', ...place('BR', 'SP', 'Campinas') },
      { event_id: '4', type: 'deposit', amount: 12.5, ...place('BR', 'SP', 'Campinas') },
      { event_id: '5', type: 'deposit', amount: 1, ...place('BR', 'SP', 'Campinas') },
      { event_id: '6', type: 'click', ...place('PT', '11', 'Lisboa') },
      { event_id: '7', type: 'bet', product: 'bets', amount: 99, ...place('PT', '11', 'Lisboa') },
    ]
    await office.app.inject({
      method: 'POST',
      url: '/ingest/events',
      payload: events,
      headers: { authorization: `Bearer ${key}` },
    })
    const staff = await buildStaff(office.app, office.root, {
      company: own.company,
      allowedBrands: [own.id],
      roles: ['action'],
    })
    const { body } = await staff.get('/api/action/geolocation?from=2026-11-01&to=2026-11-30')
    expect(body.rows).toEqual([
      {
        domain: 'own.example',
        country: 'BR',
        state: 'SP',
        city: 'Campinas',
        clicks: 2,
        registrations: 1,
        ftd: 1,
        deposit_count: 2,
        deposits: 13.5,
        currency: 'BRL',
      },
      {
        domain: 'own.example',
        country: 'PT',
        state: '11',
        city: 'Lisboa',
        clicks: 1,
        registrations: 0,
        ftd: 0,
        deposit_count: 0,
        deposits: 0,
        currency: 'BRL',
      },
    ])
    expect(body.total).toEqual({ clicks: 3, registrations: 1, ftd: 1, deposit_count: 2, deposits: 13.5 })
    expect(
      (await staff.get(`/api/action/geolocation?from=2026-11-01&to=2026-11-30&country=PT&action=${action.id}`)).body
        .total.clicks,
    ).toBe(1)
    for (const domain of ['own.example', 'www.own.example', 'WWW.Own.Example'])
      expect(
        (await staff.get(`/api/action/geolocation?from=2026-11-01&to=2026-11-30&domain=${domain}`)).body.total.clicks,
      ).toBe(3)
    expect((await staff.get('/api/action/geolocation?from=2026-11-03&to=2026-11-30')).body.rows).toEqual([])
    const stranger = await buildStaff(office.app, office.root, { roles: ['action'] })
    expect((await stranger.get('/api/action/geolocation?from=2026-11-01&to=2026-11-30')).body).toMatchObject({
      rows: [],
      total: { clicks: 0, deposits: 0 },
    })
    for (const wrong of ['from=2026-02-30', 'from=2026-11-02&to=2026-11-01', 'planet=earth', 'action=x'])
      expect((await staff.get(`/api/action/geolocation?${wrong}`)).status).toBe(400)
  })
})
