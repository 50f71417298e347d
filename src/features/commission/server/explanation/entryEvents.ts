import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { EventBehind, EventsBehind, EventSum } from '../../answers/explanation.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { Day } from '#engine/values/calendar.ts'
import { withEvents } from '#engine/server/database/citus/gather.ts'
import { inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { visibleAmountSql } from '../partialAmounts.ts'
import { playerShown } from '#features/activity/server/playerShown.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import type { EntryQuery } from './entrySources.ts'

/** Which events stand behind an amount: of which days, known when. Both days included. */
export interface EventSpan {
  readonly from: Day
  readonly to: Day
  /** Received, or given to whom they belong, after this moment; null: whenever. */
  readonly after: string | null
  /** Received, or given to whom they belong, up to this moment; null: whenever. */
  readonly upTo: string | null
}

/** Which of them, and which page. */
export interface EventFilter {
  readonly product: string | null
  readonly type: string | null
  readonly limit: number
  readonly offset: number
}

/** A moment of a column, to the microsecond: what is told apart by it may be a millisecond apart. */
export const timestampText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The events of an owner, in the entry's currency, of the brands whose parts this actor sees: `event` in a statement. */
function behind({ actor, owner, book }: EntryQuery, { from, to, after, upTo }: EventSpan): RawBuilder<boolean> {
  const isBelow = sql`exists (select from partner_affiliate_span span where span.partner = ${owner.id}
    and span.affiliate = event.affiliate and event.day >= span.valid_from and event.day < span.valid_until)`
  const isOwn = owner.kind === 'affiliate' ? sql`event.affiliate = ${owner.id}` : isBelow
  const within = (
    moment: RawBuilder<unknown>,
  ) => sql`${after === null ? sql`true` : sql`${moment} > ${after}::text::timestamptz`}
    and ${upTo === null ? sql`true` : sql`${moment} <= ${upTo}::text::timestamptz`}`
  const received =
    after === null
      ? within(sql`event.received_at`)
      : sql`(${within(sql`event.received_at`)} or (event.brand, event.event_id, event.day) in (
          select past.brand, past.event_id, past.day from known_change change
            join event_past past on past.change = change.id
          where ${within(sql`change.at`)} and past.affiliate is distinct from event.affiliate
            and past.day between ${from}::text::date and ${to}::text::date))`
  return sql<boolean>`${isOwn} and event.day between ${from}::text::date and ${to}::text::date
    and ${received} and ${inCurrencyGroup(sql`event.brand`, book)}
    and ${visibleAmountSql(actor, sql`event.brand`)}`
}

/** The events of an owner that {@link behind} looks at. */
function eventsOf({ owner }: EntryQuery, { from, to }: EventSpan): RawBuilder<unknown>[] {
  const below = sql`select affiliate from partner_affiliate_span where partner = ${owner.id}`
  const isOwn =
    owner.kind === 'affiliate' ? sql`event.affiliate = ${owner.id}` : sql`event.affiliate in (select * from hung)`
  const hung = owner.kind === 'affiliate' ? sql`` : sql`with hung as materialized (${below})`
  return [
    sql`${hung} select event.* from event where ${isOwn} and event.day between ${from}::text::date and ${to}::text::date`,
  ]
}

/**
 * What they add up to, by product and type.
 * @param split of each, what was received after this moment stands apart
 */
export async function sumEvents(asked: EntryQuery, span: EventSpan, split: string | null): Promise<EventSum[]> {
  const isLate = split === null ? sql`false` : sql`event.received_at > ${split}::text::timestamptz`
  const statement = sql<{
    product: string
    type: string
    count: number
    amount: string
    late_count: number
    late_amount: string
  }>`select product, type, count(*) as count, sum(amount) as amount, count(*) filter (where ${isLate}) as late_count,
      coalesce(sum(amount) filter (where ${isLate}), 0) as late_amount
    from event where ${behind(asked, span)} group by product, type order by product, type`
  const { rows } = await (await withEvents(asked.db, statement, eventsOf(asked, span))).execute(asked.db)
  return rows.map(({ late_count, late_amount, amount, ...row }) => ({
    ...row,
    amount: Number(amount),
    late: { count: late_count, amount: Number(late_amount) },
  }))
}

/** A page of them, oldest first, with their number. Whom the reader may not see has no name. */
export async function listEvents(
  asked: EntryQuery,
  span: EventSpan,
  { split, product, type, limit, offset }: EventFilter & { split: string | null },
): Promise<EventsBehind> {
  const { db, actor } = asked
  const which = sql`${behind(asked, span)} and ${product === null ? sql`true` : sql`event.product = ${product}::text`}
    and ${type === null ? sql`true` : sql`event.type = ${type}::text`}`
  const events = eventsOf(asked, span)
  const count = sql<{ count: number; amount: string }>`select count(*) as count,
    coalesce(sum(amount), 0) as amount from event where ${which}`
  const { rows: counted } = await (await withEvents(db, count, events)).execute(db)
  const seesLinks = can({ actor, resource: resources.action, operation: 'list' })
  const isSeen = scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })
  const page = sql<Omit<EventBehind, 'amount'> & { amount: string }>`
    select event.brand, event.event_id as "eventId", event.type, event.product, event.day::text as day,
      ${timestampText(sql`event.occurred_at`)} as "occurredAt", ${timestampText(sql`event.received_at`)} as "receivedAt",
      ${playerShown(actor)} as player, ${seesLinks ? sql`action.name` : sql`null`} as link,
      affiliate.id as affiliate, affiliate.name as "affiliateName", event.amount,
      ${split === null ? sql`false` : sql`event.received_at > ${split}::text::timestamptz`} as "isLate"
    from event left join player on player.id = event.player left join action on action.id = event.action
    left join affiliate on affiliate.id = event.affiliate and ${isSeen}
    where ${which} order by event.occurred_at, event.brand, event.event_id
    limit ${limit}::bigint offset ${offset}::bigint`
  const { rows } = await (await withEvents(db, page, events)).execute(db)
  return {
    rows: rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) })),
    count: counted[0]!.count,
    amount: Number(counted[0]!.amount),
  }
}
