import { sql } from 'kysely'
import type { Check } from '#engine/records/server/write/effect.ts'

/**
 * There is always a root user: the last one can neither be removed nor lose the flag. Locks the root users, so that two
 * cannot go at once.
 */
export const lastRoot: Check = async ({ transaction, id, before, after }) => {
  if (!before?.root || after?.root) return []
  const { rows } = await sql<{ id: number }>`select id from "user" where root order by id for update`.execute(
    transaction,
  )
  return rows.some((row) => String(row.id) !== id) ? [] : [{ field: 'root', code: 'last_root' }]
}
