import { type Kysely, sql } from 'kysely'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { overridesConditions, type PlayerPlace } from '#rules/deals/conditions.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { placeOf } from './rowsByOrigin.ts'

/**
 * Where a player is from on a day, of rows `lived (affiliate, player, day)`: said by its registration up to then, else by
 * its first event of the affiliate's that names a country.
 */
export const countryThen = sql`(select event.country from event where event.affiliate = lived.affiliate
  and event.player = lived.player and event.country is not null and event.day <= lived.day
  order by event.type <> 'registration', event.occurred_at limit 1)`

/** Where a player is from, as its row says. */
interface Placed {
  readonly brand: number
  readonly sub_brand: number
  readonly action: number
}

/** The campaigns and promo codes of links, as they are today. */
export async function readLinks(
  db: Kysely<any>,
  actions: readonly number[],
): Promise<ReadonlyMap<number, { readonly campaign: number; readonly promo_code: string | null }>> {
  if (actions.length === 0) return new Map()
  const { rows } = await sql<{ action: number; campaign: number; promo_code: string | null }>`
    select action.id as action, campaign.id as campaign, campaign.promo_code
    from action join campaign on campaign.id = action.campaign
    where action.id = any(${idArray([...new Set(actions)])})`.execute(db)
  return new Map(rows.map((row) => [row.action, row]))
}

/**
 * Where players came from, for a reward whose overrides have conditions of their own.
 * @returns says so of a player; null of each where the reward has none: nothing is read then
 */
export async function readPlayerPlaces(
  db: Kysely<any>,
  rule: RewardRule,
  players: readonly Placed[],
): Promise<(player: Placed) => PlayerPlace | null> {
  if (!overridesConditions(rule)) return () => null
  const links = await readLinks(
    db,
    players.map(({ action }) => action),
  )
  return (player) => placeOf({ campaign: null, promo_code: null, ...links.get(player.action), ...player })
}

/** Where one player came from. */
export async function readPlayerPlace(db: Kysely<any>, rule: RewardRule, player: Placed): Promise<PlayerPlace | null> {
  return (await readPlayerPlaces(db, rule, [player]))(player)
}
