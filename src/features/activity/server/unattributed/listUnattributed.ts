import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { UnattributedEvent } from '../../answers/unattributed.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { withEvents } from '#engine/server/database/citus/gather.ts'
import { isDistributed } from '#engine/server/database/citus/isDistributed.ts'
import { playerShown } from '../playerShown.ts'
import { visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

/** What narrows the list. */
export interface UnattributedFilter {
  readonly brand?: number | undefined
  readonly reason?: string | undefined
}

/**
 * The events of visible brands that belong to nobody yet, newest first, with their total. Positions from 0, both
 * included.
 */
export async function listUnattributed(
  database: Database,
  { actor, filter, range }: { actor: Actor; filter: UnattributedFilter; range: { from: number; to: number } },
): Promise<{ events: UnattributedEvent[]; total: number }> {
  const condition = sql.join([sql`event.action is null`, ...conditionsOf(actor, filter)], sql` and `)
  // A token is for whoever may list the links; others read why the event belongs to nobody.
  const tokenShown = can({ actor, resource: resources.action, operation: 'list' })
    ? sql`event.action_token`
    : sql`null::text`
  const db = readAs(database, actor)
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*) as total from event where ${condition}`.execute(db)
  const order = sql`event.day desc, event.occurred_at desc, event.brand, event.event_id`
  const page = sql`select event.* from event where ${condition} order by ${order}
    offset ${range.from}::bigint limit ${range.to - range.from + 1}::bigint`
  // With players, which workers do not have, only what was read of events is put together.
  const told = (await isDistributed(db)) ? sql`event` : sql`(${page}) event`
  const statement = sql<UnattributedEvent & { amount: string }>`
    select event.event_id as "eventId", event.brand, event.type, to_char(event.occurred_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt", event.day,
      ${playerShown(actor)} as "playerRef", ${tokenShown} as "actionToken", event.promo_code as "promoCode", event.click_id as "clickId", event.product,
        event.amount, event.currency,
      event.unattributed as reason
    from ${told} left join player on player.id = event.player order by ${order}`
  const { rows } = await (await withEvents(db, statement, [page])).execute(db)
  return { events: rows.map((row) => ({ ...row, amount: Number(row.amount) })), total: counted!.total }
}

function conditionsOf(actor: Actor, { brand, reason }: UnattributedFilter): RawBuilder<unknown>[] {
  const conditions = [sql`event.brand in (${visibleBrands(actor)})`]
  if (brand !== undefined) conditions.push(sql`event.brand = ${brand}::bigint`)
  if (reason !== undefined) conditions.push(sql`event.unattributed = ${reason}::text`)
  return conditions
}
