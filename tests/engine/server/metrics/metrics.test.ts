import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { listenForMetrics } from '#engine/server/metrics/routes.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { testEnvironment } from '#tests/support/office.ts'
import { readSamples } from '#tests/support/promql.ts'

const token = 'a token of this test'
const headers = { authorization: `Bearer ${token}` }

let given: TestDatabase
const opened: FastifyInstance[] = []
beforeAll(async () => void (given = await createTestDatabase()))
afterEach(async () => void (await Promise.all(opened.splice(0).map((app) => app.close()))))
afterAll(() => given.drop())

async function open(variables: Record<string, string> = {}, database = given.database): Promise<FastifyInstance> {
  const app = await buildApp({
    database,
    environment: testEnvironment(variables),
    now: () => new Date('2026-03-10T12:00:00Z'),
  })
  opened.push(app)
  return app
}

/** The value of a metric; of several, of the one with these labels. */
function valueOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
  const isMeant = (of: Readonly<Record<string, string>>) =>
    Object.entries(labels).every(([label, value]) => of[label] === value)
  return readSamples(text).find((sample) => sample.name === name && isMeant(sample.labels))?.value
}
const seconds = (text: string, name: string, labels?: Readonly<Record<string, string>>) =>
  Math.round((valueOf(text, name, labels) ?? NaN) / 60) * 60

describe('who may read metrics', () => {
  test('anybody, of this server alone, where nothing keeps strangers away', async () => {
    const { statusCode, body } = await (await open()).inject('/metrics')
    expect([
      statusCode,
      valueOf(body, 'office_loop_age_seconds', { loop: 'clicks' }),
      valueOf(body, 'office_queue_size', { loop: 'clicks' }),
    ]).toEqual([200, 0, 0])
    expect(
      readSamples(body).filter(({ name }) => /^office_(payments|days|stopped|log|job|database_up)/.test(name)),
    ).toEqual([])
  })

  test('who brings the token, where there is one', async () => {
    const app = await open({ METRICS_TOKEN: token })
    const ask = async (given: Record<string, string>) =>
      (await app.inject({ url: '/metrics', headers: given })).statusCode
    expect([
      await ask({}),
      await ask({ authorization: 'Bearer another' }),
      await ask({ authorization: token }),
      await ask(headers),
    ]).toEqual([401, 401, 401, 200])
  })

  test('who reaches the port, where they have one of their own: then there is nothing at the ordinary one', async () => {
    const app = await open({ METRICS_PORT: '0', METRICS_TOKEN: token })
    const server = (await listenForMetrics(app, testEnvironment({ METRICS_PORT: '0', METRICS_TOKEN: token })))!
    const ask = async (path: string, init?: RequestInit) => (await fetch(`${server.address}${path}`, init)).status
    try {
      expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
      expect([
        await ask('/metrics'),
        await ask('/metrics', { headers }),
        await ask('/api/brand', { headers }),
        await ask('/metrics', { method: 'POST', headers }),
      ]).toEqual([401, 200, 404, 404])
      const port = new URL(server.address).port
      await expect(listenForMetrics(app, testEnvironment({ METRICS_PORT: port }))).rejects.toThrow(
        `Port ${port} on 127.0.0.1 is taken`,
      )
    } finally {
      await server.stop()
    }
  })
})

