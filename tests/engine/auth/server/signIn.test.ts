import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser, goodPassword, send, signInAs, type SignInServer, startSignInServer } from './signInServer.ts'

const minuteMs = 60_000
let server: SignInServer

beforeAll(async () => {
  server = await startSignInServer()
})
afterAll(() => server.close())

describe('signing in with e-mail and password', () => {
  it('answers the session fields in the words of the contract', async () => {
    const { id, email, company } = await buildUser(server, {
      roles: ['affiliate', 'home'],
      language: 'es',
      allowedBrands: [],
    })
    const { status, body } = await server.post('/login', { email, password: goodPassword })
    expect(status).toBe(200)
    expect(body.codResposta).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'accessExpiresAt',
      'accessToken',
      'codResposta',
      'refreshExpiresAt',
      'refreshToken',
      'user',
    ])
    expect(body.user).toMatchObject({
      id,
      email,
      name: 'A Person',
      company: { id: company, name: expect.stringContaining('Company') },
      roles: ['affiliate', 'home'],
      root: false,
      profile: null,
      allowedBrands: [],
      settings: { language: 'es' },
    })
    expect(body.accessExpiresAt).toBe('2026-11-20T09:15:00.000Z')
    expect(new Date(body.refreshExpiresAt).getTime()).toBeGreaterThan(new Date(body.accessExpiresAt).getTime())
  })

  it('takes the e-mail in any case and with spaces around it', async () => {
    const { email } = await buildUser(server)
    const { body } = await server.post('/login', { email: ` ${email.toUpperCase()} `, password: goodPassword })
    expect(body.codResposta).toBe(200)
  })

  it('takes a password however old it is', async () => {
    const { email } = await buildUser(server)
    await sql`update user_credential set changed_at = '2016-01-01' where user_id = (select id from "user"
      where email = ${email})`.execute(server.database.db)
    expect((await server.post('/login', { email, password: goodPassword })).status).toBe(200)
  })

  it('answers a wrong password and an unknown e-mail alike, to the letter', async () => {
    const { email } = await buildUser(server)
    const wrong = await server.post('/login', { email, password: 'Wrong-password-1' })
    const unknown = await server.post('/login', { email: 'nobody@example.com', password: 'Wrong-password-1' })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toEqual({ code: 'invalid_credentials', message: 'Invalid e-mail or/and password' })
    expect(unknown.status).toBe(400)
    expect(unknown.body).toEqual(wrong.body)
  })

  it('refuses a user without a password like a wrong password', async () => {
    const { id, email } = await buildUser(server)
    await sql`delete from user_credential where user_id = ${id}`.execute(server.database.db)
    expect((await server.post('/login', { email, password: goodPassword })).body.code).toBe('invalid_credentials')
  })

  it.each([
    [{}, { email: 'Must be filled in', password: 'Must be filled in' }],
    [{ email: 'a@example.com' }, { password: 'Must be filled in' }],
    [
      { email: 7, password: ['x'] },
      { email: 'Must be a text', password: 'Must be a text' },
    ],
    [{ email: 'a@example.com', password: 'x', remember: true }, { remember: 'There is no field of this name here' }],
    [{ email: 'a\u0000@example.com', password: 'x' }, { email: 'Contains a character that cannot be stored' }],
    [{ email: 'a@example.com', password: 'x'.repeat(5000) }, { password: 'Must have 4000 characters or fewer' }],
  ])('names each field that cannot be read (%#)', async (body, errors) => {
    const answer = await server.post('/login', body)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual(errors)
  })

  it.each([[[]], [['email']]])('refuses the body %j, which is no object', async (body) => {
    expect((await server.post('/login', body)).body.code).toBe('invalid_request')
  })

  it('refuses a body that is no JSON, and none', async () => {
    for (const payload of ['{"email":', 'null', '7', '']) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/login',
        headers: { 'content-type': 'application/json' },
        payload,
      })
      expect(answer.statusCode, payload).toBe(400)
    }
  })

  it('keeps no password and no token readable in the database', async () => {
    const { id, email } = await buildUser(server)
    const { accessToken, refreshToken } = await signInAs(server, email)
    const { rows } = await sql<{ text: string }>`
      select row_to_json(c)::text || coalesce((select string_agg(row_to_json(s)::text, '') from session s
        where s.user_id = c.user_id), '')
        || coalesce((select string_agg(row_to_json(l)::text, '') from activity_log l
          where l."user" = c.user_id), '') as text
      from user_credential c where user_id = ${id}`.execute(server.database.db)
    expect(rows[0]!.text).toContain('$argon2id$')
    for (const secret of [goodPassword, accessToken, refreshToken]) expect(rows[0]!.text).not.toContain(secret)
  })
})

