import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AccessKeyAnswer, MadeAccessKey } from '../../answers/accessKeys.ts'
import type { AppContext } from '#engine/server/context.ts'
import { storeAuthor } from '../authorship.ts'
import { endSessions } from '../endSessions.ts'
import { withStepUp } from '../twoStep/withStepUp.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { AccessKeyOwner } from './keyHolder.ts'
import { hintOf, keyHash, makeKeyText } from './keyText.ts'

/** Who does something to the keys of whom, and where that came from. */
export interface KeyWrite {
  readonly actor: Actor
  readonly holder: AccessKeyOwner
  readonly origin: LogOrigin
}

/** A write that opens something: with the authenticator's code, of whoever has one. */
export type KeyMaking = KeyWrite & { readonly totp?: unknown }

/** What a key is to be. */
export interface WantedKey {
  readonly label: string
  readonly expiresAt: Date | null
}

interface Row {
  id: unknown
  label: string
  hint: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

const columns = sql`id, label, hint, created_at, expires_at, last_used_at`
const answerOf = (row: Row): AccessKeyAnswer => ({
  id: Number(row.id),
  label: row.label,
  hint: row.hint,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
const isOf = ({ kind, id }: AccessKeyOwner) => sql`${sql.ref(kind)} = ${id}`

/**
 * The keys of an affiliate or partner that were not ended, newest first; those that expired too, so that one sees why
 * they open nothing.
 */
export async function listKeys(db: Kysely<any>, holder: AccessKeyOwner): Promise<AccessKeyAnswer[]> {
  const { rows } = await sql<Row>`select ${columns} from access_key where ${isOf(holder)} and ended_at is null
      order by id desc`.execute(db)
  return rows.map(answerOf)
}

/** Makes a key. @returns it in full, this once @throws ApiError what is wrong with the code */
export function createKey(context: AppContext, write: KeyMaking, wanted: WantedKey): Promise<MadeAccessKey> {
  return withStepUp(context, write, (transaction) => createWithin(context, transaction, write, wanted))
}

/**
 * Ends a key and the sessions it opened: from the answer on nothing is opened by it.
 * @throws ApiError `not_found` where the owner has no such key, or it was ended before
 */
export function endKey(context: AppContext, write: KeyWrite, keyId: number): Promise<AccessKeyAnswer> {
  return inTransaction(context.database.db, (transaction) => endWithin(context, transaction, write, keyId))
}

/**
 * Makes a key of the same label and ends the old one with its sessions, both or neither. An end that still lies ahead
 * stays.
 * @throws ApiError `not_found` as {@link endKey} does; what is wrong with the code
 */
export function rotateKey(context: AppContext, write: KeyMaking, keyId: number): Promise<MadeAccessKey> {
  return withStepUp(context, write, async (transaction) => {
    const { label, expiresAt } = await endWithin(context, transaction, write, keyId)
    const end = expiresAt === null ? null : new Date(expiresAt)
    return createWithin(context, transaction, write, { label, expiresAt: end && end > context.now() ? end : null })
  })
}

async function createWithin(
  context: AppContext,
  db: Kysely<any>,
  write: KeyWrite,
  { label, expiresAt }: WantedKey,
): Promise<MadeAccessKey> {
  const [key, { kind, id }] = [makeKeyText(), write.holder]
  const {
    rows: [row],
  } = await sql<Row>`
    insert into access_key (${sql.ref(kind)}, label, hash, hint, created_at, expires_at)
    values (${id}, ${label}, ${await keyHash(context, key)}, ${hintOf(key)}, ${context.now()}, ${expiresAt})
      returning ${columns}`.execute(db)
  const made = answerOf(row!)
  await storeAuthor(db, {
    object: 'accessKey',
    id: made.id,
    name: label,
    what: 'made',
    author: write.actor,
    at: context.now(),
  })
  await log(context, db, write, { operation: 'createAccessKey', before: null, after: made })
  return { ...made, key }
}

async function endWithin(
  context: AppContext,
  db: Kysely<any>,
  write: KeyWrite,
  keyId: number,
): Promise<AccessKeyAnswer> {
  const at = context.now()
  const {
    rows: [row],
  } = await sql<Row>`update access_key set ended_at = ${at} where id = ${keyId} and ${isOf(write.holder)}
      and ended_at is null returning ${columns}`.execute(db)
  if (!row) throw new ApiError('not_found')
  await endSessions(db, { of: { accessKey: keyId }, reason: 'revoked', at })
  const ended = answerOf(row)
  await log(context, db, write, { operation: 'endAccessKey', before: ended, after: null })
  return ended
}

/** The log names a key by its label and last characters. */
const nameOf = (key: AccessKeyAnswer | null) => key && `${key.label} (…${key.hint})`

async function log(
  context: AppContext,
  db: Kysely<any>,
  { actor, holder, origin }: KeyWrite,
  { operation, before, after }: { operation: string; before: AccessKeyAnswer | null; after: AccessKeyAnswer | null },
): Promise<void> {
  const changes = [{ field: 'accessKey', before: nameOf(before), after: nameOf(after) }]
  await logActivity(db, {
    actor,
    request: origin,
    operation,
    object: holder.kind,
    objectId: holder.id,
    changes,
    at: context.now(),
  })
}
