import { type Kysely, sql } from 'kysely'
import type { ChangeCause, ChangeRef } from '../../answers/changes.ts'
import { gathered } from '#engine/server/database/citus/gather.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import type { ReportReader } from '../reportReader.ts'
import { readersPartner } from '../reportReader.ts'
import { isManagedByReader, seesAll, visibleBrands } from '#engine/records/server/visibility/scope.ts'

/** Something that happened, and what of a report it may have changed. */
export interface ReportEvent {
  /** When it became known, to the microsecond. */
  readonly at: string
  readonly cause: ChangeCause
  /** Of which affiliates; null where it may be of any. */
  readonly affiliates: readonly number[] | null
  readonly partner: number | null
  /** From which day on; null where it may be any. */
  readonly day: string | null
  /** Of figures in which currency alone; null where it may be any. */
  readonly currency: string | null
  readonly refs: readonly ChangeRef[]
}

const refsMax = 20
const moment = sql`to_char(change.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Whether a brand books in a currency. */
const isIn = (brand: ReturnType<typeof sql>, currency: ReturnType<typeof sql>) =>
  sql`exists (select from brand where brand.id = ${brand} and brand.currency = ${currency})`

/**
 * Events by which movement grew: late, and then which, where their day had been closed before. A registration that
 * brings its player's events of the day along is no cause beside them.
 */
const arrived = () => sql`
  select ${moment} as at, 'lateEvent' as cause, array[moved.affiliate] as affiliates, null::bigint as partner, moved.day,
    coalesce((select jsonb_agg(jsonb_build_object('kind', 'event', 'id', told.event_id)) from (
      select event.event_id from event where event.affiliate = moved.affiliate and event.day = moved.day
        and event.received_at = change.began and ${isIn(sql`event.brand`, sql`moved.currency`)}
        order by 1 limit ${refsMax}) told),
      jsonb_build_array(jsonb_build_object('kind', 'day', 'id', moved.day))) as refs, moved.currency
  from changed change join moved on moved.change = change.id
    join closed_day closed on closed.day = moved.day and closed.first_closed_at < change.at
  where not exists (select from event_past mover join event on event.brand = mover.brand
      and event.event_id = mover.event_id and event.day = mover.day
    where mover.change = change.id and mover.affiliate is distinct from event.affiliate
      and moved.affiliate in (mover.affiliate, event.affiliate) and event.day = moved.day and ${isIn(sql`event.brand`, sql`moved.currency`)})
    or exists (select from event where event.affiliate = moved.affiliate and event.day = moved.day
      and event.received_at = change.began and ${isIn(sql`event.brand`, sql`moved.currency`)} and event.type not in ('registration', 'click'))
  union all
  select ${moment}, 'newEvent', array[moved.affiliate], null, min(moved.day),
    jsonb_build_array(jsonb_build_object('kind', 'day', 'id', min(moved.day))), moved.currency
  from changed change join moved on moved.change = change.id
    left join closed_day closed on closed.day = moved.day and closed.first_closed_at < change.at
    where closed.day is null group by change.id, change.at, moved.affiliate, moved.currency`

/** Whose movement of which day, in which currency, each change touched. */
const movedBy = ({ from, to }: ReportRequest, seen: ReturnType<typeof sql>) => sql`
  select distinct past.change, past.affiliate, past.day, brand.currency
  from movement_past past join brand on brand.id = past.brand where past.change in (select id from changed) and past.day between ${from}::date - 31 and ${to}::date and ${seen}`

/** Events that found their owner later, or another: their player registered or was moved, or somebody decided on a link. */
const attributed = ({ from, to }: ReportRequest, seen: ReturnType<typeof sql>) => sql`
  select ${moment}, 'movedPlayer', array[whose.affiliate], null, event.day,
    jsonb_agg(jsonb_build_object('kind', 'event', 'id', event.event_id) order by event.event_id),
    brand.currency
  from changed change join event_past past on past.change = change.id
    join event on event.brand = past.brand and event.event_id = past.event_id and event.day = past.day
    join brand on brand.id = event.brand
    cross join lateral (values (past.affiliate, event.brand, event.day), (event.affiliate, event.brand, event.day))
      whose (affiliate, brand, day)
    where past.affiliate is distinct from event.affiliate and whose.affiliate is not null
      and event.day between ${from}::date - 31 and ${to}::date
      and ${seen} group by change.id, change.at, whose.affiliate, event.day, brand.currency`

/** The first day that a version was about, or is; what it changed is of that day or later. */
const fromThen = sql`least(past.valid_from, version.valid_from)`

/** Whoever was, is or will be below the partners that changed: they move along, and their formulas read what is above. */
const belowChanged = sql`
  select record as moved, record as partner from partner_history_past where change in (select id from changed)
  union select below.moved, history.record from below join partner_history history on history.parent = below.partner`

/** Versions of what holds from a day on: who hangs where, and which rules hold. */
const versions = sql`
  select ${moment}, case when version.partner is distinct from before.partner then 'movedPartner' else 'ruleVersion' end,
    array[past.record], coalesce(version.partner, before.partner), ${fromThen},
    jsonb_build_array(jsonb_build_object('kind', 'affiliate', 'id', past.record::text)), null::text
  from uncorrected change join affiliate_history_past past on past.change = change.id
    left join affiliate_history version on version.id = past.id
    left join lateral (select earlier.partner from affiliate_history earlier
      where earlier.record = past.record and earlier.valid_from < past.valid_from
      order by earlier.valid_from desc limit 1) before on true
  union all
  select ${moment}, case when (version.parent, version.partner_level) is distinct from
      (before.parent, before.partner_level) then 'movedPartner' else 'ruleVersion' end, null, below.partner, ${fromThen},
    jsonb_build_array(jsonb_build_object('kind', 'partner', 'id', past.record::text)), null::text
  from uncorrected change join partner_history_past past on past.change = change.id
    join below on below.moved = past.record
    left join partner_history version on version.id = past.id
    left join lateral (select earlier.parent, earlier.partner_level from partner_history earlier
      where earlier.record = past.record and earlier.valid_from < past.valid_from
      order by earlier.valid_from desc limit 1) before on true
  union all
  select ${moment}, 'ruleVersion', array(select distinct holder.record from affiliate_history holder
      join reward_profile_history profile on profile.record = holder.reward_profile
      where past.record = any(profile.rewards)), null, ${fromThen},
    jsonb_build_array(jsonb_build_object('kind', 'reward', 'id', past.record::text)), null::text
  from uncorrected change join reward_history_past past on past.change = change.id
    left join reward_history version on version.id = past.id
  union all
  select ${moment}, 'ruleVersion', array(select distinct holder.record from affiliate_history holder
      where holder.reward_profile = past.record), null, ${fromThen},
    jsonb_build_array(jsonb_build_object('kind', 'rewardProfile', 'id', past.record::text)), null::text
  from uncorrected change join reward_profile_history_past past on past.change = change.id
    left join reward_profile_history version on version.id = past.id
  union all
  select ${moment}, 'ruleVersion', null, null, ${fromThen},
    jsonb_build_array(jsonb_build_object('kind', 'partnerLevel', 'id', past.record::text)), null::text
  from uncorrected change join partner_level_history_past past on past.change = change.id
    left join partner_level_history version on version.id = past.id`

/**
 * What was corrected from a past day on: whose days came to something else by it, and who hangs elsewhere since, with
 * whoever is below.
 */
const corrections = sql`
  select ${moment}, 'correction', array_agg(distinct due.owner), null::bigint, min(due.day),
    jsonb_build_array(jsonb_build_object('kind', 'correction', 'id', change.correction::text)), null::text
  from corrected change join correction_difference due on due.correction = change.correction
    where due.owner_kind = 'affiliate' group by change.at, change.correction
  union all
  select ${moment}, 'correction', null, due.owner, min(due.day),
    jsonb_build_array(jsonb_build_object('kind', 'correction', 'id', change.correction::text)), null::text
  from corrected change join correction_difference due on due.correction = change.correction
    where due.owner_kind = 'partner' group by change.at, change.correction, due.owner
  union all
  select distinct ${moment}, 'correction', array[past.record], null::bigint, past.valid_from,
    jsonb_build_array(jsonb_build_object('kind', 'correction', 'id', change.correction::text)), null::text
  from corrected change join affiliate_history_past past on past.change = change.id
  union all
  select distinct ${moment}, 'correction', null::bigint[], below.partner, past.valid_from,
    jsonb_build_array(jsonb_build_object('kind', 'correction', 'id', change.correction::text)), null::text
  from corrected change join partner_history_past past on past.change = change.id
    join below on below.moved = past.record`

/** The corrections that were posted, each with its change; the versions that it wrote are no cause beside it. */
const corrected = sql`select distinct change.id, change.at, made.correction from changed change join (
    select change, existed, 'affiliate' as object, id from affiliate_history_past
    union all select change, existed, 'partner', id from partner_history_past
    union all select change, existed, 'reward', id from reward_history_past
    union all select change, existed, 'rewardProfile', id from reward_profile_history_past
    union all select change, existed, 'partnerLevel', id from partner_level_history_past
  ) past on past.change = change.id and not past.existed
  join correction_version made on made.object = past.object and made.version = past.id and made.content is null`

/** What people and payments did to entries. */
const entries = sql`
  select ${moment}, case when exists (select from payment_return returned where returned.entry = past.id)
      then 'paymentReturned' when past.status <> 'complete' and exists (select from entry present
        where present.id = past.id and present.status = 'complete') and past.existed then 'payment'
      else 'adjustment' end,
    array[past.affiliate], past.partner, past.day,
    jsonb_build_array(jsonb_build_object('kind', 'entry', 'id', past.id::text)), past.currency
  from changed change join entry_past past on past.change = change.id
    where past.kind <> 'commission' and not exists (select from entry_adjustment made
      where made.entry = past.id and made.reason not in ('payment_returned', 'advance_taken_back'))
  union all
  select ${moment}, 'payment', array[entry.affiliate], entry.partner, entry.day,
    jsonb_build_array(jsonb_build_object('kind', 'payment', 'id', past.payment::text)), entry.currency
  from changed change join payment_entry_past past on past.change = change.id join entry on entry.id = past.entry
  union all
  select ${moment}, 'payment', array[past.affiliate], past.partner, past.day,
    jsonb_build_array(jsonb_build_object('kind', 'entry', 'id', past.id::text)), past.currency
  from changed change join entry_past past on past.change = change.id join entry on entry.id = past.id
    where past.existed and past.status <> entry.status and past.value = entry.value`

/** What the daily close wrote; why it came to something else is among the rest. */
const closed = ({ from, to }: ReportRequest) => sql`
  select ${moment}, 'dailyClose', array[past.affiliate], null::bigint, min(past.day),
    jsonb_build_array(jsonb_build_object('kind', 'day', 'id', min(past.day))), null::text
  from changed change join (
    select change, affiliate, day from commission_past where change in (select id from changed)
    union all select change, affiliate, day from entry_past where change in (select id from changed)
      and (kind = 'commission' or id in (select entry from entry_adjustment))
    union all select change, affiliate, day from cpa_qualification_past where change in (select id from changed)
  ) past on past.change = change.id where past.day >= ${from}::date - 31 and past.affiliate is not null
    group by change.id, change.at, past.affiliate
  union all
  select distinct ${moment}, 'dailyClose', null::bigint[], past.partner, past.day,
    jsonb_build_array(jsonb_build_object('kind', 'day', 'id', past.day)), null::text
  from changed change join partner_commission_past past on past.change = change.id
    where past.day between ${from}::date and ${to}::date`

/** Records that were changed otherwise, and rates. */
const records = sql`
  select ${moment}, 'rate', null::bigint[], null::bigint, null::date,
    jsonb_build_array(jsonb_build_object('kind', 'rate', 'id', past.from_currency || ' ' || past.to_currency || ' ' || past.day)), null::text
  from changed change join rate_past past on past.change = change.id
  union all
  select ${moment}, case when past.is_named then 'renamed' else 'record' end, null::bigint[], null::bigint, null::date,
    jsonb_build_array(jsonb_build_object('kind', past.kind, 'id', past.id::text)), null::text
  from changed change join (
    select past.change, 'affiliate' as kind, past.id, past.existed and past.name is distinct from present.name as is_named
      from affiliate_past past left join affiliate present on present.id = past.id
    union all select past.change, 'partner', past.id, past.existed and past.name is distinct from present.name
      from partner_past past left join partner present on present.id = past.id
    union all select past.change, 'partnerLevel', past.id, past.existed and past.name is distinct from present.name
      from partner_level_past past left join partner_level present on present.id = past.id
    union all select past.change, 'brand', past.id, past.existed and past.name is distinct from present.name
      from brand_past past left join brand present on present.id = past.id
    union all select past.change, 'subBrand', past.id, past.existed and past.name is distinct from present.name
      from sub_brand_past past left join sub_brand present on present.id = past.id
    union all select past.change, 'campaign', past.id, past.existed and past.name is distinct from present.name
      from campaign_past past left join campaign present on present.id = past.id
    union all select past.change, 'action', past.id, past.existed and past.name is distinct from present.name
      from action_past past left join action present on present.id = past.id
  ) past on past.change = change.id`

/** Whose events a reader is told of. */
function seenBy(reader: ReportReader, alias: string): ReturnType<typeof sql> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (reader.kind === 'affiliate') return sql`${column('affiliate')} = ${reader.id}::bigint`
  const partner = readersPartner(reader)
  const below =
    partner === null
      ? sql`true`
      : sql`exists (select from partner_affiliate_span span where span.partner = ${partner}::bigint
          and span.affiliate = ${column('affiliate')} and ${column('day')} >= span.valid_from
          and ${column('day')} < span.valid_until)`
  if (reader.kind === 'partner' || seesAll(reader.actor)) return below
  return sql`${column('brand')} in (${visibleBrands(reader.actor)}) and ${below}
    and ${isManagedByReader(reader.actor, column('affiliate'))}`
}

/**
 * What happened after a moment, up to another, that a report may have changed by, in the order in which it became known.
 * Events are those that the reader sees; of the rest it is told that they are, by id.
 */
export async function readHappenings(
  db: Kysely<any>,
  { question, reader, since, until }: { question: ReportRequest; reader: ReportReader; since: string; until: string },
): Promise<ReportEvent[]> {
  const statement = sql<ReportEvent>`with recursive changed as materialized (select * from known_change
      where at > ${since}::text::timestamptz and at <= ${until}::text::timestamptz),
      moved as materialized (${movedBy(question, seenBy(reader, 'past'))}),
      corrected as materialized (${corrected}),
      uncorrected as materialized (select * from changed where id not in (select id from corrected)),
      below as (${belowChanged})
    select at, cause, affiliates, partner, day::text as day, refs, currency from (
      ${arrived()} union all ${attributed(question, seenBy(reader, 'whose'))}
      union all ${versions} union all ${corrections} union all ${entries} union all ${closed(question)} union all ${records}
    ) happened (at, cause, affiliates, partner, day, refs, currency) order by at`
  // Those that came with one of the changes, and those that found another owner.
  const changes = sql`select * from known_change where at > ${since}::text::timestamptz and at <= ${until}::text::timestamptz`
  const events = sql`select event.* from event
    where event.day between ${question.from}::date - 31 and ${question.to}::date
      and (event.received_at in (select began from made) or (event.brand, event.event_id, event.day) in (
        select brand, event_id, day from event_past where change in (select id from made)))`
  const whole = await gathered(db, statement, { made: [changes], event: [events] })
  return (await whole.execute(db)).rows
}

/**
 * The moment of the last close before another one: what it did not know yet is why the next one came to something else.
 */
export async function lastCloseBefore(db: Kysely<any>, since: string): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ at: string | null }>`select (select ${moment} from known_change change
    where change.at <= ${since}::text::timestamptz and (exists (select from commission_past past
      where past.change = change.id) or exists (select from partner_commission_past past where past.change = change.id))
    order by change.at desc limit 1) as at`.execute(db)
  return row!.at ?? '1970-01-01T00:00:00.000000Z'
}
