import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { roleKeys } from '#resources/roles.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  builtPassword,
  buildStaff,
  buildUser,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice, signInAs } from '#tests/support/office.ts'
import { listPath } from '#tests/contract/entities.ts'

let office: Office
let company: number
let brand: number
beforeAll(async () => {
  office = await openOffice()
  company = (await buildCompany(office.root)).id
  brand = (await buildBrand(office.root, { company })).id
})
afterAll(() => office.close())

const staffWith = (roles: readonly string[], values: Record<string, unknown> = {}) =>
  buildStaff(office.app, office.root, { company, allowedBrands: [brand], roles, ...values })
const all = Object.values(resources) as unknown as AnyResource[]

describe.each(all.map((resource) => ({ name: resource.name, resource })))('$name', ({ name, resource }) => {
  const role = (operation: 'list' | 'read' | 'create' | 'update' | 'remove') =>
    resource.access[operation] ?? resource.access.role
  const attempts: Record<string, (client: Client) => Promise<number>> = {
    list: async (client) => (await client.get(listPath(name, { filter: {} }))).status,
    read: async (client) => (await client.get(`/api/${name}/999999`)).status,
    create: async (client) => (await client.post(`/api/${name}`, { nothing: 1 })).status,
    update: async (client) => (await client.put(`/api/${name}/999999`, {})).status,
    remove: async (client) => (await client.delete(`/api/${name}/999999`)).status,
  }

  // What people write of these has rights of its own (tests/features/payouts/server/adjustments/adjustments.test.ts, close/corrections.test.ts).
  const ownWay = ['entry', 'correction']
  const asked = Object.keys(attempts).filter((operation) => !ownWay.includes(name) || operation !== 'create')
  test.each(asked)('to %s takes the role that the declaration names, and no other', async (operation) => {
    const needed = role(operation as 'list')
    const others = await staffWith(roleKeys.filter((key) => key !== needed))
    expect(await attempts[operation]!(others)).toBe(403)
    expect(await attempts[operation]!(office.nobody)).toBe(401)
    if (needed === 'root' || needed === 'nobody') return
    const holder = await staffWith([needed])
    expect(await attempts[operation]!(holder)).not.toBe(403)
  })
})

describe('a hidden field', () => {
  let hiddenTo: Client
  let shownTo: Client
  let id: number
  beforeAll(async () => {
    hiddenTo = await staffWith(['affiliate'])
    shownTo = await staffWith(['affiliate', 'financial'])
    id = (
      await buildAffiliate(office.root, {
        brands: [brand],
        paymentType: 'automatic',
        paymentKeyType: 'email',
        paymentKey: 'pix@example.test',
      })
    ).id
  })

  test('is neither read nor listed', async () => {
    expect((await shownTo.get(`/api/affiliate/${id}`)).body.paymentKey).toBe('pix@example.test')
    expect((await hiddenTo.get(`/api/affiliate/${id}`)).body).not.toHaveProperty('paymentKey')
    expect((await hiddenTo.get(listPath('affiliate', { filter: { id: [id] } }))).body[0]).not.toHaveProperty(
      'paymentKey',
    )
  })

  test.each([
    { filter: { paymentKey: 'pix@example.test' } },
    { filter: { paymentKey_like: 'pix' } },
    { filter: { paymentKey: null } },
    { sort: ['paymentKey', 'ASC'] },
  ])('is no filter and no order, as if it did not exist: %j', async (query) => {
    const [hidden, unknown] = [
      await hiddenTo.get(listPath('affiliate', query)),
      await hiddenTo.get(listPath('affiliate', JSON.parse(JSON.stringify(query).replaceAll('paymentKey', 'nothing')))),
    ]
    expect([hidden.status, hidden.body.code]).toEqual([unknown.status, unknown.body.code])
    expect(hidden.status).toBe(400)
    expect((await shownTo.get(listPath('affiliate', query))).status).toBe(200)
  })

  test('is not searched, and is no filter of options', async () => {
    expect((await hiddenTo.get('/api/affiliate?paymentKey=pix@example.test')).status).toBe(400)
    expect((await hiddenTo.get(listPath('affiliate', { filter: { q: 'pix@example' } }))).body).toEqual([])
  })

  test('is not written, and stays as it is when others are', async () => {
    const refused = await hiddenTo.put(`/api/affiliate/${id}`, { paymentKey: 'other@example.test' })
    expect(refused.status).toBe(403)
    const changed = await hiddenTo.put(`/api/affiliate/${id}`, { name: 'Renamed' })
    expect(changed.body).not.toHaveProperty('paymentKey')
    expect((await office.root.get(`/api/affiliate/${id}`)).body).toMatchObject({
      name: 'Renamed',
      paymentKey: 'pix@example.test',
    })
  })

  test('does not show in what changed since, when a version is stale', async () => {
    const { version } = (await hiddenTo.get(`/api/affiliate/${id}`)).body
    await shownTo.put(`/api/affiliate/${id}`, { paymentKey: 'third@example.test', alias: 'New alias' })
    const stale = await hiddenTo.put(`/api/affiliate/${id}`, { alias: 'Mine', version })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])
    expect(JSON.stringify(stale.body)).not.toContain('third@example.test')
    expect(stale.body.changesSince[0].changes).toEqual([{ field: 'alias', before: null, after: 'New alias' }])
    expect(stale.body.current).toMatchObject({ alias: 'New alias', version: version + 1 })
  })
})

