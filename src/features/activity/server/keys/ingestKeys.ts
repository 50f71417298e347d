import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { withStepUp } from '#engine/auth/server/twoStep/withStepUp.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import { type IngestBrand, zoneOfBrand } from '../write/ingestContext.ts'

/** An ingest key as its brand's staff sees it; the key itself is shown once. */
export interface IngestKey {
  readonly id: number
  /** Its last characters. */
  readonly hint: string
  readonly createdAt: string
  readonly createdBy: number | null
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/*
 * A key is 75 characters, longer than the 64 bytes of a block of SHA-256, for a reason: HMAC takes the SHA-256 of such
 * a key in its place. So what is
 * stored, the hash, is enough to check the signature of a postback that was signed with the key, and the key itself is
 * kept nowhere.
 */
const keyPrefix = 'ik_'
const keyBytes = 54
const hintLength = 4
const usedToleranceMs = 60_000

/** The SHA-256 of a key: what is stored of it. */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

const iso = (column: string) =>
  sql.raw(`to_char(ingest_key.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
const shown = sql`ingest_key.id, ingest_key.hint, ${iso('created_at')} as "createdAt",
  ingest_key.created_by as "createdBy",
  ${iso('last_used_at')} as "lastUsedAt", ${iso('revoked_at')} as "revokedAt"`

interface KeyWrite {
  readonly db: Kysely<AnyTables>
  readonly actor: Actor
  readonly request?: LogOrigin | undefined
  readonly brand: number
}

/**
 * Makes a key for a brand: what is sent with it is paid for, so whoever has an authenticator sends its code.
 * @returns the key in full, this once, with what stays visible of it
 * @throws ApiError what is wrong with the code
 */
export async function createIngestKey(
  context: AppContext,
  { actor, request, brand, totp }: Omit<KeyWrite, 'db'> & { totp?: unknown },
): Promise<IngestKey & { key: string }> {
  const key = keyPrefix + randomBytes(keyBytes).toString('base64url')
  return withStepUp(context, { actor, origin: request, totp }, async (trx) => {
    const { rows } = await sql<IngestKey>`
      insert into ingest_key (brand, hash, hint, created_by) values (${brand}, ${keyHash(key)},
        ${key.slice(-hintLength)}, ${actor.userId})
      returning ${shown}`.execute(trx)
    const made = rows[0]!
    await logActivity(trx, {
      actor,
      request,
      operation: 'createIngestKey',
      object: 'brand',
      objectId: brand,
      changes: [{ field: 'ingestKey', before: null, after: made.hint }],
    })
    return { ...made, key }
  })
}

/** The keys of a brand, newest first, the revoked ones too. */
export async function listIngestKeys(db: Kysely<AnyTables>, brand: number): Promise<IngestKey[]> {
  const { rows } =
    await sql<IngestKey>`select ${shown} from ingest_key where brand = ${brand} order by id desc`.execute(db)
  return rows
}

/** Ends a key at once; ending it again changes nothing. @throws ApiError `not_found` where the brand has no such key */
export async function revokeIngestKey({
  db,
  actor,
  request,
  brand,
  keyId,
}: KeyWrite & { keyId: number }): Promise<IngestKey> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<IngestKey & { was: Date | null }>`
      with before as (select id, revoked_at as was from ingest_key where id = ${keyId} and brand = ${brand} for update)
      update ingest_key set revoked_at = coalesce(ingest_key.revoked_at, now()) from before
        where ingest_key.id = before.id returning ${shown}, before.was`.execute(trx)
    if (!rows[0]) throw new ApiError('not_found')
    const { was, ...key } = rows[0]
    if (was === null) {
      await logActivity(trx, {
        actor,
        request,
        operation: 'revokeIngestKey',
        object: 'brand',
        objectId: brand,
        changes: [{ field: 'ingestKey', before: key.hint, after: null }],
      })
    }
    return key
  })
}

const brandColumns = sql`brand.id, brand.slug, brand.site, brand.currency, ${zoneOfBrand}`

/** The brand whose key this is. @throws ApiError `unauthorized` where the key is nobody's or was revoked */
export async function brandOfKey(db: Kysely<AnyTables>, key: string): Promise<IngestBrand> {
  const { rows } = await sql<IngestBrand & { key_id: number; last_used_at: Date | null }>`
    select ${brandColumns}, ingest_key.hint as "keyHint", ingest_key.id as key_id, ingest_key.last_used_at from ingest_key
      join brand on brand.id = ingest_key.brand
    where ingest_key.hash = ${keyHash(key)} and ingest_key.revoked_at is null`.execute(db)
  const [found] = rows
  if (!found) throw new ApiError('unauthorized')
  const { key_id: keyId, last_used_at: lastUsedAt, ...brand } = found
  if (!lastUsedAt || Date.now() - lastUsedAt.getTime() > usedToleranceMs) await noteUse(db, keyId)
  return brand
}

/**
 * A brand by its slug, with the hashes of the keys its postbacks may be signed by; null where there is none of this
 * slug.
 */
export async function brandWithKeys(
  db: Kysely<AnyTables>,
  slug: string,
): Promise<{ brand: IngestBrand; keys: { id: number; hash: Buffer; hint: string }[] } | null> {
  const { rows } = await sql<IngestBrand & { key_id: number | null; hash: Buffer | null; hint: string }>`
    select ${brandColumns}, ingest_key.id as key_id, ingest_key.hash, ingest_key.hint from brand
    left join ingest_key on ingest_key.brand = brand.id and ingest_key.revoked_at is null where brand.slug = ${slug}
      order by ingest_key.id desc`.execute(db)
  if (!rows[0]) return null
  const { id, site, currency, timeZone } = rows[0]
  const keys = rows.flatMap(({ key_id: keyId, hash, hint }) =>
    keyId === null || hash === null ? [] : [{ id: keyId, hash, hint }],
  )
  return { brand: { id, slug, site, currency, timeZone }, keys }
}

/** Notes that a key was used just now, so that people see which are in use; within a minute once. */
export async function noteUse(db: Kysely<AnyTables>, keyId: number): Promise<void> {
  await sql`update ingest_key set last_used_at = now() where id = ${keyId} and (last_used_at is null
    or last_used_at < now() - interval '1 minute')`.execute(db)
}
