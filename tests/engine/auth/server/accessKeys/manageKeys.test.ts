import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { profiles } from '#resources/roles.ts'
import type { MadeAccessKey } from '#engine/auth/answers/accessKeys.ts'
import {
  buildAccessKey,
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  buildStaff,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

const present = new Date('2030-06-15T12:00:00Z')
let office: Office
let company: BuiltRecord
let brands: BuiltRecord[]
let affiliate: BuiltRecord
let shared: BuiltRecord
let partner: BuiltRecord
let manager: Client
let stranger: Client

beforeAll(async () => {
  office = await openOffice({ now: () => present })
  const { root, app } = office
  company = await buildCompany(root)
  brands = [await buildBrand(root, { company: company.id }), await buildBrand(root, { company: company.id })]
  affiliate = await buildAffiliate(root, { brands: [brands[0]!.id] })
  shared = await buildAffiliate(root, { brands: brands.map(({ id }) => id) })
  partner = await buildPartner(root, { company: company.id })
  await root.put(`/api/affiliate/${affiliate.id}`, { version: affiliate.version, partner: partner.id })
  manager = await buildStaff(app, root, {
    company: company.id,
    allowedBrands: [brands[0]!.id],
    roles: ['affiliate', 'partner'],
  })
  const other = await buildBrand(root)
  stranger = await buildStaff(app, root, {
    company: other.company,
    allowedBrands: [other.id],
    roles: ['affiliate', 'partner'],
  })
})
afterAll(() => office.close())

const pathOf = (kind: string, owner: BuiltRecord) => `/api/${kind}/${owner.id}/access_key`
const make = async (path: string, label = 'Ana'): Promise<MadeAccessKey> => (await manager.post(path, { label })).body

describe.each(['affiliate', 'partner'] as const)('an access key of %s', (kind) => {
  const path = () => pathOf(kind, kind === 'affiliate' ? affiliate : partner)

  test('is shown when it is made, and never again', async () => {
    const { status, body, headers } = await manager.post(path(), {
      label: 'Ana, phone',
      expiresAt: '2030-12-31T23:59:59Z',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^ak_[\w-]{43}$/),
      hint: body.key.slice(-4),
      label: 'Ana, phone',
      scope: 'reports',
      isEarlier: false,
      createdAt: present.toISOString(),
      expiresAt: '2030-12-31T23:59:59.000Z',
      lastUsedAt: null,
    })
    expect(headers['cache-control']).toBe('no-store')
    const { key, ...shown } = body
    const list = await manager.get(path())
    expect(list.body).toContainEqual(shown)
    expect(JSON.stringify(list.body)).not.toContain(key)
  })

  test("is stored as a hash that the installation's secret goes into, and the log names it by its end alone", async () => {
    const { key, hint } = await make(path())
    const {
      rows: [found],
    } = await sql<{ found: number }>`select count(*)::int as found from access_key
      where hash = sha256(convert_to(${key}, 'UTF8')) or to_jsonb(access_key)::text like ${`%${key}%`}`.execute(
      office.database.db,
    )
    expect(found).toEqual({ found: 0 })
    const { rows: lines } = await sql<{
      line: string
    }>`select to_jsonb(activity_log)::text as line from activity_log`.execute(office.database.db)
    expect(lines.filter(({ line }) => line.includes(key))).toEqual([])
    expect(lines.some(({ line }) => line.includes('createAccessKey') && line.includes(hint))).toBe(true)
  })

  test('is gone from the list once it is ended, and ended once', async () => {
    const { id } = await make(path())
    expect(await manager.delete(`${path()}/${id}`)).toMatchObject({ status: 200, body: { id } })
    expect((await manager.get(path())).body.map((each: { id: number }) => each.id)).not.toContain(id)
    expect((await manager.delete(`${path()}/${id}`)).status).toBe(404)
  })

  test('is rotated by a new one of the same label and end', async () => {
    const old = (await manager.post(path(), { label: 'Rotated', expiresAt: '2031-01-01T00:00:00Z' }))
      .body as MadeAccessKey
    const { body } = await manager.post(`${path()}/${old.id}/rotate`)
    expect(body).toMatchObject({ label: 'Rotated', expiresAt: '2031-01-01T00:00:00.000Z', key: expect.any(String) })
    expect(body.key).not.toBe(old.key)
    const ids = (await manager.get(path())).body.map((each: { id: number }) => each.id)
    expect([ids.includes(old.id), ids.includes(body.id)]).toEqual([false, true])
    expect((await manager.post(`${path()}/${old.id}/rotate`)).status).toBe(404)
  })

  test("is nobody's business in another company, nor without a session, nor without the right to change the owner", async () => {
    const { id } = await make(path())
    const watcher = await buildStaff(office.app, office.root, {
      company: company.id,
      allowedBrands: brands.map((brand) => brand.id),
      roles: ['activityPerAffiliate', 'financial'],
    })
    const statusesOf = async (client: Client) => [
      (await client.get(path())).status,
      (await client.post(path(), { label: 'Mine' })).status,
      (await client.post(`${path()}/${id}/rotate`)).status,
      (await client.delete(`${path()}/${id}`)).status,
    ]
    expect(await statusesOf(stranger)).toEqual([404, 404, 404, 404])
    expect(await statusesOf(office.nobody)).toEqual([401, 401, 401, 401])
    expect(await statusesOf(watcher)).toEqual([403, 403, 403, 403])
  })

  test.each([
    ['without a label', {}, 'label'],
    ['with a label too long', { label: 'a'.repeat(81) }, 'label'],
    ['that would be over', { label: 'Ana', expiresAt: present.toISOString() }, 'expiresAt'],
    ['with an end that is no moment', { label: 'Ana', expiresAt: 'tomorrow' }, 'expiresAt'],
    ['with what it has not', { label: 'Ana', key: 'mine' }, 'key'],
  ])('%s is refused', async (_title, body, field) => {
    const answer = await manager.post(path(), body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toContain(field)
  })
})

test('a key of one owner is not reached through another', async () => {
  const { id } = await make(pathOf('affiliate', affiliate))
  expect((await manager.delete(`${pathOf('affiliate', shared)}/${id}`)).status).toBe(404)
  expect((await manager.delete(`${pathOf('partner', partner)}/${id}`)).status).toBe(404)
})

test('whoever sees a part of what an affiliate works for makes no key that opens all of it', async () => {
  expect(await manager.post(pathOf('affiliate', shared), { label: 'Too much' })).toMatchObject({
    status: 403,
    body: { code: 'key_opens_more' },
  })
  const above = await buildPartner(office.root, { company: company.id })
  await office.root.put(`/api/affiliate/${shared.id}`, { version: shared.version, partner: above.id })
  expect(await manager.post(pathOf('partner', above), { label: 'Too much' })).toMatchObject({
    status: 403,
    body: { code: 'key_opens_more' },
  })
  const whole = await buildStaff(office.app, office.root, {
    company: company.id,
    allowedBrands: brands.map(({ id }) => id),
    roles: ['affiliate', 'partner'],
  })
  expect(await buildAccessKey(whole, 'affiliate', shared.id)).toMatch(/^ak_/)
  expect(await buildAccessKey(whole, 'partner', above.id)).toMatch(/^ak_/)
})

test('of a scope that reads entries and payments is made only by who may read them; one for reports by who may not', async () => {
  const staffWith = (roles: readonly string[]) =>
    buildStaff(office.app, office.root, { company: company.id, allowedBrands: brands.map(({ id }) => id), roles })
  const promoter = await staffWith([...profiles.Promoter, 'partner'])
  const half = await staffWith(['affiliate', 'partner', 'entryByAffiliate'])
  const reader = await staffWith(['affiliate', 'partner', 'entryByAffiliate', 'financial'])
  for (const path of [pathOf('affiliate', affiliate), pathOf('partner', partner)]) {
    for (const scope of ['api', 'signIn']) {
      const wanted = { label: 'Mine', scope }
      for (const client of [promoter, half])
        expect(await client.post(path, wanted)).toMatchObject({ status: 403, body: { code: 'key_opens_more' } })
      const { status, body } = await reader.post(path, wanted)
      expect([status, body.scope]).toEqual([200, scope])
      // Rotating makes a key as well.
      expect((await promoter.post(`${path}/${body.id}/rotate`, {})).body.code).toBe('key_opens_more')
      expect((await reader.post(`${path}/${body.id}/rotate`, {})).status).toBe(200)
    }
    const { status, body } = await promoter.post(path, { label: 'Reports', scope: 'reports' })
    expect([status, body.scope]).toEqual([200, 'reports'])
    expect((await promoter.post(`${path}/${body.id}/rotate`, { scope: 'api' })).body.code).toBe('key_opens_more')
    // Refused as a whole: the key that was to be rotated still stands.
    expect((await promoter.get(path)).body.map(({ id }: { id: number }) => id)).toContain(body.id)
  }
})

describe('GET /api/{owner}/{id}/access_key/scope', () => {
  it('says of each scope what making such a key would answer', async () => {
    const offered = async (by: Client, owner: BuiltRecord) =>
      (await by.get(`${pathOf('affiliate', owner)}/scope`)).body as { scope: string; refusal: string | null }[]
    for (const [by, owner] of [
      [office.root, affiliate],
      [manager, affiliate],
      [manager, shared],
    ] as const)
      for (const { scope, refusal } of await offered(by, owner)) {
        const { status, body } = await by.post(pathOf('affiliate', owner), { label: 'Offered', scope })
        expect([scope, refusal]).toEqual([scope, status === 200 ? null : body.code])
      }
    expect((await stranger.get(`${pathOf('affiliate', affiliate)}/scope`)).status).toBe(404)
  })
})
