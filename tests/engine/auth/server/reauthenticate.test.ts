import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAccessKey,
  buildCompany,
  buildPartner,
  buildStaff,
  buildUser,
  builtPassword,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'

/** An open session that somebody found is no way to take the account over. */
const stepMs = 30_000
const clock = { now: new Date('2026-03-20T12:00:00Z') }
let office: Office
beforeAll(async () => {
  office = await openOffice({ now: () => clock.now })
})
afterAll(() => office.close())

const staff = (values: Record<string, unknown> = {}) =>
  buildStaff(office.app, office.root, { roles: ['user'], ...values })
const isOpen = async (client: Client) => (await client.get('/api/me')).status === 200
let number = 0
const newEmail = () => `changed${(number += 1)}@office.test`
const changes = [
  ['password', () => ({ password: 'Copper-teapot-12', passwordConfirmation: 'Copper-teapot-12' })],
  ['e-mail', () => ({ email: newEmail() })],
] as const

/** Sets up somebody's authenticator. @returns what gives a code that was not used yet */
async function enrol(client: Client, id: number): Promise<() => string> {
  const authenticator = URI.parse((await client.get(`/api/user/${id}/mfa`)).body.otpauthUrl as string)
  const code = () => {
    clock.now = new Date(clock.now.getTime() + stepMs)
    return authenticator.generate({ timestamp: clock.now.getTime() })
  }
  expect((await client.post(`/api/user/${id}/mfa/confirm`, { totp: code() })).status).toBe(200)
  return code
}

describe('one’s own way in', () => {
  it.each(changes)('is not changed without the present password: %s', async (_what, change) => {
    const maria = await staff()
    const path = `/api/user/${maria.user.id}`
    const without = await maria.put(path, change())
    expect([without.status, without.body.code]).toEqual([400, 'current_password_required'])
    const wrong = await maria.put(path, { ...change(), currentPassword: 'Not-the-one-1' })
    expect([wrong.status, wrong.body.code, Object.keys(wrong.body.errors)]).toEqual([
      400,
      'invalid_password',
      ['currentPassword'],
    ])
    expect(await signInAs(office.app, { email: maria.user.email as string, password: builtPassword })).toBeTruthy()
    expect((await maria.put(path, { ...change(), currentPassword: builtPassword })).status).toBe(200)
    expect(await isOpen(maria)).toBe(true)
  })

  it.each(changes)('needs the code as well where there is an authenticator: %s', async (_what, change) => {
    const maria = await staff()
    const code = await enrol(maria, maria.user.id)
    const path = `/api/user/${maria.user.id}`
    expect((await maria.put(path, { ...change(), currentPassword: builtPassword })).body.code).toBe('totp_required')
    expect((await maria.put(path, { ...change(), currentPassword: builtPassword, totp: code() })).status).toBe(200)
  })

  it('needs the code on the account page, too', async () => {
    const maria = await staff({ roles: [] })
    const code = await enrol(maria, maria.user.id)
    const next = {
      currentPassword: builtPassword,
      password: 'Copper-teapot-12',
      passwordConfirmation: 'Copper-teapot-12',
    }
    expect((await maria.put('/api/me/password', next)).body.code).toBe('totp_required')
    expect((await maria.put('/api/me/password', { ...next, totp: code() })).status).toBe(200)
  })

  it('is not guessed: after ten wrong passwords the right one waits as well', async () => {
    const maria = await staff()
    const attempt = (currentPassword: string) =>
      maria.put(`/api/user/${maria.user.id}`, { email: newEmail(), currentPassword })
    for (let turn = 0; turn < 10; turn += 1) await attempt(`Wrong-guess-${turn}`)
    expect((await attempt(builtPassword)).status).toBe(429)
  })

  it('is nothing that others’ records, other fields or new users ask for', async () => {
    const maria = await staff()
    expect((await maria.put(`/api/user/${maria.user.id}`, { name: 'Maria', email: maria.user.email })).status).toBe(200)
    const other = await buildUser(office.root, { company: maria.user.company, roles: [] })
    expect((await maria.put(`/api/user/${other.id}`, { email: newEmail() })).status).toBe(200)
    expect(
      (await maria.put(`/api/user/${maria.user.id}`, { currentPassword: builtPassword, name: 'Ana' })).body,
    ).not.toHaveProperty('currentPassword')
  })

  it('is kept out of the log', async () => {
    const { body } = await office.root.get(
      `/api/activityLog?filter=${encodeURIComponent(JSON.stringify({ object: 'user' }))}`,
    )
    expect(JSON.stringify(body)).not.toMatch(/currentPassword|totp|Passable/)
  })
})

describe('a company that begins to ask for a second step', () => {
  it('ends the sessions that have none at once, and no others', async () => {
    const company = await buildCompany(office.root)
    const [without, enrolled, elsewhere] = [
      await staff({ company: company.id }),
      await staff({ company: company.id }),
      await staff(),
    ]
    await enrol(enrolled, enrolled.user.id)
    expect((await office.root.put(`/api/company/${company.id}`, { name: 'Still optional' })).status).toBe(200)
    expect(await isOpen(without)).toBe(true)
    expect((await office.root.put(`/api/company/${company.id}`, { twoStep: 'required' })).status).toBe(200)
    expect([await isOpen(without), await isOpen(enrolled), await isOpen(elsewhere)]).toEqual([false, true, true])
    const again = await office.nobody.post('/login', { email: without.user.email, password: builtPassword })
    expect(again.body.codResposta).toBe(210)
    expect(await isOpen(clientOf(office.app, (await signInAs(office.app, rootCredentials)).token))).toBe(true)
  })

  it("ends its partners' sessions that were opened by a key alone", async () => {
    const root = await signInAs(office.app, rootCredentials)
    const companies = [await buildCompany(root), await buildCompany(root)]
    const keys: string[] = []
    for (const { id } of companies)
      keys.push(
        await buildAccessKey(root, 'partner', (await buildPartner(root, { company: id })).id, { scope: 'signIn' }),
      )
    const signIn = async (token: string) => (await office.nobody.post('/login/partner', { token })).body
    const clients = await Promise.all(
      keys.map(async (key) => clientOf(office.app, (await signIn(key)).accessToken as string)),
    )
    expect((await root.put(`/api/company/${companies[0]!.id}`, { twoStep: 'required' })).status).toBe(200)
    expect(await Promise.all(clients.map(isOpen))).toEqual([false, true])
    expect((await signIn(keys[0]!)).code).toBe('personal_sign_in_required')
  })
})
