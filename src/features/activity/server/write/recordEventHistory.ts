import { type RawBuilder, sql } from 'kysely'
import { plainArray, textArray } from '#engine/server/database/arrays.ts'
import { commitInTwoPhases } from '#engine/server/database/citus/inTwoPhases.ts'
import { isDistributed } from '#engine/server/database/citus/isDistributed.ts'
import type { IngestContext } from './ingestContext.ts'

/**
 * Keeps what events of the brand are before they are changed (docs/decisions/0012-explanations-and-as-of-reads.md). On one node a trigger does so
 * after each change; on workers there is none, since it would have to write beside the shard.
 * @param condition which of the brand's `event` are to be changed
 */
export async function recordEventHistory({ trx, brand }: IngestContext, condition: RawBuilder<unknown>): Promise<void> {
  if (!(await isDistributed(trx))) return
  const { rows } = await sql<{ event_id: string; day: string }>`select event_id, day::text as day from event
    where event.brand = ${brand.id} and ${condition}`.execute(trx)
  if (rows.length === 0) return
  await commitInTwoPhases(trx)
  // An id is one event of a brand: its day only says in which month it lies.
  await sql`select keep_event_past(${brand.id}::bigint, ${textArray(rows.map(({ event_id }) => event_id))}::text::text[],
    ${plainArray([...new Set(rows.map(({ day }) => day))])}::text::date[])`.execute(trx)
}
