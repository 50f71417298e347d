import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { withClient } from '../../../src/api/database/client.ts'
import { openDatabase } from '../../../src/api/database/connect.ts'
import { verifyMovement } from '../../../src/api/ingest/movement/verifyMovement.ts'
import { closeDays } from '../../../src/api/money/close/closeDays.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildReward,
  buildRewardProfile,
  type BuiltRecord,
} from '../../support/builders.ts'
import { fenceOf } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { type KillableCitus, type KillableServer, startKillableCitus } from '../../support/killableCitus.ts'
import { type Office, openOfficeOn } from '../../support/office.ts'
import { buildRaw, unique } from '../ingest/support/activity.ts'

/** A node of several is killed while the product works: nothing is lost, nothing counts twice, all of it comes back. */
const hasCitus = inject('databaseWorkerUrls').length > 0

/** A brand with what tells its events. */
interface Told {
  readonly brand: BuiltRecord
  readonly link: BuiltRecord
  readonly key: string
  /** The port of the worker that its events lie on. */
  readonly port: string
}

let nodes: KillableCitus
let office: Office
let address: string
let profile: BuiltRecord
/** Of the first worker, and of the second. */
let near: Told
let far: Told
const day = '2026-11-18'
const period = 'from=2026-11-01&to=2026-11-30'
const portOf = ({ url }: { url: string }) => new URL(url).port
const asked = <Row extends object>(text: string, values: unknown[] = []) =>
  withClient(nodes.url, async (client) => (await client.query<Row>(text, values)).rows)

async function placeOf(brand: number): Promise<{ port: string; shard: string }> {
  const [found] = await asked<{ port: string; shard: string }>(
    `select nodeport::text as port, shardid::text as shard from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('event_identity', $1::bigint)`,
    [brand],
  )
  return found!
}

/** Makes brands until there is one on a worker. */
async function toldOn(worker: KillableServer): Promise<Told> {
  for (;;) {
    const brand = await buildBrand(office.root)
    const { port } = await placeOf(brand.id)
    if (port !== portOf(worker)) continue
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    const affiliate = await buildAffiliate(office.root, {
      brands: [brand.id],
      paymentType: 'manual',
      rewardProfile: profile.id,
    })
    const link = await buildAction(office.root, { campaign: campaign.id, affiliate: affiliate.id })
    const { key } = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body
    return { brand, link, key: key as string, port }
  }
}

/** A player that registers, pays in and bets 10.00 a bet. */
function batchOf({ link }: Told, bets = 8): object[] {
  const player_ref = unique('p')
  const at = { player_ref, occurred_at: `${day}T12:00:00Z` }
  return [
    buildRaw({ type: 'registration', action_token: link.token, ...at }),
    buildRaw({ type: 'deposit', amount: '50.00', ...at }),
    ...Array.from({ length: bets }, () => buildRaw({ type: 'bet', product: 'bets', amount: '10.00', ...at })),
  ]
}

