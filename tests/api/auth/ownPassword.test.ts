import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/api/app.ts'
import { ensureRootUser } from '../../../src/api/auth/rootUser.ts'
import type { Database } from '../../../src/api/database/connect.ts'
import { readEnvironment } from '../../../src/api/environment.ts'
import { createTestDatabase } from '../../support/database.ts'
import { send } from './signInServer.ts'

const [password, next] = ['Quartz-lantern-47', 'Copper-teapot-12']
let app: FastifyInstance
let database: Database
let drop: () => Promise<void>
let root: { token: string; company: number }

beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
  const environment = readEnvironment({ ROOT_EMAIL: 'owner@example.com', ROOT_PASSWORD: password, LOG_LEVEL: 'silent' })
  await ensureRootUser({ database, environment })
  app = await buildApp({ database, environment })
  const { body } = await send(app, 'POST', '/login', { body: { email: 'owner@example.com', password } })
  root = { token: body.accessToken, company: body.user.company.id }
})
afterAll(async () => {
  await app.close()
  await drop()
})

/** Somebody without any role: one's own password is everybody's own. */
async function createUser(email: string): Promise<{ id: number; email: string }> {
  const { body } = await send(app, 'POST', '/api/user', { body: { name: 'A Person', email, password, passwordConfirmation: password, company: root.company, roles: [], language: 'en' }, token: root.token })
  return body
}
const signIn = async (email: string, given = password) => (await send(app, 'POST', '/login', { body: { email, password: given } })).body
const change = (token: string, body: object) => send(app, 'PUT', '/api/me/password', { body: { currentPassword: password, password: next, passwordConfirmation: next, ...body }, token })

describe("one's own password", () => {
  it('is changed with the current one: the new one signs in, the old one does not, and only the other sessions end', async () => {
    const { email } = await createUser('own@example.com')
    const [here, elsewhere] = [await signIn(email), await signIn(email)]
    expect(await change(here.accessToken, {})).toMatchObject({ status: 200, body: {} })
    expect((await send(app, 'GET', '/api/me', { token: here.accessToken })).status).toBe(200)
    expect((await send(app, 'GET', '/api/me', { token: elsewhere.accessToken })).body.code).toBe('session_expired')
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
    expect([answer.status, Object.keys(answer.body.errors), answer.body.details[field].map((problem: { code: string }) => problem.code)]).toEqual([400, [field], expect.arrayContaining([code])])
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
    const { rows } = await sql<{ line: string }>`select activity_log::text as line from activity_log where object = 'user' and object_id = ${String(id)} and operation = 'changePassword'`.execute(database.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.line).not.toMatch(/teapot|lantern/)
  })
})
