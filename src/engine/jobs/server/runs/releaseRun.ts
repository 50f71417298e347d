import { type Kysely, sql } from 'kysely'

/**
 * Takes a run from the server that has it, or that died with it, so that the next one begins it anew: that server
 * learns
 * of it at its next sign of life, and what it would still write down of the run is not taken.
 * @returns the job's name; null where the run is not under way
 */
export async function releaseRun(db: Kysely<any>, { id, now }: { id: number; now: Date }): Promise<string | null> {
  const {
    rows: [run],
  } = await sql<{
    kind: string
  }>`update job set state = 'waiting', due_at = ${now.toISOString()}::text::timestamptz, lease_until = null
    where id = ${String(id)}::text::bigint and state = 'running' returning kind`.execute(db)
  return run?.kind ?? null
}
