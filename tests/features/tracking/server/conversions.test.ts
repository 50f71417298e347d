import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAction, buildBrand, buildCampaign, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let brand: BuiltRecord
let action: BuiltRecord
let key: string
const now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  office = await openOffice({ now: () => now, variables: { TRUST_PROXY: 'true' } })
  brand = await buildBrand(office.root, { site: 'https://brand.example/' })
  key = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body.key
  const campaign = await buildCampaign(office.root, { brand: brand.id })
  action = await buildAction(office.root, { campaign: campaign.id })
})
afterAll(() => office.close())

let visitors = 0
/** A visit of somebody, who then registers and deposits 25.50. */
async function come(query: string): Promise<void> {
  visitors += 1
  const { headers } = await office.app.inject({
    url: `/t/${String(action.token)}?${query}`,
    headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-forwarded-for': `198.51.100.${visitors}` },
  })
  await office.app.flushClicks!()
  const player = { player_ref: `p${visitors}`, click_id: new URL(headers.location!).searchParams.get('click_id') }
  const events = [
    { ...player, event_id: `r${visitors}`, type: 'registration', occurred_at: '2026-11-20T10:00:00Z' },
    { ...player, event_id: `d${visitors}`, type: 'deposit', occurred_at: '2026-11-20T11:30:00Z', amount: 25.5 },
    { ...player, event_id: `e${visitors}`, type: 'deposit', occurred_at: '2026-11-20T11:40:00Z', amount: 99 },
  ]
  const { statusCode, body } = await office.app.inject({
    method: 'POST',
    url: '/ingest/events',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify(events.map((event) => ({ currency: 'BRL', ...event }))),
  })
  expect([statusCode, JSON.parse(body).accepted]).toEqual([200, 3])
}
const fileOf = (network: string, client = office.root) =>
  client.get(`/api/action/conversions?network=${network}&from=2026-11-01&to=2026-11-30`)

describe('GET /api/action/conversions', () => {
  it('tells registrations and first deposits by the network’s id, in the columns that it takes', async () => {
    await come('gclid=G.1-a_b&fbclid=Fb1')
    await come('msclkid=0a1b')
    await come('ttclid=E.C.P.x')
    const lines = async (network: string) =>
      String((await fileOf(network)).body)
        .split('\r\n')
        .slice(0, -1)
    expect(await lines('gclid')).toEqual([
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'G.1-a_b,registration,2026-11-20 10:00:00+00:00,,',
      'G.1-a_b,first_deposit,2026-11-20 11:30:00+00:00,25.50,BRL',
    ])
    expect((await lines('msclkid'))[0]).toMatch(/^Microsoft Click ID,/)
    expect(await lines('msclkid')).toHaveLength(3)
    expect((await lines('fbclid')).slice(1)).toEqual([
      `registration,1795168800,fb.1.${now.getTime()}.Fb1,,`,
      `first_deposit,1795174200,fb.1.${now.getTime()}.Fb1,25.50,BRL`,
    ])
    expect((await lines('ttclid')).at(-1)).toBe('first_deposit,2026-11-20T11:30:00.000Z,E.C.P.x,25.50,BRL')
  })

  it('leaves out what no network made up', async () => {
    await come(`gclid=${encodeURIComponent('=HYPERLINK("x"),y')}`)
    expect((await fileOf('gclid')).body).not.toContain('HYPERLINK')
  })

  it('is for staff with the role action, and of links that they see', async () => {
    const other = await buildBrand(office.root)
    const staffOf = (of: BuiltRecord, roles: string[]) =>
      buildStaff(office.app, office.root, { company: of.company, allowedBrands: [of.id], roles })
    expect((await fileOf('gclid', await staffOf(brand, ['action']))).body).toContain('G.1-a_b')
    expect((await fileOf('gclid', await staffOf(other, ['action']))).body).not.toContain('G.1-a_b')
    expect((await fileOf('gclid', await staffOf(brand, ['affiliate']))).status).toBe(403)
    expect((await fileOf('gclid', office.nobody)).status).toBe(401)
    expect((await fileOf('yahoo')).status).toBe(400)
  })
})