describe('options', () => {
  test('are open to whoever edits what refers to them, and tell no more than names', async () => {
    const client = await staffWith(['campaign'])
    expect((await client.get(`/api/brand?company=${company}`)).body).toEqual([{ id: brand, name: expect.any(String) }])
    expect((await client.get('/api/brand?site=https://x.example')).status).toBe(400)
    expect((await client.get('/api/brand?minimumPayout_gte=1')).status).toBe(400)
    expect((await client.get('/api/user')).status).toBe(403)
    expect((await client.get('/api/brand?q=')).body).toContainEqual({ id: brand, name: expect.any(String) })
  })

  test('are asked for by a filter: without any parameter the list answers, and only whoever may list', async () => {
    const client = await staffWith(['campaign'])
    expect((await client.get('/api/brand')).status).toBe(403)
    const list = await client.get('/api/campaign')
    expect([list.status, list.headers['content-range']]).toEqual([200, expect.stringMatching(/^campaign /)])
  })
})

describe("rights beyond one's own", () => {
  let manager: Client & { user: { id: number } }
  beforeAll(async () => {
    manager = await staffWith(['user', 'affiliate'])
  })
  const person = (values: Record<string, unknown>) => ({
    name: 'New',
    email: `new${uniqueCpf()}@example.test`,
    password: builtPassword,
    passwordConfirmation: builtPassword,
    company,
    allowedBrands: [brand],
    roles: ['affiliate'],
    ...values,
  })

  test('are not granted to a new user: roles that the granter lacks, or root', async () => {
    expect((await manager.post('/api/user', person({}))).status).toBe(200)
    const roles = await manager.post('/api/user', person({ roles: ['affiliate', 'financial'] }))
    expect([roles.status, roles.body.details.roles[0].code]).toEqual([403, 'field_forbidden'])
    const root = await manager.post('/api/user', person({ root: true }))
    expect(root.status).toBe(403)
  })

  test('are not granted to oneself', async () => {
    for (const values of [{ roles: ['user', 'affiliate', 'financial'] }, { root: true }]) {
      expect((await manager.put(`/api/user/${manager.user.id}`, values)).status).toBe(403)
    }
    const foreign = await buildBrand(office.root)
    expect((await manager.put(`/api/user/${manager.user.id}`, { allowedBrands: [brand, foreign.id] })).body.code).toBe(
      'invalid_allowed_brands',
    )
    const other = await buildCompany(office.root)
    expect((await manager.put(`/api/user/${manager.user.id}`, { company: other.id })).body.code).toBe('invalid_company')
  })

  test('are not taken over: whoever has more is neither changed, nor given a password, nor removed', async () => {
    const secondBrand = await buildBrand(office.root, { company })
    const stronger = [
      await buildUser(office.root, { company, roles: ['financial'] }),
      await buildUser(office.root, { company, root: true }),
      await buildUser(office.root, { company, allowedBrands: [brand, secondBrand.id] }),
    ]
    for (const { id } of stronger) {
      expect(
        (await manager.put(`/api/user/${id}`, { password: 'Taken-Over-1', passwordConfirmation: 'Taken-Over-1' }))
          .status,
      ).toBe(403)
      expect((await manager.put(`/api/user/${id}`, { name: 'X' })).status).toBe(403)
      expect((await manager.delete(`/api/user/${id}`)).status).toBe(403)
    }
  })

  test('the last root user keeps root and stays', async () => {
    const roots = (await office.root.get(listPath('user', { filter: { root: true } }))).body as {
      id: number
      email: string
    }[]
    const self = roots.find(({ email }) => email === 'root@office.test')!
    for (const { id } of roots.filter((each) => each !== self))
      expect((await office.root.delete(`/api/user/${id}`)).status).toBe(200)
    expect((await office.root.put(`/api/user/${self.id}`, { root: false })).body.code).toBe('last_root')
    expect((await office.root.delete(`/api/user/${self.id}`)).body.code).toBe('last_root')
  })
})

describe('a password', () => {
  test("is never answered, signs in, and its change ends the user's sessions", async () => {
    const user = await buildUser(office.root, { company })
    expect(Object.keys(user)).not.toContain('password')
    const session = await signInAs(office.app, { email: user.email as string, password: builtPassword })
    const changed = await office.root.put(`/api/user/${user.id}`, {
      password: 'Another-Word-8',
      passwordConfirmation: 'Another-Word-8',
    })
    expect([changed.status, JSON.stringify(changed.body).includes('Another')]).toEqual([200, false])
    expect((await session.get('/api/role')).status).toBe(403)
    await signInAs(office.app, { email: user.email as string, password: 'Another-Word-8' })
    const log = await office.root.get(
      listPath('activityLog', { filter: { object: 'user', objectId: String(user.id), operation: 'update' } }),
    )
    expect(log.body[0].changes).toEqual([{ field: 'password', before: '***', after: '***' }])
  })

  test('needs its confirmation and each kind of character', async () => {
    const answer = await office.root.post('/api/user', {
      name: 'P',
      email: 'p@example.test',
      company,
      password: 'short',
      passwordConfirmation: 'other',
    })
    expect(answer.status).toBe(400)
    expect(answer.body.details.password.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['password_too_short', 'password_no_upper', 'password_no_digit', 'password_no_special']),
    )
  })
})
