import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Day } from '#engine/values/calendar.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { withEvents } from '#engine/server/database/citus/gather.ts'
import { isDistributed } from '#engine/server/database/citus/isDistributed.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { playerShown } from '#features/activity/server/playerShown.ts'
import { visibleBrands } from '#engine/records/server/visibility/scope.ts'

/** What a warehouse can take by day. */
export const feedNames = ['events', 'log'] as const
export type FeedName = (typeof feedNames)[number]

/** Rows that are fetched at a time. */
const batchSize = 2_000
/** A reader that takes nothing for so long has gone; its transaction must not hold a session. */
const patienceMs = 60_000
/** Feeds under way at once: each holds a session of the pool. */
const underWayMax = 2
let underWay = 0

/** The events of a business day, of the brands that somebody sees. */
const eventsOf = (actor: Actor, day: Day): RawBuilder<unknown> => sql`select event.brand, event.event_id, event.type,
    event.occurred_at, event.day, event.player, ${playerShown(actor)} as player_ref, event.action, event.affiliate,
    nullif(event.sub_brand, 0) as sub_brand, nullif(event.product, 'none') as product, event.amount, event.currency,
    event.is_first_deposit, event.domain, event.country, event.state, event.city, event.action_token, event.promo_code, event.click_id,
    event.subs, event.unattributed, event.received_at
  from event left join player on player.id = event.player
  where event.day = ${day}::text::date and event.brand in (${visibleBrands(actor)})`

/** The lines of the log of a day, by the zone in which business days are. */
const linesOf = (day: Day, zone: string): RawBuilder<unknown> => sql`select line.id, line.at, line."user", line.actor,
    line.method, line.url, line.operation, line.object, line.object_id, line.batch, line.address, line.changes
  from activity_log line where line.at >= ${day}::text::date::timestamp at time zone ${zone}::text
    and line.at < (${day}::text::date + 1)::timestamp at time zone ${zone}::text order by line.id`

/**
 * The events of a day where they lie on workers, which no cursor reads: a page of them after the other, each first by
 * itself and then with the players.
 */
async function* pages(db: Kysely<any>, actor: Actor, day: Day): AsyncGenerator<string> {
  let after: { brand: number; id: string } | null = null
  for (;;) {
    const page: RawBuilder<unknown> = sql`select event.* from event where event.day = ${day}::text::date
      and event.brand in (${visibleBrands(actor)})
      ${after === null ? sql`` : sql`and (event.brand, event.event_id) > (${after.brand}::bigint, ${after.id}::text)`}
      order by event.brand, event.event_id limit ${sql.lit(batchSize)}`
    const lines = sql<{ json: string; brand: number; id: string }>`select row_to_json(told)::text as json, told.brand,
      told.event_id as id from (${eventsOf(actor, day)}) told order by told.brand, told.event_id`
    const { rows } = await (await withEvents(db, lines, [page])).execute(db)
    if (rows.length > 0) yield `${rows.map(({ json }) => json).join('\n')}\n`
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = { brand: last.brand, id: last.id }
  }
}

async function* fetched(db: Kysely<any>): AsyncGenerator<string> {
  for (;;) {
    const { rows } = await sql<{ json: string }>`fetch ${sql.lit(batchSize)} from feed`.execute(db)
    if (rows.length > 0) yield `${rows.map(({ json }) => json).join('\n')}\n`
    if (rows.length < batchSize) return
  }
}

/**
 * The rows of a day as lines of JSON, read as they are taken, from one snapshot.
 * @throws ApiError `too_many_requests` where too many are under way
 */
export function openDayFeed(
  database: Database,
  { actor, feed, day, zone }: { actor: Actor; feed: FeedName; day: Day; zone: string },
): AsyncGenerator<string> {
  if (underWay >= underWayMax) throw new ApiError('too_many_requests')
  const rows = feed === 'events' ? eventsOf(actor, day) : linesOf(day, zone)
  // All of it begins with the first line that is taken: who never takes one holds nothing.
  return (async function* lines() {
    underWay += 1
    try {
      const transaction = await readAs(database, actor)
        .startTransaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute()
      try {
        await sql`select set_config('cursor_tuple_fraction', '1', true),
          set_config('idle_in_transaction_session_timeout', ${String(patienceMs)}, true)`.execute(transaction)
        if (feed === 'events' && (await isDistributed(database.db))) yield* pages(transaction, actor, day)
        else {
          await sql`declare feed no scroll cursor for select row_to_json(told)::text as json from (${rows}) told`.execute(
            transaction,
          )
          yield* fetched(transaction)
        }
      } finally {
        await transaction.rollback().execute()
      }
    } finally {
      underWay -= 1
    }
  })()
}
