import { sql } from 'kysely'
import type { AppContext } from '../context.ts'

const dayMs = 24 * 60 * 60_000

/** How long a session that is over is kept, in milliseconds: whoever looks into something that happened asks within a quarter of a year. */
const keptAfterEndMs = 90 * dayMs

/** Removes sessions that have been over for 90 days and counts of wrong tries that no longer matter; for a daily job. Returns how many rows went. */
export async function removeEnded({ database, now }: Pick<AppContext, 'database' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - keptAfterEndMs)
  const sessions = await sql`delete from session where least(ended_at, expires_at) < ${before}`.execute(database.db)
  const counts = await sql`delete from sign_in_throttle where window_ends_at < ${now()}`.execute(database.db)
  return Number((sessions.numAffectedRows ?? 0n) + (counts.numAffectedRows ?? 0n))
}
