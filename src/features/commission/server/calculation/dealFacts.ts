import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { neededDeeds, type PlayerFact, type PlayerFacts, type PlayerMark } from '#rules/deals/conditions.ts'
import { needsCountry } from '#rules/deals/overrides.ts'
import { countriesOf } from '#rules/deals/terms.ts'
import { arrayOf, idArray } from '#engine/server/database/arrays.ts'
import { gatheredMany } from '#engine/server/database/citus/gather.ts'
import {
  beforeAnyLink,
  crossAffiliateEventsSql,
  lifeEvents,
  notYetQualified,
  otherAffiliatesSql,
  attributedPlayersSql,
  playerKey,
  type Qualified,
  type Range,
  type Segment,
} from './attributedPlayers.ts'
import { beginningOfTime } from './ruleSet.ts'

/** What is known of a player that may fulfil a deal's conditions, and since when it is its affiliate's. */
interface KnownPlayer extends Omit<Qualified, 'day' | 'step'> {
  readonly since: Day
  readonly facts: PlayerFacts
}

interface PlayerRow extends Omit<Qualified, 'day' | 'step'> {
  readonly since: Day
  readonly registered_day: Day | null
  readonly registered_at: string | null
  readonly first_deposit_day: Day | null
  readonly first_deposit_at: string | null
  readonly first_deposit_amount: string | null
  readonly country: string | null
  readonly origins: { day: Day; country: string }[] | null
  readonly clicked_day: Day | null
  readonly clicked_at: string | null
  readonly deeds: PlayerFact[] | null
}

/** A moment of a statement as ISO 8601 in UTC. */
const moment = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Where a player came from: said by its registration, else by the first event that says so. */
const country = sql`select event.country from event where event.affiliate = player.affiliate
  and event.player = player.id and event.country is not null
  order by event.type <> 'registration', event.occurred_at limit 1`

/** Where a player came from, and since when that is known: by its registration, then by its first event that says so. */
const origins = sql`select json_agg(json_build_object('day', told.day, 'country', told.country) order by told.place)
    as origins from (
    (select 1 as place, event.day, event.country from event where event.affiliate = player.affiliate
      and event.player = player.id and event.country is not null and event.type = 'registration'
      order by event.occurred_at limit 1)
    union all (select 2, event.day, event.country from event where event.affiliate = player.affiliate
      and event.player = player.id and event.country is not null order by event.occurred_at limit 1)) told`

/**
 * The click a player registered by: of those its registration names, and its own before it, the last, or the first where
 * the brand says so; one that counted no more only where there is no other.
 */
const clicked = sql`select click.day as clicked_day, ${moment('click.occurred_at')} as clicked_at from (
    select clicked.day, clicked.occurred_at from event registration
      join click on click.click_id = any(regexp_split_to_array(registration.click_id, '[\\s,]+'))
      join event clicked on clicked.type = 'click' and clicked.action = click.action
        and clicked.occurred_at = click.occurred_at
        and clicked.day between click.occurred_at::date - 1 and click.occurred_at::date + 1
      where registration.affiliate = player.affiliate and registration.player = player.id
        and registration.type = 'registration'
    union all
    select event.day, event.occurred_at from event where event.affiliate = player.affiliate
      and event.player = player.id and event.type = 'click'
      and (whole.registered_at is null or event.occurred_at <= whole.registered_at)
  ) click join brand on brand.id = player.brand
    order by click.day + brand.click_window_days < whole.registered_day,
      case when brand.click_counted is not distinct from 'first' then click.occurred_at end, click.occurred_at desc limit 1`

/**
 * What is known of the players of a deal's affiliates that did something it asks for on the days, over their whole life
 * up to the last of them; without those that qualified or met before.
 */
