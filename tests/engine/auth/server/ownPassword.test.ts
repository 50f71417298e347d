import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { send } from './signInServer.ts'

const [password, next] = ['Quartz-lantern-47', 'Copper-teapot-12']
let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

/** Somebody without any role: one's own password is everybody's own. */
const createUser = (email: string) =>
  buildUser(office.root, { email, password, passwordConfirmation: password, roles: [], language: 'en' })
const signIn = async (email: string, given = password) =>
  (await send(office.app, 'POST', '/login', { body: { email, password: given } })).body
const change = (token: string, body: object) =>
  send(office.app, 'PUT', '/api/me/password', {
    body: { currentPassword: password, password: next, passwordConfirmation: next, ...body },
    token,
  })

describe("one's own password", () => {
  it('is changed with the current one: the new one signs in, the old one does not, and only the other sessions end', async () => {
    const { email } = await createUser('own@example.com')
    const [here, elsewhere] = [await signIn(email), await signIn(email)]
    expect(await change(here.accessToken, {})).toMatchObject({ status: 200, body: {} })
    expect((await send(office.app, 'GET', '/api/me', { token: here.accessToken })).status).toBe(200)
    expect((await send(office.app, 'GET', '/api/me', { token: elsewhere.accessToken })).body.code).toBe(
      'session_expired',
    )
    expect((await signIn(email)).code).toBe('invalid_credentials')
    expect((await signIn(email, next)).codResposta).toBe(200)
  })

  it.each([
    [{ currentPassword: 'Not-the-one-1' }, 'currentPassword', 'invalid_password'],
    [{ currentPassword: '' }, 'currentPassword', 'required'],
    [{ password: 'short', passwordConfirmation: 'short' }, 'password', 'password_too_short'],
    [{ passwordConfirmation: 'Copper-teapot-13' }, 'passwordConfirmation', 'invalid_password_confirmation'],
    [{ email: 'x@example.com' }, 'email', 'unknown_property'],
  ])('is not changed by %j', async (given, field, code) => {
    const { email } = await createUser(`kept-${field}-${code}@example.com`)
    const answer = await change((await signIn(email)).accessToken, given)
    expect([
      answer.status,
      Object.keys(answer.body.errors),
      answer.body.details[field].map((problem: { code: string }) => problem.code),
    ]).toEqual([400, [field], expect.arrayContaining([code])])
    expect((await signIn(email)).codResposta).toBe(200)
  })

  it('is not guessed: after ten wrong ones the right one waits as well', async () => {
    const { accessToken } = await signIn((await createUser('guessed@example.com')).email)
    for (let turn = 0; turn < 10; turn += 1) await change(accessToken, { currentPassword: `Wrong-guess-${turn}` })
    expect((await change(accessToken, {})).status).toBe(429)
  })

  it('needs a session', async () => {
    expect((await change('', {})).status).toBe(401)
  })

  it('is logged without itself', async () => {
    const { id, email } = await createUser('logged@example.com')
    await change((await signIn(email)).accessToken, {})
    const { rows } = await sql<{
      line: string
    }>`select activity_log::text as line from activity_log where object = 'user' and object_id = ${String(id)}
      and operation = 'changePassword'`.execute(office.database.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.line).not.toMatch(/teapot|lantern/)
  })
})
