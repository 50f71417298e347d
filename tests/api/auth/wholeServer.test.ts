import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../src/api/app.ts'
import { ensureRootUser } from '../../../src/api/auth/rootUser.ts'
import type { Database } from '../../../src/api/database/connect.ts'
import { readEnvironment } from '../../../src/api/environment.ts'
import { createTestDatabase } from '../../support/database.ts'
import { send } from './signInServer.ts'

const password = 'Quartz-lantern-47'
let app: FastifyInstance
let database: Database
let drop: () => Promise<void>
let rootToken: string
let company: number

beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
  const environment = readEnvironment({ ROOT_EMAIL: 'owner@example.com', ROOT_PASSWORD: password, LOG_LEVEL: 'silent' })
  await ensureRootUser({ database, environment })
  app = await buildApp({ database, environment })
  const { body } = await send(app, 'POST', '/login', { body: { email: 'owner@example.com', password } })
  rootToken = body.accessToken
  company = body.user.company.id
})
afterAll(async () => {
  await app.close()
  await drop()
})

async function createUser(email: string): Promise<any> {
  const body = { name: 'A Person', email, password, passwordConfirmation: password, company, roles: ['home', 'brand'], language: 'en' }
  const answer = await send(app, 'POST', '/api/user', { body, token: rootToken })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

describe('the whole server', () => {
  it('signs in a user made through the API, with the password that was given', async () => {
    await createUser('made@example.com')
    const { body } = await send(app, 'POST', '/login', { body: { email: 'made@example.com', password } })
    expect(body).toMatchObject({ codResposta: 200, user: { email: 'made@example.com', roles: ['home', 'brand'], settings: { language: 'en' } } })
  })

  it('takes a role away from the next request on', async () => {
    const user = await createUser('loses@example.com')
    const { accessToken } = (await send(app, 'POST', '/login', { body: { email: user.email, password } })).body
    const list = () => send(app, 'GET', `/api/brand?sort=${encodeURIComponent('["name","ASC"]')}&range=${encodeURIComponent('[0,9]')}`, { token: accessToken })
    expect((await list()).status).toBe(200)
    const changed = await send(app, 'PUT', `/api/user/${user.id}`, { body: { ...user, roles: ['home'] }, token: rootToken })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect((await list()).status).toBe(403)
  })

  it('ends a user\'s sessions when somebody changes the password, and the new one signs in', async () => {
    const user = await createUser('changes@example.com')
    const { accessToken } = (await send(app, 'POST', '/login', { body: { email: user.email, password } })).body
    const next = 'Copper-teapot-12'
    const changed = await send(app, 'PUT', `/api/user/${user.id}`, { body: { ...user, password: next, passwordConfirmation: next }, token: rootToken })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect((await send(app, 'GET', '/api/me', { token: accessToken })).body.code).toBe('session_expired')
    expect((await send(app, 'POST', '/login', { body: { email: user.email, password } })).status).toBe(400)
    expect((await send(app, 'POST', '/login', { body: { email: user.email, password: next } })).status).toBe(200)
  })

  it('ends a user\'s sessions when the user is excluded', async () => {
    const user = await createUser('leaves@example.com')
    const { accessToken, refreshToken } = (await send(app, 'POST', '/login', { body: { email: user.email, password } })).body
    const removed = await send(app, 'DELETE', `/api/user/${user.id}`, { token: rootToken })
    expect(removed.status, JSON.stringify(removed.body)).toBe(200)
    expect((await send(app, 'GET', '/api/me', { token: accessToken })).body.code).toBe('session_expired')
    expect((await send(app, 'POST', '/refresh', { body: { refreshToken } })).body.code).toBe('session_expired')
    expect((await send(app, 'POST', '/login', { body: { email: user.email, password } })).body.code).toBe('invalid_credentials')
  })

  it('answers too many tries with the time to wait, and tokens with "do not store"', async () => {
    const answers = []
    for (let count = 0; count < 12; count += 1) answers.push(await send(app, 'POST', '/login', { body: { email: 'guess@example.com', password: 'x' }, address: '10.9.9.9' }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429, 429])
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
    const signedIn = await send(app, 'POST', '/login', { body: { email: 'owner@example.com', password } })
    expect(signedIn.headers['cache-control']).toBe('no-store')
  })

  it('describes its calls in the OpenAPI document', async () => {
    const { body } = await send(app, 'GET', '/openapi.json')
    for (const path of ['/login', '/second_step', '/login/partner', '/refresh', '/logout', '/api/me', '/api/session', '/api/user/{id}/mfa/unlock']) expect(body.paths, path).toHaveProperty([path])
    expect(Object.keys(body.paths['/login'].post.requestBody.content['application/json'].schema.properties)).toEqual(['email', 'password'])
  })

  it('logs who signed in, without any secret', async () => {
    const { rows } = await sql<{ line: string }>`select row_to_json(activity_log)::text as line from activity_log where operation = 'signIn'`.execute(database.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { line } of rows) expect(line).not.toContain(password)
  })
})
