import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/** How long a close waits between looks at another close's lock, in milliseconds. */
const lookAgainMs = 250

/**
 * Waits for a lock as long as another close holds it, to the end of the transaction: a year of it may take longer than
 * any statement may, so that a lock that is waited for would end this close with an error.
 * @param key what PostgreSQL's advisory locks are named by
 */
export async function awaitLock(db: Kysely<any>, key: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${key}) as "isFree"`.execute(db)
    if (rows[0]!.isFree) return
    await pause(lookAgainMs)
  }
}
