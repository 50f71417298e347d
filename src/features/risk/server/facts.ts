import { type RawBuilder, sql } from 'kysely'
import type { RiskFact } from '#engine/declaration/risk.ts'

/** The days that are asked about, both included. */
export interface RiskWindow {
  readonly from: string
  readonly to: string
}

/** Players come back the next week, or they do not. */
const agedDays = 7
/** Nobody reads and fills in a form so soon after a click. */
const quickMs = 2_000
/** How much above what CPA asks for a deposit is still made for its sake. */
const baselineSlack = 1.05
/**
 * A player whose mark another affiliate's player had so many days before is an old one with another name; one with less
 * between them counts by its part of these days.
 */
const recycledDays = 14
/** The last days of a month, on which winners are moved out of sight of what is carried. */
const monthEndDays = 3

/** Who registered in the period: what questions are asked of. */
export const cohort = ({ from, to }: RiskWindow) => sql`cohort as materialized (
  select player.id, player.affiliate, player.brand, player.click_id, player.registered_at, player.registered_day,
    player.first_deposit_at, player.first_deposit_amount
  from player where player.affiliate is not null
    and player.registered_day between ${from}::text::date and ${to}::text::date)`

/** Marks of the same kind and digest at two players (`cohort`, `old`) of one company. */
const together = sql`player_mark mark on mark.player = cohort.id
  join player_mark shared on shared.kind = mark.kind and shared.digest = mark.digest and shared.player <> mark.player
  join brand mine on mine.id = mark.brand join brand theirs on theirs.id = shared.brand and theirs.company = mine.company
  join player old on old.id = shared.player`
/** The later registration of a pair is to be blamed: whoever was there first cannot know of the other. */
const isLater = sql`(old.registered_at, old.id) < (cohort.registered_at, cohort.id)`
/** Days between the two registrations of a pair. */
const gapDays = sql`(extract(epoch from cohort.registered_at - old.registered_at) / 86400)::numeric`

/** The amount from which a first deposit counts for CPA, of each affiliate. */
const baselines = sql`(select affiliate.id as affiliate, min(asked.amount) as amount
  from affiliate join reward_profile profile on profile.id = affiliate.reward_profile
  join reward on reward.id = any(profile.rewards) and reward.product_type = 'cpa'
  cross join lateral (
    select substring(reward.trigger_comparison from '[0-9]+(?:[.][0-9]+)?')::numeric as amount
      where reward.trigger_condition in ('first_deposit', 'deposit')
    union all select (said ->> 'amount')::numeric from jsonb_array_elements(reward.conditions) said
      where said ->> 'fact' in ('firstDeposit', 'depositSum') and said ->> 'amount' is not null
  ) asked where asked.amount > 0 group by 1)`

const digestOf = (value: string) => sql.raw(`sha256(convert_to(lower(btrim(${value})), 'UTF8'))`)

type Question = (window: RiskWindow) => RawBuilder<unknown>

const fromCohort = (source: RawBuilder<unknown>, weight: RawBuilder<unknown> = sql`1::numeric`) =>
  sql`select cohort.affiliate, cohort.id as player, null::text as bucket, ${weight} as weight from ${source}`
const ofCohort =
  (source: RawBuilder<unknown>, weight?: RawBuilder<unknown>): Question =>
  () =>
    fromCohort(source, weight)

/** Whether a player bet anything more than a week after it registered. */
const cameBack = sql`exists (select from event where event.affiliate = cohort.affiliate and event.player = cohort.id
  and event.type = 'bet' and event.day > cohort.registered_day + ${agedDays}::integer)`
const isAged = (to: string) =>
  sql`cohort.first_deposit_at is not null and cohort.registered_day <= ${to}::text::date - ${agedDays}::integer - 1`

/** Where players registered from, as far as brands say so. */
const placed = (bucket: RawBuilder<unknown>) => sql`select cohort.affiliate, cohort.id as player, ${bucket} as bucket,
    1::numeric as weight
  from cohort join event on event.affiliate = cohort.affiliate and event.player = cohort.id
    and event.day = cohort.registered_day and event.type = 'registration'
  where event.city is not null`
