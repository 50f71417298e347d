import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#engine/declaration/actor.ts'
import { parseReportRequest, reportNamed } from '#features/reporting/server/reportQuestion.ts'
import { jsonText } from '#features/reporting/server/sql/jsonText.ts'
import { sendReport } from '#features/reporting/server/sendReport.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testEnvironment } from '#tests/support/office.ts'
import { sumOf } from './support/tieOut.ts'

const affiliates = 4_500
const range = { from: '2030-03-01', to: '2030-03-31' }

let given: TestDatabase
let app: FastifyInstance
beforeAll(async () => {
  given = await createTestDatabase()
  const { db } = given.database
  await sql`insert into affiliate (name, token) select 'Affiliate ' || n, 'af-' || n
    from generate_series(1, ${affiliates}::integer) n`.execute(db)
  await sql`insert into movement_wide (day, brand, affiliate, bets_turnover_minor) select '2030-03-10', 1, id,
    id * 100 + 1 from affiliate`.execute(db)
  const context = {
    database: given.database,
    environment: testEnvironment(),
    now: () => new Date('2030-04-01T00:00:00Z'),
  }
  app = Fastify()
  app.get<{ Querystring: { lengthMax: string } }>('/report', (request, reply) =>
    sendReport({
      context,
      request,
      reply,
      question: parseReportRequest(reportNamed('affiliateActivity'), range, '2030-04-01'),
      reader: { kind: 'session', actor: systemActor('test') },
      lengthMax: Number(request.query.lengthMax),
    }),
  )
})
afterAll(async () => {
  await app.close()
  await given.drop()
})

const openTransactions = async () =>
  (
    await sql<{
      count: number
    }>`select count(*)::integer as count from pg_stat_activity where datname = current_database()
      and state = 'idle in transaction'`.execute(given.database.db)
  ).rows[0]!.count

describe('an answer longer than memory should hold', () => {
  test('is sent while it is read, and is the same', async () => {
    const [whole, streamed] = [
      await app.inject('/report?lengthMax=100000000'),
      await app.inject('/report?lengthMax=1000'),
    ]
    expect(whole.headers['etag']).toBeTruthy()
    expect(streamed.headers['etag']).toBeUndefined()
    expect(streamed.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(streamed.json()).toEqual(whole.json())
    expect(streamed.json().rows).toHaveLength(affiliates)
    expect(sumOf(streamed.json().rows, 'turnover')).toBe(streamed.json().total.turnover)
  })

  test('holds no transaction once whoever asked has gone', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const controller = new AbortController()
    const answer = await fetch(`${address}/report?lengthMax=1000`, { signal: controller.signal })
    await answer.body!.getReader().read()
    controller.abort()
    await expect.poll(openTransactions).toBe(0)
  })
})

test('a row is written as the database itself would write it, however many columns it has', async () => {
  const values = [
    sql`12.50::numeric`,
    sql`null::numeric`,
    sql`-7::bigint`,
    sql`'50 % of "all"\n'::text`,
    sql`null::text`,
    sql`true`,
  ]
  const columns = Array.from({ length: 200 }, (_, index) => ({
    name: index % 7 === 0 ? `column "${index}" 5%` : `column_${index}`,
    value: values[index % values.length]!,
    isNumber: index % values.length < 3,
    mayBeNull: index % values.length !== 0,
  }))
  const {
    rows: [row],
  } = await sql<{
    own: string
    theirs: string
  }>`select ${jsonText('shown', columns)} as own, row_to_json(shown)::text as theirs
    from (select ${sql.join(columns.map(({ name, value }) => sql`${value} as ${sql.id(name)}`))}) shown`.execute(
    given.database.db,
  )
  expect(row!.own).toBe(row!.theirs)
})
