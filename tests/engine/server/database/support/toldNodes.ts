import { withClient } from '#engine/server/database/client.ts'
import { type DatabaseOptions, openDatabase } from '#engine/server/database/connect.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildReward,
  buildRewardProfile,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { fenceOf } from '#tests/support/database.ts'
import { type KillableCitus, startKillableCitus } from '#tests/support/killableCitus.ts'
import { type Office, openOfficeOn } from '#tests/support/office.ts'
import { buildRaw, unique } from '#tests/features/activity/server/support/activity.ts'

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

/** When everything happens: after the real present moment, which is what the database gives to new records. */
export const day = '2030-11-18'
export const now = () => new Date('2030-11-20T12:00:00Z')
/** What reports are asked for. */
export const period = 'from=2030-11-01&to=2030-11-30'

/** What an office on nodes has otherwise than the product: its clock, what its operator sets, what a statement may take. */
export interface NodesOptions extends Pick<DatabaseOptions, 'statementTimeoutMs' | 'silentMs' | 'connectLimitMs'> {
  readonly now?: () => Date
  readonly variables?: Record<string, string>
}

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

/** Opens an office on nodes. */
export async function openOfficeOnNodes(
  { nodes }: Pick<ToldNodes, 'nodes'>,
  { variables, now: clock = now, ...limits }: NodesOptions = {},
): Promise<Pick<ToldNodes, 'office' | 'address'>> {
  const { url } = nodes
  const database = openDatabase({ url, fence: fenceOf(url), maxConnections: 8, ...limits })
  const office = await openOfficeOn({ database, drop: () => database.close() }, { now: clock, variables })
  return { office, address: await office.app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** Starts nodes, an office, and brands until there is one on each worker. */
export async function openToldNodes(options: NodesOptions = {}): Promise<ToldNodes> {
  const nodes = await startKillableCitus()
  const opened = await openOfficeOnNodes({ nodes }, options)
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

/** A player that registers, pays in and bets 8 times 10.00. */
export function batchOf({ link }: Told, on = day): object[] {
  const player_ref = unique('p')
  const at = { player_ref, occurred_at: `${on}T12:00:00Z` }
  return [
    buildRaw({ type: 'registration', action_token: link.token, ...at }),
    buildRaw({ type: 'deposit', amount: '50.00', ...at }),
    ...Array.from({ length: 8 }, () => buildRaw({ type: 'bet', product: 'bets', amount: '10.00', ...at })),
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
