import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '../connect.ts'
import { distributedText, isCitusText } from './tables.ts'

const known = new WeakMap<object, Promise<boolean>>()

async function ask(db: Kysely<AnyTables>): Promise<boolean> {
  const { rows } = await sql<{ has_citus: boolean }>`${sql.raw(isCitusText)}`.execute(db)
  if (!rows[0]!.has_citus) return false
  return (await sql<{ names: string[] }>`${sql.raw(distributedText)}`.execute(db)).rows[0]!.names.length > 0
}

/**
 * Whether activity lies on workers: asked once for each pool, whose transactions have its adapter. It becomes so while
 * no server runs (`npm run distribute`).
 */
export function isDistributed(db: Kysely<AnyTables>): Promise<boolean> {
  const { adapter } = db.getExecutor()
  let answer = known.get(adapter)
  if (!answer) {
    known.set(adapter, (answer = ask(db)))
    answer.catch(() => known.delete(adapter))
  }
  return answer
}
