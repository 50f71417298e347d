import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildPartner,
  buildRewardProfile,
  type BuiltRecord,
  buildStaff,
  homeCompany,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let manager: Client & { readonly user: BuiltRecord }
let brand: BuiltRecord
let own: BuiltRecord
let foreign: BuiltRecord

const list = (name: string) => `/api/${name}?sort=["id","ASC"]&range=[0,99]&filter={}`
const idsOf = async (client: Client, name: string) =>
  (await client.get(list(name))).body.map(({ id }: BuiltRecord) => id)

beforeAll(async () => {
  office = await openOffice({ variables: { BUSINESS_TIME_ZONE: 'UTC' } })
  const { app, root } = office
  brand = await buildBrand(root)
  const company = await homeCompany(root)
  const rights = { company, roles: roleKeys, allowedBrands: [brand.id] }
  manager = await buildStaff(app, root, { ...rights, ownAffiliates: true })
  own = await buildAffiliate(root, { brands: [brand.id], manager: manager.user.id })
  foreign = await buildAffiliate(root, { brands: [brand.id] })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const links = []
  for (const affiliate of [own, foreign])
    links.push(await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id }))
  await buildPartner(root, { affiliates: [own.id] })
  const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
  const events = links.map(({ token }, index) => ({
    event_id: `t${index}`,
    type: 'bet',
    player_ref: `p${index}`,
    action_token: token,
    product: 'bets',
    amount: 100 + index,
    currency: brand.currency,
    occurred_at: '2026-01-05T12:00:00Z',
  }))
  expect((await root.post('/ingest/events', events, { authorization: `Bearer ${key}` })).status).toBe(200)
})
afterAll(() => office.close())

describe('somebody who sees the affiliates that they manage alone', () => {
  it('sees them, and their links, and nothing of others', async () => {
    expect(await idsOf(manager, 'affiliate')).toEqual([own.id])
    expect(await idsOf(manager, 'action')).toHaveLength(1)
    expect((await manager.get(`/api/affiliate/${foreign.id}`)).status).toBe(404)
    expect(await idsOf(manager, 'partner')).toEqual([])
  })

  it('reads reports of them alone', async () => {
    const days = 'from=2026-01-01&to=2026-01-31'
    for (const name of ['affiliateActivity', 'generalV2', 'lottery', 'dashboard']) {
      const { status, body } = await manager.get(`/api/report/${name}?${days}`)
      expect([name, status]).toEqual([name, 200])
      expect([name, JSON.stringify(body).includes('101')]).toEqual([name, false])
      expect([name, JSON.stringify(body).includes('201')]).toEqual([name, false])
    }
    const { body } = await manager.get(`/api/report/affiliateActivity?${days}`)
    expect(body.total.turnover).toBe(100)
  })

  it('makes affiliates that are their own, and gives none away', async () => {
    const cpf = uniqueCpf()
    const rewardProfile = (await buildRewardProfile(office.root)).id
    const values = { name: 'Made', cpf, email: 'made@example.test', documentType: 'cpf', document: cpf, rewardProfile }
    const made = await manager.post('/api/affiliate', { ...values, brands: [brand.id] })
    expect([made.status, made.body.manager]).toEqual([200, manager.user.id])
    const given = await manager.put(`/api/affiliate/${made.body.id}`, { version: made.body.version, manager: null })
    expect([given.status, JSON.stringify(given.body).includes('manager')]).toEqual([400, true])
    expect((await office.root.get(`/api/affiliate/${made.body.id}`)).body.manager).toBe(manager.user.id)
  })

  it('is a colleague where notes are of those affiliates, and has nothing of others told elsewhere', async () => {
    const isNamed = async (place: string) => {
      const { status, body } = await office.root.get(`/api/${place}/note`)
      expect([place, status]).toEqual([place, 200])
      return body.colleagues.some(({ id }: BuiltRecord) => id === manager.user.id)
    }
    const [partner] = await idsOf(office.root, 'partner')
    expect(await isNamed(`affiliate/${own.id}`)).toBe(true)
    expect(await isNamed(`affiliate/${foreign.id}`)).toBe(false)
    expect(await isNamed(`partner/${partner}`)).toBe(false)
    const target = { name: 'All', kind: 'webhook', address: 'https://hooks.example.test/', signals: ['registration'] }
    const made = await manager.post('/api/signalTarget', { ...target, brands: [brand.id] })
    expect(made.status).toBeGreaterThanOrEqual(400)
    expect(await idsOf(office.root, 'signalTarget')).toEqual([])
  })

  it('makes no user who sees more, of themselves neither', async () => {
    const { body } = await office.root.get(`/api/user/${manager.user.id}`)
    const widened = await manager.put(`/api/user/${body.id}`, { version: body.version, ownAffiliates: false })
    expect(widened.status).toBeGreaterThanOrEqual(400)
    expect((await office.root.get(`/api/user/${body.id}`)).body.ownAffiliates).toBe(true)
  })
})
