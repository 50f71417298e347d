import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { DatabaseUnavailable } from '#engine/server/database/unavailable.ts'
import { publicError } from '#engine/server/http/errorAnswers.ts'
import { asOwner } from '#tests/support/database.ts'
import { buildCompany } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Office, openOffice, rootCredentials, testEnvironment } from '#tests/support/office.ts'

let office: Office
let pagesFolder: string
const builtPage = (apiHost = '') =>
  `<!doctype html><title>Pages</title><meta name="installation" content="${(apiHost && `{&quot;apiHost&quot;:&quot;${apiHost}&quot;}`) || '{}'}" /><script type="module" src="/assets/index-abc123.js"></script>`
const servedPage = (installation: object) =>
  builtPage().replace('{}', () => JSON.stringify(installation).replaceAll('"', '&quot;'))
const page = servedPage({ apiHost: '', moneySymbol: '$', businessTimeZone: 'UTC' })
beforeAll(async () => {
  pagesFolder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(pagesFolder, 'assets'))
  writeFileSync(join(pagesFolder, 'index.html'), builtPage())
  writeFileSync(join(pagesFolder, 'assets', 'index-abc123.js'), `console.log(${JSON.stringify('x'.repeat(2000))})`)
  office = await openOffice({ pagesFolder })
})
afterAll(async () => {
  await office.close()
  rmSync(pagesFolder, { recursive: true })
})

describe('health', () => {
  test('says that the server is alive and ready, and counts requests', async () => {
    expect((await office.nobody.get('/health')).status).toBe(200)
    expect((await office.nobody.get('/ready')).status).toBe(200)
    expect((await office.nobody.get('/metrics')).body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/health",status="200"}',
    )
  })

  test('is ready with a warning where its key ring lacks a key of the log', async () => {
    expect((await office.nobody.get('/ready')).body).not.toHaveProperty('warnings')
    await sql`update log_head set keys = keys || array['2020-01-01-abcdef']`.execute(office.database.db)
    expect(await office.nobody.get('/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready', warnings: ['log_keys_missing'] },
    })
    await sql`update log_head set keys = array_remove(keys, '2020-01-01-abcdef')`.execute(office.database.db)
  })

  test("without its database is alive and not ready, and answers 503 in the catalogue's shape", async () => {
    const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
    const app = await buildApp({ database, environment: testEnvironment() })
    expect((await app.inject('/health')).statusCode).toBe(200)
    expect((await app.inject('/ready')).statusCode).toBe(503)
    const answer = await app.inject({
      method: 'POST',
      url: '/login',
      payload: { email: 'a@example.test', password: 'Passable-Word-7' },
    })
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    await app.close()
    await database.close()
  })
})

describe('a fault of ours', () => {
  test('is 500 and says nothing of what is inside, since waiting would not help', async () => {
    await sql`alter table sub_brand rename to sub_brand_away`.execute(asOwner(office.database))
    const answer = await office.root.get('/api/subBrand')
    await sql`alter table sub_brand_away rename to sub_brand`.execute(asOwner(office.database))
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([500, 'internal_error', undefined])
    expect(JSON.stringify(answer.body)).not.toMatch(/sub_brand|relation|select/i)
  })

  test.each([
    [new TypeError('x is undefined'), 500],
    [Object.assign(new Error('column missing'), { code: '42703' }), 500],
    [Object.assign(new Error('violates foreign key'), { code: '23503' }), 500],
    [new Error('driver has already been destroyed'), 503],
    [new Error('Cannot use a pool after calling end on the pool'), 503],
    [Object.assign(new Error('connection failure'), { code: '08006' }), 503],
    [Object.assign(new Error('starting up'), { code: '57P03' }), 503],
    [Object.assign(new Error('deadlock'), { code: '40P01' }), 503],
    [new DatabaseUnavailable(new Error('gone')), 503],
  ])('%s is answered with %i', (error, status) => {
    expect(publicError(error).status).toBe(status)
  })
})

