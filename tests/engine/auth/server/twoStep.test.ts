import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveStepUp } from '#engine/auth/server/twoStep/stepUp.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { buildUser, codeOf, goodPassword, signInAs, type SignInServer, startSignInServer } from './signInServer.ts'

const stepMs = 30_000
let server: SignInServer
let rootToken: string

beforeAll(async () => {
  server = await startSignInServer()
})
afterAll(() => server.close())

/** Access tokens live a quarter of an hour and the clock of these tests runs on. */
async function asRoot(): Promise<string> {
  const { email } = await buildUser(server, { root: true })
  rootToken = (await signInAs(server, email)).accessToken
  return rootToken
}

/** A user with a confirmed authenticator, the moment after its first code was used. */
async function buildEnrolled(): Promise<{ id: number; email: string; otpauthUrl: string; accessToken: string }> {
  const { id, email } = await buildUser(server)
  const { accessToken } = await signInAs(server, email)
  const { otpauthUrl } = (await server.get(`/api/user/${id}/mfa`, accessToken)).body
  await server.post(`/api/user/${id}/mfa/confirm`, { totp: codeOf(server, otpauthUrl) }, accessToken)
  return { id, email, otpauthUrl, accessToken }
}

const login = (email: string) => server.post('/login', { email, password: goodPassword })
const secondStep = (accessToken: string, totp: string) => server.post('/second_step', { totp, accessToken })

describe('enrolling an authenticator', () => {
  it('shows the address while it is not confirmed, the same one each time, and never again after', async () => {
    const { id, email } = await buildUser(server)
    const { accessToken } = await signInAs(server, email)
    const path = `/api/user/${id}/mfa`
    const { otpauthUrl } = (await server.get(path, accessToken)).body
    expect(otpauthUrl).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/)
    expect(decodeURIComponent(otpauthUrl)).toContain(email)
    expect((await server.get(path, accessToken)).body.otpauthUrl).toBe(otpauthUrl)
    expect((await login(email)).body.codResposta).toBe(200)
    expect((await server.post(`${path}/confirm`, { totp: codeOf(server, otpauthUrl) }, accessToken)).status).toBe(200)
    for (const token of [accessToken, await asRoot()]) {
      expect((await server.get(path, token)).body).toEqual({ isConfirmed: true, isLocked: false })
    }
  })

  it("shows the address ten minutes after the sign-in for the present password alone, root's session included", async () => {
    const { id, email } = await buildUser(server)
    const [{ accessToken }, other] = [
      await signInAs(server, email),
      await signInAs(server, (await buildUser(server, { root: true })).email),
    ]
    const path = `/api/user/${id}/mfa`
    server.wait(11 * 60_000)
    for (const token of [accessToken, other.accessToken])
      expect((await server.get(path, token)).body).toEqual({ isConfirmed: false, isLocked: false })
    expect((await server.post(`${path}/set_up`, {}, accessToken)).body.code).toBe('current_password_required')
    expect((await server.post(`${path}/set_up`, { currentPassword: 'Not-the-one-1' }, accessToken)).body.code).toBe(
      'invalid_password',
    )
    expect((await server.post(`${path}/set_up`, { currentPassword: goodPassword }, other.accessToken)).status).toBe(403)
    const { body } = await server.post(`${path}/set_up`, { currentPassword: goodPassword }, accessToken)
    expect(body).toEqual({
      isConfirmed: false,
      isLocked: false,
      otpauthUrl: expect.stringContaining('otpauth://totp/'),
    })
    expect((await server.post(`${path}/confirm`, { totp: codeOf(server, body.otpauthUrl) }, accessToken)).status).toBe(
      200,
    )
    expect((await server.post(`${path}/set_up`, { currentPassword: goodPassword }, accessToken)).body).toEqual({
      isConfirmed: true,
      isLocked: false,
    })
  })

  it('is not confirmed by a wrong code', async () => {
    const { id, email } = await buildUser(server)
    const { accessToken } = await signInAs(server, email)
    const { otpauthUrl } = (await server.get(`/api/user/${id}/mfa`, accessToken)).body
    const wrong = codeOf(server, otpauthUrl, 40)
    const answer = await server.post(`/api/user/${id}/mfa/confirm`, { totp: wrong }, accessToken)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_totp'])
    expect((await login(email)).body.codResposta).toBe(200)
  })

  it('is read by that user and root, and confirmed by that user alone', async () => {
    const { id, email } = await buildUser(server)
    const mine = (await signInAs(server, email)).accessToken
    const { otpauthUrl } = (await server.get(`/api/user/${id}/mfa`, mine)).body
    const other = (await signInAs(server, (await buildUser(server, { roles: ['user'] })).email)).accessToken
    expect((await server.get(`/api/user/${id}/mfa`, other)).status).toBe(403)
    expect((await server.get(`/api/user/${id}/mfa`, await asRoot())).body.otpauthUrl).toBe(otpauthUrl)
    for (const token of [other, rootToken]) {
      expect(
        (await server.post(`/api/user/${id}/mfa/confirm`, { totp: codeOf(server, otpauthUrl) }, token)).status,
      ).toBe(403)
    }
    expect((await server.get(`/api/user/${id}/mfa`)).status).toBe(401)
    expect((await server.get('/api/user/999999/mfa', rootToken)).body.code).toBe('user_not_found')
    expect((await server.get('/api/user/abc/mfa', rootToken)).body.code).toBe('invalid_id')
  })

  it('cannot be confirmed before it was read', async () => {
    const { id, email } = await buildUser(server)
    const { accessToken } = await signInAs(server, email)
    const answer = await server.post(`/api/user/${id}/mfa/confirm`, { totp: '123456' }, accessToken)
    expect([answer.status, answer.body.code]).toEqual([409, 'two_step_missing'])
  })

  it('keeps the secret encrypted', async () => {
    const { id, otpauthUrl } = await buildEnrolled()
    const secret = new URL(otpauthUrl).searchParams.get('secret')!
    const { rows } = await sql<{
      text: string
      bytes: Buffer
    }>`select encode(secret_encrypted, 'escape') as text, secret_encrypted as bytes from two_step
      where user_id = ${id}`.execute(server.database.db)
    expect(rows[0]!.bytes.length).toBe(12 + 16 + 20)
    expect(rows[0]!.text).not.toContain(secret)
  })
})

