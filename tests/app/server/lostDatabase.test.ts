import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { requestRun } from '#engine/jobs/server/runs/planRuns.ts'
import { forgetLoop, loopAges, SingleFlight, watchLoop } from '#engine/server/backgroundLoops.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { testEnvironment } from '#tests/support/office.ts'
import { openTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'
import { buildAction, buildBrand } from '#tests/features/activity/server/support/activity.ts'

let given: TestDatabase
let proxy: TcpProxy
let database: Database
let app: FastifyInstance
let link: { id: number; token: string }
beforeAll(async () => {
  given = await createTestDatabase()
  link = await buildAction(given.database, await buildBrand(given.database))
  proxy = await openTcpProxy(given.url)
  database = openDatabase({ url: proxy.url, maxConnections: 4, silentMs: 200, connectLimitMs: 1_000 })
  app = await buildApp({ database, environment: testEnvironment() })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  proxy.mend()
  await app.close()
  await database.close()
  await proxy.close()
  await given.drop()
})

const statusOf = async (url: string) => (await app.inject(url)).statusCode
const visit = () => statusOf(`/t/${link.token}`)
const counted = async () =>
  (
    await sql<{
      clicks: number
    }>`select coalesce(sum(clicks), 0)::integer as clicks from movement where action = ${link.id}`.execute(
      given.database.db,
    )
  ).rows[0]!.clicks

describe('a server whose database falls silent with visits and jobs under way', () => {
  test('says so, and works on by itself once the database is back', async () => {
    expect([await visit(), await statusOf('/ready')]).toEqual([302, 200])
    await eventually(async () => (await counted()) === 1)
    proxy.fail('blackHole')
    expect(await Promise.all([visit(), visit(), statusOf('/ready')])).toEqual([503, 503, 503])
    proxy.mend()
    await eventually(async () => (await visit()) === 302)
    await eventually(async () => (await counted()) >= 2)
    const run = await requestRun(given.database.db, { name: 'reportFiles', now: new Date(), requestedBy: 'root' })
    await eventually(
      async () =>
        (await sql`select 1 from job where id = ${run} and state = 'done'`.execute(given.database.db)).rows[0],
    )
    const ready = await eventually(async () => {
      const answer = await app.inject('/ready')
      return answer.statusCode === 200 && answer.json()
    })
    expect(ready).toMatchObject({
      status: 'ready',
      loops: {
        links: { seconds: 0, isLate: false },
        clicks: { isLate: false },
        jobs: { isLate: false },
        sealing: { isLate: false },
      },
    })
  })
})

describe('a loop that stands still', () => {
  test('is a warning where no request waits for it: another server could not write either, and reads are served', async () => {
    watchLoop(database, 'clicks of a test', { ageMs: () => 61_000, limitMs: 60_000 })
    const answer = await app.inject('/ready')
    forgetLoop(database, 'clicks of a test')
    expect([answer.statusCode, answer.json().warnings]).toEqual([200, ['clicks of a test_late']])
  })

  test('keeps the server from being ready where requests wait for it, and is named with its age', async () => {
    watchLoop(database, 'jobs of a test', { ageMs: () => 61_000, limitMs: 60_000, blocksRequests: true })
    const answer = await app.inject('/ready')
    forgetLoop(database, 'jobs of a test')
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'not_ready',
        reason: 'jobs of a testLate',
        loops: expect.objectContaining({ 'jobs of a test': { seconds: 61, isLate: true, blocksRequests: true } }),
      }),
    ])
    expect(Object.keys(loopAges(database)).toSorted()).toEqual(['clicks', 'jobs', 'links', 'sealing', 'signals'])
  })

  test('whose round never ends begins another at its deadline', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      let begun = 0
      const rounds = new SingleFlight(
        () => {
          begun += 1
          return begun === 1 ? new Promise(() => {}) : Promise.resolve('done')
        },
        { deadlineMs: 1_000 },
      )
      void rounds.run()
      void rounds.run()
      expect(begun).toBe(1)
      vi.setSystemTime(Date.now() + 999)
      void rounds.run()
      expect([begun, rounds.ageMs()]).toEqual([1, 999])
      vi.setSystemTime(Date.now() + 1)
      expect(await rounds.run()).toBe('done')
      expect([begun, rounds.ageMs(), rounds.underWay]).toEqual([2, 0, null])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a server whose database is silent when it is told to stop', () => {
  test('stops in time', async () => {
    const last = openDatabase({ url: proxy.url, maxConnections: 4 })
    const stopping = await buildApp({ database: last, environment: testEnvironment() })
    await stopping.listen({ port: 0, host: '127.0.0.1' })
    await eventually(async () => (await stopping.inject('/ready')).statusCode === 200)
    proxy.fail('blackHole')
    const begun = Date.now()
    await stopping.close()
    await last.close()
    // Within what a process has for its whole stop.
    expect(Date.now() - begun).toBeLessThan(9_500)
    proxy.mend()
  })
})
