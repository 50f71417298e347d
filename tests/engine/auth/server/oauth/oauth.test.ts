import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { buildStaff } from '#tests/support/builders.ts'
import { consentTo, exchange, letProgramIn, postForm, registerProgram } from '#tests/support/program.ts'

const minuteMs = 60_000
let office: Office
let shiftMs = 0
beforeAll(async () => {
  office = await openOffice({ now: () => new Date(Date.now() + shiftMs) })
})
afterAll(() => office.close())

const authorize = (query: Record<string, string>) =>
  office.nobody.get(`/oauth/authorize?${new URLSearchParams(query).toString()}`)
const refresh = (clientId: string, token: string) =>
  postForm(office, '/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token })
const programsOf = async (client = office.root) =>
  ((await client.get('/api/session')).body as { id: string; program: { name: string } | null }[]).filter(
    ({ program }) => program,
  )

describe('the metadata', () => {
  it.each(['', '/mcp'])('names the resource and who lets programs in (%s)', async (path) => {
    const { status, body } = await office.nobody.get(`/.well-known/oauth-protected-resource${path}`)
    expect([status, body]).toMatchObject([
      200,
      { resource: 'http://localhost:80/mcp', authorization_servers: ['http://localhost:80'] },
    ])
  })

  it('offers codes with S256 alone, to public clients', async () => {
    const { body } = await office.nobody.get('/.well-known/oauth-authorization-server')
    expect(body).toMatchObject({
      issuer: 'http://localhost:80',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['none'],
      registration_endpoint: 'http://localhost:80/oauth/register',
    })
  })
})

describe('registering a program', () => {
  it.each(['https://program.test/back', 'http://127.0.0.1:8123/back', 'http://localhost/back', 'http://[::1]:1/back'])(
    'takes %s',
    async (uri) => {
      const { status } = await office.nobody.post('/oauth/register', { redirect_uris: [uri] })
      expect(status).toBe(201)
    },
  )

  it.each([
    'http://program.test/back',
    'javascript:alert(1)',
    'myapp://back',
    'https://user:pass@program.test/',
    'https://program.test/#part',
    'https://program.test/with space',
    '//program.test',
    7,
  ])('refuses %s', async (uri) => {
    const { status, body } = await office.nobody.post('/oauth/register', { redirect_uris: [uri] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it('drops invisible marks from the name', async () => {
    const { body } = await office.nobody.post('/oauth/register', {
      redirect_uris: ['https://program.test/back'],
      client_name: 'Cla\u202eude\u200b',
    })
    expect(body.client_name).toBe('Claude')
  })

  it('stores nothing', async () => {
    const { rows } = await sql<{ count: string }>`select count(*) from oauth_grant`.execute(office.database.db)
    expect(Number(rows[0]!.count)).toBe(0)
  })
})

describe('GET /oauth/authorize', () => {
  it('leads to the page of consent with what was asked', async () => {
    const program = await registerProgram(office)
    const { status, headers } = await authorize(program.query())
    expect(status).toBe(302)
    expect(headers['location']).toMatch(/^\/account\/connect\?.*client_id=/)
  })

  it('leads nowhere for an unknown client or an address it did not register', async () => {
    const program = await registerProgram(office)
    for (const other of [
      { client_id: 'nobody' },
      { redirect_uri: 'https://program.test/back/more' },
      { redirect_uri: 'https://evil.test/back' },
      { redirect_uri: 'http://127.0.0.1/back' },
    ]) {
      const { status, headers } = await authorize(program.query(other))
      expect([status === 400 || status === 401, headers['location']]).toEqual([true, undefined])
    }
  })

  it('takes any port on the own machine, and no other path there', async () => {
    const program = await registerProgram(office, { redirectUri: 'http://127.0.0.1:1234/back' })
    expect((await authorize(program.query({ redirect_uri: 'http://127.0.0.1:999/back' }))).status).toBe(302)
    expect((await authorize(program.query({ redirect_uri: 'http://127.0.0.1:999/other' }))).status).toBe(400)
    expect((await authorize(program.query({ redirect_uri: 'http://localhost:999/back' }))).status).toBe(400)
  })

  it.each([
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_target', { resource: 'https://elsewhere.test/mcp' }],
    ['invalid_scope', { scope: 'write everything' }],
  ])('tells the program %s for %j', async (error, other) => {
    const program = await registerProgram(office)
    const { status, headers } = await authorize(program.query(other))
    const address = new URL(headers['location']!)
    expect([status, address.origin, address.searchParams.get('error'), address.searchParams.get('state')]).toEqual([
      302,
      'https://program.test',
      error,
      'a state',
    ])
    expect(address.searchParams.get('iss')).toBe('http://localhost:80')
  })
})

describe('consent', () => {
  it('shows the client, its address and scopes to a user who is signed in, and to nobody else', async () => {
    const program = await registerProgram(office, { name: 'Desk assistant' })
    const search = new URLSearchParams(program.query({ scope: 'reports' })).toString()
    const { body } = await office.root.get(`/api/oauth/request?${search}`)
    expect(body).toMatchObject({ client: 'Desk assistant', redirectUri: program.redirectUri, scopes: ['reports'] })
    expect(new URL(body.declineTo).searchParams.get('error')).toBe('access_denied')
    expect((await office.nobody.get(`/api/oauth/request?${search}`)).status).toBe(401)
    expect((await office.nobody.post('/api/oauth/consent', program.query())).status).toBe(401)
  })

  it('writes a line in the activity log', async () => {
    await letProgramIn(office, office.root)
    const { rows } = await sql`select actor, changes from activity_log where operation = 'letProgramIn'
      order by id desc limit 1`.execute(office.database.db)
    expect(rows).toMatchObject([{ changes: [{ field: 'program', after: 'A program' }, {}, {}] }])
  })
})

describe('POST /oauth/token', () => {
  it('gives tokens that last 15 minutes, for the code and the right verifier', async () => {
    const tokens = await letProgramIn(office, office.root, { scope: 'reports' })
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'reports' })
    expect(tokens.expires_in).toBeGreaterThan(890)
    expect(tokens.expires_in).toBeLessThanOrEqual(900)
  })

  it.each([
    [{ code_verifier: 'another-secret-of-a-test-program-long-enough-x' }],
    [{ redirect_uri: 'https://program.test/other' }],
    [{ resource: 'https://elsewhere.test/mcp' }],
  ])('refuses %j', async (other) => {
    const program = await registerProgram(office)
    const { status, body } = await exchange(office, program, await consentTo(program, office.root), other)
    expect([status, ['invalid_grant', 'invalid_target'].includes(body.error)]).toEqual([400, true])
  })

  it("refuses another client's code", async () => {
    const [one, other] = [await registerProgram(office), await registerProgram(office, { name: 'Other' })]
    const { status, body } = await exchange(office, other, await consentTo(one, office.root))
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
  })

  it('refuses a code after two minutes', async () => {
    const program = await registerProgram(office)
    const code = await consentTo(program, office.root)
    shiftMs += 2 * minuteMs + 1
    expect((await exchange(office, program, code)).body.error).toBe('invalid_grant')
  })

  it('takes a code once; using it again ends the access', async () => {
    const program = await registerProgram(office)
    const code = await consentTo(program, office.root)
    const { body } = await exchange(office, program, code)
    expect((await exchange(office, program, code)).body.error).toBe('invalid_grant')
    expect((await refresh(program.clientId, body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('turns refresh tokens over; using one again ends the access', async () => {
    const { program, refresh_token: first } = await letProgramIn(office, office.root)
    const { status, body } = await refresh(program.clientId, first)
    expect([status, body.refresh_token === first]).toEqual([200, false])
    expect((await refresh(program.clientId, first)).body.error).toBe('invalid_grant')
    expect((await refresh(program.clientId, body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('keeps neither code nor token, only digests', async () => {
    const program = await registerProgram(office)
    const code = await consentTo(program, office.root)
    const { body } = await exchange(office, program, code)
    const { rows } = await sql<{ text: string }>`select s::text || g::text as text from session s join oauth_grant g
      on g.session = s.id`.execute(office.database.db)
    const stored = rows.map(({ text }) => text).join()
    for (const secret of [code, body.access_token, body.refresh_token]) expect(stored).not.toContain(secret)
  })
})

describe("a program's tokens", () => {
  it('open nothing but their resource, and tokens of pages do not refresh as theirs', async () => {
    const { program, access_token: access, refresh_token: token } = await letProgramIn(office, office.root)
    expect((await clientOf(office.app, access).get('/api/me')).status).toBe(401)
    expect((await office.nobody.post('/refresh', { refreshToken: token })).status).toBe(401)
    const { body } = await office.nobody.post('/login', { email: 'root@office.test', password: 'Root-Secret-1' })
    expect((await refresh(program.clientId, body.refreshToken)).body.error).toBe('invalid_grant')
  })

  it('end with POST /oauth/revoke', async () => {
    const { program, access_token: access, refresh_token: token } = await letProgramIn(office, office.root)
    const { status } = await postForm(office, '/oauth/revoke', { client_id: program.clientId, token: access })
    expect(status).toBe(200)
    expect((await refresh(program.clientId, token)).body.error).toBe('invalid_grant')
  })

  it('end where the user revokes the program on the account page', async () => {
    const client = await buildStaff(office.app, office.root, { roles: ['home'] })
    const { program, refresh_token: token } = await letProgramIn(office, client)
    const [listed] = await programsOf(client)
    expect(listed!.program).toEqual({ name: 'A program', scopes: ['records', 'reports'] })
    expect((await client.delete(`/api/session/${listed!.id}`)).status).toBe(200)
    expect((await refresh(program.clientId, token)).body.error).toBe('invalid_grant')
    expect(await programsOf(client)).toEqual([])
  })

  it('end where the user is suspended', async () => {
    const client = await buildStaff(office.app, office.root, { roles: ['home'] })
    const { program, refresh_token: token } = await letProgramIn(office, client)
    await sql`update "user" set suspended = true where id = ${client.user.id}`.execute(office.database.db)
    expect((await refresh(program.clientId, token)).body.error).toBe('invalid_grant')
  })
})

describe('hostile input', () => {
  const texts = ['', 'x'.repeat(5_000), '\u0000', "' or 1=1 --", '%00', '../..', '{"a":1}', '\ud800', 'ﷺ'.repeat(50)]
  const names = ['client_id', 'redirect_uri', 'code', 'code_verifier', 'grant_type', 'refresh_token', 'resource']

  it('is refused at every endpoint of OAuth, never with 500', async () => {
    const program = await registerProgram(office)
    const right = { ...program.query(), code: 'x', code_verifier: program.verifier, grant_type: 'authorization_code' }
    const statuses = new Set<number>()
    for (const name of names)
      for (const text of texts) {
        statuses.add((await postForm(office, '/oauth/token', { ...right, [name]: text })).status)
        statuses.add((await authorize({ ...right, [name]: text })).status)
        statuses.add((await office.root.post('/api/oauth/consent', { ...right, [name]: text })).status)
      }
    for (const body of [null, [], 'x', 7, { redirect_uris: {} }, { redirect_uris: [null] }, { redirect_uris: ['x'] }])
      statuses.add((await office.nobody.post('/oauth/register', body as object)).status)
    expect([...statuses].filter((status) => ![200, 302, 400, 401, 404, 429].includes(status))).toEqual([])
  })

  it('is limited: registrations of one network', async () => {
    let status = 0
    for (let time = 0; time < 110 && status !== 429; time += 1)
      ({ status } = await office.nobody.post('/oauth/register', { redirect_uris: ['https://program.test/back'] }))
    expect(status).toBe(429)
  })
})