describe('the second step of whoever has confirmed an authenticator', () => {
  it('answers 209 with a token that is good for the second step only', async () => {
    const { id, email, otpauthUrl } = await buildEnrolled()
    const { status, body } = await login(email)
    expect(status).toBe(200)
    expect(body).toEqual({
      codResposta: 209,
      accessToken: expect.any(String),
      accessExpiresAt: expect.stringMatching(/^2026-.*Z$/),
    })
    expect((await server.get('/who', body.accessToken)).body.code).toBe('unauthorized')
    expect((await server.post('/refresh', { refreshToken: body.accessToken })).body.code).toBe('unauthorized')
    expect((await server.post('/logout', undefined, body.accessToken)).body.code).toBe('unauthorized')
    server.wait(stepMs)
    const signedIn = await secondStep(body.accessToken, codeOf(server, otpauthUrl))
    expect(signedIn.body).toMatchObject({ codResposta: 200, user: { id, email }, refreshToken: expect.any(String) })
    expect((await server.get('/who', signedIn.body.accessToken)).status).toBe(200)
  })

  it('takes a code once, and none that is older than the newest taken', async () => {
    const { email, otpauthUrl } = await buildEnrolled()
    server.wait(2 * stepMs)
    const code = codeOf(server, otpauthUrl)
    const older = codeOf(server, otpauthUrl, -1)
    expect((await secondStep((await login(email)).body.accessToken, code)).status).toBe(200)
    for (const used of [code, older]) {
      const answer = await secondStep((await login(email)).body.accessToken, used)
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_totp'])
    }
  })

  it('does not count the code used last, sent again, towards the lock: a form sent twice is no guess', async () => {
    const { email, otpauthUrl } = await buildEnrolled()
    server.wait(stepMs)
    const code = codeOf(server, otpauthUrl)
    const { accessToken } = (await login(email)).body
    const answers = await Promise.all(Array.from({ length: 10 }, () => secondStep(accessToken, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    server.wait(stepMs)
    expect((await secondStep((await login(email)).body.accessToken, codeOf(server, otpauthUrl))).body.codResposta).toBe(
      200,
    )
  })

  it('takes one of ten equal codes that come at once', async () => {
    const { email, otpauthUrl } = await buildEnrolled()
    server.wait(2 * stepMs)
    await sql`update two_step set failed_count = -10`.execute(server.database.db)
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => (await login(email)).body.accessToken))
    const answers = await Promise.all(tokens.map((token) => secondStep(token, codeOf(server, otpauthUrl))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ])('with a clock %i steps off answers %i', async (stepsLater, status) => {
    const { email, otpauthUrl } = await buildEnrolled()
    server.wait(10 * stepMs)
    expect(
      (await secondStep((await login(email)).body.accessToken, codeOf(server, otpauthUrl, stepsLater))).status,
    ).toBe(status)
  })

  it('takes the token once, and for a quarter of an hour', async () => {
    const { email, otpauthUrl } = await buildEnrolled()
    server.wait(2 * stepMs)
    const { accessToken } = (await login(email)).body
    await secondStep(accessToken, codeOf(server, otpauthUrl))
    server.wait(2 * stepMs)
    expect((await secondStep(accessToken, codeOf(server, otpauthUrl))).body.code).toBe('session_expired')
    const late = (await login(email)).body.accessToken
    server.wait(15 * 60_000)
    expect((await secondStep(late, codeOf(server, otpauthUrl))).body.code).toBe('token_expired')
    expect((await secondStep('garbage', '123456')).body.code).toBe('unauthorized')
  })

  it('names what is missing in the body', async () => {
    expect((await server.post('/second_step', { totp: 123456 })).body.errors).toEqual({
      totp: 'Must be a text',
      accessToken: 'Must be filled in',
    })
  })
})

describe('wrong codes', () => {
  it('lock the second step after five, the right code included, until root unlocks it', async () => {
    const { id, email, otpauthUrl, accessToken: mine } = await buildEnrolled()
    server.wait(2 * stepMs)
    const { accessToken } = (await login(email)).body
    for (const wrong of ['000000', '111111', '22222', 'ññññññ', 'wrong']) {
      expect((await secondStep(accessToken, wrong)).body.code, wrong).toBe('invalid_totp')
    }
    const locked = await secondStep(accessToken, codeOf(server, otpauthUrl))
    expect([locked.status, locked.body.code]).toEqual([403, 'two_step_locked'])
    expect((await secondStep((await login(email)).body.accessToken, codeOf(server, otpauthUrl))).body.code).toBe(
      'two_step_locked',
    )
    const refused = await server.post(`/api/user/${id}/mfa/unlock`, undefined, mine)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      'user_must_be_root',
      'User must be root',
    ])
    expect((await server.post(`/api/user/${id}/mfa/unlock`, undefined, await asRoot())).status).toBe(200)
    expect((await login(email)).body.codResposta).toBe(200)
  })

  it('are forgotten after a right one', async () => {
    const { email, otpauthUrl } = await buildEnrolled()
    for (let round = 0; round < 3; round += 1) {
      server.wait(2 * stepMs)
      const { accessToken } = (await login(email)).body
      for (let count = 0; count < 4; count += 1) await secondStep(accessToken, '000000')
      expect((await secondStep(accessToken, codeOf(server, otpauthUrl))).status).toBe(200)
    }
  })

  it('of twenty at once lock it as five in a row do', async () => {
    const { email } = await buildEnrolled()
    const { accessToken } = (await login(email)).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => secondStep(accessToken, '000000')))
    expect(answers.filter(({ body }) => body.code === 'invalid_totp')).toHaveLength(5)
    expect(answers.filter(({ body }) => body.code === 'two_step_locked')).toHaveLength(15)
  })
})

