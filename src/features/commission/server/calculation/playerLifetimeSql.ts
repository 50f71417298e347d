import { type RawBuilder, sql } from 'kysely'
import type { TriggerFact } from '#rules/commission/triggers.ts'
import { arrayOf, idArray } from '#engine/server/database/arrays.ts'
import {
  beforeAnyLink,
  crossAffiliateEventsSql,
  notYetQualified,
  otherAffiliatesSql,
  attributedPlayersSql,
  playerKey,
  type Qualified,
  type Range,
  type Segment,
} from './attributedPlayers.ts'
import { beginningOfTime } from './ruleSet.ts'

/** A fact that adds up over a player's life. */
export interface LifeFact {
  readonly types: readonly string[]
  /** What a day's events come to. */
  readonly amount: string
  /** How days come together. */
  readonly over: 'sum' | 'max' | 'first'
}

/** A day's amount of the other facts, and how days come together over a life. */
export const lifetimeFacts: Partial<Record<TriggerFact, LifeFact>> = {
  depositCount: { types: ['deposit'], amount: 'count(*)', over: 'sum' },
  depositSum: { types: ['deposit'], amount: 'sum(event.amount)', over: 'sum' },
  largestDeposit: { types: ['deposit'], amount: 'max(event.amount)', over: 'max' },
  betCount: { types: ['bet'], amount: 'count(*)', over: 'sum' },
  turnover: { types: ['bet'], amount: 'sum(event.amount)', over: 'sum' },
  largestBet: { types: ['bet'], amount: 'max(event.amount)', over: 'max' },
  firstBet: {
    types: ['bet'],
    amount: '(array_agg(event.amount order by event.occurred_at, event.event_id))[1]',
    over: 'first',
  },
  ggr: {
    types: ['bet', 'win'],
    amount: "sum(case when event.type = 'bet' then event.amount else - event.amount end)",
    over: 'sum',
  },
}

/** A day's amount of a fact, and what the days up to one come to, as aggregates over `amount`. */
export function addedUp(fact: LifeFact): { readonly amount: RawBuilder<unknown>; readonly over: RawBuilder<unknown> } {
  const over = fact.over === 'first' ? sql`first_value(amount)` : sql.raw(`${fact.over}(amount)`)
  return { amount: sql.raw(fact.amount), over }
}

const told = sql`event.player, event.day, event.type, event.amount, event.occurred_at, event.event_id`

/** The first day of the rule on which a player's whole life, added up, reaches the threshold. */
export function playersReachingThreshold(segment: Segment, fact: LifeFact, range: Range): RawBuilder<Qualified> {
  const { amount, over } = addedUp(fact)
  const types = arrayOf('text', fact.types)
  const affiliates = idArray(segment.affiliates)
  // Nobody can newly qualify on a day without activity, save where the rule itself begins.
  const activeFrom = segment.from >= range.from ? beginningOfTime : range.from
  const isActive = sql`event.day between ${activeFrom}::date and ${range.to}::date and event.type = any(${types})`
  return sql<Qualified>`with ${otherAffiliatesSql(segment)}, active as (
      select player from (
        select distinct player from event where affiliate = any(${affiliates}) and player is not null and ${isActive}
        union select elsewhere.player from elsewhere cross join lateral (${crossAffiliateEventsSql} and ${isActive} offset 0) event
        union select homeless.player from homeless cross join lateral (${beforeAnyLink} and ${isActive} offset 0) event
        union select player from player_place where home is null and affiliate = any(${affiliates})
          and first_day between ${range.from}::date and ${range.to}::date
      ) seen where ${notYetQualified('seen.player', range)}
    ), done as (
      select ${told} from event join active using (player) where event.affiliate = any(${affiliates})
      union all select ${told} from elsewhere join active using (player)
        cross join lateral (${crossAffiliateEventsSql} offset 0) event
      union all select ${told} from homeless join active using (player)
        cross join lateral (${beforeAnyLink} offset 0) event
    ), daily as (
      select event.player, event.day, ${amount} as amount from done event
      where event.day <= ${range.to}::date and event.type = any(${types}) group by 1, 2
    ), life as (
      select player, day, ${over} over (partition by player order by day rows unbounded preceding) as total,
        lead(day) over (partition by player order by day) as next_day
      from daily
    ), reached as (
      -- Each player is looked up by itself (offset 0): how many there are is not known to the planner, which compared
      -- everybody with everybody.
      -- A total holds until the next day of activity: a rule that begins in between finds it reached on its first day.
      select ${playerKey}, min(greatest(life.day, player.since, ${segment.from}::date)) as day
      from life cross join lateral (select * from ${attributedPlayersSql(segment, sql`life.player`)} offset 0) player
      where total >= ${segment.threshold}::numeric
        and coalesce(next_day, 'infinity'::date) > greatest(player.since, ${segment.from}::date) group by 1, 2, 3, 4, 5
    )
    select player, affiliate, brand, sub_brand, action, reached.day::text as day from reached
    where reached.day < ${segment.until}::date and reached.day <= ${range.to}::date`
}
