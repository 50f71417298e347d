import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { openPerson } from '#tests/support/person.ts'

const present = new Date('2030-06-15T12:00:00Z')
const inDays = (days: number) => new Date(present.getTime() + days * 86_400_000).toISOString()
const scopes = ['reports', 'api', 'signIn'] as const
let office: Office
let company: BuiltRecord
let affiliate: BuiltRecord
let partner: BuiltRecord
let promoter: Client

beforeAll(async () => {
  office = await openOffice({ now: () => present })
  const { root, app } = office
  company = await buildCompany(root)
  const brand = await buildBrand(root, { company: company.id })
  partner = await buildPartner(root, { company: company.id })
  const automatic = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'nina@old.example' }
  affiliate = await buildAffiliate(root, { company: company.id, brands: [brand.id], partner: partner.id, ...automatic })
  promoter = await buildStaff(app, root, {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['affiliate', 'action', 'entryByAffiliate', 'financial'],
  })
})
afterAll(() => office?.close())

const owners = { affiliate: () => affiliate, partner: () => partner }
type Kind = keyof typeof owners
const pathOf = (kind: Kind) => `/api/${kind}/${owners[kind]().id}/access_key`
const make = async (kind: Kind, values: object): Promise<MadeAccessKey> => {
  const { status, body } = await office.root.post(pathOf(kind), { label: 'Ana', ...values })
  expect(status).toBe(200)
  return body
}
const openReport = async (kind: Kind, key: string) =>
  (await office.nobody.get(`/api/report/lottery?from=2030-03-01&to=2030-03-31&${kind}Token=${key}`)).status
const signIn = (kind: Kind, token: string) => office.nobody.post(`/login/${kind}`, { token })
const sessionOf = async (kind: Kind) =>
  clientOf(office.app, (await signIn(kind, (await make(kind, { scope: 'signIn' })).key)).body.accessToken)
const forgetScope = ({ id }: MadeAccessKey) =>
  sql`update access_key set scope = 'signIn', is_earlier = true, expires_at = null where id = ${id}`.execute(
    office.database.db,
  )

describe.each(['affiliate', 'partner'] as const)('an access key of a %s', (kind) => {
  it('is for reports and ends after 180 days where nothing else is said', async () => {
    const values = [{}, { scope: null, expiresAt: null }]
    for (const value of values)
      expect(await make(kind, value)).toMatchObject({ scope: 'reports', expiresAt: inDays(180) })
    expect((await office.root.post(pathOf(kind), { label: 'Ana', scope: 'everything' })).body.errors).toEqual({
      scope: expect.any(String),
    })
  })

  it.each(scopes)('of the scope %s opens what that says and nothing else', async (scope) => {
    const { key } = await make(kind, { scope })
    const { status, body } = await signIn(kind, key)
    expect([status, body.code]).toEqual(scope === 'signIn' ? [200, undefined] : [400, 'authentication_error'])
    expect(await openReport(kind, key)).toBe(scope === 'reports' ? 200 : 401)
    expect((await clientOf(office.app, key).get('/api/me')).status).toBe(scope === 'api' ? 200 : 401)
    const accepted = await office.nobody.get(`/api/terms/in_force?affiliateToken=${key}`)
    expect(accepted.status).toBe(kind === 'affiliate' && scope === 'signIn' ? 200 : 401)
  })

  it('made before keys had scopes signs in and opens reports, until it is rotated to one for reports', async () => {
    const key = await make(kind, { scope: 'signIn' })
    await forgetScope(key)
    expect([(await signIn(kind, key.key)).status, await openReport(kind, key.key)]).toEqual([200, 200])
    expect((await office.root.get(pathOf(kind))).body[0]).toMatchObject({ scope: 'signIn', isEarlier: true })
    const { body: rotated } = await office.root.post(`${pathOf(kind)}/${key.id}/rotate`, {})
    expect(rotated).toMatchObject({ scope: 'reports', isEarlier: false, expiresAt: inDays(180) })
    expect([(await signIn(kind, rotated.key)).status, await openReport(kind, rotated.key)]).toEqual([400, 200])
    const chosen = { scope: 'signIn', expiresAt: inDays(20) }
    expect((await office.root.post(`${pathOf(kind)}/${rotated.id}/rotate`, chosen)).body).toMatchObject(chosen)
  })

  it('lasts no longer than its company says', async () => {
    const { version } = (await office.root.get(`/api/company/${company.id}`)).body
    await office.root.put(`/api/company/${company.id}`, { version, accessKeyDays: 30 })
    try {
      expect((await make(kind, {})).expiresAt).toBe(inDays(30))
      const made = await make(kind, { expiresAt: inDays(29) })
      expect(made.expiresAt).toBe(inDays(29))
      const longer = await office.root.post(pathOf(kind), { label: 'Ana', expiresAt: inDays(31) })
      expect([longer.status, Object.keys(longer.body.errors)]).toEqual([400, ['expiresAt']])
      await sql`update access_key set expires_at = ${inDays(90)} where id = ${made.id}`.execute(office.database.db)
      expect((await office.root.post(`${pathOf(kind)}/${made.id}/rotate`, {})).body.expiresAt).toBe(inDays(30))
    } finally {
      await office.root.put(`/api/company/${company.id}`, { version: version + 1, accessKeyDays: null })
    }
  })

  it('of the scope api reads and writes nothing, and reads no more once it was ended', async () => {
    const { id, key } = await make(kind, { scope: 'api' })
    const program = clientOf(office.app, key)
    const own = (await program.get('/api/me')).body
    expect(own).toMatchObject({ id: owners[kind]().id, [kind]: owners[kind]().id })
    const answers = await Promise.all([1, 2, 3].map(() => program.get('/api/me')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await program.put('/api/me/preferences', { language: 'pt' })).status).toBe(403)
    expect((await program.post(pathOf(kind), { label: 'Another' })).status).toBe(403)
    await office.root.delete(`${pathOf(kind)}/${id}`)
    expect((await program.get('/api/me')).status).toBe(401)
  })

  it('sets up no authenticator where its company asks for a second step', async () => {
    const { root } = office
    const strict = await buildCompany(root, { twoStep: 'required' })
    const build = kind === 'partner' ? buildPartner : buildAffiliate
    const { id } = await build(root, { company: strict.id })
    const key = await buildAccessKey(root, kind, id, { scope: 'signIn' })
    const { status, body } = await signIn(kind, key)
    expect([status, body.code, body.otpauthUrl]).toEqual([403, 'personal_sign_in_required', undefined])
  })
})

