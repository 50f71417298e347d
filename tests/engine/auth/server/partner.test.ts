import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerSessionRoles } from '#engine/auth/server/session/readSession.ts'
import { buildKey, insert, type SignInServer, startSignInServer } from './signInServer.ts'

let server: SignInServer
const code = 'pt_Zk3vQ8mB1xYw7Rt5'
let token: string
let partner: number
let company: number
let brands: number[]

beforeAll(async () => {
  server = await startSignInServer()
  const { db } = server.database
  company = await insert(db, sql`insert into company (name) values ('Northern Games') returning id`)
  brands = []
  for (const name of ['Aurora', 'Borealis', 'Cascade'])
    brands.push(
      await insert(
        db,
        sql`insert into brand (name, slug, company) values (${name}, ${name.toLowerCase()}, ${company}) returning id`,
      ),
    )
  partner = await insert(
    db,
    sql`insert into partner (name, token, company) values ('Ana Manager', ${code}, ${company}) returning id`,
  )
  token = await buildKey(server, partner)
  const below = await insert(
    db,
    sql`insert into partner (name, token, parent, company) values ('Bia Promoter', 'pt_below_0001', ${partner},
      ${company}) returning id`,
  )
  const other = await insert(
    db,
    sql`insert into partner (name, token, company) values ('Caio Other', 'pt_other_0001', ${company}) returning id`,
  )
  for (const [index, holder] of [partner, below, other].entries()) {
    await insert(
      db,
      sql`insert into affiliate (name, token, brands, partner, company) values ('Someone', ${`af_${index}`},
        ${[brands[index]]}, ${holder}, ${company}) returning id`,
    )
  }
})
afterAll(() => server.close())

describe('signing in by an access key of a partner', () => {
  it("opens a session limited to that partner, its subtree's brands and a few roles", async () => {
    const { status, body } = await server.post('/login/partner', { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      codResposta: 200,
      refreshToken: expect.any(String),
      accessExpiresAt: expect.any(String),
      user: {
        id: partner,
        name: 'Ana Manager',
        company: { id: company, name: 'Northern Games' },
        root: false,
        roles: [...partnerSessionRoles],
        partner,
        allowedBrands: brands.slice(0, 2),
      },
    })
    expect((await server.get('/who', body.accessToken)).body).toMatchObject({
      kind: 'partner',
      userId: null,
      name: 'Ana Manager',
      root: false,
      roles: [...partnerSessionRoles],
      company,
      allowedBrands: brands.slice(0, 2),
      partner,
    })
  })

  it('may read its own activity and entries and nothing that writes', () => {
    expect([...partnerSessionRoles].sort()).toEqual(['activityPerAffiliate', 'entryByAffiliate', 'home'])
  })

  it('can be refreshed, listed and ended like any session', async () => {
    const first = (await server.post('/login/partner', { token })).body
    const { body } = await server.post('/refresh', { refreshToken: first.refreshToken })
    expect(body.user.id).toBe(partner)
    expect((await server.get('/api/session', body.accessToken)).body.length).toBeGreaterThan(0)
    expect((await server.post('/logout', undefined, body.accessToken)).status).toBe(200)
    expect((await server.get('/who', body.accessToken)).body.code).toBe('session_expired')
  })

  it("has no preferences, no password and no authenticator, and a user's are out of reach", async () => {
    const { accessToken } = (await server.post('/login/partner', { token })).body
    const put = await server.app.inject({
      method: 'PUT',
      url: '/api/me/preferences',
      headers: { authorization: `Bearer ${accessToken}` },
      payload: { language: 'en' },
    })
    expect(put.statusCode).toBe(403)
    const password = await server.app.inject({
      method: 'PUT',
      url: '/api/me/password',
      headers: { authorization: `Bearer ${accessToken}` },
      payload: { currentPassword: 'a', password: 'b', passwordConfirmation: 'b' },
    })
    expect(password.statusCode).toBe(403)
    expect((await server.get(`/api/user/${partner}/mfa`, accessToken)).status).toBe(403)
    expect((await server.post(`/api/user/${partner}/mfa/unlock`, undefined, accessToken)).body.code).toBe(
      'user_must_be_root',
    )
  })

  it("refuses everything else, the partner's public code too, with one answer", async () => {
    for (const wrong of [code, 'pt_nobody', ' ', token.toLowerCase(), `${token}%`]) {
      const answer = await server.post('/login/partner', { token: wrong })
      expect([answer.status, answer.body.code, answer.body.message], wrong).toEqual([
        400,
        'authentication_error',
        'Authentication error',
      ])
    }
    expect((await server.post('/login/partner', { token: 7 })).body.errors).toEqual({ token: 'Must be a text' })
  })

  it('is over once the partner is gone', async () => {
    const { db } = server.database
    const gone = await insert(db, sql`insert into partner (name, token) values ('Gone', 'pt_gone_0001') returning id`)
    const { accessToken } = (await server.post('/login/partner', { token: await buildKey(server, gone) })).body
    expect((await server.get('/who', accessToken)).body).toMatchObject({ company: null, allowedBrands: [] })
    await sql`delete from partner where id = ${gone}`.execute(db)
    expect((await server.get('/who', accessToken)).body.code).toBe('session_expired')
  })
})