/** Whether a brand tells a device of a player that nobody else has: a crowd in one place has as many devices as people. */
const hasOwnDevice = sql`exists (select from player_mark mark where mark.player = cohort.id and mark.kind = 'device'
  and not exists (select from player_mark shared join brand mine on mine.id = mark.brand
    join brand theirs on theirs.id = shared.brand and theirs.company = mine.company
    where shared.kind = mark.kind and shared.digest = mark.digest and shared.player <> mark.player))`

/**
 * What rules can ask: the players that are such, each with its affiliate (`affiliate, player, bucket, weight`), over
 * {@link cohort}. Where players are parted by a bucket, the largest one is counted; a player counts by its weight, 1 at
 * most.
 */
export const riskQuestions: Readonly<Record<RiskFact, Question>> = {
  shared_players: ofCohort(sql`cohort join ${together} and ${isLater}`),
  own_players: ofCohort(sql`cohort join affiliate on affiliate.id = cohort.affiliate
    join player_mark mark on mark.player = cohort.id
      and mark.digest in (${digestOf('affiliate.payment_key')}, ${digestOf('affiliate.document')},
        ${digestOf('affiliate.cpf')}, ${digestOf('affiliate.email')})`),
  recycled_players: ofCohort(
    sql`cohort join ${together} and ${isLater} and old.affiliate is distinct from cohort.affiliate`,
    sql`least(1, ${gapDays} / ${recycledDays}::integer)`,
  ),
  baseline_deposits: ofCohort(sql`cohort join ${baselines} baseline on baseline.affiliate = cohort.affiliate
    and cohort.first_deposit_amount between baseline.amount and baseline.amount * ${baselineSlack}::numeric`),
  aged_players: ({ to }) => fromCohort(sql`cohort where ${isAged(to)}`),
  idle_players: ({ to }) => fromCohort(sql`cohort where ${isAged(to)} and not ${cameBack}`),
  quick_registrations: ofCohort(sql`cohort where exists (
    select from click where click.click_id = cohort.click_id
      and cohort.registered_at - click.occurred_at < ${quickMs}::integer * interval '1 millisecond'
    union all select from event where event.affiliate = cohort.affiliate and event.player = cohort.id
      and event.type = 'click' and event.day between cohort.registered_day - 1 and cohort.registered_day
      and cohort.registered_at - event.occurred_at >= interval '0'
      and cohort.registered_at - event.occurred_at < ${quickMs}::integer * interval '1 millisecond')`),
  placed_players: () => placed(sql`null::text`),
  top_city_players: () => sql`${placed(sql`event.city`)} and not ${hasOwnDevice}`,
  moved_winners: ({ from, to }) =>
    sql`select place.home as affiliate, place.player, null::text as bucket, 1::numeric as weight
      from player_place place cross join lateral (
        select sum(case event.type when 'win' then event.amount when 'bet' then -event.amount else 0 end) as won
        from event where event.player = place.player and event.affiliate in (place.home, place.affiliate)
          and event.day between ${from}::text::date and ${to}::text::date and event.type in ('bet', 'win')) told
      where place.home is not null and place.home <> place.affiliate
        and place.first_day between ${from}::text::date and ${to}::text::date
        and place.first_day > (date_trunc('month', place.first_day) + interval '1 month')::date - 1 - ${monthEndDays}::integer
        and told.won > 0`,
}

const isOfCohort = ({ from, to }: RiskWindow) => sql`event.player in (select player.id from player
  where player.affiliate is not null and player.registered_day between ${from}::text::date and ${to}::text::date)`

const registrations: Question = (window) =>
  sql`event.type = 'registration' and event.city is not null and ${isOfCohort(window)}`

/** Which events questions look at, as conditions: where events lie on workers, these are brought together first. */
export const riskEvents: Readonly<Partial<Record<RiskFact, Question>>> = {
  idle_players: (window) => sql`event.type = 'bet' and event.day > ${window.from}::text::date + ${agedDays}::integer
    and ${isOfCohort(window)}`,
  quick_registrations: (window) => sql`event.type = 'click' and ${isOfCohort(window)}`,
  placed_players: registrations,
  top_city_players: registrations,
  moved_winners: ({ from, to }) => sql`event.type in ('bet', 'win')
    and event.day between ${from}::text::date and ${to}::text::date and event.player in (
      select place.player from player_place place where place.first_day between ${from}::text::date and ${to}::text::date)`,
}