export async function readPlayerFacts(
  db: Kysely<any>,
  segment: Pick<Segment, 'version' | 'from' | 'affiliates' | 'brands'>,
  range: Pick<Range, 'from' | 'to' | 'forgetsKept'> & {
    /** This player alone. */
    readonly only?: number
    /** These players, whatever they did. */
    readonly players?: readonly number[]
  },
): Promise<KnownPlayer[]> {
  const { rule } = segment.version
  const needed = neededDeeds(rule)
  const affiliates = idArray(segment.affiliates)
  const types = arrayOf('text', needed.types)
  const waking = arrayOf('text', [...new Set([...needed.types, 'registration', 'deposit'])])
  const activeFrom = segment.from >= range.from ? beginningOfTime : range.from
  const isActive = sql`event.day between ${activeFrom}::date and ${range.to}::date and event.type = any(${waking})`
  const isOpen = range.forgetsKept
    ? sql`true`
    : sql`${notYetQualified('seen.player', { ...range, changing: [] })} and not exists (select from cpa_case kept
        where kept.player = seen.player and kept.met_day < ${range.from}::date)`
  const at = needed.byMoment ? moment('event.occurred_at') : sql`null::text`
  const isDone = sql`event.type = any(${types}) and event.day <= ${range.to}::date`
  const told = sql`event.player, event.day, ${at} as at, event.type, event.product, event.amount, event.occurred_at,
    event.event_id`
  const lateral = (isAsked: boolean, statement: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    isAsked ? sql`left join lateral (${statement}) ${otherwise} on true` : sql``
  const active = sql`select player from (
        select distinct player from event where affiliate = any(${affiliates}) and player is not null and ${isActive}
        union select elsewhere.player from elsewhere cross join lateral (${crossAffiliateEventsSql} and ${isActive} offset 0) event
        union select homeless.player from homeless cross join lateral (${beforeAnyLink} and ${isActive} offset 0) event
        union select player from player_place where home is null and affiliate = any(${affiliates})
          and first_day between ${range.from}::date and ${range.to}::date
        union select id from player where affiliate = any(${affiliates})
          and registered_day between ${activeFrom}::date and ${range.to}::date
      ) seen where ${isOpen} and ${range.only === undefined ? sql`true` : sql`seen.player = ${range.only}`}`
  const asked = range.players ? sql`select unnest(${idArray(range.players)}) as player` : active
  const statement = sql<PlayerRow>`with ${otherAffiliatesSql(segment)}, active as (${asked}), done as (
      select ${told} from event join active using (player) where event.affiliate = any(${affiliates}) and ${isDone}
      union all select ${told} from elsewhere join active using (player)
        cross join lateral (${crossAffiliateEventsSql} offset 0) event where ${isDone}
      union all select ${told} from homeless join active using (player)
        cross join lateral (${beforeAnyLink} offset 0) event where ${isDone}
    ), deed as (
      select player, day, at, type, product, count(*) as count, sum(amount)::text as sum, max(amount)::text as max,
        (array_agg(amount order by occurred_at, event_id))[1]::text as first
      from done group by player, day, at, type, product
    ), deeds as (
      select player, json_agg(json_build_object('day', day, 'at', at, 'type', type, 'product', product, 'count', count,
        'sum', sum, 'max', max, 'first', first) order by day, at, type, product) as deeds from deed group by player
    )
    select ${playerKey}, player.since::text as since, whole.registered_day::text as registered_day,
      ${moment('whole.registered_at')} as registered_at, whole.first_deposit_day::text as first_deposit_day,
      ${moment('whole.first_deposit_at')} as first_deposit_at,
      whole.first_deposit_amount::text as first_deposit_amount, deeds.deeds,
      ${countriesOf(rule) ? sql`place.country` : sql`null`} as country,
      ${needsCountry(rule) ? sql`origin.origins` : sql`null`} as origins,
      ${needed.byClick ? sql`click.clicked_day::text` : sql`null`} as clicked_day,
      ${needed.byClick ? sql`click.clicked_at` : sql`null`} as clicked_at
    from active cross join lateral (select * from ${attributedPlayersSql(segment, sql`active.player`)} offset 0) player
    join player whole on whole.id = player.id left join deeds on deeds.player = player.id
    ${lateral(countriesOf(rule) !== null, country, sql`place`)}
    ${lateral(needsCountry(rule), origins, sql`origin`)}
    ${lateral(needed.byClick, sql`select * from (${clicked}) latest`, sql`click`)}
    order by player.id`
  const events = lifeEvents(
    segment,
    range.players
      ? asked
      : wokenPlayers(
          affiliates,
          isActive,
          sql`registered_day
    between ${activeFrom}::date and ${range.to}::date`,
        ),
  )
  const whole = await gatheredMany(db, statement, needed.byClick ? [...events, namedClicks(affiliates)] : events)
  return (await whole.execute(db)).rows.map(knownPlayer)
}

/** Players of affiliates that did something on the days, anywhere. */
const wokenPlayers = (
  affiliates: RawBuilder<unknown>,
  isActive: RawBuilder<unknown>,
  isRegistered: RawBuilder<unknown>,
) => sql`select event.player from event where event.affiliate = any(${affiliates}) and ${isActive}
  union select player from player_place where home = any(${affiliates}) or home is null and affiliate = any(${affiliates})
  union select id from player where affiliate = any(${affiliates}) and ${isRegistered}`

/** The clicks that registrations of these affiliates name, without those that are events of their players. */
const namedClicks = (affiliates: RawBuilder<unknown>) => sql`select event.* from event join (
    select distinct click.action, click.occurred_at from click where click.click_id in (
      select regexp_split_to_table(registration.click_id, '[\\s,]+') from event registration
        where registration.affiliate = any(${affiliates}) and registration.type = 'registration')
  ) named on named.action = event.action and named.occurred_at = event.occurred_at
  where event.type = 'click' and event.player is null`

function knownPlayer({ player, affiliate, brand, sub_brand, action, since, ...row }: PlayerRow): KnownPlayer {
  const markOf = (day: Day | null, at: string | null): PlayerMark | undefined =>
    day === null || at === null ? undefined : { day, at }
  const registration = markOf(row.registered_day, row.registered_at)
  const firstDeposit = markOf(row.first_deposit_day, row.first_deposit_at)
  const click = markOf(row.clicked_day, row.clicked_at)
  return {
    player,
    affiliate,
    brand,
    sub_brand,
    action,
    since,
    facts: {
      marks: { ...(registration && { registration }), ...(firstDeposit && { firstDeposit }), ...(click && { click }) },
      firstDepositAmount: row.first_deposit_amount,
      country: row.country,
      origins: row.origins ?? [],
      deeds: row.deeds ?? [],
    },
  }
}
