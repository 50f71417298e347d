import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  type BuiltRecord,
  buildBrand,
  buildCampaign,
  buildPartner,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { makeWorld } from '#tests/support/money/world.ts'

let office: Office
let below: BuiltRecord
let elsewhere: BuiltRecord
let link: BuiltRecord
let partner: Client
let own: Client
const day = '2026-03-10'

async function sessionOf(kind: 'affiliate' | 'partner', id: number): Promise<Client> {
  const token = await buildAccessKey(office.root, kind, id, { scope: 'signIn' })
  const { body } = await office.nobody.post(`/login/${kind}`, { token })
  return clientOf(office.app, body.accessToken)
}
const idsIn = (body: readonly BuiltRecord[]) => body.map(({ id }) => id).toSorted((a, b) => a - b)

beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  const brand = await buildBrand(root)
  const company = brand.company as number
  const campaign = await buildCampaign(root, { brand: brand.id })
  const above = await buildPartner(root, { company })
  below = await buildAffiliate(root, { company, brands: [brand.id], partner: above.id })
  elsewhere = await buildAffiliate(root, { company, brands: [brand.id] })
  link = await buildAction(root, { campaign: campaign.id, affiliate: below.id })
  const othersLink = await buildAction(root, { campaign: campaign.id, affiliate: elsewhere.id })
  const world = makeWorld(office.database, { now: new Date() })
  for (const [affiliate, action] of [
    [below, link],
    [elsewhere, othersLink],
  ] as const)
    await world.activity({ affiliate: affiliate.id, brand: brand.id, action: action.id, day, turnover: 1000 })
  await world.close(day, day)
  partner = await sessionOf('partner', above.id)
  own = await sessionOf('affiliate', below.id)
})
afterAll(() => office?.close())

describe("what hangs below a partner, in the partner's own session", () => {
  test('is listed and read where it is declared, in the fields that are', async () => {
    const { status, body } = await partner.get('/api/affiliate?range=[0,99]')
    expect([status, idsIn(body)]).toEqual([200, [below.id]])
    expect(body[0]).toMatchObject({ name: below.name, token: below.token })
    for (const hidden of ['cpf', 'email', 'document', 'paymentKey', 'rewardProfile', 'partner'])
      expect(body[0]).not.toHaveProperty(hidden)
    expect(idsIn((await partner.get('/api/action?range=[0,99]')).body)).toEqual([link.id])
    expect((await partner.get(`/api/affiliate/${below.id}`)).status).toBe(200)
    expect((await partner.get(`/api/affiliate/${elsewhere.id}`)).status).toBe(404)
  })

  test('is neither filtered, sorted nor compared by what is not declared, and never written', async () => {
    const filter = encodeURIComponent(JSON.stringify({ cpf: below.cpf }))
    expect((await partner.get(`/api/affiliate?filter=${filter}`)).status).toBe(400)
    expect((await partner.get('/api/affiliate?sort=["email","ASC"]')).status).toBe(400)
    expect((await partner.get(`/api/affiliate/duplicates?cpf=${below.cpf}`)).status).toBe(400)
    expect((await partner.put(`/api/affiliate/${below.id}`, { name: 'X' })).status).toBe(403)
    expect((await partner.delete(`/api/affiliate/${below.id}`)).status).toBe(403)
    expect((await partner.post('/api/affiliate/payment_type', { ids: [below.id], paymentType: 'manual' })).status).toBe(
      403,
    )
    expect((await partner.get(`/api/affiliate/${below.id}/note`)).status).toBe(403)
    for (const closed of ['payment', 'partner', 'signalTarget', 'reward'])
      expect([closed, (await partner.get(`/api/${closed}?range=[0,9]`)).status]).toEqual([closed, 403])
  })

  test('stands in a report that no role of theirs opens', async () => {
    const { status, body } = await partner.get(`/api/report/paymentByAffiliate?from=${day}&to=${day}`)
    expect(status).toBe(200)
    expect(body.rows.map(({ affiliate }: { affiliate: number | null }) => affiliate)).not.toContain(elsewhere.id)
    expect(JSON.stringify(body)).not.toContain(String(elsewhere.name))
  })
})

describe('an action that is open to affiliates', () => {
  test('is done to their own record, though they set the field no other way', async () => {
    const { status, body } = await own.post(`/api/affiliate/${below.id}/language`, { language: 'es' })
    expect([status, body.language]).toEqual([200, 'es'])
    const put = await own.put(`/api/affiliate/${below.id}`, { version: body.version, language: 'en' })
    expect([put.status, Object.keys(put.body.errors)]).toEqual([403, ['language']])
    expect((await own.post(`/api/affiliate/${below.id}/language`, { language: 'tlh' })).status).toBe(400)
    const more = await own.post(`/api/affiliate/${below.id}/language`, { language: 'pt', paymentType: 'manual' })
    expect(more.status).toBe(400)
  })

  test('is nobody else’s: not another affiliate’s, and no colleague’s', async () => {
    expect((await own.post(`/api/affiliate/${elsewhere.id}/language`, { language: 'es' })).status).toBe(404)
    expect((await office.root.post(`/api/affiliate/${below.id}/language`, { language: 'es' })).status).toBe(403)
    expect((await own.post('/api/affiliate/payment_type', { ids: [below.id], paymentType: 'manual' })).status).toBe(403)
  })
})
