import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { EventTrace, TracedEntry } from '../../answers/trace.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { Day } from '#engine/values/calendar.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { withEvents } from '#engine/server/database/citus/gather.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { readableTable } from '../partialAmounts.ts'
import { playerShown } from '#features/activity/server/playerShown.ts'
import { isBelowReader, scopeCondition, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { timestampText } from '../explanation/entryEvents.ts'

type EventRow = EventTrace['event'] & {
  readonly affiliate: number | null
  readonly affiliate_name: string | null
  readonly action: number | null
  readonly action_name: string | null
  readonly is_named: boolean
  readonly unattributed: EventTrace['unattributed']
}

/** Which event is looked for. */
export interface SoughtEvent {
  readonly brand: number
  readonly eventId: string
}

async function readEvent(
  db: Kysely<any>,
  actor: Actor,
  { brand, eventId }: SoughtEvent,
): Promise<EventRow | undefined> {
  const isSeen = scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })
  const seesLinks = can({ actor, resource: resources.action, operation: 'list' })
  // The day is kept with the id, so that one month is looked through; of ids from before that was, all are.
  const known = await firstRow(
    db,
    sql<{ day: Day | null }>`select office_event_day(${brand}::bigint, ${eventId}::text)::text as day`,
  )
  const isOfDay = known?.day ? sql`event.day = ${known.day}::text::date` : sql`true`
  const statement = sql<EventRow>`select event.brand, event.event_id as "eventId", event.type, event.product, event.amount::float8 as amount,
        coalesce(event.currency, brand.currency) as currency, ${timestampText(sql`event.occurred_at`)} as "occurredAt",
        ${timestampText(sql`event.received_at`)} as "receivedAt", event.day::text as day, ${playerShown(actor)} as player,
        event.affiliate, affiliate.name as affiliate_name, event.action,
        ${seesLinks ? sql`action.name` : sql`null`} as action_name,
        event.action_token is not null or event.click_id is not null as is_named, event.unattributed
      from event join brand on brand.id = event.brand left join player on player.id = event.player
      left join affiliate on affiliate.id = event.affiliate and ${isSeen}
      left join action on action.id = event.action
      where event.brand = ${brand}::bigint and event.event_id = ${eventId}::text and ${isOfDay}
        and event.brand in (${visibleBrands(actor)})
        and ${isBelowReader(actor, { affiliate: sql`event.affiliate`, day: sql`event.day` })}`
  const sought = sql`select event.* from event where event.brand = ${brand}::bigint
    and event.event_id = ${eventId}::text and ${isOfDay}`
  return firstRow(db, await withEvents(db, statement, [sought]))
}

async function readClose(
  db: Kysely<any>,
  { affiliate, day }: Pick<EventRow, 'affiliate' | 'day'>,
): Promise<EventTrace['close']> {
  const row = await firstRow(
    db,
    sql<EventTrace['close']>`select ${timestampText(sql`closed_day.first_closed_at`)} as "firstClosedAt",
        ${timestampText(sql`closed_day.last_closed_at`)} as "lastClosedAt",
        ${affiliate}::bigint is not null and (closed_day.day is null or exists (select from dirty_day
          where dirty_day.affiliate = ${affiliate}::bigint and dirty_day.day = asked.day)) as "isWaiting"
      from (select ${day}::text::date as day) asked left join closed_day on closed_day.day = asked.day`,
  )
  return row!
}

interface EntryRow extends Omit<TracedEntry, 'owner' | 'payment'> {
  readonly affiliate: number | null
  readonly partner: number | null
  readonly name: string | null
  readonly payment: number | null
  readonly state: string
  readonly reference: string | null
}

/**
 * The commission entries of the event's day, of its affiliate and of the partners it was below, and what was adjusted
 * of them since; each with whether it had been received when that was reckoned.
 */
async function readEntries(
  db: Kysely<any>,
  actor: Actor,
  { affiliate, day, currency, receivedAt }: EventRow,
): Promise<TracedEntry[]> {
  const isSeen = scopeCondition({ actor, resource: resources.entry, alias: 'entry' })
  const { rows } = await sql<EntryRow>`with whose as (
      select entry.id, entry.id as source, (select max(line.computed_at) from entry_line line
        where line.entry = entry.id) as computed_at
      from entry where entry.kind = 'commission' and entry.day = ${day}::text::date
        and entry.currency = ${currency}::text and (entry.affiliate = ${affiliate} or entry.partner in (
          select span.partner from partner_affiliate_span span where span.affiliate = ${affiliate}
            and span.valid_from <= ${day}::text::date and span.valid_until > ${day}::text::date))
      union all
      select adjusting.entry, adjusting.source_entry, adjusting.computed_at from entry_adjustment adjusting
        join entry source on source.id = adjusting.source_entry and source.kind = 'commission'
      where source.day = ${day}::text::date and source.currency = ${currency}::text
        and (source.affiliate = ${affiliate} or source.partner in (
          select span.partner from partner_affiliate_span span where span.affiliate = ${affiliate}
            and span.valid_from <= ${day}::text::date and span.valid_until > ${day}::text::date))
    )
    select entry.id, entry.kind, entry.day::text as day, entry.value::float8 as value, entry.currency, entry.status,
      entry.affiliate, entry.partner, coalesce(affiliate.name, partner.name) as name,
      whose.computed_at >= ${receivedAt}::text::timestamptz as saw, payment.id as payment, payment.state,
      payment.reference
    from whose join ${readableTable(resources.entry, actor)} entry on entry.id = whose.id
    left join affiliate on affiliate.id = entry.affiliate left join partner on partner.id = entry.partner
    left join payment_entry held on held.entry = entry.id and held.holds
    left join payment on payment.id = held.payment
    where ${isSeen} order by entry.partner is not null, whose.source, entry.id`.execute(db)
  const seesPayments = can({ actor, resource: resources.payment, operation: 'list' })
  return rows.map(({ affiliate: of, partner, name, payment, state, reference, ...entry }) => ({
    ...entry,
    owner: { ...payeeOf({ affiliate: of, partner }), name },
    payment: seesPayments && payment !== null ? { id: payment, state, reference } : null,
  }))
}

/**
 * Where an event is: when it was received, whose it is or why it is nobody's, in which day and entries it counts,
 * whether each had seen it, and by which payment it was paid.
 * @throws ApiError 404 where there is none, or of a brand or an affiliate out of sight
 */
export async function traceEvent(
  db: Kysely<any>,
  { actor, sought }: { actor: Actor; sought: SoughtEvent },
): Promise<EventTrace> {
  const found = await readEvent(db, actor, sought)
  if (!found) throw new ApiError('not_found')
  const { affiliate, affiliate_name, action, action_name, is_named: isNamed, unattributed, ...event } = found
  const seesEntries = can({ actor, resource: resources.entry, operation: 'list' })
  return {
    event,
    attributed:
      affiliate === null || action === null
        ? null
        : {
            affiliate: { id: affiliate, name: affiliate_name },
            action: { id: action, name: action_name },
            by: isNamed ? 'link' : 'player',
          },
    unattributed,
    close: await readClose(db, found),
    entries: !seesEntries ? null : affiliate === null ? [] : await readEntries(db, actor, found),
  }
}