describe('what a token opens', () => {
  it('names the person with roles, company, brands and partner', async () => {
    const { id, email, company } = await buildUser(server, {
      roles: ['affiliate', 'financial'],
      allowedBrands: [3, 4],
      partner: 9,
    })
    const { accessToken } = await signInAs(server, email)
    const { body } = await server.get('/who', accessToken)
    expect(body).toMatchObject({
      kind: 'user',
      userId: id,
      name: email,
      root: false,
      roles: ['affiliate', 'financial'],
      company,
      allowedBrands: [3, 4],
      partner: 9,
    })
    expect(body.sessionId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('refuses none, garbage and a forged token with 401 unauthorized', async () => {
    const { email } = await buildUser(server)
    const { accessToken } = await signInAs(server, email)
    const [head, body, signature] = accessToken.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`
    for (const token of [
      undefined,
      'garbage',
      'a.b.c',
      unsigned,
      `${head}.${body}.${[...signature].reverse().join('')}`,
      `${head}.${body}`,
    ]) {
      const answer = await server.get('/who', token)
      expect([answer.status, answer.body.code], String(token)).toEqual([401, 'unauthorized'])
    }
  })

  it('refuses a refresh token where an access token belongs, and the other way round', async () => {
    const { email } = await buildUser(server)
    const { accessToken, refreshToken } = await signInAs(server, email)
    expect((await server.get('/who', refreshToken)).body.code).toBe('unauthorized')
    expect((await server.post('/refresh', { refreshToken: accessToken })).body.code).toBe('unauthorized')
  })

  it('is over after 15 minutes, with 401 token_expired', async () => {
    const { email } = await buildUser(server)
    const { accessToken } = await signInAs(server, email)
    server.wait(15 * minuteMs - 1)
    expect((await server.get('/who', accessToken)).status).toBe(200)
    server.wait(1)
    const answer = await server.get('/who', accessToken)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([401, 'token_expired', 'Unauthorized'])
  })

  it('loses a role from the next request on', async () => {
    const { id, email } = await buildUser(server, { roles: ['affiliate', 'financial'] })
    const { accessToken } = await signInAs(server, email)
    await sql`update "user" set roles = '{affiliate}' where id = ${id}`.execute(server.database.db)
    expect((await server.get('/who', accessToken)).body.roles).toEqual(['affiliate'])
  })

  it('is refused with 403 session_expired from the request after the user was removed', async () => {
    const { id, email } = await buildUser(server)
    const { accessToken, refreshToken } = await signInAs(server, email)
    await sql`delete from "user" where id = ${id}`.execute(server.database.db)
    const answer = await server.get('/who', accessToken)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      403,
      'session_expired',
      'Session expirated',
    ])
    expect((await server.post('/refresh', { refreshToken })).body.code).toBe('session_expired')
  })
})

describe('signing out', () => {
  it('kills the session at once, tokens and all', async () => {
    const { email } = await buildUser(server)
    const { accessToken, refreshToken } = await signInAs(server, email)
    expect((await server.post('/logout', undefined, accessToken)).status).toBe(200)
    expect((await server.get('/who', accessToken)).body.code).toBe('session_expired')
    expect((await server.post('/refresh', { refreshToken })).body.code).toBe('session_expired')
    expect((await server.post('/logout', undefined, accessToken)).body.code).toBe('session_expired')
  })

  it('leaves the other sessions of the same person alone', async () => {
    const { email } = await buildUser(server)
    const one = await signInAs(server, email)
    const other = await signInAs(server, email)
    await server.post('/logout', undefined, one.accessToken)
    expect((await server.get('/who', other.accessToken)).status).toBe(200)
  })

  it('works with an access token that is over, and with a JSON content type but no body', async () => {
    const { email } = await buildUser(server)
    const { accessToken, refreshToken } = await signInAs(server, email)
    server.wait(20 * minuteMs)
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    expect((await server.app.inject({ method: 'POST', url: '/logout', headers })).statusCode).toBe(200)
    expect((await server.post('/refresh', { refreshToken })).body.code).toBe('session_expired')
  })

  it('needs a token', async () => {
    expect((await server.post('/logout')).body.code).toBe('unauthorized')
  })
})

describe("one's own sessions and preferences", () => {
  it('lists the open ones, says which one asks, and ends one of them', async () => {
    const { email } = await buildUser(server)
    const one = await signInAs(server, email)
    const other = await signInAs(server, email)
    const gone = await signInAs(server, email)
    await server.post('/logout', undefined, gone.accessToken)
    const { body } = await server.get('/api/session', one.accessToken)
    expect(body).toHaveLength(2)
    expect(body.filter((session: any) => session.isCurrent)).toHaveLength(1)
    const { id } = body.find((session: any) => !session.isCurrent)
    const answer = await send(server.app, 'DELETE', `/api/session/${id}`, { token: one.accessToken })
    expect(answer.status).toBe(200)
    expect((await server.get('/who', other.accessToken)).body.code).toBe('session_expired')
    expect((await server.get('/who', one.accessToken)).status).toBe(200)
  })

  it('shows and ends no session of somebody else', async () => {
    const mine = await signInAs(server, (await buildUser(server)).email)
    const theirs = await signInAs(server, (await buildUser(server, { root: true })).email)
    const { sessionId } = (await server.get('/who', theirs.accessToken)).body
    for (const id of [sessionId, 'nonsense', '00000000-0000-0000-0000-000000000000']) {
      expect((await send(server.app, 'DELETE', `/api/session/${id}`, { token: mine.accessToken })).status).toBe(404)
    }
    expect((await server.get('/who', theirs.accessToken)).status).toBe(200)
  })

  it('keeps language and layout with the user, so that they come back at the next sign-in', async () => {
    const { email } = await buildUser(server)
    const { accessToken } = await signInAs(server, email)
    const layout = { mode: 'dark', topbar: 'light', saved: { affiliate: ['name', 'token'] } }
    const answer = await send(server.app, 'PUT', '/api/me/preferences', {
      body: { language: 'en', layout },
      token: accessToken,
    })
    expect(answer.body).toEqual({ language: 'en', layout, lists: {} })
    expect((await signInAs(server, email)).user.settings).toEqual({ language: 'en', layout })
    expect((await server.get('/api/me', accessToken)).body.settings).toEqual({ language: 'en', layout, lists: {} })
  })

  it('refuses preferences that are no preferences', async () => {
    const { accessToken } = await signInAs(server, (await buildUser(server)).email)
    const nested = `{"layout":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    for (const body of [
      { language: 'fr' },
      { language: 7 },
      { layout: [] },
      { layout: 'x' },
      { layout: { x: 'y'.repeat(20_000) } },
      nested,
      { layout: { x: '\u0000' } },
      { layout: { x: '\ud800' } },
      { theme: 1 },
    ]) {
      const answer = await send(server.app, 'PUT', '/api/me/preferences', { body, token: accessToken })
      expect(answer.status, JSON.stringify(body).slice(0, 60)).toBe(400)
    }
  })
})
