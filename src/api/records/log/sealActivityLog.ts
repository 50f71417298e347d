import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'

/** Only one server seals at a time. */
const sealLock = 7_205_020
const batchSize = 1000

interface Line { id: string; content: string }

const sealColumns = ['sys_position', 'sys_hash', 'at', 'created_at', 'updated_at']
const moments = sql`jsonb_build_object('at', extract(epoch from line.at), 'created_at', extract(epoch from line.created_at), 'updated_at', extract(epoch from line.updated_at))`

/**
 * The text of a line that its hash covers: every column but the seal's own, as PostgreSQL prints it in one order. Moments as seconds, whatever
 * the session's zone; without empty values, so that a column added later leaves old lines as they were.
 */
export const sealedContent = sql<string>`jsonb_strip_nulls((to_jsonb(line) - ${sql.lit(`{${sealColumns.join(',')}}`)}::text[]) || ${moments})::text`

/** The hash of a line: SHA-256 over the hash of the line before and the content. */
export function lineHash({ previous, content }: { previous: string; content: string }): string {
  return createHash('sha256').update(previous).update('\n').update(content).digest('hex')
}

async function sealBatch(transaction: Kysely<any>): Promise<number> {
  await sql`select pg_advisory_xact_lock(${sealLock}::bigint)`.execute(transaction)
  const { rows: [head] } = await sql<{ position: number; hash: string }>`select position, hash from activity_log_head`.execute(transaction)
  const { rows } = await sql<Line>`select line.id::text as id, ${sealedContent} as content from activity_log line
    where line.sys_position is null order by line.id limit ${batchSize}::integer`.execute(transaction)
  if (rows.length === 0) return 0
  let { hash } = head!
  const seals = rows.map(({ id, content }, index) => {
    hash = lineHash({ previous: hash, content })
    return { id, position: head!.position + index + 1, hash }
  })
  await sql`update activity_log line set sys_position = seal.position, sys_hash = seal.hash
    from jsonb_to_recordset(${JSON.stringify(seals)}::text::jsonb) as seal (id bigint, position bigint, hash text) where line.id = seal.id`.execute(transaction)
  await sql`update activity_log_head set position = ${head!.position + rows.length}::bigint, hash = ${hash}::text`.execute(transaction)
  return rows.length
}

/**
 * Chains every committed line that is not sealed yet, in batches of a transaction each. Lines of writes under way are sealed the next time:
 * the chain follows the order of sealing, so nothing is ever put in between.
 * @returns how many lines were sealed.
 */
export async function sealActivityLog(database: Database): Promise<number> {
  let total = 0
  for (;;) {
    const sealed = await inTransaction(database.db, sealBatch)
    total += sealed
    if (sealed < batchSize) return total
  }
}