describe('unlocking', () => {
  it('clears the enrolment: a sign-in that waits for its code is over, and a new address is shown', async () => {
    const { id, email, otpauthUrl } = await buildEnrolled()
    server.wait(2 * stepMs)
    const waiting = (await login(email)).body.accessToken
    await server.post(`/api/user/${id}/mfa/unlock`, undefined, await asRoot())
    expect((await secondStep(waiting, codeOf(server, otpauthUrl))).body.code).toBe('session_expired')
    const { accessToken } = await signInAs(server, email)
    expect((await server.get(`/api/user/${id}/mfa`, accessToken)).body.otpauthUrl).not.toBe(otpauthUrl)
  })

  it("of root's own is not done over a session that was opened a while ago, but for the password", async () => {
    const { id, email } = await buildUser(server, { root: true })
    const { accessToken } = await signInAs(server, email)
    const path = `/api/user/${id}/mfa`
    await server.post(
      `${path}/confirm`,
      { totp: codeOf(server, (await server.get(path, accessToken)).body.otpauthUrl) },
      accessToken,
    )
    server.wait(11 * 60_000)
    expect((await server.post(`${path}/unlock`, undefined, accessToken)).body.code).toBe('current_password_required')
    expect((await server.get(path, accessToken)).body.isConfirmed).toBe(true)
    expect((await server.post(`${path}/unlock`, { currentPassword: goodPassword }, accessToken)).body).toEqual({
      isConfirmed: false,
      isLocked: false,
    })
  })

  it('of nobody is not found', async () => {
    expect((await server.post('/api/user/999999/mfa/unlock', undefined, await asRoot())).body.code).toBe(
      'user_not_found',
    )
  })

  it('is logged, as are confirming and locking, without any secret', async () => {
    const { id, email, otpauthUrl } = await buildEnrolled()
    const { accessToken } = (await login(email)).body
    for (let count = 0; count < 5; count += 1) await secondStep(accessToken, '000000')
    await server.post(`/api/user/${id}/mfa/unlock`, undefined, await asRoot())
    const { rows } = await sql<{ operation: string; line: string }>`
      select operation, row_to_json(activity_log)::text as line from activity_log
        where object = 'user' and object_id = ${String(id)} order by id`.execute(server.database.db)
    expect(rows.map(({ operation }) => operation)).toEqual(['confirmTwoStep', 'lockTwoStep', 'unlockTwoStep'])
    for (const { line } of rows) expect(line).not.toContain(new URL(otpauthUrl).searchParams.get('secret'))
  })
})