describe('pages', () => {
  test.each([
    '/',
    '/index.html',
    '/login',
    '/login/partner',
    '/404',
    '/home',
    '/registers/affiliate/list',
    '/registers/reward/profile/12',
    '/reports/general/v2/',
    '/reports/general/v2/pt123',
    '/management/sys_activity_log',
    '/nothing/here',
  ])('are served at %s', async (path) => {
    const answer = await office.nobody.get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([200, page, 'no-cache'])
  })

  test('of the office say with the page what it is made of, a list what it needs besides', async () => {
    writeFileSync(
      join(pagesFolder, 'preloads.json'),
      JSON.stringify({ office: ['/assets/index-a.js', '/assets/App-a.js'], list: ['/assets/List-a.js'] }),
    )
    const app = await buildApp({ database: office.database, environment: testEnvironment(), pagesFolder })
    const linkAt = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).headers['link']
    const ofOffice = '</assets/index-a.js>; rel=modulepreload, </assets/App-a.js>; rel=modulepreload'
    expect(await linkAt('/home?from=2026-10-01')).toBe(ofOffice)
    expect(await linkAt('/registers/affiliate/list?page=2')).toBe(`${ofOffice}, </assets/List-a.js>; rel=modulepreload`)
    for (const outside of ['/', '/login', '/t/nobodys', '/nothing/here', '/portal'])
      expect([outside, await linkAt(outside)]).toEqual([outside, undefined])
    await app.close()
    rmSync(join(pagesFolder, 'preloads.json'))
  })

  test('know of their installation, whatever the address, and take nothing of it for markup', async () => {
    const app = await buildApp({
      database: office.database,
      environment: testEnvironment({ MONEY_SYMBOL: 'R$"><b>', BUSINESS_TIME_ZONE: 'Asia/Tokyo' }),
      pagesFolder,
    })
    const known = servedPage({ apiHost: '', moneySymbol: 'R$"><b>', businessTimeZone: 'Asia/Tokyo' }).replace(
      '\\&quot;><b>',
      '\\&quot;&gt;&lt;b&gt;',
    )
    for (const [url, status] of [
      ['/', 200],
      ['/index.html', 200],
      ['/financial/entries', 200],
      ['/nothing/here', 200],
    ] as const) {
      const answer = await app.inject({ url, headers: { accept: 'text/html' } })
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        status,
        'text/html; charset=utf-8',
        known,
      ])
    }
    const missed = await app.inject({ url: '/t/nobodys', headers: { accept: 'text/html' } })
    expect([missed.statusCode, missed.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(missed.body).toContain('<h1>Este link não existe</h1>')
    await app.close()
  })

  test('are sent again only where something changed', async () => {
    const {
      headers: { etag },
    } = await office.nobody.get('/', { accept: 'text/html' })
    for (const path of ['/', '/index.html', '/home'])
      expect([
        (await office.nobody.get(path, { accept: 'text/html', 'if-none-match': String(etag) })).status,
        path,
      ]).toEqual([304, path])
    const app = await buildApp({
      database: office.database,
      environment: testEnvironment({ MONEY_SYMBOL: 'R$' }),
      pagesFolder,
    })
    expect((await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } })).statusCode).toBe(200)
    await app.close()
    // What is not there is said each time.
    expect((await office.nobody.get('/t/nobodys', { accept: 'text/html', 'if-none-match': String(etag) })).status).toBe(
      404,
    )
  })

  test('keep their hashed files for good, and miss those that are not there', async () => {
    const asset = await office.nobody.get('/assets/index-abc123.js')
    expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await office.nobody.get('/assets/index-gone.js', { accept: '*/*' })).status).toBe(404)
  })

  test.each(['/', '/api/brand', '/openapi.json', '/assets/index-abc123.js'])(
    'and answers are guarded in the browser by their headers: %s',
    async (path) => {
      const { headers } = await office.nobody.get(path)
      const policy = String(headers['content-security-policy'])
      for (const rule of ["script-src 'self';", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(rule)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'referrer-policy': 'same-origin',
        'content-type': expect.stringContaining('charset=utf-8'),
      })
    },
  )

  test.each([
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../index.ts',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  ])('give nothing of what lies beside them: %s', async (path) => {
    const answer = await office.nobody.get(path, { accept: '*/*' })
    expect(JSON.stringify(answer.body)).not.toContain('affiliate-back-office')
    expect([200, 400, 403, 404]).toContain(answer.status)
    if (answer.status === 200) expect(answer.body).toBe(page)
  })
})

