import { sql } from 'kysely'
import { tableName } from '#engine/declaration/derive/table.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { type WriteContext, writeAuditEntry, newValues } from './change.ts'

/** What somebody decided about a record. */
export interface Move {
  readonly object: string
  readonly id: number
  readonly operation: 'approve' | 'decline' | 'withdraw'
  readonly before: string
  readonly after: string
  /** Columns beside the state: texts, and moments where their name ends so. */
  readonly said: Readonly<Record<string, string | null>>
  /** What the log says before the state, and after it. */
  readonly proved?: object
  readonly logged?: object
}

/** Moves a record from one state to another, in the caller's transaction, and says so in the log. */
export async function moveState(change: WriteContext, move: Move): Promise<void> {
  const { object, id, operation, before, after, said, proved = {}, logged = {} } = move
  const columns = Object.entries(said).map(([column, value]) => {
    const type = sql.raw(column.endsWith('_at') ? 'timestamptz' : 'text')
    return sql`${sql.id(column)} = ${value}::text::${type}`
  })
  await sql`update ${sql.table(tableName(object))} set state = ${after}::text, ${sql.join(columns)},
    version = version + 1, updated_at = ${timestamp(change.at)} where id = ${id}::bigint`.execute(change.db)
  const changes = [...newValues(proved), { field: 'state', before, after }, ...newValues(logged)]
  await writeAuditEntry(change, { operation, object, objectId: id, changes })
}
