import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '#tests/support/builders.ts'
import { type Office, openOffice, rootCredentials } from '#tests/support/office.ts'
import { send } from './signInServer.ts'

const password = 'Quartz-lantern-47'
let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const createUser = (email: string) =>
  buildUser(office.root, { email, password, passwordConfirmation: password, roles: ['home', 'brand'], language: 'en' })

describe('the whole server', () => {
  it('signs in a user made through the API, with the password that was given', async () => {
    await createUser('made@example.com')
    const { body } = await send(office.app, 'POST', '/login', { body: { email: 'made@example.com', password } })
    expect(body).toMatchObject({
      codResposta: 200,
      user: { email: 'made@example.com', roles: ['home', 'brand'], settings: { language: 'en' } },
    })
  })

  it('takes a role away from the next request on', async () => {
    const user = await createUser('loses@example.com')
    const { accessToken } = (await send(office.app, 'POST', '/login', { body: { email: user.email, password } })).body
    const list = () =>
      send(
        office.app,
        'GET',
        `/api/brand?sort=${encodeURIComponent('["name","ASC"]')}&range=${encodeURIComponent('[0,9]')}`,
        { token: accessToken },
      )
    expect((await list()).status).toBe(200)
    const changed = await send(office.app, 'PUT', `/api/user/${user.id}`, {
      body: { ...user, roles: ['home'] },
      token: office.root.token,
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect((await list()).status).toBe(403)
  })

  it("ends a user's sessions when somebody changes the password, and the new one signs in", async () => {
    const user = await createUser('changes@example.com')
    const { accessToken } = (await send(office.app, 'POST', '/login', { body: { email: user.email, password } })).body
    const next = 'Copper-teapot-12'
    const changed = await send(office.app, 'PUT', `/api/user/${user.id}`, {
      body: { ...user, password: next, passwordConfirmation: next },
      token: office.root.token,
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect((await send(office.app, 'GET', '/api/me', { token: accessToken })).body.code).toBe('session_expired')
    expect((await send(office.app, 'POST', '/login', { body: { email: user.email, password } })).status).toBe(400)
    expect((await send(office.app, 'POST', '/login', { body: { email: user.email, password: next } })).status).toBe(200)
  })

  it("ends a user's sessions when the user is excluded", async () => {
    const user = await createUser('leaves@example.com')
    const { accessToken, refreshToken } = (
      await send(office.app, 'POST', '/login', { body: { email: user.email, password } })
    ).body
    const removed = await send(office.app, 'DELETE', `/api/user/${user.id}`, { token: office.root.token })
    expect(removed.status, JSON.stringify(removed.body)).toBe(200)
    expect((await send(office.app, 'GET', '/api/me', { token: accessToken })).body.code).toBe('session_expired')
    expect((await send(office.app, 'POST', '/refresh', { body: { refreshToken } })).body.code).toBe('session_expired')
    expect((await send(office.app, 'POST', '/login', { body: { email: user.email, password } })).body.code).toBe(
      'invalid_credentials',
    )
  })

  it('answers too many tries with the time to wait, and tokens with "do not store"', async () => {
    const answers = []
    for (let count = 0; count < 12; count += 1)
      answers.push(
        await send(office.app, 'POST', '/login', {
          body: { email: 'guess@example.com', password: 'x' },
          address: '10.9.9.9',
        }),
      )
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429, 429])
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
    const signedIn = await send(office.app, 'POST', '/login', { body: rootCredentials })
    expect(signedIn.headers['cache-control']).toBe('no-store')
  })

  it('describes its calls in the OpenAPI document', async () => {
    const { body } = await send(office.app, 'GET', '/openapi.json')
    for (const path of [
      '/login',
      '/second_step',
      '/login/partner',
      '/refresh',
      '/logout',
      '/api/me',
      '/api/session',
      '/api/user/{id}/mfa/unlock',
    ])
      expect(body.paths, path).toHaveProperty([path])
    expect(Object.keys(body.paths['/login'].post.requestBody.content['application/json'].schema.properties)).toEqual([
      'email',
      'password',
    ])
  })

  it('logs who signed in, without any secret', async () => {
    const { rows } = await sql<{
      line: string
    }>`select row_to_json(activity_log)::text as line from activity_log where operation = 'signIn'`.execute(
      office.database.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { line } of rows)
      for (const secret of [password, rootCredentials.password]) expect(line).not.toContain(secret)
  })
})
