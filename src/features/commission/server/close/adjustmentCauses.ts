import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type AdjustmentCause, adjustmentCauses } from '../../answers/periods.ts'
import type { ChangeRef } from '#features/reporting/answers/changes.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { type Gathered, gathered } from '#engine/server/database/citus/gather.ts'
import { computedThrough } from '../explanation/storedLines.ts'

/** Why an adjustment was made: all that was found, the first first, and what it can be looked up by. */
export interface WhyAdjusted {
  readonly entry: number
  readonly causes: readonly AdjustmentCause[]
  readonly refs: readonly ChangeRef[]
}

const refsMax = 20

/** What is asked about, up to when its day had been reckoned, and when the transaction began that adjusted it. */
const given = (entries: readonly number[]) => sql`
  select made.entry, made.reason, made.correction, source.affiliate, source.partner, source.day, source.currency,
    source.value as source_value, made.computed_at as until,
    case when entry.updated_at <= made.computed_at then entry.updated_at else entry.created_at end as began,
    coalesce((select max(earlier.computed_at) from entry_adjustment earlier where earlier.source_entry = source.id
      and earlier.number < made.number and earlier.reason in ('late_activity', 'correction')), ${computedThrough}) as since
  from entry_adjustment made join entry on entry.id = made.entry join entry source on source.id = made.source_entry
  where made.entry = any(${idArray(entries)}) and made.reason in ('late_activity', 'correction')`

/**
 * When another day of the owner, the same month and not later, was reckoned last before: by the same close as the day
 * itself, which had nothing to write of it then.
 */
const besides = sql`
  select max(reckoned.at) from generate_series(date_trunc('month', given.day), given.day, interval '1 day') each (day),
    lateral (
      select id from entry where kind = 'commission' and day = each.day::date and affiliate = given.affiliate
        and currency = given.currency
      union all select id from entry where kind = 'commission' and day = each.day::date and partner = given.partner
        and currency = given.currency) other,
    lateral (
      select line.computed_at as at from entry_line line where line.entry = other.id
      union all select made.computed_at from entry_adjustment made where made.source_entry = other.id) reckoned
  where reckoned.at < given.began`

/** Which affiliates were below the partners that are asked about, and when. */
const spans = sql`select partner, affiliate, valid_from, valid_until from partner_affiliate_span
  where partner in (select partner from asked)`

/** Events of these days that were given to another affiliate, or to one at all, after they had come; once for each. */
const moved = sql`
  select change.at, past.brand, past.event_id, whom.affiliate, event.player, event.day
  from known_change change join event_past past on past.change = change.id
    join event on event.brand = past.brand and event.event_id = past.event_id and event.day = past.day
    cross join lateral (values (past.affiliate), (event.affiliate)) whom (affiliate)
  where change.at > (select min(since) from asked) and past.affiliate is distinct from event.affiliate
    and past.day between (select min(first) from asked) and (select max(day) from asked)
    and whom.affiliate is not null`

/** Events of these days that came since, with the player where it moved. */
const came = sql`
  select event.brand, event.event_id, event.affiliate, event.player, event.type, event.day, event.received_at as at
  from event where event.affiliate in (
      select affiliate from asked where affiliate is not null union select affiliate from spans)
    and event.day between (select min(first) from asked) and (select max(day) from asked)
    and event.received_at > (select min(since) from asked)
    and not exists (select from moved where moved.brand = event.brand and moved.event_id = event.event_id)`

/** What is behind those whose events these are: the affiliate's own adjustments, and those of the partners above it. */
function ofEvents(events: 'came' | 'moved', cause: RawBuilder<unknown>): RawBuilder<unknown> {
  const [table, day, brand] = [sql.table(events), sql.ref(`${events}.day`), sql.ref(`${events}.brand`)]
  const found = sql`select whose.entry, ${cause}, 'event', ${sql.ref(`${events}.event_id`)} from ${table}`
  const fits = sql`${sql.ref(`${events}.at`)} > whose.since and ${sql.ref(`${events}.at`)} <= whose.until
    and ${day} between whose.first and whose.day
    and ${brand} in (select id from brand where coalesce(currency, 'BRL') = whose.currency)`
  return sql`${found} join asked whose on whose.affiliate = ${sql.ref(`${events}.affiliate`)} and ${fits}
    union all ${found} join spans on spans.affiliate = ${sql.ref(`${events}.affiliate`)}
      join asked whose on whose.partner = spans.partner and spans.valid_from <= whose.day
        and spans.valid_until > whose.day and ${fits}`
}

/** A registration that came late and brought its player's events along is part of why the player moved. */
const lateEvents = ofEvents(
  'came',
  sql`case when came.type in ('registration', 'click') and came.player in (select moved.player from moved
    where moved.at > whose.since and moved.at <= whose.until) then 'movedPlayer' else 'lateEvent' end`,
)
const movedPlayers = ofEvents('moved', sql`'movedPlayer'`)