describe('metrics tell', () => {
  test('what the database knows of payments, closes, jobs, files and the log', async () => {
    const { db } = given.database
    await sql`insert into payment (method, state, currency, created_at)
      values ('automatic', 'unknown', 'BRL', now() - interval '2 hours'), ('automatic', 'sent', 'BRL',
        now() - interval '1 hour'), ('manual', 'settled', 'BRL', now())`.execute(db)
    await sql`insert into payment (method, state, currency, awaits_approval, created_at) values ('automatic', 'created',
      'BRL', true, now() - interval '3 hours')`.execute(db)
    await sql`insert into closed_day (day) values ('2026-03-05'), ('2026-03-06')`.execute(db)
    await sql`insert into dirty_day (affiliate, day, changed_at)
      values (1, '2026-03-09', now() - interval '30 minutes')`.execute(db)
    await sql`insert into close_problem (day, owner_kind, owner, code, message) values ('2026-03-05', 'affiliate', 1,
      'x', 'x'), ('2026-03-06', 'affiliate', 1, 'x', 'x')`.execute(db)
    await sql`insert into job (kind, state, due_at, finished_at) values ('dailyClose', 'done', now(),
      '2026-03-09T00:11:00Z'), ('dailyClose', 'failed', now(), '2026-03-10T00:11:00Z'),
      ('cleanUp', 'waiting', now() - interval '20 minutes', null), ('nothing of ours', 'waiting', now(), null)`.execute(
      db,
    )
    await sql`insert into activity_log (at, actor, operation, object) values (now() - interval '10 minutes', 'a',
      'create', 'brand')`.execute(db)
    await sql`insert into backup (made_at, file, bytes, rows) values ('2026-03-09T03:00:00Z', 'f', 1, 1),
      ('2026-03-08T03:00:00Z', 'f', 1, 1)`.execute(db)
    const { body } = await (await open({ METRICS_TOKEN: token })).inject({ url: '/metrics', headers })
    expect([
      valueOf(body, 'office_database_up'),
      valueOf(body, 'office_days_unclosed'),
      valueOf(body, 'office_stopped_owners'),
      valueOf(body, 'office_dirty_days'),
    ]).toEqual([1, 3, 1, 1])
    expect(
      readSamples(body)
        .filter(({ name }) => name === 'office_payments')
        .map(({ labels, value }) => [labels.state, labels.awaits, value])
        .toSorted(),
    ).toEqual([
      ['created', 'true', 1],
      ['sent', 'false', 1],
      ['settled', 'false', 1],
      ['unknown', 'false', 1],
    ])
    expect([
      seconds(body, 'office_payments_oldest_seconds', { state: 'unknown' }),
      valueOf(body, 'office_payments_oldest_seconds', { state: 'settled' }),
    ]).toEqual([7200, undefined])
    expect([
      seconds(body, 'office_dirty_days_oldest_seconds'),
      seconds(body, 'office_log_unsealed_seconds'),
      valueOf(body, 'office_log_unsealed_lines'),
    ]).toEqual([1800, 600, 1])
    expect([
      seconds(body, 'office_job_overdue_seconds', { name: 'cleanUp' }),
      valueOf(body, 'office_job_waiting', { name: 'nothing of ours' }),
    ]).toEqual([1200, undefined])
    expect([
      valueOf(body, 'office_job_last_done_timestamp_seconds', { name: 'dailyClose' }),
      valueOf(body, 'office_job_last_failed_timestamp_seconds', { name: 'dailyClose' }),
    ]).toEqual([Date.parse('2026-03-09T00:11:00Z') / 1000, Date.parse('2026-03-10T00:11:00Z') / 1000])
    expect(valueOf(body, 'office_backup_last_timestamp_seconds')).toBe(Date.parse('2026-03-09T03:00:00Z') / 1000)
  })

  test('requests in flight, and the connections they hold', async () => {
    const app = await open({ METRICS_TOKEN: token })
    const release = Promise.withResolvers<void>()
    const holding = given.database.db.connection().execute(async () => release.promise)
    app.get('/slow', async () => holding)
    const slow = app.inject('/slow')
    const during = await eventually(async () => {
      const text = await app.metrics()
      return valueOf(text, 'http_requests_in_flight') === 1 &&
        valueOf(text, 'office_database_connections', { pool: 'primary', state: 'busy' }) === 1
        ? text
        : null
    })
    release.resolve()
    await slow
    const after = await app.metrics()
    expect([
      valueOf(after, 'http_requests_in_flight'),
      valueOf(after, 'office_database_connections', { pool: 'primary', state: 'busy' }),
    ]).toEqual([0, 0])
    expect([
      valueOf(during, 'office_database_connections_max', { pool: 'primary' }),
      valueOf(during, 'office_database_waiting', { pool: 'primary' }),
    ]).toEqual([8, 0])
  })

  test('that the database is away, and nothing of what it knew before', async () => {
    const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
    const app = await open(
      { METRICS_TOKEN: token, INSTALLATION_SECRET: 'a secret of tests, long enough for them' },
      database,
    )
    const { body } = await app.inject({ url: '/metrics', headers })
    expect(valueOf(body, 'office_database_up')).toBe(0)
    expect(
      readSamples(body).filter(({ name }) =>
        /^office_(payments|days|stopped|dirty|log|job|uploads|report|backup)/.test(name),
      ),
    ).toEqual([])
    await database.close()
  })
})
