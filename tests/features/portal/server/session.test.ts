import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAction, buildAffiliate, type BuiltRecord, buildBrand, buildCampaign } from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let affiliate: BuiltRecord
let other: BuiltRecord
let link: BuiltRecord
let key: string
let own: Client

beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  const brand = await buildBrand(root, { name: 'Aurora' })
  const campaign = await buildCampaign(root, { brand: brand.id, name: 'Summer' })
  affiliate = await buildAffiliate(root, { name: 'Nina', brands: [brand.id], cpf: '52998224725' })
  other = await buildAffiliate(root, { name: 'Olga', brands: [brand.id] })
  link = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id, name: 'Home page' })
  await buildAction(root, { campaign: campaign.id, affiliate: other.id, name: 'Not hers' })
  key = (await root.post(`/api/affiliate/${affiliate.id}/access_key`, { label: 'Portal', scope: 'signIn' })).body.key
  own = await signIn()
})
afterAll(() => office.close())

async function signIn(token = key): Promise<Client> {
  const { status, body } = await office.nobody.post('/login/affiliate', { token })
  expect([status, body.codResposta]).toEqual([200, 200])
  return clientOf(office.app, body.accessToken)
}

describe('an affiliate that signs in with its access key', () => {
  test('is that one, without a role', async () => {
    const { body } = await own.get('/api/me')
    expect(body).toMatchObject({
      id: affiliate.id,
      affiliate: affiliate.id,
      name: 'Nina',
      email: null,
      roles: [],
      root: false,
    })
  })

  test('is refused with its public code, and with a key of a partner', async () => {
    for (const token of [affiliate.token, `${key}x`]) {
      const { status, body } = await office.nobody.post('/login/affiliate', { token })
      expect([status, body.code]).toEqual([400, 'authentication_error'])
    }
  })

  test('reads what is its own, of that the fields that are declared for it', async () => {
    const { body: links } = await own.get('/api/action')
    expect(links.map(({ name }: BuiltRecord) => name)).toEqual(['Home page'])
    expect((await own.get(`/api/action?filter=${encodeURIComponent('{"name_like":"her"}')}`)).body).toEqual([])
    const { body: affiliates } = await own.get('/api/affiliate')
    expect(affiliates).toHaveLength(1)
    expect(affiliates[0]).toMatchObject({ name: 'Nina', cpf: '***.982.247-**' })
    for (const hidden of ['rewardProfile', 'partner', 'paymentKey', 'referredBy', 'noticeOn'])
      expect(affiliates[0]).not.toHaveProperty(hidden)
    expect((await own.get(`/api/affiliate/${other.id}`)).status).toBe(404)
    expect((await own.get(`/api/action/${link.id}`)).body).toMatchObject({ name: 'Home page' })
  })

  test('neither narrows nor sorts by what it does not read', async () => {
    const filter = encodeURIComponent(JSON.stringify({ partner: 1 }))
    const sort = encodeURIComponent('["partner","ASC"]')
    for (const query of [`filter=${filter}`, `sort=${sort}`]) {
      const { status, body } = await own.get(`/api/affiliate?${query}`)
      expect([status, Object.keys(body.errors)]).toEqual([400, ['partner']])
    }
  })

  test('chooses from the names of the brands it works for, and lists none', async () => {
    expect((await own.get('/api/brand?q=')).body.map(({ name }: BuiltRecord) => name)).toEqual(['Aurora'])
    expect((await own.get('/api/campaign?q=')).body.map(({ name }: BuiltRecord) => name)).toEqual(['Summer'])
    expect((await own.get('/api/brand')).status).toBe(403)
  })

  test('is refused by every route that is not said to be for it', async () => {
    for (const path of ['/api/partner', '/api/user', '/api/me/waiting', '/api/action/export', '/api/search?q=Nina'])
      expect([path, (await own.get(path)).status]).toEqual([path, 403])
    const refused = await own.put(`/api/action/${link.id}`, { name: 'Mine', version: link.version })
    expect(refused.status).toBe(403)
  })

  test('reads reports of itself alone, and its players under a number', async () => {
    const period = 'from=2026-01-01&to=2026-01-31'
    expect((await own.get(`/api/report/affiliateDetail?${period}&rows=player`)).status).toBe(200)
    expect((await own.get(`/api/report/subIds?${period}&rows=sub1`)).status).toBe(200)
    expect((await own.get(`/api/report/affiliateDetail?${period}&affiliateToken=${other.token}`)).status).toBe(403)
    expect((await own.get(`/api/report/affiliateActivity?${period}`)).status).toBe(403)
    expect((await own.get(`/api/report/partners?${period}`)).status).toBe(403)
  })

  test('is logged by its name, with its key and who made it', async () => {
    const { rows } = await sql<{ actor: string }>`select actor from activity_log
      where operation = 'signIn' order by id desc limit 1`.execute(office.database.db)
    expect(rows[0]!.actor).toMatch(/^Nina \(….{4} · root@office\.test\)$/)
  })

  test('is signed out at once when its key is ended', async () => {
    const { body: made } = await office.root.post(`/api/affiliate/${affiliate.id}/access_key`, {
      label: 'Short',
      scope: 'signIn',
    })
    const session = await signIn(made.key)
    expect((await session.get('/api/me')).status).toBe(200)
    await office.root.delete(`/api/affiliate/${affiliate.id}/access_key/${made.id}`)
    expect((await session.get('/api/action')).status).toBe(403)
    expect((await session.get('/api/me')).body.code).toBe('session_expired')
  })
})
