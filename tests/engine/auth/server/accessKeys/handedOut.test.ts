import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#app/server/app.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { applyMigrations, migrationsFolder } from '#engine/server/database/migrate.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Client, clientOf, rootCredentials, signInAs, testEnvironment } from '#tests/support/office.ts'

/*
 * A database from before there were access keys, with tokens that were handed out, as the migration finds it.
 */
const longToken = 'pt0a1b2c3d4e5f6g7h8i9j'
const shortToken = 'pt_ana2019'
const affiliateToken = 'afz9y8x7w6v5u4t3s2r1q0'
let app: FastifyInstance
let root: Client
let partners: number[]
let database: Database
let close: () => Promise<void>

const isBefore = (file: string) => Number(file.slice(0, 4)) < 110

beforeAll(async () => {
  const test = await createTestDatabase({ empty: true })
  const folder = mkdtempSync(join(tmpdir(), 'before-keys-'))
  for (const file of readdirSync(migrationsFolder).filter(isBefore))
    cpSync(join(migrationsFolder, file), join(folder, file))
  const log = () => {}
  await applyMigrations({ url: test.url, folder, log })
  const { db } = test.database
  partners = (
    await sql<{
      id: number
    }>`insert into partner (name, token) values ('Long', ${longToken}), ('Short', ${shortToken}) returning id`.execute(
      db,
    )
  ).rows.map(({ id }) => Number(id))
  await sql`insert into affiliate (name, token) values ('Ana', ${affiliateToken})`.execute(db)
  for (const partner of partners) {
    await sql`insert into session (partner_id, created_at, last_seen_at, expires_at) values (${partner}, now(), now(),
      now() + interval '1 day')`.execute(db)
  }
  await applyMigrations({ url: test.url, log })
  rmSync(folder, { recursive: true })
  database = openDatabase({ url: test.url })
  const environment = testEnvironment()
  await ensureRootUser({ database, environment })
  app = await buildApp({ database, environment })
  root = await signInAs(app, rootCredentials)
  close = async () => {
    await app.close()
    await database.close()
    await test.drop()
  }
})
afterAll(() => close())

const lottery = (parameter: string) =>
  clientOf(app).get(`/api/report/lottery?from=2026-02-01&to=2026-02-28&${parameter}`)
const signIn = (token: string) => clientOf(app).post('/login/partner', { token })

it("a partner's token that was handed out goes on as a key until that is ended; it stays the partner's public code", async () => {
  expect((await lottery(`partnerToken=${longToken}`)).status).toBe(200)
  const { body } = await signIn(longToken)
  expect((await clientOf(app, body.accessToken).get('/api/me')).status).toBe(200)
  const path = `/api/partner/${partners[0]}/access_key`
  const [key] = (await root.get(path)).body
  expect(key).toMatchObject({
    hint: longToken.slice(-4),
    label: 'Token handed out before',
    scope: 'signIn',
    isEarlier: true,
    expiresAt: null,
    lastUsedAt: expect.any(String),
  })
  expect((await root.delete(`${path}/${key.id}`)).status).toBe(200)
  expect((await clientOf(app, body.accessToken).get('/api/me')).status).toBe(403)
  expect((await lottery(`partnerToken=${longToken}`)).status).toBe(401)
  expect((await signIn(longToken)).status).toBe(400)
  expect((await root.get(`/api/report/lottery?from=2026-02-01&to=2026-02-28&partnerToken=${longToken}`)).status).toBe(
    200,
  )
})

it("a partner's token that is too short, and every token of an affiliate, opens nothing any more", async () => {
  expect((await signIn(shortToken)).body.code).toBe('authentication_error')
  expect((await lottery(`partnerToken=${shortToken}`)).status).toBe(401)
  expect((await root.get(`/api/partner/${partners[1]}/access_key`)).body).toEqual([])
  expect((await lottery(`affiliateToken=${affiliateToken}`)).status).toBe(401)
})

it('sessions that were open end with the key that goes on, and ended at once with the token that does not', async () => {
  const { rows } = await sql<{
    id: number
    reason: string | null
  }>`select partner_id::int as id, end_reason as reason from session
    where access_key is not null and refresh_hash is null order by partner_id`.execute(database.db)
  expect(rows).toEqual([
    { id: partners[0], reason: 'revoked' },
    { id: partners[1], reason: 'revoked' },
  ])
})