describe('what is not there', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/brand/1/nothing'],
    ['POST', '/health'],
    ['PATCH', '/api/brand/1'],
    ['DELETE', '/api/brand'],
    ['POST', '/nothing'],
    ['GET', '/assets'],
    ['GET', '/ingest/nothing'],
  ] as const)('is 404 in JSON: %s %s', async (method, url) => {
    const answer = await office.app.inject({
      method,
      url,
      headers: { accept: 'text/html', authorization: `Bearer ${office.root.token}` },
    })
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 'not_found', message: 'Not found' }])
  })
})

describe('what is malformed', () => {
  test.each(['/api/brand/%', '/api/brand/%zz', '/%', `/api/brand/${'9'.repeat(300)}`])(
    'is refused without telling more: %s',
    async (url) => {
      const answer = await office.app.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${office.root.token}` },
      })
      expect([400, 404]).toContain(answer.statusCode)
      expect(Object.keys(answer.json())).toEqual(expect.arrayContaining(['code', 'message']))
    },
  )

  test('of another content type is 400', async () => {
    const answer = await office.app.inject({
      method: 'POST',
      url: '/api/brand',
      payload: '<brand/>',
      headers: { 'content-type': 'application/xml', authorization: `Bearer ${office.root.token}` },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request'])
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/xml'])(
    'is no call without a body, whatever type is named for it: %s',
    async (type) => {
      const company = await buildCompany(office.root)
      const headers = { 'content-type': type, authorization: `Bearer ${office.root.token}` }
      expect(
        (await office.app.inject({ method: 'DELETE', url: `/api/company/${company.id}`, headers })).statusCode,
      ).toBe(200)
      expect(
        (await office.app.inject({ method: 'POST', url: '/api/user/999999/mfa/unlock', headers })).json().code,
      ).toBe('user_not_found')
      expect(
        (await office.app.inject({ method: 'POST', url: '/api/payment/affiliate/999999', headers })).statusCode,
      ).toBe(404)
      expect((await office.app.inject({ method: 'POST', url: '/api/company', headers })).statusCode).toBe(400)
      expect(
        (await office.app.inject({ method: 'POST', url: '/login', headers: { 'content-type': type } })).statusCode,
      ).toBe(400)
    },
  )

  test('is a body that is no UTF-8: it would be stored as something else than was sent', async () => {
    const payload = Buffer.concat([Buffer.from('{"name":"Caf'), Buffer.from([0xe9]), Buffer.from('"}')])
    const answer = await office.app.inject({
      method: 'POST',
      url: '/api/company',
      payload,
      headers: { 'content-type': 'application/json; charset=iso-8859-1', authorization: `Bearer ${office.root.token}` },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'invalid_request', values: { reason: 'the body is not UTF-8' } },
    ])
  })

  test('and no HTTP at all is 400 and ends the connection', async () => {
    await office.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = office.app.server.address() as { port: number }
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
      let text = ''
      socket.on('data', (data) => (text += data.toString())).on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"code":"invalid_request"')
  })
})

describe('answers', () => {
  test('are compressed for whoever takes it', async () => {
    for (let number = 0; number < 20; number += 1) await buildCompany(office.root)
    const answer = await office.app.inject({
      url: '/api/company?range=[0,24]',
      headers: { authorization: `Bearer ${office.root.token}`, 'accept-encoding': 'br' },
    })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString()).length).toBeGreaterThan(19)
  })

  test('name their request and are not kept by caches', async () => {
    const { headers } = await office.root.get('/api/company')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('set no cookies, not those of a sign-in either', async () => {
    const answers = [
      await office.nobody.get('/'),
      await office.root.get('/api/me'),
      await office.nobody.post('/login', rootCredentials),
      await office.nobody.get('/api/me'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401])
    for (const { headers } of answers) expect(headers).not.toHaveProperty('set-cookie')
  })
})

describe('refusals', () => {
  test('of sign-ins and rights are written to the log with who and where, without what was sent', async () => {
    const lines: unknown[][] = []
    const app = await buildApp({ database: office.database, environment: testEnvironment() })
    app.addHook('onRequest', async (request) => {
      request.log.warn = (...line: unknown[]) => void lines.push(line)
    })
    await app.inject({
      method: 'POST',
      url: '/login',
      payload: { email: 'nobody@example.test', password: 'Guessed-Word-7' },
    })
    await app.inject({ url: '/api/activityLog?range=[0,9]&token=secret' })
    await app.close()
    expect(lines).toEqual([
      [{ code: 'invalid_credentials', address: '127.0.0.1', method: 'POST', route: '/login' }, 'refused'],
      [
        { code: 'unauthorized', address: '127.0.0.1', method: 'GET', route: expect.stringMatching(/^\/api\/[\w:]+$/) },
        'refused',
      ],
    ])
  })
})

describe('a database whose sessions are cut', () => {
  test('is answered with 503 at most, and used again without a restart', async () => {
    const company = await buildCompany(office.root)
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid()`
        .execute(office.database.db)
        .catch(() => null)
    const statuses: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        cut(),
        ...Array.from({ length: 6 }, () => office.root.get(`/api/company/${company.id}`)),
        ...Array.from({ length: 3 }, (_, number) =>
          office.root.put(`/api/company/${company.id}`, { name: `Cut ${round} ${number}` }),
        ),
      ])
      statuses.push(...answers.slice(1).map((answer) => (answer as { status: number }).status))
    }
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    // The last cut may still be on its way: the end of a connection in the pool is noticed when it is used next.
    const body = await eventually(async () => {
      const answer = await office.root.get(`/api/company/${company.id}`)
      return answer.status === 200 && answer.body
    })
    const logged = sql<{
      count: number
    }>`select count(*) from activity_log where object = 'company' and object_id = ${String(company.id)}::text
      and operation = 'update'`
    const {
      rows: [log],
    } = await eventually(() => logged.execute(office.database.db).catch(() => null))
    // Every change that was made was logged once, whether its answer arrived or not.
    expect(body.version - 1).toBe(log!.count)
  })
})

