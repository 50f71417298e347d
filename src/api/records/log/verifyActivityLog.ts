import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { lineHash, sealedContent } from './sealActivityLog.ts'

const batchSize = 2000

/** Whether the activity log is as it was written. */
export type Verification =
  | { readonly ok: true; readonly lines: number; readonly hash: string }
  | { readonly ok: false; readonly lines: number; readonly position: number; readonly reason: 'missing' | 'changed' | 'cut_off' }

interface Line { position: number; hash: string; content: string }

/** Follows the chain from its first line. @returns where it breaks, or how many lines hold and the hash of the last one, to be kept elsewhere. */
export async function verifyActivityLog(database: Database): Promise<Verification> {
  const { rows: [head] } = await sql<{ position: number; hash: string }>`select position, hash from activity_log_head`.execute(database.db)
  let [position, previous] = [0, '']
  for (;;) {
    const { rows } = await sql<Line>`select line.sys_position as position, line.sys_hash as hash, ${sealedContent} as content from activity_log line
      where line.sys_position > ${position}::bigint and line.sys_position <= ${head!.position}::bigint order by line.sys_position limit ${batchSize}::integer`.execute(database.db)
    for (const line of rows) {
      if (line.position !== position + 1) return { ok: false, lines: position, position: position + 1, reason: 'missing' }
      if (line.hash !== lineHash({ previous, content: line.content })) return { ok: false, lines: position, position: line.position, reason: 'changed' }
      position = line.position
      previous = line.hash
    }
    if (rows.length < batchSize) break
  }
  if (position !== head!.position || previous !== head!.hash) return { ok: false, lines: position, position: position + 1, reason: 'cut_off' }
  return { ok: true, lines: position, hash: previous }
}
