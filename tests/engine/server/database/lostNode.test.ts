import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { prepareSchema } from '#cli/support/prepareSchema.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { KillableCitus } from '#tests/support/killableCitus.ts'
import type { Office } from '#tests/support/office.ts'
import {
  askNodes,
  batchOf,
  day,
  now,
  openOfficeOnNodes,
  openToldNodes,
  period,
  placeOf,
  portOf,
  send,
  type Told,
  type ToldNodes,
} from './support/toldNodes.ts'
import { underIngest, underReports } from './support/underLoad.ts'

/** A node of several is killed while the product works: nothing is lost, nothing counts twice, all of it comes back. */
const hasCitus = inject('databaseWorkerUrls').length > 0

let at: ToldNodes
let nodes: KillableCitus
let office: Office
let near: Told
let far: Told

/** What lies on the coordinator. */
const kept = [
  '/api/affiliate?range=[0,24]',
  `/api/report/affiliateActivity?${period}`,
  `/api/report/dashboard?${period}`,
  '/api/dashboard/attention',
  '/api/dashboard/inbox',
  '/ready',
]

const close = () =>
  closeDays({
    database: office.database,
    environment: { businessTimeZone: 'UTC' },
    from: day,
    to: day,
    now,
    log: () => {},
  })

describe.skipIf(!hasCitus)('a node that is lost', () => {
  beforeAll(async () => {
    at = await openToldNodes()
    ;({ nodes, office, near, far } = at)
  }, 240_000)
  afterAll(async () => {
    await office?.close()
    await nodes?.stop()
  })

  it('is 503 to what asks it, while everything else goes on, and what waited for it is taken up', async () => {
    for (const told of [near, far]) expect((await send(at, told, batchOf(told))).status).toBe(200)
    const waiting = batchOf(far)
    await nodes.workers[1]!.kill()
    expect(await send(at, far, waiting)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await send(at, near, batchOf(near))).status).toBe(200)
    for (const path of kept) expect([path, (await office.root.get(path)).status]).toEqual([path, 200])
    expect((await office.root.get(`/api/report/subIds?${period}`)).status).toBe(503)
    // A server that starts meanwhile asks no worker either.
    await prepareSchema({ url: nodes.url, ownerUrl: undefined, isEmbedded: false, fence: undefined, log: () => {} })
    const started = await openOfficeOnNodes(at)
    expect((await started.office.root.get('/ready')).status).toBe(200)
    await started.office.close()
    for (const { link } of [far, near])
      expect((await office.app.inject({ url: `/t/${link.token}` })).statusCode).toBe(302)
    await office.app.flushClicks!()
    const clicksOf = async ({ link }: Told) =>
      (
        await sql<{ clicks: number }>`select coalesce(sum(clicks), 0)::bigint as clicks from movement
          where action = ${link.id}`.execute(office.database.db)
      ).rows[0]!.clicks
    expect([await clicksOf(near), await clicksOf(far)]).toEqual([1, 0])
    const entry = await askNodes<{ id: string }>(
      at,
      `insert into entry (day, affiliate, kind, value, currency, status, payment_method)
        values ('2030-11-02', $1, 'commission', 25, 'BRL', 'pending', 'manual') returning id`,
      [near.link.affiliate],
    )
    const paid = await office.root.post(`/api/entry/${entry[0]!.id}/payment`, {
      paidAt: '2030-11-19',
      reference: 'TED 1',
    })
    expect([paid.status, paid.body]).toEqual([200, expect.anything()])
    await nodes.workers[1]!.start()
    const { body } = await eventually(async () => {
      const answer = await send(at, far, waiting)
      return answer.status === 200 ? answer : undefined
    })
    expect(body.accepted).toBe(10)
    await eventually(async () => {
      await office.app.flushClicks!()
      return (await clicksOf(far)) === 1
    })
    expect(await verifyMovement(office.database.db)).toEqual([])
  }, 120_000)

  it('loses nothing of a batch and counts nothing twice, a worker killed under ingest', async () => {
    const statuses = await underIngest(at, async () => {
      await nodes.workers[1]!.kill()
      await pause(500)
      await nodes.workers[1]!.start()
    })
    expect([...statuses].toSorted()).toEqual([200, 503])
  }, 180_000)

  it('loses nothing of a batch and counts nothing twice, the coordinator killed under ingest', async () => {
    const statuses = await underIngest(at, async () => {
      await nodes.coordinator.kill()
      await pause(300)
      await nodes.coordinator.start()
    })
    expect([...statuses].toSorted()).toEqual([200, 503])
  }, 180_000)

  it('stops a close that is whole when it is asked for again', async () => {
    await nodes.workers[0]!.kill()
    let tries = 0
    const closing = (async () => {
      for (;;) {
        tries += 1
        try {
          return await close()
        } catch (error) {
          expect((error as Error).name).toBe('DatabaseUnavailable')
          await pause(100)
        }
      }
    })()
    await eventually(() => tries > 1)
    await nodes.workers[0]!.start()
    await closing
    const entries = () =>
      askNodes(
        at,
        `select affiliate, sum(value)::text as value, count(*)::integer as count from entry
        where day = '${day}' group by affiliate order by affiliate`,
      )
    const first = await entries()
    expect(first.length).toBeGreaterThan(0)
    await close()
    expect(await entries()).toEqual(first)
  }, 120_000)

  it('holds up nobody else while it hangs, and is 503 once a statement has taken what it may', async () => {
    const hurried = { ...at, ...(await openOfficeOnNodes(at, { statementTimeoutMs: 4_000 })) }
    expect((await send(hurried, far, batchOf(far))).status).toBe(200)
    const goOn = nodes.workers[1]!.hang()
    const waiting = batchOf(far)
    const told = send(hurried, far, waiting)
    try {
      expect((await send(hurried, near, batchOf(near))).status).toBe(200)
      const { root } = hurried.office
      expect(await Promise.all(kept.map(async (path) => [path, (await root.get(path)).status]))).toEqual(
        kept.map((path) => [path, 200]),
      )
      for (const { link } of [far, near])
        expect((await hurried.office.app.inject({ url: `/t/${link.token}` })).statusCode).toBe(302)
      expect(await told).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    } finally {
      goOn()
    }
    const taken = await eventually(async () => {
      const answer = await send(at, far, waiting)
      return answer.status === 200 ? answer : undefined
    })
    expect(taken.body.accepted).toBe(10)
    // Clicks that waited are written now: a look at two nodes while they are would see the one without the other.
    await hurried.office.app.close()
    expect(await verifyMovement(office.database.db)).toEqual([])
  }, 180_000)

  it('is never half of a report: the figures are right, or it is 503, and it comes back by itself', async () => {
    const asked = [`/api/report/subIds?${period}`, `/api/report/affiliateActivity?${period}`]
    const seen = await underReports(at, asked, async ([ofWorkers]) => {
      await nodes.workers[1]!.kill()
      await eventually(() => ofWorkers!.has('503'))
      await nodes.workers[1]!.start()
    })
    expect([...seen[1]!.keys()]).toEqual(['right'])
  }, 120_000)

  it('is not needed for a part that moves to another worker under ingest', async () => {
    const { shard, port } = await placeOf(at, near.brand.id)
    const statuses = await underIngest(at, async () => {
      await askNodes(
        at,
        `select citus_move_shard_placement($1::bigint, '127.0.0.1', $2::integer, '127.0.0.1', $3::integer,
          shard_transfer_mode => 'force_logical')`,
        [shard, port, portOf(nodes.workers.find((worker) => portOf(worker) !== port)!)],
      )
    })
    expect((await placeOf(at, near.brand.id)).port).not.toBe(port)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    // One worker has more parts than the other now: what evens them out is asked for, and moves one back.
    const moved = await underIngest(at, async () => {
      await askNodes(
        at,
        `select citus_rebalance_start(rebalance_strategy => 'by_shard_count', shard_transfer_mode => 'force_logical')`,
      )
      await askNodes(at, 'select citus_rebalance_wait()')
    })
    const placed = await askNodes<{ count: number }>(
      at,
      'select count(*)::integer as count from citus_shards group by nodeport',
    )
    expect(placed.map(({ count }) => count)).toEqual([placed[0]!.count, placed[0]!.count])
    expect([...moved].filter((status) => status !== 200 && status !== 503)).toEqual([])
  }, 180_000)
})