describe('a company that requires two-step', () => {
  it('answers 210 with the address until the first code confirms it, then 209', async () => {
    const { email } = await buildUser(server, { twoStep: 'required' })
    const first = (await login(email)).body
    expect(first).toEqual({
      codResposta: 210,
      accessToken: expect.any(String),
      accessExpiresAt: expect.any(String),
      otpauthUrl: expect.stringContaining('otpauth://totp/'),
    })
    const again = (await login(email)).body
    expect(again.otpauthUrl).toBe(first.otpauthUrl)
    expect((await server.get('/who', again.accessToken)).status).toBe(401)
    expect((await secondStep(again.accessToken, codeOf(server, first.otpauthUrl))).body.codResposta).toBe(200)
    expect((await login(email)).body).not.toHaveProperty('otpauthUrl')
    expect((await login(email)).body.codResposta).toBe(209)
  })

  it('lets the root user made from the environment in without, until it enrols', async () => {
    const { id, email } = await buildUser(server, { twoStep: 'required', root: true })
    await sql`update user_credential set is_from_environment = true where user_id = ${id}`.execute(server.database.db)
    const { accessToken, codResposta } = (await login(email)).body
    expect(codResposta).toBe(200)
    const { otpauthUrl } = (await server.get(`/api/user/${id}/mfa`, accessToken)).body
    await server.post(`/api/user/${id}/mfa/confirm`, { totp: codeOf(server, otpauthUrl) }, accessToken)
    expect((await login(email)).body.codResposta).toBe(209)
  })
})

