import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { AnyTables } from './connect.ts'

const attemptLimit = 5
/** The same work may succeed now: serialization failure, deadlock, a table that changed under a prepared statement. */
const retryableCodes = new Set(['40001', '40P01', '0A000'])

/**
 * Runs `work` in one transaction: all of it or nothing. When the server ends it in favour of another transaction, or a
 * table changed under it, it is run again, five times at most, so `work` must have no effect outside the database.
 * @throws whatever `work` throws; the last error of the server when the attempts are used up
 */
export async function inTransaction<Result>(
  db: Kysely<AnyTables>,
  work: (transaction: Transaction<AnyTables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === undefined || !retryableCodes.has(code) || attempt === attemptLimit) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}
