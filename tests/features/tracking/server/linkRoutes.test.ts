import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAction, buildBrand, buildCampaign, buildRedirectHost, type BuiltRecord } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let brand: BuiltRecord
let campaign: BuiltRecord
let at = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  office = await openOffice({
    now: () => at,
    variables: { BUSINESS_TIME_ZONE: 'America/Sao_Paulo', TRUST_PROXY: 'true' },
  })
  brand = await buildBrand(office.root, { site: 'https://brand.example/' })
  await buildRedirectHost(office.root, { brand: brand.id, host: 'other.example' })
  campaign = await buildCampaign(office.root, { brand: brand.id })
})
afterAll(() => office.close())
beforeEach(() => (at = new Date('2026-11-20T12:00:00Z')))

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const leadsTo = async ({ token }: BuiltRecord, headers: Record<string, string> = {}) => {
  const { headers: told } = await office.app.inject({ url: `/t/${String(token)}`, headers })
  const { host, pathname } = new URL(told.location!)
  return host + pathname
}
const link = (routes: readonly object[]) =>
  buildAction(office.root, { campaign: campaign.id, domain: 'https://brand.example/home', routes })

describe('the other ways of a link', () => {
  it('lead by country, device and language, the first that a visitor fits', async () => {
    const action = await link([
      { country: 'PT', device: 'mobile', domain: 'https://m.brand.example/pt' },
      { country: 'PT', domain: 'https://brand.example/pt' },
      { language: 'es', domain: 'https://other.example/es' },
      { device: 'mobile', domain: 'https://m.brand.example/' },
    ])
    const from = { 'x-forwarded-for': '198.51.100.7', 'cf-ipcountry': 'PT' }
    expect(await leadsTo(action)).toBe('brand.example/home')
    expect(await leadsTo(action, from)).toBe('brand.example/pt')
    expect(await leadsTo(action, { ...from, 'user-agent': phone })).toBe('m.brand.example/pt')
    expect(await leadsTo(action, { 'accept-language': 'es-AR,es;q=0.9,en;q=0.8' })).toBe('other.example/es')
    expect(await leadsTo(action, { 'accept-language': 'en,es;q=0.9' })).toBe('brand.example/home')
    expect(await leadsTo(action, { 'sec-ch-ua-mobile': '?1' })).toBe('m.brand.example/')
  })

  it('lead by the hours of the business day, over midnight too, and by days', async () => {
    const action = await link([
      { fromHour: 22, untilHour: 6, domain: 'https://brand.example/night' },
      { fromHour: 9, untilHour: 10, untilDay: '2026-11-20', domain: 'https://brand.example/nine' },
    ])
    // Noon in UTC is nine o'clock in São Paulo.
    expect(await leadsTo(action)).toBe('brand.example/nine')
    at = new Date('2026-11-20T13:00:00Z')
    expect(await leadsTo(action)).toBe('brand.example/home')
    at = new Date('2026-11-21T12:30:00Z')
    expect(await leadsTo(action)).toBe('brand.example/home')
    at = new Date('2026-11-21T01:00:00Z')
    expect(await leadsTo(action)).toBe('brand.example/night')
    at = new Date('2026-11-21T08:59:59Z')
    expect(await leadsTo(action)).toBe('brand.example/night')
  })

  it('lead to approved hosts alone, when they are written and on each visit', async () => {
    const refused = await office.root.post('/api/action', {
      name: 'Elsewhere',
      campaign: campaign.id,
      affiliate: (await link([])).affiliate,
      routes: [{ domain: 'https://brand.example/' }, { domain: 'https://evil.example/' }],
    })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [expect.stringContaining('routes')]])
    const action = await link([{ domain: 'https://other.example/x' }])
    expect(await leadsTo(action)).toBe('other.example/x')
    await sql`update action set routes = '[{"domain":"https://evil.example/"}]' where id = ${action.id}`.execute(
      office.database.db,
    )
    expect(await leadsTo(action)).toBe('brand.example/home')
  })

  it('never lead around an authorisation that is over', async () => {
    const action = await link([{ domain: 'https://other.example/x' }])
    const { body } = await office.root.get(`/api/brand/${brand.id}`)
    await office.root.put(`/api/brand/${brand.id}`, { ...body, authorizedUntil: '2026-11-19' })
    const { statusCode, headers } = await office.app.inject({ url: `/t/${String(action.token)}` })
    expect([statusCode, headers.location]).toEqual([410, undefined])
  })
})
