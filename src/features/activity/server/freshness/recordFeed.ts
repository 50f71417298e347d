import { type RawBuilder, sql } from 'kysely'
import { timestamp } from '#engine/server/database/rows.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { FeedVia } from '../../answers/freshness.ts'
import type { IngestContext } from '../write/ingestContext.ts'

/** How a brand delivered something, and by which key or whose file. */
export interface FeedSource {
  readonly via: FeedVia
  /** When it was received, by the server's clock. */
  readonly at: Date
  readonly keyHint?: string | undefined
  readonly userId?: number | null | undefined
}

/** What a delivery says of how far its brand has told. */
export interface DeliveredFeed {
  readonly source: FeedSource
  /** The last day it tells of; null where it told nothing new. */
  readonly day: Day | null
  /** Its newest event; null where it tells of days alone. */
  readonly at: string | null
}

/** Batches of a brand that are recorded at once by this many connections wait for none of the others. */
const slots = 32

/** The latest of what events tell that have happened: a bet may be dated at its match. */
export function deliveredBy(
  source: FeedSource,
  events: readonly { readonly day: Day; readonly occurredAt: string }[],
): DeliveredFeed {
  let [day, at] = [null as Day | null, null as string | null]
  const latest = source.at.toISOString()
  for (const event of events) {
    if (event.occurredAt > latest) continue
    if (day === null || event.day > day) day = event.day
    if (at === null || event.occurredAt > at) at = event.occurredAt
  }
  return { source, day, at }
}

/** The statement that notes a delivery, as the last part of what its transaction writes. */
export function feedSql(
  { brand }: IngestContext,
  { source, day, at }: DeliveredFeed,
  isTurn: RawBuilder<unknown> = sql`true`,
) {
  return sql`insert into brand_feed (brand, slot, latest_day, latest_event_at, received_at, via, key_hint, received_by)
    select ${brand.id}::bigint, pg_backend_pid() % ${sql.lit(slots)}, ${day}::text::date,
      ${at}::text::timestamptz, ${timestamp(source.at)}, ${source.via}::text,
      ${source.keyHint ?? null}::text, ${source.userId ?? null}::bigint where ${isTurn}
    on conflict (brand, slot) do update set latest_day = greatest(brand_feed.latest_day, excluded.latest_day),
      latest_event_at = greatest(brand_feed.latest_event_at, excluded.latest_event_at),
      received_at = excluded.received_at, via = excluded.via, key_hint = excluded.key_hint,
      received_by = excluded.received_by`
}

/** Notes a delivery that changed no figure. */
export async function recordFeed(writer: IngestContext, delivered: DeliveredFeed): Promise<void> {
  await feedSql(writer, delivered).execute(writer.trx)
}
