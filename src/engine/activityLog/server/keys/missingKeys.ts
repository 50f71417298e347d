import { type Kysely, sql } from 'kysely'
import type { KeyRing } from './keyRing.ts'

/**
 * The keys that sealed lines were written with and a ring lacks, by their names: without them these lines cannot be
 * proved.
 */
export async function missingKeys(db: Kysely<any>, ring: Pick<KeyRing, 'keys'>): Promise<string[]> {
  const {
    rows: [head],
  } = await sql<{ keys: string[] }>`select keys from log_head`.execute(db)
  return (head?.keys ?? []).filter((id) => !ring.keys.has(id))
}

/** What an operator is told of keys that are missing. */
export function missingKeysNotice(missing: readonly string[]): string {
  return (
    `Warning: lines of the activity log were written with keys that this server's key ring lacks (${missing.join(', ')}). Nobody can prove these lines without them: ` +
    'add them to the file named by LOG_KEYS, from where you keep a copy.'
  )
}
