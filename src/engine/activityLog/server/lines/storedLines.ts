import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { StoredLine } from './lineProof.ts'

/** A line as it stands in the tree, or waits for it. */
export interface SealedLine extends StoredLine {
  /** Null until it is sealed. */
  readonly position: number | null
  readonly hash: string | null
}

const moment = (column: string) =>
  sql`to_char(${sql.id('line', column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Reads lines of the log with everything that proves them. @param which the condition, order and limit, over `line` */
export async function storedLines(db: Kysely<any>, which: RawBuilder<unknown>): Promise<SealedLine[]> {
  const { rows } =
    await sql<SealedLine>`select line.id::text as id, line.version, ${moment('created_at')} as "createdAt",
      ${moment('updated_at')} as "updatedAt", ${moment('at')} as at, line."user"::text as "user", line.actor,
        line.method,
      line.url, line.operation, line.object, line.object_id as "objectId", line.batch, line.address, line.changes,
      line.sys_key as key, line.sys_seed as seed, line.sys_mac as mac, line.sys_redacted as redacted,
      line.sys_position as position, line.sys_hash as hash
    from activity_log line ${which}`.execute(db)
  return rows
}
