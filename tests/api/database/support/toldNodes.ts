import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { withClient } from '../../../../src/api/database/client.ts'
import { openDatabase } from '../../../../src/api/database/connect.ts'
import { verifyMovement } from '../../../../src/api/ingest/movement/verifyMovement.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildReward,
  buildRewardProfile,
  type BuiltRecord,
} from '../../../support/builders.ts'
import { fenceOf } from '../../../support/database.ts'
import { eventually } from '../../../support/eventually.ts'
import { type KillableCitus, startKillableCitus } from '../../../support/killableCitus.ts'
import { type Office, openOfficeOn } from '../../../support/office.ts'
import { buildRaw, unique } from '../../ingest/support/activity.ts'

/** A brand with what tells its events. */
export interface Told {
  readonly brand: BuiltRecord
  readonly link: BuiltRecord
  readonly key: string
  /** The port of the worker that its events lie on. */
  readonly port: string
}

/** Three nodes with an office on them, and a brand on each worker. */
export interface ToldNodes {
  readonly nodes: KillableCitus
  readonly office: Office
  readonly address: string
  /** Of the first worker, and of the second. */
  readonly near: Told
  readonly far: Told
}

/** When everything happens. */
export const day = '2026-11-18'
export const now = () => new Date('2026-11-20T12:00:00Z')

export const portOf = ({ url }: { url: string }): string => new URL(url).port

/** Asks the coordinator over a connection of its own. */
export const askNodes = <Row extends object>(
  { nodes }: Pick<ToldNodes, 'nodes'>,
  text: string,
  values: unknown[] = [],
) => withClient(nodes.url, async (client) => (await client.query<Row>(text, values)).rows)

/** Where a brand's events lie. */
export async function placeOf(at: Pick<ToldNodes, 'nodes'>, brand: number): Promise<{ port: string; shard: string }> {
  const [found] = await askNodes<{ port: string; shard: string }>(
    at,
    `select nodeport::text as port, shardid::text as shard from pg_dist_shard_placement
      where shardid = get_shard_id_for_distribution_column('event_identity', $1::bigint)`,
    [brand],
  )
  return found!
}

/** Opens an office on nodes. @param statementTimeoutMs what a statement may take, where that is not what the product says */
export async function openOfficeOnNodes(
  { nodes }: Pick<ToldNodes, 'nodes'>,
  statementTimeoutMs?: number,
): Promise<Pick<ToldNodes, 'office' | 'address'>> {
  const { url } = nodes
  const limit = statementTimeoutMs === undefined ? {} : { statementTimeoutMs }
  const database = openDatabase({ url, fence: fenceOf(url), maxConnections: 8, ...limit })
  const office = await openOfficeOn({ database, drop: () => database.close() }, { now })
  return { office, address: await office.app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** Starts nodes, an office, and brands until there is one on each worker. */
export async function openToldNodes(): Promise<ToldNodes> {
  const nodes = await startKillableCitus()
  const opened = await openOfficeOnNodes({ nodes })
  const { root } = opened.office
  // Who qualifies is told from events.
  const rewards = [
    await buildReward(root),
    await buildReward(root, { productType: 'games' }),
    await buildReward(root, { productType: 'lotto' }),
    await buildReward(root, {
      productType: 'cpa',
      triggerCondition: 'deposit',
      triggerOperation: 'sum',
      triggerComparison: '>= 40',
    }),
  ]
  const profile = await buildRewardProfile(root, { rewards: rewards.map(({ id }) => id) })
  const toldOn = async (worker: { url: string }): Promise<Told> => {
    for (;;) {
      const brand = await buildBrand(root)
      const { port } = await placeOf({ nodes }, brand.id)
      if (port !== portOf(worker)) continue
      const campaign = await buildCampaign(root, { brand: brand.id })
      const affiliate = await buildAffiliate(root, {
        brands: [brand.id],
        paymentType: 'manual',
        rewardProfile: profile.id,
      })
      const link = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
      const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
      return { brand, link, key: key as string, port }
    }
  }
  return { nodes, ...opened, near: await toldOn(nodes.workers[0]!), far: await toldOn(nodes.workers[1]!) }
}

/** A player that registers, pays in and bets 10.00 a bet. */
export function batchOf({ link }: Told, bets = 8): object[] {
  const player_ref = unique('p')
  const at = { player_ref, occurred_at: `${day}T12:00:00Z` }
  return [
    buildRaw({ type: 'registration', action_token: link.token, ...at }),
    buildRaw({ type: 'deposit', amount: '50.00', ...at }),
    ...Array.from({ length: bets }, () => buildRaw({ type: 'bet', product: 'bets', amount: '10.00', ...at })),
  ]
}

/** Tells events of a brand as its platform does. */
export async function send({ address }: Pick<ToldNodes, 'address'>, { key }: Told, events: object[]) {
  const answer = await fetch(`${address}/ingest/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string; accepted?: number } }
}

async function storedOf({ office }: ToldNodes, { brand }: Told) {
  const { rows } = await sql<{ events: number; identities: number; bets: number }>`select
      (select count(*) from event where brand = ${brand.id}) as events,
      (select count(*) from event_identity where brand = ${brand.id}) as identities,
      (select coalesce(sum(bets), 0)::bigint from movement where brand = ${brand.id}) as bets`.execute(
    office.database.db,
  )
  return rows[0]!
}

/**
 * Tells events of both brands, four at a time, each batch until it was taken, and does something to the nodes
 * meanwhile.
 * @returns every status that was answered
 */
export async function underIngest(at: ToldNodes, fault: () => Promise<void>): Promise<Set<number>> {
  const before = { near: await storedOf(at, at.near), far: await storedOf(at, at.far) }
  const statuses = new Set<number>()
  const batches = { near: 0, far: 0 }
  let isOver = false
  const lane = async (name: 'near' | 'far') => {
    while (!isOver) {
      const batch = batchOf(at[name])
      for (let status = 0; status !== 200;) {
        ;({ status } = await send(at, at[name], batch))
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
  await eventually(async () => (await verifyMovement(at.office.database.db)).length === 0)
  for (const name of ['near', 'far'] as const) {
    const [old, stored] = [before[name], await storedOf(at, at[name])]
    expect([name, stored.events - old.events, stored.identities - old.identities, stored.bets - old.bets]).toEqual([
      name,
      batches[name] * 10,
      batches[name] * 10,
      batches[name] * 8,
    ])
  }
  return statuses
}