describe('a program with an access key of an affiliate', () => {
  it('reads what the affiliate may read, and nothing of others', async () => {
    const other = await buildAffiliate(office.root, { company: company.id })
    const program = clientOf(office.app, (await make('affiliate', { scope: 'api' })).key)
    for (const path of [`/api/affiliate/${affiliate.id}`, '/api/affiliate', '/api/entry', '/api/portal/overview'])
      expect([path, (await program.get(path)).status]).toEqual([path, 200])
    expect((await program.get('/api/affiliate')).body.map(({ id }: BuiltRecord) => id)).toEqual([affiliate.id])
    expect((await program.get(`/api/affiliate/${other.id}`)).status).toBe(404)
    expect((await program.get('/api/user')).status).toBe(403)
  })
})

describe('a session that an access key opened', () => {
  const refused = { status: 403, body: { code: 'personal_sign_in_required' } }

  it('does not change where money goes, though staff made the key', async () => {
    const { body: made } = await promoter.post(pathOf('affiliate'), { label: 'Mine', scope: 'signIn' })
    const own = clientOf(office.app, (await signIn('affiliate', made.key)).body.accessToken)
    const { version } = (await own.get(`/api/affiliate/${affiliate.id}`)).body
    for (const change of [
      { paymentKey: 'mine@evil.example' },
      { paymentKeyType: 'phone', paymentKey: '+5511987654321' },
    ])
      expect(await own.put(`/api/affiliate/${affiliate.id}`, { version, ...change })).toMatchObject(refused)
    expect((await office.root.get(`/api/affiliate/${affiliate.id}`)).body.paymentKey).toBe('nina@old.example')
  })

  it('makes, rotates and ends no key, and neither sees nor confirms an authenticator', async () => {
    const own = await sessionOf('affiliate')
    const { id } = await make('affiliate', {})
    expect(await own.post(pathOf('affiliate'), { label: 'Mine' })).toMatchObject(refused)
    expect(await own.post(`${pathOf('affiliate')}/${id}/rotate`, {})).toMatchObject(refused)
    expect(await own.delete(`${pathOf('affiliate')}/${id}`)).toMatchObject(refused)
    expect((await own.get('/api/portal/mfa')).body).toEqual({ isConfirmed: false, isLocked: false })
    expect(await own.post('/api/portal/mfa/confirm', { totp: '123456' })).toMatchObject(refused)
  })

  it('leaves these to somebody who signed in with an authenticator', async () => {
    const { client, code } = await openPerson(office, affiliate.id, { now: () => present, hasAuthenticator: true })
    expect((await client.post(pathOf('affiliate'), { label: 'Mine' })).body.code).toBe('totp_required')
    const made = await client.post(pathOf('affiliate'), { label: 'Mine', scope: 'api', totp: code() })
    expect([made.status, made.body.scope]).toEqual([200, 'api'])
  })
})
