import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startGateway, type TestGateway } from '#tests/support/gateway.ts'
import type { KillableCitus } from '#tests/support/killableCitus.ts'
import type { Office } from '#tests/support/office.ts'
import { fileOf, order } from '#tests/features/reporting/server/downloads/support.ts'
import { unique } from '#tests/features/activity/server/support/activity.ts'
import { feedText } from '#tests/features/activity/server/support/feeds.ts'
import {
  askNodes,
  batchOf,
  now as outset,
  openOfficeOnNodes,
  openToldNodes,
  period,
  placeOf,
  portOf,
  send,
  type ToldNodes,
} from './support/toldNodes.ts'
import { expectPaidOnce, killAtPayout, owed, statesOf } from './support/paidNodes.ts'
import { killWhileHeld, underIngest, underReports } from './support/underLoad.ts'

/** The coordinator of several nodes is lost under what it does alone (payments, reports, closes) and what it has others do. */
const hasCitus = inject('databaseWorkerUrls').length > 0

let at: ToldNodes
let nodes: KillableCitus
let office: Office
let gateway: TestGateway
let variables: Record<string, string>
let moment = outset().getTime()
const now = () => new Date(moment)

describe.skipIf(!hasCitus)('a coordinator that is lost', () => {
  beforeAll(async () => {
    gateway = await startGateway({ now })
    variables = { PAYOUT_GATEWAY_URL: gateway.url, PAYOUT_GATEWAY_SECRET: gateway.secret }
    at = await openToldNodes({ now, variables })
    ;({ nodes, office } = at)
  }, 240_000)
  beforeEach(() => gateway.behave(() => ({ outcome: 'settled' })))
  afterAll(async () => {
    await office?.close()
    await nodes?.stop()
    await gateway?.close()
  })

  it('goes on with payments and files while no worker is there, and what needs one waits for it', async () => {
    const owners = await owed(at, 3)
    const fileOfReport = (report: string) => order(office.root, { report, format: 'csv', query: period })
    let sends = 0
    gateway.behave(async () => {
      sends += 1
      if (sends === 1) await Promise.all(nodes.workers.map((worker) => worker.kill()))
      return { outcome: 'settled', losesAnswer: sends === 2 }
    })
    for (const id of owners) expect((await office.root.post(`/api/payment/affiliate/${id}`)).status).toBe(200)
    expect(await statesOf(at, owners)).toEqual([['settled'], ['unknown'], ['settled']])
    const upload = await office.app.inject({
      method: 'POST',
      url: `/api/brand/${at.far.brand.id}/feed?name=november.csv`,
      headers: { authorization: `Bearer ${office.root.token}`, 'content-type': 'text/csv' },
      payload: feedText([
        {
          event_id: unique('e'),
          type: 'registration',
          occurred_at: '2030-11-12T12:00:00Z',
          player_ref: unique('p'),
          action_token: String(at.far.link.token),
        },
      ]),
    })
    const uploaded = async () =>
      (await office.root.get(`/api/brand/${at.far.brand.id}/feed/${upload.json().id}`)).body as object
    const [made, waiting] = [await fileOfReport('affiliateActivity'), await fileOfReport('subIds')]
    moment += 60_000
    await expectPaidOnce({ ...at, gateway }, owners)
    await eventually(async () => (await fileOf(office.root, made.id))!.state === 'ready')
    await eventually(async () => (await fileOf(office.root, waiting.id))!.problem?.code === 'unavailable')
    await eventually(
      async () =>
        (
          await askNodes(
            at,
            `select from job, feed_upload where job.kind = 'feedImports' and job.state = 'waiting'
              and job.started_at is not null and feed_upload.state = 'waiting' and feed_upload.tries = 0`,
          )
        ).length > 0,
    )
    await Promise.all(nodes.workers.map((worker) => worker.start()))
    moment += 60_000
    await eventually(async () => (await fileOf(office.root, waiting.id))!.state === 'ready')
    await eventually(async () => JSON.stringify(await uploaded()).includes('"state":"done"'))
    expect(await uploaded()).toMatchObject({ step: 'check', check: { accepted: 1, refused: 0 } })
  }, 120_000)

  it('between the answer of the gateway and the note of it pays nobody twice who was paid one by one', async () => {
    const owners = await owed(at, 5)
    const { killed } = killAtPayout({ nodes, gateway }, 3)
    const pay = (id: number) =>
      office.root.post(`/api/payment/affiliate/${id}`, undefined, { 'idempotency-key': `key-of-${id}` })
    const answers = await Promise.all(owners.map(pay))
    await killed
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toContain(503)
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    await nodes.coordinator.start()
    gateway.behave(() => ({ outcome: 'settled' }))
    // Whoever heard nothing asks again, and is answered as the first time.
    await eventually(async () => (await office.root.get('/ready')).status === 200)
    for (const id of owners) expect([id, (await pay(id)).status]).toEqual([id, 200])
    moment += 60_000
    await expectPaidOnce({ ...at, gateway }, owners)
  }, 120_000)

  it('between the answer of the gateway and the note of it pays nobody twice of a batch of the job', async () => {
    const owners = await owed(at, 5)
    const { killed } = killAtPayout({ nodes, gateway }, 5)
    expect((await office.root.post('/api/job/automaticPayments/run')).status).toBe(200)
    await killed
    expect(gateway.batches.size).toBe(1)
    await nodes.coordinator.start()
    expect(await statesOf(at, owners)).toEqual(owners.map(() => ['sent']))
    moment += 120_000
    await expectPaidOnce({ ...at, gateway }, owners)
    expect(gateway.batches.size).toBe(1)
  }, 120_000)

  it('stops a close, which comes to the same when it is asked for again, or again by itself', async () => {
    const days = ['2030-11-13', '2030-11-14', '2030-11-15']
    for (const on of days)
      for (const told of [at.near, at.far]) expect((await send(at, told, batchOf(told, on))).status).toBe(200)
    const close = (on: string) =>
      closeDays({
        database: office.database,
        environment: { businessTimeZone: 'UTC' },
        from: on,
        to: on,
        now,
        log: () => {},
      })
    const entriesOf = (on: string) =>
      askNodes(
        at,
        `select affiliate, kind, currency, value::text as value, status from entry where day = $1 order by affiliate, id`,
        [on],
      )
    const [undisturbed, asked, byItself] = days as [string, string, string]
    await close(undisturbed)
    const right = await entriesOf(undisturbed)
    expect(right.length).toBe(2)

    const failed = await killWhileHeld(at, 'lock table entry in share mode', () => close(asked))
    expect((failed as Error).name).toBe('DatabaseUnavailable')
    await nodes.coordinator.start()
    expect(await entriesOf(asked)).toEqual([])
    await eventually(() => close(asked).catch(() => undefined))
    expect(await entriesOf(asked)).toEqual(right)
    await close(asked)
    expect(await entriesOf(asked)).toEqual(right)

    await killWhileHeld(at, 'lock table closed_day in share mode', () =>
      office.root.post('/api/job/dailyClose/run', { from: byItself, to: byItself }),
    )
    await nodes.coordinator.start()
    moment += 30_000
    await eventually(
      async () =>
        (
          await askNodes(at, `select from job where kind = 'dailyClose' and state = 'done' and input->>'from' = $1`, [
            byItself,
          ])
        ).length > 0,
    )
    expect(await entriesOf(byItself)).toEqual(right)
  }, 120_000)

  it('is never half of a report: its figures are right, or it is 503, or it ends in the middle of a word', async () => {
    const dashboard = `/api/report/dashboard?${period}`
    const long = '/api/report/affiliateActivity?from=2030-09-01&to=2030-09-30'
    await askNodes(
      at,
      `with made as (insert into affiliate (name, token) select 'Long ' || n, 'long-' || n from generate_series(1, 4500) n
        returning id)
      insert into movement_wide (day, brand, affiliate, bets_turnover_minor)
        select '2030-09-10', $1::bigint, id, id * 100 + 1 from made`,
      [at.near.brand.id],
    )
    await underReports(at, [`/api/report/subIds?${period}`, dashboard, long], async (meanwhile) => {
      await nodes.coordinator.kill()
      await eventually(() => meanwhile.every((each) => each.has('503')))
      await nodes.coordinator.start()
    })
    await askNodes(at, `delete from movement_wide where day = '2030-09-10'`)
  }, 120_000)

  it('is 503 while it hangs, and loses and doubles nothing when it goes on', async () => {
    const hurried = {
      ...at,
      ...(await openOfficeOnNodes(at, { now, variables, silentMs: 300, connectLimitMs: 1_000 })),
    }
    const { root } = hurried.office
    const statuses = await underIngest(hurried, async (answered) => {
      const goOn = nodes.coordinator.hang()
      try {
        const asked = [
          `/api/report/subIds?${period}`,
          `/api/report/dashboard?${period}`,
          '/api/affiliate?range=[0,24]',
          '/ready',
        ]
        expect(await Promise.all(asked.map(async (path) => [path, (await root.get(path)).status]))).toEqual(
          asked.map((path) => [path, 503]),
        )
        await eventually(() => answered.has(503))
      } finally {
        goOn()
      }
    })
    expect([...statuses].toSorted()).toEqual([200, 503])
    await eventually(async () => (await root.get('/ready')).status === 200)
    await hurried.office.close()
  }, 120_000)

  it('leaves nothing of a part that moved, and goes on by itself with evening out', async () => {
    const { near } = at
    const place = await placeOf(at, near.brand.id)
    const other = nodes.workers.find((worker) => portOf(worker) !== place.port)!
    const move = () =>
      askNodes(
        at,
        `select citus_move_shard_placement($1::bigint, '127.0.0.1', $2::integer, '127.0.0.1', $3::integer,
          shard_transfer_mode => 'force_logical')`,
        [place.shard, place.port, portOf(other)],
      )
    /** Kills in the moment in which a part is switched over, all of it on both workers; so long writes to it wait. */
    const killAtSwitch = async (work: () => Promise<unknown>) => {
      await killWhileHeld(at, 'select lock_shard_metadata(5, array(select shardid from pg_dist_shard))', work)
      await nodes.coordinator.start()
    }
    const leftOver = async () =>
      (
        await Promise.all(
          nodes.workers.map(({ url }) =>
            askNodes<{ name: string }>(
              { nodes: { ...nodes, url: url.replace('/postgres', '/office') } },
              `select slot_name::text as name from pg_replication_slots union all select subname from pg_subscription
                union all select pubname from pg_publication`,
            ),
          ),
        )
      ).flat()
    await underIngest(at, () => killAtSwitch(move))
    await eventually(async () => (await askNodes(at, 'select from pg_dist_cleanup')).length === 0)
    expect([await placeOf(at, near.brand.id), await leftOver()]).toEqual([place, []])
    await move()
    expect((await placeOf(at, near.brand.id)).port).toBe(portOf(other))

    await underIngest(at, () =>
      killAtSwitch(() =>
        askNodes(
          at,
          `select citus_rebalance_start(rebalance_strategy => 'by_shard_count', shard_transfer_mode => 'force_logical')`,
        ),
      ),
    )
    await eventually(
      async () =>
        (await askNodes(at, `select from pg_dist_background_job where state not in ('finished', 'failed')`)).length ===
        0,
      { withinMs: 60_000 },
    )
    const placed = await askNodes<{ count: number }>(
      at,
      'select count(*)::integer as count from citus_shards group by nodeport',
    )
    expect(placed.map(({ count }) => count)).toEqual([placed[0]!.count, placed[0]!.count])
    await eventually(async () => (await askNodes(at, 'select from pg_dist_cleanup')).length === 0)
    expect(await leftOver()).toEqual([])
  }, 180_000)
})
