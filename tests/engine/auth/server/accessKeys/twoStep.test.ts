import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { otpauthUrlOf } from '#engine/auth/server/twoStep/enrolment.ts'
import { buildKey, buildUser, codeOf, insert, type SignInServer, signInAs, startSignInServer } from '../signInServer.ts'

let server: SignInServer
let company: number
let partner: number
let key: string
let made = 0

beforeAll(async () => {
  server = await startSignInServer()
})
afterAll(() => server.close())

/** A partner of a company, with a key. */
async function buildHolder(twoStep: 'optional' | 'required'): Promise<void> {
  const { db } = server.database
  company = await insert(
    db,
    sql`insert into company (name, two_step) values (${`Northern Games ${(made += 1)}`}, ${twoStep}) returning id`,
  )
  const brand = await insert(
    db,
    sql`insert into brand (name, slug, company) values ('Aurora', ${`aurora-${company}`}, ${company}) returning id`,
  )
  partner = await insert(
    db,
    sql`insert into partner (name, token, company) values ('Ana Manager', ${`pt_${company}`}, ${company}) returning id`,
  )
  await insert(
    db,
    sql`insert into affiliate (name, token, brands, partner, company) values ('Someone', ${`af_${company}`}, ${[brand]},
      ${partner}, ${company}) returning id`,
  )
  key = await buildKey(server, partner)
}

const signIn = (token = key) => server.post('/login/partner', { token })

/** An authenticator that the partner set up before keys had scopes. @returns its address */
async function enrol(): Promise<string> {
  const { db } = server.database
  const otpauthUrl = (await otpauthUrlOf(server.context, db, { holder: { partnerId: partner }, label: 'Ana Manager' }))!
  await sql`update partner_two_step set confirmed_at = ${server.context.now()} where partner_id = ${partner}`.execute(
    db,
  )
  return otpauthUrl
}

describe('a partner of a company that asks two steps of everybody', () => {
  it('sets up no authenticator by a key, and is asked for the code of one that was set up before, whichever key it uses', async () => {
    await buildHolder('required')
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'personal_sign_in_required' } })
    const otpauthUrl = await enrol()
    const first = (await signIn()).body
    expect(first).toMatchObject({ codResposta: 209, accessToken: expect.any(String) })
    expect([first.refreshToken, first.otpauthUrl]).toEqual([undefined, undefined])
    expect((await server.get('/who', first.accessToken)).status).toBe(401)
    const opened = await server.post('/second_step', {
      totp: codeOf(server, otpauthUrl),
      accessToken: first.accessToken,
    })
    expect(opened).toMatchObject({ status: 200, body: { codResposta: 200, user: { partner } } })
    expect((await server.get('/who', opened.body.accessToken)).body).toMatchObject({ kind: 'partner', partner })
    const again = (await signIn(await buildKey(server, partner))).body
    expect(again).toMatchObject({ codResposta: 209 })
    expect(again.otpauthUrl).toBe(undefined)
    // A code works once.
    expect(
      (await server.post('/second_step', { totp: codeOf(server, otpauthUrl), accessToken: again.accessToken })).body
        .code,
    ).toBe('invalid_totp')
    expect(
      (await server.post('/second_step', { totp: codeOf(server, otpauthUrl, 1), accessToken: again.accessToken }))
        .status,
    ).toBe(200)
  })

  it('gets no further with a code once its key was ended between the two steps', async () => {
    await buildHolder('required')
    const otpauthUrl = await enrol()
    const { accessToken } = (await signIn()).body
    await sql`update access_key set ended_at = ${server.context.now()} where partner = ${partner}`.execute(
      server.database.db,
    )
    expect((await server.post('/second_step', { totp: codeOf(server, otpauthUrl), accessToken })).body.code).toBe(
      'session_expired',
    )
  })

  it('is locked by five wrong codes until root clears it, and signs in no more by a key then', async () => {
    await buildHolder('required')
    const otpauthUrl = await enrol()
    const { accessToken } = (await signIn()).body
    await server.post('/second_step', { totp: codeOf(server, otpauthUrl), accessToken })
    const second = (await signIn()).body
    for (let count = 0; count < 5; count += 1)
      await server.post('/second_step', { totp: '000000', accessToken: second.accessToken })
    server.wait(60_000)
    expect(
      (await server.post('/second_step', { totp: codeOf(server, otpauthUrl), accessToken: second.accessToken })).body
        .code,
    ).toBe('two_step_locked')
    const [root, staff] = [await buildUser(server, { root: true }), await buildUser(server)]
    const tokenOf = async ({ email }: { email: string }) => (await signInAs(server, email)).accessToken as string
    expect((await server.post(`/api/partner/${partner}/mfa/unlock`, undefined, await tokenOf(staff))).body.code).toBe(
      'user_must_be_root',
    )
    expect((await server.post('/api/partner/999999/mfa/unlock', undefined, await tokenOf(root))).status).toBe(404)
    expect((await server.get(`/api/partner/${partner}/mfa`, await tokenOf(staff))).body.code).toBe('user_must_be_root')
    expect((await server.get(`/api/partner/${partner}/mfa`, await tokenOf(root))).body).toEqual({
      isConfirmed: true,
      isLocked: true,
    })
    expect((await server.post(`/api/partner/${partner}/mfa/unlock`, undefined, await tokenOf(root))).status).toBe(200)
    expect((await server.get(`/api/partner/${partner}/mfa`, await tokenOf(root))).body).toEqual({
      isConfirmed: false,
      isLocked: false,
    })
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'personal_sign_in_required' } })
  })
})

it('a partner of a company that leaves it open is let in by the key alone', async () => {
  await buildHolder('optional')
  expect((await signIn()).body.codResposta).toBe(200)
})