const send = async ({ key }: Told, events: object[]) => {
  const answer = await fetch(`${address}/ingest/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string; accepted?: number } }
}

const storedOf = async ({ brand }: Told) =>
  (
    await sql<{ events: number; identities: number; bets: number }>`select
      (select count(*) from event where brand = ${brand.id}) as events,
      (select count(*) from event_identity where brand = ${brand.id}) as identities,
      (select coalesce(sum(bets), 0)::bigint from movement where brand = ${brand.id}) as bets`.execute(
      office.database.db,
    )
  ).rows[0]!

/**
 * Tells events of both brands, four at a time, each batch until it was taken, and does something to the nodes
 * meanwhile.
 * @returns every status that was answered
 */
async function underIngest(fault: () => Promise<void>): Promise<Set<number>> {
  const before = { near: await storedOf(near), far: await storedOf(far) }
  const statuses = new Set<number>()
  const batches = { near: 0, far: 0 }
  let isOver = false
  const lane = async (name: 'near' | 'far') => {
    const told = name === 'near' ? near : far
    while (!isOver) {
      const batch = batchOf(told)
      for (let status = 0; status !== 200;) {
        ;({ status } = await send(told, batch))
        statuses.add(status)
        if (status !== 200) await pause(50)
      }
      batches[name] += 1
    }
  }
  const lanes = Promise.all((['near', 'far', 'near', 'far'] as const).map(lane))
  const enough = (more: number) => {
    const [start, other] = [batches.near, batches.far]
    return eventually(() => batches.near >= start + more && batches.far >= other + more, { withinMs: 60_000 })
  }
  try {
    await enough(3)
    await fault()
    await enough(3)
  } finally {
    isOver = true
    await lanes
  }
  // What a node was to write when it was lost is finished by the coordinator within a second or two.
  await eventually(async () => (await verifyMovement(office.database.db)).length === 0)
  for (const name of ['near', 'far'] as const) {
    const [old, now] = [before[name], await storedOf(name === 'near' ? near : far)]
    expect([name, now.events - old.events, now.identities - old.identities, now.bets - old.bets]).toEqual([
      name,
      batches[name] * 10,
      batches[name] * 10,
      batches[name] * 8,
    ])
  }
  return statuses
}

const close = () =>
  closeDays({
    database: office.database,
    environment: { businessTimeZone: 'UTC' },
    from: day,
    to: day,
    now: () => new Date('2026-11-20T12:00:00Z'),
    log: () => {},
  })

describe.skipIf(!hasCitus)('a node that is lost', () => {
  beforeAll(async () => {
    nodes = await startKillableCitus()
    const database = openDatabase({ url: nodes.url, fence: fenceOf(nodes.url), maxConnections: 8 })
    office = await openOfficeOn(
      { database, drop: () => database.close() },
      { now: () => new Date('2026-11-20T12:00:00Z') },
    )
    address = await office.app.listen({ host: '127.0.0.1', port: 0 })
    // Who qualifies is told from events.
    const rewards = [
      await buildReward(office.root),
      await buildReward(office.root, { productType: 'games' }),
      await buildReward(office.root, { productType: 'lotto' }),
      await buildReward(office.root, {
        productType: 'cpa',
        triggerCondition: 'deposit',
        triggerOperation: 'sum',
        triggerComparison: '>= 40',
      }),
    ]
    profile = await buildRewardProfile(office.root, { rewards: rewards.map(({ id }) => id) })
    near = await toldOn(nodes.workers[0]!)
    far = await toldOn(nodes.workers[1]!)
  }, 240_000)
  afterAll(async () => {
    await office?.close()
    await nodes?.stop()
  })

  it('is 503 to what asks it, while everything else goes on, and what waited for it is taken up', async () => {
    for (const told of [near, far]) expect((await send(told, batchOf(told))).status).toBe(200)
    const waiting = batchOf(far)
    await nodes.workers[1]!.kill()
    expect(await send(far, waiting)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await send(near, batchOf(near))).status).toBe(200)
    for (const path of [
      '/api/affiliate?range=[0,24]',
      `/api/report/affiliateActivity?${period}`,
      `/api/report/dashboard?${period}`,
      '/api/dashboard/attention',
      '/api/dashboard/inbox',
      '/ready',
    ])
      expect([path, (await office.root.get(path)).status]).toEqual([path, 200])
    expect((await office.root.get(`/api/report/subIds?${period}`)).status).toBe(503)
    for (const { link } of [far, near])
      expect((await office.app.inject({ url: `/t/${link.token}` })).statusCode).toBe(302)
    await office.app.flushClicks!()
    const clicksOf = async ({ link }: Told) =>
      (
        await sql<{ clicks: number }>`select coalesce(sum(clicks), 0)::bigint as clicks from movement
          where action = ${link.id}`.execute(office.database.db)
      ).rows[0]!.clicks
    expect([await clicksOf(near), await clicksOf(far)]).toEqual([1, 0])
    const entry = await asked<{ id: string }>(
      `insert into entry (day, affiliate, kind, value, currency, status, payment_method)
        values ('2026-11-02', $1, 'commission', 25, 'BRL', 'pending', 'manual') returning id`,
      [near.link.affiliate],
    )
    const paid = await office.root.post(`/api/entry/${entry[0]!.id}/payment`, {
      paidAt: '2026-11-19',
      reference: 'TED 1',
    })
    expect([paid.status, paid.body]).toEqual([200, expect.anything()])
    await nodes.workers[1]!.start()
    const { body } = await eventually(async () => {
      const answer = await send(far, waiting)
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
    const statuses = await underIngest(async () => {
      await nodes.workers[1]!.kill()
      await pause(500)
      await nodes.workers[1]!.start()
    })
    expect([...statuses].toSorted()).toEqual([200, 503])
  }, 180_000)

  it('loses nothing of a batch and counts nothing twice, the coordinator killed under ingest', async () => {
    const statuses = await underIngest(async () => {
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
      asked(`select affiliate, sum(value)::text as value, count(*)::integer as count from entry
        where day = '${day}' group by affiliate order by affiliate`)
    const first = await entries()
    expect(first.length).toBeGreaterThan(0)
    await close()
    expect(await entries()).toEqual(first)
  }, 120_000)

  it('is not needed for a part that moves to another worker under ingest', async () => {
    const { shard, port } = await placeOf(near.brand.id)
    const statuses = await underIngest(async () => {
      await asked(
        `select citus_move_shard_placement($1::bigint, '127.0.0.1', $2::integer, '127.0.0.1', $3::integer,
          shard_transfer_mode => 'force_logical')`,
        [shard, port, portOf(nodes.workers.find((worker) => portOf(worker) !== port)!)],
      )
    })
    expect((await placeOf(near.brand.id)).port).not.toBe(port)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  }, 180_000)
})