describe('a database whose disk is full', () => {
  test('says so to whoever writes, saves nothing, and goes on reading', async () => {
    const full = await openOffice()
    const company = await buildCompany(full.root)
    // What PostgreSQL says when a table cannot grow, from every table at once; from those on workers as well, where
    // Citus takes triggers by this setting alone.
    await sql`create function refuse_growth() returns trigger language plpgsql as $$ begin raise exception
      'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
      asOwner(full.database),
    )
    await sql`do $$ declare name text; begin
      perform set_config('citus.enable_unsafe_triggers', 'on', true);
      for name in select tablename from pg_tables
        where schemaname = 'public' loop execute
        format('create trigger disk_full before insert or update or delete on %I execute function refuse_growth()',
        name); end loop;
    end $$`.execute(asOwner(full.database))
    for (const write of [
      full.root.post('/api/company', { name: 'No room' }),
      full.root.put(`/api/company/${company.id}`, { name: 'No room' }),
      full.root.delete(`/api/company/${company.id}`),
    ]) {
      const { status, body } = await write
      expect([status, body.code]).toEqual([503, 'storage_full'])
    }
    const reads = [
      `/api/company/${company.id}`,
      '/api/company?range=[0,24]',
      '/api/affiliate/all',
      '/api/report/movement?from=2026-11-01&to=2026-11-20',
      '/api/entry?range=[0,24]',
      '/ready',
    ]
    expect(await Promise.all(reads.map(async (path) => (await full.root.get(path)).status))).toEqual(
      reads.map(() => 200),
    )
    expect((await full.root.get(`/api/company/${company.id}`)).body.name).toBe(company.name)
    expect((await full.nobody.get('/ready')).body.warnings).toEqual(['storage_full'])
    await full.close()
  })
})
