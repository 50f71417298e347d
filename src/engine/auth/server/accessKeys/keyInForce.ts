import { type Kysely, sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { canBeKey, keyHash, tokenHash } from './keyText.ts'

/** Whose keys there are: they open reports, and sign in. */
export const keyOwners = ['affiliate', 'partner'] as const
export type KeyOwner = (typeof keyOwners)[number]

/** A key that opens something at this moment, and whose it is. */
export interface KeyInForce {
  readonly id: number
  /** The affiliate's or partner's id. */
  readonly owner: number
}

const usedToleranceMs = 60_000

/**
 * The key of a text where it is in force: made for an owner of this kind, neither ended nor expired. Null for
 * everything else, a public code included. Notes its use, once a minute.
 * @param isKept in a transaction: the key cannot be ended before that is over, so that what is opened with it now is
 * there to be ended.
 */
export async function activeAccessKey(
  context: AppContext,
  db: Kysely<any>,
  { owner, key, isKept = false }: { owner: KeyOwner; key: string; isKept?: boolean },
): Promise<KeyInForce | null> {
  if (!canBeKey(key)) return null
  const [now, hash] = [context.now(), await keyHash(context, key)]
  const {
    rows: [row],
  } = await sql<{ id: unknown; owner: unknown; last_used_at: Date | null }>`
    select id, ${sql.ref(owner)} as owner, last_used_at from access_key
    where hash in (${hash}, ${tokenHash(key)}) and (was_token or hash = ${hash}) and ${sql.ref(owner)} is not null
      and ended_at is null and (expires_at is null
        or expires_at > ${now}) ${
          isKept
            ? sql`for no key
        update`
            : sql``
        }`.execute(db)
  if (!row) return null
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > usedToleranceMs) {
    await sql`update access_key set last_used_at = ${now} where id = ${row.id} and ended_at is null`.execute(db)
  }
  return { id: Number(row.id), owner: Number(row.owner) }
}
