import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { nameApiHost } from '#cli/pages/apiHost.ts'
import { brandThemes } from '#themes/index.ts'
import { buildBrand } from '#tests/support/builders.ts'
import { type Office, openOffice, rootCredentials, testEnvironment } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
  await buildBrand(office.root)
})
afterAll(() => office.close())

const corsHeaders = (headers: Readonly<Record<string, unknown>>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))
const brandOrigins = brandThemes
  .flatMap(({ hosts }) => hosts)
  .flatMap((host) => [`https://${host}`, `http://${host}:8443`])
const strangers = [
  'https://evil.example',
  'https://localhost.evil.example',
  'https://evillocalhost',
  'null',
  'file://',
  'chrome-extension://localhost',
  'https://localhost/',
  'https://user@localhost',
  'localhost',
  '*',
  'https://LOCALHOST',
]

describe('an API that is asked from another origin', () => {
  test.each(brandOrigins)(
    "answers the pages of a brand's host, with what they read of the headers: %s",
    async (origin) => {
      const { status, headers } = await office.root.get('/api/brand?range=[0,24]', { origin })
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'content-range': expect.stringContaining('brand 0-'),
        vary: expect.stringMatching(/\borigin\b/i),
      })
      for (const name of ['Content-Range', 'X-Total-Count', 'Content-Disposition', 'ETag'])
        expect(headers['access-control-expose-headers']).toContain(name)
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    },
  )

  test.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'says beforehand that %s may be sent, with the session and what else the pages send',
    async (method) => {
      const [origin] = brandOrigins
      const asked = 'authorization,content-type,idempotency-key'
      const { statusCode, headers, body } = await office.app.inject({
        method: 'OPTIONS',
        url: '/api/entry/1/payment',
        headers: { origin: origin!, 'access-control-request-method': method, 'access-control-request-headers': asked },
      })
      expect([
        statusCode,
        body,
        headers['access-control-allow-origin'],
        headers['access-control-allow-headers'],
        headers['access-control-max-age'],
      ]).toEqual([200, '', origin, asked, '7200'])
      expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method)
    },
  )

  test.each(strangers)(
    "tells an origin that is no brand's nothing that its browser would take for leave: %s",
    async (origin) => {
      const answer = await office.root.get('/api/brand?range=[0,24]', { origin })
      expect([answer.status, corsHeaders(answer.headers)]).toEqual([200, []])
      const preflight = await office.app.inject({
        method: 'OPTIONS',
        url: '/api/brand',
        headers: { origin, 'access-control-request-method': 'GET' },
      })
      expect([preflight.statusCode, preflight.json().code, corsHeaders(preflight.headers)]).toEqual([
        404,
        'not_found',
        [],
      ])
    },
  )

  test('names no origin where none asks', async () => {
    const { headers } = await office.root.get('/api/brand?range=[0,24]')
    expect(corsHeaders(headers)).toEqual([])
  })

  test('lets refusals be read as well, whoever refuses', async () => {
    const [origin] = brandOrigins
    const refused = await Promise.all([
      office.nobody.get('/api/brand', { origin: origin! }),
      office.nobody.get('/api/nothing', { origin: origin! }),
      office.nobody.post('/login', { email: rootCredentials.email, password: 'Wrong-Word-7' }, { origin: origin! }),
      office.nobody.post('/refresh', { refreshToken: 'made up' }, { origin: origin! }),
      office.app
        .inject({
          method: 'POST',
          url: '/login',
          payload: '{',
          headers: { origin: origin!, 'content-type': 'application/json' },
        })
        .then(({ statusCode, headers }) => ({ status: statusCode, headers })),
    ])
    for (const { status, headers } of refused)
      expect([status >= 400 && status < 500, headers['access-control-allow-origin']]).toEqual([true, origin])
  })

  test("keeps both of what a report's answer depends on, the session and the origin", async () => {
    const [origin] = brandOrigins
    const report = '/api/report/movement?from=2026-11-01&to=2026-11-20'
    const { headers } = await office.root.get(report, { origin: origin! })
    expect(headers.vary).toMatch(/origin/i)
    expect(headers.vary).toMatch(/authorization/i)
    const unchanged = await office.root.get(report, { origin: origin!, 'if-none-match': headers.etag! })
    expect([unchanged.status, unchanged.headers['access-control-allow-origin']]).toEqual([304, origin])
  })
})

describe('pages built for an API on another origin', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pages-'))
    mkdirSync(join(folder, 'assets'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The page as `npm run build` writes it with this `API_HOST`. */
  const build = (apiHost: string | undefined) => {
    const plugin = nameApiHost(apiHost)
    const page = (plugin.transformIndexHtml as (page: string) => string)(
      '<title></title><meta name="installation" content="{}" />',
    )
    writeFileSync(join(folder, 'index.html'), page)
  }
  const served = async (apiHost: string | undefined) => {
    build(apiHost)
    const app = await buildApp({
      database: office.database,
      environment: testEnvironment({ MONEY_SYMBOL: 'R$' }),
      pagesFolder: folder,
    })
    const { headers, body } = await app.inject({ url: '/home', headers: { accept: 'text/html' } })
    await app.close()
    const [connectTo] = /connect-src [^;]*/.exec(String(headers['content-security-policy']))!
    return {
      connectTo,
      known: JSON.parse(/content="([^"]*)"/.exec(body)![1]!.replaceAll('&quot;', '"')) as Record<string, string>,
    }
  }

  test.each([
    ['https://api.office.example', 'https://api.office.example'],
    [' https://api.office.example/ ', 'https://api.office.example'],
    ['https://office.example:8443/back', 'https://office.example:8443'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('know where it is and may connect to it and to nothing else: %s', async (apiHost, origin) => {
    expect(await served(apiHost)).toEqual({
      connectTo: `connect-src 'self' ${origin}`,
      known: { apiHost: apiHost.trim(), moneySymbol: 'R$', businessTimeZone: 'UTC' },
    })
  })

  test.each([undefined, '', '  '])('connect to their own origin alone where none is named', async (apiHost) => {
    expect(await served(apiHost)).toMatchObject({ connectTo: "connect-src 'self'", known: { apiHost: '' } })
  })

  test.each(['api.office.example', '/api', 'ftp://api.office.example', "https://a b'; script-src *"])(
    'are not built with what is no address: %s',
    (apiHost) => {
      expect(() => build(apiHost)).toThrow(
        `API_HOST "${apiHost}" cannot be used. Give an address that begins with https:// or http://`,
      )
    },
  )

  test("are not served where they are another version's, and the message says what to do", async () => {
    for (const [page, reason] of [
      ['<title>Pages</title>', /no <meta name="installation".+npm run build/],
      ['<meta name="installation" content="{" />', /is no JSON: \{\..+npm run build/],
    ] as const) {
      writeFileSync(join(folder, 'index.html'), page)
      await expect(
        buildApp({ database: office.database, environment: testEnvironment(), pagesFolder: folder }),
      ).rejects.toThrow(reason)
    }
  })
})
