import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { buildBrand } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

/** So little time that a test can wait for its end. */
const patience = { graceMs: 400, bytesPerSecondMin: 10_000 }

let office: Office
let app: FastifyInstance
let port: number
beforeAll(async () => {
  office = await openOffice()
  app = await buildApp({ database: office.database, environment: office.environment, patience })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterAll(async () => {
  await app.close()
  await office.close()
})

interface RawAnswer {
  readonly text: string
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: any
  readonly tookMs: number
}

/** Speaks to the server over a connection of its own, until the server ends it. */
function speak(talk: (socket: Socket) => void): Promise<RawAnswer> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => talk(socket))
    let text = ''
    socket
      .on('data', (data) => (text += data.toString()))
      .on('error', reject)
      .on('close', () => {
        const [head = '', body = ''] = text.split('\r\n\r\n')
        const [first = '', ...lines] = head.split('\r\n')
        const headers = Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(':')).toLowerCase(),
            line.slice(line.indexOf(':') + 1).trim(),
          ]),
        )
        resolve({
          text,
          status: Number(first.split(' ')[1]),
          headers,
          body: body.startsWith('{') ? JSON.parse(body) : body,
          tookMs: performance.now() - startedAt,
        })
      })
  })
}

const request = (path: string, headers: Record<string, string | number>, method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: office\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const guards = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
}

describe('what does not come', () => {
  test.each([
    [
      'a body that stops',
      (socket: Socket) =>
        socket.write(`${request('/login', { 'content-type': 'application/json', 'content-length': 60 })}{"email":`),
    ],
    [
      'a body in parts that stops',
      (socket: Socket) =>
        socket.write(
          `${request('/login', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })}5\r\n{"ema\r\n`,
        ),
    ],
    ['headers that stop', (socket: Socket) => socket.write('POST /login HTTP/1.1\r\nHost: office\r\nContent-Ty')],
  ])('is 408 in the shape of every error, and ends the connection: %s', async (_, talk) => {
    const answer = await speak(talk)
    expect(answer).toMatchObject({
      status: 408,
      body: { code: 'request_timeout', message: 'The request did not arrive in time; try again' },
      headers: { ...guards, connection: 'close' },
    })
  })

  test('is 408 although a byte comes now and then', async () => {
    let drip: NodeJS.Timeout | undefined
    const answer = await speak((socket) => {
      socket.write(request('/login', { 'content-type': 'application/json', 'content-length': 5000 }))
      drip = setInterval(() => socket.writable && socket.write(' '), 50)
    })
    clearInterval(drip)
    expect(answer).toMatchObject({ status: 408, body: { code: 'request_timeout' } })
  })

  test('is 408 for a batch of events and a file, too, and nothing of them stays', async () => {
    const brand = await buildBrand(office.root)
    const { key } = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body
    const batch = await speak((socket) =>
      socket.write(
        `${request('/ingest/events', { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': 500 })}[`,
      ),
    )
    const feed = request(`/api/brand/${brand.id}/feed?name=slow.csv`, {
      authorization: `Bearer ${office.root.token}`,
      'content-type': 'text/csv',
      'content-length': 500,
    })
    const file = await speak((socket) => socket.write(`${feed}event_id,type\n`))
    expect([batch.body.code, file.body.code]).toEqual(['request_timeout', 'request_timeout'])
    expect((await office.root.get(`/api/brand/${brand.id}/feed`)).body).toEqual([])
  })

  test('does not hold up what comes slowly but steadily', async () => {
    const text = JSON.stringify({ email: 'nobody@example.test', password: 'x'.repeat(11_000) })
    const answer = await speak((socket) => {
      socket.write(
        request('/login', { 'content-type': 'application/json', 'content-length': text.length, connection: 'close' }),
      )
      const [begun, bytesPerMs] = [performance.now(), 14]
      let sent = 0
      const next = setInterval(() => {
        // What is due by now, however late a busy machine calls.
        socket.write(text.slice(sent, (sent = Math.ceil((performance.now() - begun) * bytesPerMs))))
        if (sent >= text.length) clearInterval(next)
      }, 20)
    })
    // Longer on its way than a body that stands still may be.
    expect(answer.tookMs).toBeGreaterThan(patience.graceMs)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  })
})

