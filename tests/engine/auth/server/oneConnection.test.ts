import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#app/server/app.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { build, buildCompany, builtPassword } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { clientOf, rootCredentials, testEnvironment } from '#tests/support/office.ts'

let app: FastifyInstance
let database: Database
let drop: () => Promise<void>
/** A second root user, without two steps. */
const officer = { email: 'officer@office.test', password: builtPassword, company: 0 }

beforeAll(async () => {
  const made = await createTestDatabase()
  drop = made.drop
  database = openDatabase({ url: made.url, maxConnections: 1 })
  // Without a secret of its own the server keeps one in the database.
  const environment = { ...testEnvironment(), installationSecret: undefined }
  await ensureRootUser({ database, environment })
  app = await buildApp({ database, environment })
})
afterAll(async () => {
  await app.close()
  await database.close()
  await drop()
})

it('a server with one connection signs people in from its first request on, many at once, in two steps, and renews their sessions', async () => {
  const nobody = clientOf(app)
  const answers = await Promise.all(Array.from({ length: 5 }, () => nobody.post('/login', rootCredentials)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const [first] = answers as [(typeof answers)[number]]
  const root = clientOf(app, String(first.body.accessToken))
  const { id } = first.body.user as { id: number }
  const company = await buildCompany(root)
  officer.company = company.id
  await build(root, 'user', {
    name: 'Officer',
    email: officer.email,
    password: officer.password,
    passwordConfirmation: officer.password,
    company: company.id,
    root: true,
    roles: ['home'],
    language: 'pt',
  })
  const {
    body: { otpauthUrl },
  } = await root.get(`/api/user/${id}/mfa`)
  const totp = URI.parse(String(otpauthUrl)) as TOTP
  expect((await root.post(`/api/user/${id}/mfa/confirm`, { totp: totp.generate() })).status).toBe(200)
  expect((await nobody.post('/login', rootCredentials)).body.codResposta).toBe(209)
  expect((await nobody.post('/refresh', { refreshToken: first.body.refreshToken })).status).toBe(200)
})

it('and writes, lists and reports with it, many at once', async () => {
  const root = clientOf(
    app,
    String((await clientOf(app).post('/login', { email: officer.email, password: officer.password })).body.accessToken),
  )
  const reading = Array.from({ length: 4 }, () => root.get('/api/brand?sort=["id","ASC"]&range=[0,24]&filter={}'))
  const writing = Array.from({ length: 4 }, (_, index) =>
    root.post('/api/brand', {
      name: `Brand ${index}`,
      slug: `brand-${index}`,
      site: 'https://brand.test',
      company: officer.company,
      currency: 'BRL',
    }),
  )
  const report = root.get('/api/report/general?from=2026-11-01&to=2026-11-02')
  expect((await Promise.all([...reading, ...writing, report])).map(({ status }) => status)).toEqual(
    Array.from({ length: 9 }, () => 200),
  )
})
