import { sql } from 'kysely'
import { timestamp } from '#engine/server/database/rows.ts'
import type { Effect } from '#engine/records/server/write/effect.ts'

/** A new application waits for staff from now on. */
export const openApplication: Effect = async ({ transaction, id, context }) => {
  await sql`update application set waits_since = ${timestamp(context.now())}
    where id = ${id}::text::bigint`.execute(transaction)
}