/** A version of a dated record that somebody changed since; what a correction wrote is the correction's. */
function versionsOf(object: string, table: string, select: RawBuilder<unknown>): RawBuilder<unknown> {
  const [history, past] = [sql.table(`${table}_history`), sql.table(`${table}_history_past`)]
  return sql`select change.at, ${sql.lit(object)} as kind, past.record,
      least(past.valid_from, version.valid_from) as valid_from, ${select}
    from known_change change join ${past} past on past.change = change.id
    left join ${history} version on version.id = past.id
    left join lateral (select earlier.* from ${history} earlier where earlier.record = past.record
      and earlier.valid_from < past.valid_from order by earlier.valid_from desc limit 1) before on true
    where change.at > (select min(since) from asked) and not exists (select from correction_version made
      where made.object = ${sql.lit(object)} and made.version = past.id)`
}

/** What a version said before it was changed, or what the one before it said that it took over from; and what holds. */
const before = (column: string) =>
  sql`case when past.existed then ${sql.ref(`past.${column}`)} else ${sql.ref(`before.${column}`)} end`
const present = (column: string) =>
  sql`case when version.id is null then ${sql.ref(`before.${column}`)} else ${sql.ref(`version.${column}`)} end`
const differs = (columns: readonly string[]) =>
  sql.join(
    columns.map((column) => sql`(${before(column)}) is distinct from (${present(column)})`),
    sql` or `,
  )
const places = (column: string) => sql`array[coalesce(${before(column)}, 0), coalesce(${present(column)}, 0)]`

/** `places`: on whom the record hung, and hangs. `is_rule`: what it earns by was changed. */
const versions = sql.join(
  [
    versionsOf(
      'affiliate',
      'affiliate',
      sql`${places('partner')} as places, ${differs(['reward_profile'])} as is_rule`,
    ),
    versionsOf(
      'partner',
      'partner',
      sql`${places('parent')}, ${differs(['percentage', 'abatement', 'partner_level'])}`,
    ),
    ...(
      [
        ['reward', 'reward'],
        ['rewardProfile', 'reward_profile'],
        ['partnerLevel', 'partner_level'],
      ] as const
    ).map(([object, table]) => versionsOf(object, table, sql`null::bigint[], true`)),
  ],
  sql` union all `,
)

/** Whom a rule that was changed is, or was, for. */
const touched = sql`
  select versions.at, versions.kind, versions.record, versions.valid_from, holder.record as affiliate
  from versions join (select distinct history.record, history.reward_profile, profile.rewards
      from affiliate_history history join reward_profile_history profile on profile.record = history.reward_profile) holder
    on case versions.kind when 'reward' then versions.record = any(holder.rewards)
      when 'rewardProfile' then versions.record = holder.reward_profile
      when 'affiliate' then versions.record = holder.record else false end
  where versions.is_rule group by 1, 2, 3, 4, 5`

const inTime = sql`versions.at > whose.since and versions.at <= whose.until and versions.valid_from <= whose.day`
const namedVersion = sql`versions.kind, versions.record::text`

/** Rules of whoever the activity is of, and of the partner itself. */
const ruleVersions = sql`
  select whose.entry, 'ruleVersion', ${namedVersion} from asked whose
    join touched versions on versions.affiliate = whose.affiliate and ${inTime}
  union all
  select whose.entry, 'ruleVersion', ${namedVersion} from asked whose
    join (select distinct spans.partner, touched.at, touched.kind, touched.record, touched.valid_from
      from touched join spans on spans.affiliate = touched.affiliate) versions
    on versions.partner = whose.partner and ${inTime}
  union all
  select whose.entry, 'ruleVersion', ${namedVersion} from asked whose
    join partner_span span on span.partner = whose.partner and span.valid_from <= whose.day
      and span.valid_until > whose.day
    join versions on ${inTime} and versions.is_rule and case versions.kind when 'partner' then
      versions.record = whose.partner when 'partnerLevel' then versions.record = span.partner_level else false end`

/** Who hangs below a partner, or did: whoever names it, or one below it, before or after. */
const movedPartners = sql`
  select whose.entry, 'movedPartner', ${namedVersion} from asked whose
    join versions on ${inTime} and versions.places[1] <> versions.places[2]
  where whose.partner is not null and exists (select from under
    where under.top = whose.partner and under.partner = any(versions.places))`

/**
 * What a correction read otherwise from its day on. Where that is who hangs where, or whose players are, it is that one
 * move; the correction and what it moved are both named.
 */
const corrected = sql`
  select asked.entry, case when correction.object = 'action' then 'movedPlayer' when exists (
      select from jsonb_array_elements(preview.changes) change
      where change ->> 'field' in ('partner', 'parent', 'partnerLevel')) then 'movedPartner' else 'correction' end,
    named.kind, named.id
  from asked join correction on correction.id = asked.correction
    join correction_preview preview on preview.correction = correction.id
    cross join lateral (select 'correction', correction.id::text union all select correction.object,
      correction.object_id::text where correction.object = 'action' or exists (
        select from jsonb_array_elements(preview.changes) change
        where change ->> 'field' in ('partner', 'parent', 'partnerLevel'))) named (kind, id)`

