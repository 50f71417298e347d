import { profiles } from '#resources/roles.ts'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildAffiliate,
  buildAffiliateUser,
  type BuiltRecord,
  buildBrand,
  buildCompany,
  buildStaff,
  buildUser,
  builtPassword,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let now = new Date()
let affiliate: BuiltRecord
let brand: BuiltRecord
let staff: Client

beforeAll(async () => {
  office = await openOffice({ now: () => now })
  brand = await buildBrand(office.root, { name: 'Aurora' })
  affiliate = await buildAffiliate(office.root, { name: 'Nina', brands: [brand.id], company: brand.company })
  staff = await buildStaff(office.app, office.root, {
    company: brand.company,
    allowedBrands: [brand.id],
    roles: ['affiliate', 'entryByAffiliate', 'financial'],
  })
})
afterAll(() => office.close())

let lastNumber = 0
/** Somebody of the affiliate's, and the token of their invitation. */
async function invite(values: object = {}): Promise<{ person: BuiltRecord; token: string }> {
  const email = `person${(lastNumber += 1)}@nina.example`
  const person = await buildAffiliateUser(staff, { affiliate: affiliate.id, email, ...values })
  return { person, token: await tokenFor(person) }
}
async function tokenFor({ id }: BuiltRecord): Promise<string> {
  const { status, body } = await staff.post(`/api/affiliateUser/${id}/invite`, {})
  expect([status, body.isMailed]).toEqual([200, null])
  expect(body.link).toMatch(/^http.*\/invitation#in_/)
  return body.link.split('#')[1]
}
const accept = (token: string, password = builtPassword) =>
  office.nobody.post('/api/invitation/accept', { token, password, passwordConfirmation: password })
const signIn = (email: unknown, password = builtPassword) => office.nobody.post('/login', { email, password })
async function own(): Promise<{ client: Client; person: BuiltRecord }> {
  const { person, token } = await invite()
  await accept(token)
  const { body } = await signIn(person.email)
  return { client: clientOf(office.app, body.accessToken), person }
}

describe('somebody whom staff invite for an affiliate', () => {
  test('sets a password by the link and signs in as that affiliate, with all that its key opens and no more', async () => {
    const { person, token } = await invite({ name: 'Bea' })
    const { body: invited } = await office.nobody.post('/api/invitation/read', { token })
    expect(invited).toMatchObject({ email: person.email, name: 'Bea' })
    expect((await signIn(person.email)).body.code).toBe('invalid_credentials')
    expect((await accept(token)).body).toEqual({ email: person.email })
    const { status, body } = await signIn(String(person.email).toUpperCase())
    expect([status, body.codResposta]).toEqual([200, 200])
    expect(body.user).toMatchObject({
      id: affiliate.id,
      affiliate: affiliate.id,
      affiliateUser: person.id,
      name: 'Nina',
      email: person.email,
      roles: [],
      root: false,
    })
    const client = clientOf(office.app, body.accessToken)
    expect((await client.get('/api/portal/overview')).status).toBe(200)
    expect((await client.get('/api/affiliate')).body).toMatchObject([{ id: affiliate.id }])
    for (const path of ['/api/affiliateUser', `/api/affiliateUser/${person.id}`, '/api/user', '/api/partner'])
      expect([path, (await client.get(path)).status]).toEqual([path, 403])
    expect((await client.post(`/api/affiliateUser/${person.id}/invite`, {})).status).toBe(403)
  })

  test('uses the link once, within seven days, and the last one that was made', async () => {
    const { person, token } = await invite()
    const second = await tokenFor(person)
    expect((await accept(token)).body.code).toBe('invitation_over')
    const was = now
    now = new Date(now.getTime() + 7 * 86_400_000)
    expect((await office.nobody.post('/api/invitation/read', { token: second })).body.code).toBe('invitation_over')
    now = was
    const [one, other] = await Promise.all([accept(second), accept(second)])
    expect([one.status, other.status].toSorted()).toEqual([200, 400])
    expect((await accept(second)).body.code).toBe('invitation_over')
  })

  test('is told what is wrong with a password, and nothing of a link that is none', async () => {
    const { token } = await invite()
    const weak = await accept(token, 'short')
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([400, ['password']])
    const other = { token, password: builtPassword, passwordConfirmation: `${builtPassword}x` }
    expect((await office.nobody.post('/api/invitation/accept', other)).body.errors).toHaveProperty(
      'passwordConfirmation',
    )
    for (const wrong of ['in_made-up-and-long-enough', '../../etc', "' or 1=1 --", 'x'.repeat(4000)]) {
      const { status, body } = await accept(wrong)
      expect([status, body.code]).toEqual([400, 'invitation_over'])
    }
    expect((await office.nobody.post('/api/invitation/accept', { token: { a: 1 } })).status).toBe(400)
    expect((await office.nobody.post('/api/invitation/read', null)).status).toBe(400)
    // Bytes of the token are nowhere in the database.
    const { rows } = await sql<{ hash: Buffer }>`select hash from affiliate_invitation`.execute(office.database.db)
    expect(rows.every(({ hash }) => hash.length === 32 && !hash.toString('latin1').includes(token.slice(3, 9)))).toBe(
      true,
    )
  })

  test('loses the sessions of the password before with a new link’s, and keeps its authenticator', async () => {
    const { client, person } = await own()
    const { body } = await client.get('/api/portal/mfa')
    const secret = new URL(body.otpauthUrl).searchParams.get('secret')!
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
    expect((await client.post('/api/portal/mfa/confirm', { totp: code() })).status).toBe(200)
    const token = await tokenFor(person)
    expect((await client.get('/api/me')).status).toBe(200)
    await accept(token, 'Another-Word-8')
    expect((await client.get('/api/me')).body.code).toBe('session_expired')
    expect((await signIn(person.email)).body.code).toBe('invalid_credentials')
    const first = await signIn(person.email, 'Another-Word-8')
    expect(first.body.codResposta).toBe(209)
    now = new Date(now.getTime() + 60_000)
    const second = { totp: code(), accessToken: first.body.accessToken }
    const { body: session } = await office.nobody.post('/second_step', second)
    expect(session.user).toMatchObject({ affiliate: affiliate.id, affiliateUser: person.id })
    // Another of the affiliate's people has none.
    expect((await (await own()).client.get('/api/portal/mfa')).body.isConfirmed).toBe(false)
    expect((await staff.post(`/api/affiliateUser/${person.id}/mfa/unlock`)).status).toBe(403)
    expect((await office.root.post(`/api/affiliateUser/${person.id}/mfa/unlock`)).status).toBe(200)
    expect((await signIn(person.email, 'Another-Word-8')).body.codResposta).toBe(200)
  })

  test('changes the own password, and sees and ends the own sessions alone', async () => {
    const { client, person } = await own()
    const other = await own()
    const again = clientOf(office.app, (await signIn(person.email)).body.accessToken)
    const { body: sessions } = await client.get('/api/session')
    expect(sessions).toHaveLength(2)
    const [foreign] = (await other.client.get('/api/session')).body
    expect((await client.delete(`/api/session/${foreign.id}`)).status).toBe(404)
    const change = { password: 'Changed-Word-9', passwordConfirmation: 'Changed-Word-9' }
    const wrong = await client.put('/api/me/password', { currentPassword: 'Wrong-Word-1', ...change })
    expect(wrong.body.errors).toHaveProperty('currentPassword')
    expect((await client.put('/api/me/password', { currentPassword: builtPassword, ...change })).status).toBe(200)
    expect([(await client.get('/api/me')).status, (await again.get('/api/me')).status]).toEqual([200, 403])
    expect((await signIn(person.email, 'Changed-Word-9')).body.codResposta).toBe(200)
    expect((await other.client.get('/api/me')).status).toBe(200)
  })

  test('is asked for a second step where the company wants one of all', async () => {
    const company = await buildCompany(office.root, { twoStep: 'required' })
    const strict = await buildBrand(office.root, { company: company.id })
    const ofStrict = await buildAffiliate(office.root, { company: company.id, brands: [strict.id] })
    const person = await buildAffiliateUser(office.root, { affiliate: ofStrict.id })
    const { body } = await office.root.post(`/api/affiliateUser/${person.id}/invite`, {})
    await accept(body.link.split('#')[1])
    const answer = await signIn(person.email)
    expect(answer.body).toMatchObject({ codResposta: 210, otpauthUrl: expect.stringContaining('otpauth://') })
  })
})

describe('staff', () => {
  test('suspend somebody, who is out at once and learns so by the right password alone', async () => {
    const { client, person } = await own()
    const { body: record } = await staff.get(`/api/affiliateUser/${person.id}`)
    expect(record).toMatchObject({ invitedUntil: null, joinedAt: expect.any(String) })
    expect(JSON.stringify(record)).not.toMatch(/hash|argon/)
    const change = { ...record, suspended: true }
    expect((await staff.put(`/api/affiliateUser/${person.id}`, change)).status).toBe(200)
    expect((await client.get('/api/me')).status).toBe(403)
    expect((await signIn(person.email, 'Wrong-Word-1')).body.code).toBe('invalid_credentials')
    expect((await signIn(person.email)).body.code).toBe('user_suspended')
    expect((await staff.post(`/api/affiliateUser/${person.id}/invite`, {})).body.code).toBe('person_suspended')
  })

  test('take somebody who may not sign in any more out of everything', async () => {
    const { person } = await own()
    const path = `/api/affiliateUser/${person.id}`
    expect((await office.root.post(`${path}/redact`, { reason: 'Asked for' })).body.code).toBe('still_signs_in')
    await staff.put(path, { ...(await staff.get(path)).body, suspended: true })
    expect((await office.root.post(`${path}/redact`, { reason: 'Asked for' })).status).toBe(200)
    expect((await staff.get(path)).body).toMatchObject({ name: `#${person.id}`, email: null })
  })

  test('see and end the sessions of the affiliate’s people', async () => {
    const { client, person } = await own()
    const path = `/api/affiliateUser/${person.id}/session`
    const { body } = await staff.get(path)
    expect(body).toMatchObject([{ secondStep: false, isCurrent: false }])
    expect((await staff.delete(`${path}/${body[0].id}`)).status).toBe(200)
    expect((await client.get('/api/me')).body.code).toBe('session_expired')
    await signIn(person.email)
    expect((await staff.delete(path)).body).toEqual({ ended: 1 })
    const { rows } = await sql<{ operation: string; actor: string }>`select operation, actor from activity_log
      where object = 'affiliateUser' and object_id = ${String(person.id)} order by id`.execute(office.database.db)
    expect(rows.map(({ operation }) => operation)).toEqual([
      'create',
      'invite',
      'acceptInvitation',
      'endSession',
      'endSessions',
    ])
    expect(rows[2]!.actor).toBe(person.email)
  })

  test('of others neither see nor invite them, and who sees a part of the affiliate lets nobody in', async () => {
    const { person } = await invite()
    const abroad = await buildBrand(office.root, { company: (await buildCompany(office.root)).id })
    const stranger = await buildStaff(office.app, office.root, {
      company: abroad.company,
      allowedBrands: [abroad.id],
      roles: ['affiliate'],
    })
    expect((await stranger.post(`/api/affiliateUser/${person.id}/invite`, {})).status).toBe(404)
    expect((await stranger.get(`/api/affiliateUser/${person.id}/session`)).status).toBe(404)
    const second = await buildBrand(office.root, { company: brand.company })
    const both = await buildAffiliate(office.root, { company: brand.company, brands: [brand.id, second.id] })
    const given = { name: 'Half', email: 'half@nina.example', affiliate: both.id }
    expect((await staff.post('/api/affiliateUser', given)).body.code).toBe('key_opens_more')
    const hers = await buildAffiliateUser(office.root, { affiliate: both.id })
    expect((await staff.post(`/api/affiliateUser/${hers.id}/invite`, {})).body.code).toBe('key_opens_more')
    expect((await office.nobody.post(`/api/affiliateUser/${person.id}/invite`, {})).status).toBe(401)
  })

  test('are made, invited and restored only by who may read what they will read', async () => {
    const { person } = await invite()
    const promoter = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: profiles.Promoter,
    })
    const given = { name: 'Puppet', email: 'puppet@nina.example', affiliate: affiliate.id }
    const refused = { status: 403, body: { code: 'key_opens_more' } }
    expect(await promoter.post('/api/affiliateUser', given)).toMatchObject(refused)
    expect(await promoter.post(`/api/affiliateUser/${person.id}/invite`, {})).toMatchObject(refused)
    expect((await promoter.get(`/api/affiliateUser/${person.id}`)).status).toBe(200)
    expect((await promoter.delete(`/api/affiliateUser/${person.id}`)).status).toBe(200)
    const [item] = (await promoter.get('/api/trash')).body
    expect(await promoter.post(`/api/trash/${item.id}/restore`, {})).toMatchObject(refused)
    expect((await staff.post(`/api/affiliateUser`, given)).status).toBe(200)
  })

  test('give an address to one account of a company alone, of users or of affiliates’ people', async () => {
    const user = await buildUser(office.root, { company: brand.company })
    const { person } = await invite()
    const given = { name: 'Twice', affiliate: affiliate.id }
    for (const email of [user.email, person.email]) {
      const { status, body } = await staff.post('/api/affiliateUser', { ...given, email })
      expect([status, body.code]).toEqual([409, 'email_already_registered'])
    }
    await expect(buildUser(office.root, { email: person.email, company: brand.company })).rejects.toThrow(
      'email_already_registered',
    )
  })

  test('may have an address that another company knows as well, and sign in to either by its own password', async () => {
    const { person, token } = await invite()
    await accept(token)
    const elsewhere = await buildAffiliate(office.root, { company: (await buildCompany(office.root)).id })
    const twin = await buildAffiliateUser(office.root, { affiliate: elsewhere.id, email: person.email })
    const { body } = await office.root.post(`/api/affiliateUser/${twin.id}/invite`, {})
    expect((await accept(body.link.split('#')[1], 'Another-Secret-2')).status).toBe(200)
    expect((await signIn(person.email)).body.user.affiliate).toBe(affiliate.id)
    expect((await signIn(person.email, 'Another-Secret-2')).body.user.affiliate).toBe(elsewhere.id)
    expect((await signIn(person.email, 'Neither-Secret-3')).body.code).toBe('invalid_credentials')
  })

  test('remove an affiliate with its people, who are out at once', async () => {
    const gone = await buildAffiliate(office.root, { company: brand.company, brands: [brand.id] })
    const person = await buildAffiliateUser(office.root, { affiliate: gone.id })
    const { body } = await office.root.post(`/api/affiliateUser/${person.id}/invite`, {})
    await accept(body.link.split('#')[1])
    const client = clientOf(office.app, (await signIn(person.email)).body.accessToken)
    expect((await client.get('/api/me')).status).toBe(200)
    expect((await office.root.delete(`/api/affiliate/${gone.id}`)).status).toBe(200)
    expect((await client.get('/api/me')).status).toBe(403)
    expect((await signIn(person.email)).body.code).toBe('invalid_credentials')
  })
})
