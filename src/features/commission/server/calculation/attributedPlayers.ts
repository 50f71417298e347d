import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import type { TriggerFact } from '#rules/commission/triggers.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { RewardVersion } from './ruleSet.ts'

/** Days in which one CPA rule holds for some affiliates: `from` inclusive, `until` exclusive. */
export interface Segment {
  readonly version: RewardVersion
  readonly fact: TriggerFact
  readonly threshold: string
  readonly from: Day
  readonly until: Day
  readonly affiliates: number[]
  /** Only players of these brands, where the rule reads otherwise in other currencies. */
  readonly brands?: readonly number[] | null
}

/** The days that are asked about. */
export interface Range {
  readonly from: Day
  readonly to: Day
  /**
   * Affiliates that have more than one rule: who qualified under one before the range must be known, so as not to
   * qualify under the next.
   */
  readonly changing: readonly number[]
  /** Who qualified before the range is not looked up: every player is asked as if for the first time. */
  readonly forgetsKept?: boolean | undefined
}

/** A player that qualified on a day, or (`step` -1) was taken back on it. */
export interface Qualified {
  readonly player: number
  readonly day: Day
  readonly affiliate: number
  readonly brand: number
  readonly sub_brand: number
  readonly action: number
  readonly step?: 1 | -1 | undefined
  /** What is paid for it by its own size; null where a rate says it of all. */
  readonly value?: string | null | undefined
  /** The override it was paid by, with its value (`overrideKey`); null where none was. */
  readonly override?: string | null | undefined
}

/** The condition that a player did not qualify before the range: kept days are not asked again. */
export function notYetQualified(player: string, { from, forgetsKept }: Range): RawBuilder<boolean> {
  if (forgetsKept) return sql<boolean>`true`
  return sql<boolean>`not exists (select from cpa_qualification kept where kept.player = ${sql.ref(player)}
    and kept.day < ${from}::date)`
}

/** The affiliates whose players are asked. */
interface Asked {
  readonly affiliates: readonly number[]
  readonly brands?: readonly number[] | null
}

/** The columns that say whose a player is. */
export const playerKey = sql`player.id as player, player.affiliate, player.brand, player.sub_brand, player.action`

/**
 * The players of a rule's affiliates, as a table: whoever registered with them, and of those whose registration was
 * never told the ones whose first event was theirs; `since` then.
 * @param only of one player: a column that says which
 */
export function attributedPlayersSql({ affiliates, brands }: Asked, only?: RawBuilder<unknown>): RawBuilder<unknown> {
  // Whoever another system acquired was paid for there.
  const isOne = sql`${only ? sql`player.id = ${only}` : sql`true`} and not player.acquired_elsewhere`
  const isAsked = brands ? sql`${isOne} and player.brand = any(${idArray(brands)})` : isOne
  const facts = sql`player.registered_day, player.first_deposit_day, player.first_deposit_amount`
  return sql`(
    select player.id, player.affiliate, player.brand, player.sub_brand, player.action, '-infinity'::date as since,
      ${facts} from player where player.affiliate = any(${idArray(affiliates)}) and ${isAsked}
    union all
    select player.id, place.affiliate, player.brand, place.sub_brand, place.action, place.first_day, ${facts}
      from player_place place join player on player.id = place.player
    where place.home is null and place.affiliate = any(${idArray(affiliates)}) and ${isAsked} and not exists (
      select from player_place earlier where earlier.player = place.player and (earlier.first_at,
        earlier.first_event) < (place.first_at, place.first_event))
  ) player`
}

/**
 * What the players of a rule's affiliates did elsewhere: by links of other affiliates, and before they named any. Few
 * do, so this is cheap; their lives are not whole without it.
 * @returns the tables `elsewhere` (player, affiliate) and `homeless` (player, brand)
 */
export function otherAffiliatesSql({ affiliates }: Asked): RawBuilder<unknown> {
  return sql`elsewhere as (
      select player, affiliate from player_place where home = any(${idArray(affiliates)})
        and affiliate <> all(${idArray(affiliates)})
      union
      select place.player, place.affiliate from player_place own join player_place place using (player)
      where own.home is null and own.affiliate = any(${idArray(affiliates)})
        and place.affiliate <> all(${idArray(affiliates)})
    ), homeless as (
      select distinct player.id as player, player.brand from player_place own join player on player.id = own.player
        where own.home is null and own.affiliate = any(${idArray(affiliates)})
    )`
}

/**
 * The events that a statement over the lives of a rule's affiliates' players reads: of the players it asks for, there
 * and elsewhere (see {@link otherAffiliatesSql}).
 * @param players the ids of the players it may ask for, as a select
 * @param condition what of their events it reads
 */
export function lifeEvents(
  { affiliates }: Asked,
  players: RawBuilder<unknown>,
  condition: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown>[] {
  const own = idArray(affiliates)
  return [
    sql`select event.* from event where event.affiliate = any(${own}) and event.player in (${players}) and ${condition}`,
    sql`select event.* from event join (
        select player, affiliate from player_place where home = any(${own}) and affiliate <> all(${own})
        union select place.player, place.affiliate from player_place first join player_place place using (player)
          where first.home is null and first.affiliate = any(${own}) and place.affiliate <> all(${own})
      ) place on place.player = event.player and place.affiliate = event.affiliate where ${condition}`,
    sql`select event.* from event join (
        select distinct player.id, player.brand from player_place first join player on player.id = first.player
          where first.home is null and first.affiliate = any(${own})
      ) homeless on homeless.id = event.player and homeless.brand = event.brand
      where event.action is null and ${condition}`,
  ]
}

// Few players have such events, and `offset 0` has each looked up by itself: planned as joins, all events of all months
// were read to find them.
/** The events of a player of `elsewhere` there. */
export const crossAffiliateEventsSql = sql`select event.* from event where event.player = elsewhere.player
  and event.affiliate = elsewhere.affiliate`
/** The events of a player of `homeless` that name no link. */
export const beforeAnyLink = sql`select event.* from event where event.player = homeless.player
  and event.brand = homeless.brand and event.action is null`
