import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSessions } from '#engine/auth/server/endSessions.ts'
import { buildUser, signInAs, type SignInServer, startSignInServer } from './signInServer.ts'

const hourMs = 3_600_000
let server: SignInServer

beforeAll(async () => {
  server = await startSignInServer()
})
afterAll(() => server.close())

describe('refreshing a session', () => {
  it('gives new tokens and the person as they are now', async () => {
    const { id, email } = await buildUser(server, { roles: ['home'] })
    const { refreshToken, accessToken } = await signInAs(server, email)
    await sql`update "user" set roles = '{home,affiliate}' where id = ${id}`.execute(server.database.db)
    const { status, body } = await server.post('/refresh', { refreshToken })
    expect(status).toBe(200)
    expect(body.codResposta).toBe(200)
    expect(body.user).toMatchObject({ id, email, roles: ['home', 'affiliate'] })
    expect(body.refreshToken).not.toBe(refreshToken)
    expect(body.accessToken).not.toBe(accessToken)
    expect((await server.get('/who', body.accessToken)).status).toBe(200)
  })

  it('keeps a session going for as long as it is used within a day, up to seven days', async () => {
    let { refreshToken, accessToken } = await signInAs(server, (await buildUser(server)).email)
    for (let hour = 23; hour < 7 * 24; hour += 23) {
      server.wait(23 * hourMs)
      const answer = await server.post('/refresh', { refreshToken })
      expect(answer.status, `after ${hour} hours`).toBe(200)
      ;({ refreshToken, accessToken } = answer.body)
    }
    server.wait(23 * hourMs)
    expect((await server.post('/refresh', { refreshToken })).body.code).toBe('session_expired')
    expect((await server.get('/who', accessToken)).body.code).toBe('token_expired')
  })

  it('is refused with session_expired after a day without use', async () => {
    const { refreshToken, refreshExpiresAt } = await signInAs(server, (await buildUser(server)).email)
    server.wait(new Date(refreshExpiresAt).getTime() - server.context.now().getTime())
    const { status, body } = await server.post('/refresh', { refreshToken })
    expect([status, body.code]).toEqual([403, 'session_expired'])
  })

  it('ends the whole session when a refresh token is used again, newest tokens included', async () => {
    const { id, email } = await buildUser(server)
    const first = await signInAs(server, email)
    const second = (await server.post('/refresh', { refreshToken: first.refreshToken })).body
    const again = await server.post('/refresh', { refreshToken: first.refreshToken })
    expect([again.status, again.body.code]).toEqual([403, 'session_expired'])
    expect((await server.get('/who', second.accessToken)).body.code).toBe('session_expired')
    expect((await server.post('/refresh', { refreshToken: second.refreshToken })).body.code).toBe('session_expired')
    const { rows } = await sql`select operation from activity_log where "user" = ${id} order by id`.execute(
      server.database.db,
    )
    expect(rows).toEqual([{ operation: 'signIn' }, { operation: 'endReusedSession' }])
  })

  it('leaves other sessions alone when one is ended by reuse', async () => {
    const { email } = await buildUser(server)
    const [one, other] = [await signInAs(server, email), await signInAs(server, email)]
    await server.post('/refresh', { refreshToken: one.refreshToken })
    await server.post('/refresh', { refreshToken: one.refreshToken })
    expect((await server.get('/who', other.accessToken)).status).toBe(200)
  })

  it('lets one of ten that use the same refresh token at once through at most', async () => {
    const { refreshToken } = await signInAs(server, (await buildUser(server)).email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.post('/refresh', { refreshToken })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9)
  })

  it('refuses garbage with 401 and a body without a token with 400', async () => {
    expect((await server.post('/refresh', { refreshToken: 'garbage' })).status).toBe(401)
    expect((await server.post('/refresh', {})).body.errors).toEqual({ refreshToken: 'Must be filled in' })
  })
})

describe('ending sessions', () => {
  it('ends all of a user but the one that is named, as a change of password does', async () => {
    const { id, email } = await buildUser(server)
    const [one, other] = [await signInAs(server, email), await signInAs(server, email)]
    const { sessionId } = (await server.get('/who', one.accessToken)).body
    const { db } = server.database
    expect(
      await endSessions(db, {
        of: { userId: id, except: sessionId },
        reason: 'password_changed',
        at: server.context.now(),
      }),
    ).toBe(1)
    expect((await server.get('/who', one.accessToken)).status).toBe(200)
    expect((await server.get('/who', other.accessToken)).body.code).toBe('session_expired')
    expect(await endSessions(db, { of: { userId: id }, reason: 'removed', at: server.context.now() })).toBe(1)
    expect((await server.get('/who', one.accessToken)).body.code).toBe('session_expired')
  })

  it('is undone with the transaction it belongs to', async () => {
    const { id, email } = await buildUser(server)
    const { accessToken } = await signInAs(server, email)
    const failing = server.database.db.transaction().execute(async (transaction) => {
      await endSessions(transaction, { of: { userId: id }, reason: 'removed', at: server.context.now() })
      throw new Error('the write was refused')
    })
    await expect(failing).rejects.toThrow('the write was refused')
    expect((await server.get('/who', accessToken)).status).toBe(200)
  })
})