/** Nothing came in between: the day was closed for the first time, after its period was locked. */
const firstCloses = sql`
  select asked.entry, 'dailyClose', 'day', asked.day::text from asked join closed_day day on day.day = asked.day
  where asked.source_value = 0 and asked.reason = 'late_activity' and day.first_closed_at >= asked.since`

interface Found {
  readonly entry: number
  readonly cause: AdjustmentCause
  readonly refs: readonly ChangeRef[]
}

/**
 * How far is looked: at what changed between the last two times that the day can have been reckoned; since it was
 * written; and, because what is carried over reaches further than a month, at an affiliate's days of a year.
 */
type Reach = 'close' | 'entry' | 'year'
const reaches: readonly Reach[] = ['close', 'entry', 'year']

async function readFound(db: Kysely<any>, entries: readonly number[], reach: Reach): Promise<Found[]> {
  const since = reach === 'close' ? sql`greatest(since, (${besides}))` : sql`since`
  const first = sql`date_trunc('month', day)::date - ${reach === 'year' ? 366 : 0}::integer`
  const statement = sql<Found>`with recursive given as materialized (${given(entries)}),
      asked as materialized (select entry, reason, correction, affiliate, partner, day, currency, source_value, until,
        ${since} as since, ${first} as first from given where ${reach === 'year' ? sql`partner is null` : sql`true`}),
      spans as materialized (${spans}), moved as materialized (${moved}), came as materialized (${came}),
      versions as materialized (${versions}), touched as materialized (${touched}),
      under (top, partner) as (select distinct partner, partner from asked where partner is not null
        union select under.top, span.partner from under join partner_span span on span.parent = under.partner)
    select entry, cause, (array_agg(distinct jsonb_build_object('kind', kind, 'id', id)))[1:${sql.lit(refsMax)}] as refs
    from (${corrected} union all select found.* from (${lateEvents} union all ${movedPlayers} union all ${ruleVersions}
      union all ${movedPartners} union all ${firstCloses}) found (entry, cause, kind, id)
      join asked on asked.entry = found.entry and asked.correction is null) found (entry, cause, kind, id)
    group by entry, cause`
  return (await (await gathered(db, statement, eventsBehind(entries))).execute(db)).rows
}

/** The events that adjustments may have been made of: of the owners of their entries, and those that moved. */
function eventsBehind(entries: readonly number[]): Gathered {
  const source = sql`select source.affiliate, source.partner, source.day from entry_adjustment made
    join entry source on source.id = made.source_entry where made.entry = any(${idArray(entries)})`
  const [first, last] = [
    sql`(select min(date_trunc('month', day)::date - 366) from source)`,
    sql`(select max(day) from source)`,
  ]
  return {
    source: [source],
    hung: [
      sql`select affiliate from source where affiliate is not null`,
      sql`select affiliate from partner_affiliate_span where partner in (select partner from source)`,
    ],
    event: [
      sql`select event.* from event where event.day between ${first} and ${last} and (event.affiliate in (select * from hung)
        or (event.brand, event.event_id, event.day) in (select brand, event_id, day from event_past))`,
    ],
  }
}

/**
 * What is told of what was found. A first close explains what nothing else does; and a partner that moved to another
 * level changed its rule by that move, which is one cause.
 */
function ownCauses(found: readonly Found[]): readonly Found[] {
  if (found.length < 2) return found
  const moved = new Set(found.flatMap(({ cause, refs }) => (cause === 'movedPartner' ? refs : [])).map(({ id }) => id))
  const isOfMove = ({ cause, refs }: Found) =>
    cause === 'ruleVersion' && refs.every(({ kind, id }) => kind === 'partner' && moved.has(id))
  return found.filter((each) => each.cause !== 'dailyClose' && !isOfMove(each))
}

/**
 * Why adjustments were made of what came later: by what had changed between the moment up to which each day had been
 * reckoned and the moment of the adjustment. Where nothing is found, or it is not known when it was reckoned, it is told
 * as late activity.
 * @param entries the adjustments; of others nothing is told
 * @param db reads whose everything is
 */
export async function whyAdjusted(db: Kysely<any>, entries: readonly number[]): Promise<Map<number, WhyAdjusted>> {
  const found = new Map<number, Found[]>()
  for (const reach of reaches) {
    const left = entries.filter((entry) => !found.has(entry))
    if (left.length === 0) break
    for (const [entry, own] of Map.groupBy(await readFound(db, left, reach), (each) => each.entry))
      found.set(entry, own)
  }
  return new Map(
    entries.map((entry) => {
      const own = found.get(entry) ?? []
      const told = ownCauses(own)
      const causes = adjustmentCauses.filter((cause) => told.some((each) => each.cause === cause))
      const refs = causes.flatMap((cause) => told.find((each) => each.cause === cause)!.refs)
      return [entry, { entry, causes: causes.length > 0 ? causes : ['lateActivity'], refs: refs.slice(0, refsMax) }]
    }),
  )
}