describe('a code for a sensitive action', () => {
  it('is taken once, counted when wrong, and needs a confirmed authenticator', async () => {
    const { id, email, otpauthUrl } = await buildEnrolled()
    server.wait(2 * stepMs)
    const actor = { kind: 'user', userId: id, name: email } as Actor
    const totp = codeOf(server, otpauthUrl)
    await expect(proveStepUp(server.context, { actor }, totp)).resolves.toBeUndefined()
    await expect(proveStepUp(server.context, { actor }, totp)).rejects.toMatchObject({ code: 'invalid_totp' })
    const other = await buildUser(server)
    await expect(proveStepUp(server.context, { actor: { ...actor, userId: other.id } }, totp)).rejects.toMatchObject({
      code: 'two_step_missing',
    })
    await expect(proveStepUp(server.context, { actor: { ...actor, userId: null } }, totp)).rejects.toMatchObject({
      code: 'two_step_missing',
    })
  })
})

describe('a code as people type or copy it', () => {
  const typed: readonly (readonly [string, (code: string) => string])[] = [
    ['in two parts', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['in three', (code) => code.replace(/(..)(?=.)/g, '$1 ')],
    ['with a hyphen', (code) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['with a dash', (code) => `${code.slice(0, 3)}–${code.slice(3)}`],
    ['with blanks around it', (code) => `  ${code}\n`],
    ['with a hard blank', (code) => `${code.slice(0, 3)}\u00A0${code.slice(3)}`],
    ['with a narrow blank', (code) => `${code.slice(0, 3)}\u202F${code.slice(3)}`],
    ['with invisible signs', (code) => `\u200E${code}\u200B`],
    ['with a tab', (code) => `${code}\t`],
    ['in full-width digits', (code) => code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))],
  ]
  it.each(typed)('is taken %s', async (_, write) => {
    const { email, otpauthUrl } = await buildEnrolled()
    server.wait(2 * stepMs)
    const { accessToken } = (await login(email)).body
    expect((await secondStep(accessToken, write(codeOf(server, otpauthUrl)))).status).toBe(200)
  })

  it.each(['12345', '1234567', '12345a', '', 'abcdef', '123.456', '+12345', '0x1234', '1e5000', '００００００0'])(
    'is none as %j',
    async (totp) => {
      const { email } = await buildEnrolled()
      const { accessToken } = (await login(email)).body
      expect((await secondStep(accessToken, totp)).status).toBe(400)
    },
  )
})

describe('a code of a telephone whose clock is wrong', () => {
  it.each([
    [2, 'totp_clock_ahead', 60],
    [-2, 'totp_clock_behind', 60],
    [4, 'totp_clock_ahead', 120],
    [-5, 'totp_clock_behind', 150],
    [20, 'totp_clock_ahead', 600],
  ])('%s steps off is not taken, says so, and is no guess (clk-p01, clk-p02)', async (steps, code, seconds) => {
    const { email, otpauthUrl } = await buildEnrolled()
    server.wait(300_000)
    const { accessToken } = (await login(email)).body
    for (let count = 0; count < 6; count += 1) {
      const { status, body } = await server.post('/second_step', {
        totp: codeOf(server, otpauthUrl, steps),
        accessToken,
      })
      expect([status, body.code, body.values]).toEqual([400, code, { seconds }])
    }
    const { status } = await server.post('/second_step', { totp: codeOf(server, otpauthUrl), accessToken })
    expect(status).toBe(200)
  })

  it('is no guess either where it is of a moment before the code that was taken last', async () => {
    const { email, otpauthUrl } = await buildEnrolled()
    const { accessToken } = (await login(email)).body
    for (let count = 0; count < 6; count += 1) {
      const { status, body } = await server.post('/second_step', { totp: codeOf(server, otpauthUrl, -2), accessToken })
      expect([status, body.code]).toEqual([400, 'totp_clock_behind'])
    }
    server.wait(30_000)
    expect((await server.post('/second_step', { totp: codeOf(server, otpauthUrl), accessToken })).status).toBe(200)
  })
})
