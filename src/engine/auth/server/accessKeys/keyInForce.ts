import { type Kysely, sql } from 'kysely'
import type { KeyScope } from '../../answers/accessKeys.ts'
import type { AppContext } from '#engine/server/context.ts'
import { canBeKey, keyHash, tokenHash } from './keyText.ts'
import { suspensionSql } from '../session/suspensionSql.ts'

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

/** SQL condition: a key, of the columns of `access_key`, is good for this use. Keys of before scopes open reports too. */
export const isGoodForSql = (use: KeyScope) => {
  const isScope = use === 'reports' ? sql`(scope = 'reports' or is_earlier)` : sql`scope = ${sql.lit(use)}`
  return sql`${isScope} and not exists (${suspensionSql(sql`access_key.affiliate`, sql`access_key.partner`)})`
}

/**
 * The key of a text where it is in force: made for an owner of this kind and for this use, neither ended nor expired.
 * Null for everything else, a public code included. Notes its use, once a minute.
 * @param isKept in a transaction: the key cannot be ended before that is over, so that what is opened with it now is
 * there to be ended.
 */
export async function activeAccessKey(
  context: AppContext,
  db: Kysely<any>,
  { owner, key, use, isKept = false }: { owner: KeyOwner; key: string; use: KeyScope; isKept?: boolean },
): Promise<KeyInForce | null> {
  if (!canBeKey(key)) return null
  const [now, hash] = [context.now(), await keyHash(context, key)]
  const {
    rows: [row],
  } = await sql<{ id: unknown; owner: unknown; last_used_at: Date | null }>`
    select id, ${sql.ref(owner)} as owner, last_used_at from access_key
    where hash in (${hash}, ${tokenHash(key)}) and (was_token or hash = ${hash}) and ${sql.ref(owner)} is not null
      and ${isGoodForSql(use)} and ended_at is null and (expires_at is null or expires_at > ${now})
      ${isKept ? sql`for no key update` : sql``}`.execute(db)
  if (!row) return null
  await noteUse(db, { id: row.id, lastUsedAt: row.last_used_at, now })
  return { id: Number(row.id), owner: Number(row.owner) }
}

/** Notes that a key was used, once a minute. */
export async function noteUse(
  db: Kysely<any>,
  { id, lastUsedAt, now }: { id: unknown; lastUsedAt: Date | null; now: Date },
): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() <= usedToleranceMs) return
  await sql`update access_key set last_used_at = ${now} where id = ${id} and ended_at is null`.execute(db)
}