describe('what is no HTTP', () => {
  test.each([
    ['nonsense', 'NONSENSE\r\n\r\n', 'it is no HTTP'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: office\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`,
      'its headers are too long',
    ],
    [
      'two lengths',
      'POST /login HTTP/1.1\r\nHost: office\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
      'it is no HTTP',
    ],
  ])('is 400 with the headers of every answer: %s', async (_, sent, reason) => {
    expect(await speak((socket) => socket.write(sent))).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', values: { reason } },
      headers: guards,
    })
  })

  test('nor an address: 400 with the same headers', async () => {
    expect(
      await speak((socket) => socket.write(request('/api/brand/%zz', { connection: 'close' }, 'GET'))),
    ).toMatchObject({ status: 400, body: { code: 'invalid_request' }, headers: guards })
  })
})

describe('answers to somebody signed in', () => {
  test('are stored nowhere, whatever they are', async () => {
    const brand = await buildBrand(office.root)
    const paths = [
      '/api/me',
      '/api/session',
      '/api/brand',
      `/api/brand/${brand.id}`,
      `/api/brand/${brand.id}/ingest_key`,
      '/api/brand/export',
      '/api/affiliate/all',
      '/action/all',
      '/api/country',
      '/api/role?x=1',
      '/api/report/general?from=2026-11-01&to=2026-11-02',
      '/api/me/view?report=general',
      '/api/me/downloads',
      '/api/dashboard/attention',
      '/api/partner/hierarchy',
      '/api/job',
      '/api/nothing',
      '/openapi.json',
    ]
    const stored = await Promise.all(
      paths.map(async (path) => [path, (await office.root.get(path)).headers['cache-control']]),
    )
    expect(stored.filter(([, caching]) => caching !== 'no-store')).toEqual([])
    const report = await office.root.get('/api/report/general?from=2026-11-01&to=2026-11-02')
    const unchanged = await office.root.get('/api/report/general?from=2026-11-01&to=2026-11-02', {
      'if-none-match': report.headers['etag']!,
    })
    expect([unchanged.status, unchanged.headers['cache-control']]).toEqual([304, 'no-store'])
  })

  test('nor are those that make a session, open by a token, or refuse', async () => {
    const answers = [
      await office.nobody.post('/login', { email: 'nobody@example.test', password: 'Passable-Word-7' }),
      await office.nobody.get('/api/report/partners?partnerToken=nobodys&from=2026-11-01&to=2026-11-02'),
      await office.nobody.get('/api/brand'),
      await office.nobody.get('/t/nobodys'),
      await office.nobody.get('/postback/none?event_id=1'),
      await office.nobody.get('/health'),
    ]
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(answers.map(() => 'no-store'))
  })
})

describe('JSON nested deeper than 64', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const post = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/api/company',
      payload,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${office.root.token}` },
    })

  test.each([65, 500_000])('is 400: %i', async (depth) => {
    const answer = await post(nested(depth))
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'invalid_request', values: { reason: 'the body is nested deeper than 64' } },
    ])
  })

  test('is told apart from what is merely wrong', async () => {
    expect((await post(`{"name":${nested(63)}}`)).json()).toMatchObject({ code: 'invalid_type' })
  })

  test('is 400 in a filter and in a batch of events, too', async () => {
    const brand = await buildBrand(office.root)
    const { key } = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body
    expect((await office.root.get(`/api/company?filter=${nested(70)}`)).body).toMatchObject({
      code: 'invalid_request',
      values: { reason: 'it is nested deeper than 64' },
    })
    const batch = await app.inject({
      method: 'POST',
      url: '/ingest/events',
      payload: nested(70),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    expect([batch.statusCode, batch.json().code]).toEqual([400, 'invalid_request'])
  })
})
