import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '../connect.ts'

/**
 * Has a transaction that changes rows of one worker, and rows of the coordinator, prepared on both before it counts on
 * either. Rows that are copied in (those of a batch) Citus writes so by itself; what only changes rows of one worker it
 * would commit there first, and a coordinator that is lost just then would know nothing of it.
 */
export async function commitInTwoPhases(trx: Kysely<AnyTables>): Promise<void> {
  // No row: to begin to copy is what asks for it.
  await sql`insert into event_identity (brand, event_id, fingerprint, day)
    select brand, event_id, fingerprint, day
      from unnest('{}'::bigint[], '{}'::text[], '{}'::uuid[], '{}'::date[])
        as nothing (brand, event_id, fingerprint, day)`.execute(trx)
}
