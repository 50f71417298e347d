import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AccessKeyAnswer, KeyScope, MadeAccessKey } from '../../answers/accessKeys.ts'
import type { AppContext } from '#engine/server/context.ts'
import { storeAuthor } from '../authorship.ts'
import { storeAccessChange } from '../storeAccessChange.ts'
import { endSessions } from '../endSessions.ts'
import { withStepUp } from '../twoStep/withStepUp.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import { type AccessKeyOwner, requireMayMakeScope } from './keyHolder.ts'
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
  /** Null: what nobody said, `reports`. */
  readonly scope: KeyScope | null
  /** Null: as long as keys of its owner's company last. */
  readonly expiresAt: Date | null
}

/** For how many days a key lasts by itself, and at most where the owner's company says fewer. */
export const keyDays = 180
const dayMs = 86_400_000

interface Row {
  id: unknown
  label: string
  scope: KeyScope
  is_earlier: boolean
  hint: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

const columns = sql`id, label, scope, is_earlier, hint, created_at, expires_at, last_used_at`
const answerOf = (row: Row): AccessKeyAnswer => ({
  id: Number(row.id),
  label: row.label,
  scope: row.scope,
  isEarlier: row.is_earlier,
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

/** Makes a key. @returns it in full, this once @throws ApiError `key_opens_more`; what is wrong with the code */
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
 * Makes a key of the same label and ends the old one with its sessions, both or neither. Scope and an end that still
 * lies ahead stay where no others are wanted; a key of before scopes is one for reports from then on.
 * @throws ApiError `not_found` as {@link endKey} does; `after_latest`, `key_opens_more`; what is wrong with the code
 */
export function rotateKey(
  context: AppContext,
  write: KeyMaking,
  keyId: number,
  { scope, expiresAt }: Omit<WantedKey, 'label'>,
): Promise<MadeAccessKey> {
  return withStepUp(context, write, async (transaction) => {
    const old = await endWithin(context, transaction, write, keyId)
    const { latest } = await endsOf(context, transaction, write.holder)
    const before = old.expiresAt === null ? null : new Date(old.expiresAt)
    const kept = before && before > context.now() && !(latest && before > latest) ? before : null
    return createWithin(context, transaction, write, {
      label: old.label,
      scope: scope ?? (old.isEarlier ? 'reports' : old.scope),
      expiresAt: expiresAt ?? kept,
    })
  })
}

/** When a key ends by itself, and when at the latest; null where its owner's company does not say. */
async function endsOf(
  context: AppContext,
  db: Kysely<any>,
  { kind, id }: AccessKeyOwner,
): Promise<{ byItself: Date; latest: Date | null }> {
  const {
    rows: [row],
  } = await sql<{ days: number | null }>`select company.access_key_days as days from ${sql.table(kind)} owner
    join company on company.id = owner.company where owner.id = ${id}`.execute(db)
  const after = (days: number) => new Date(context.now().getTime() + days * dayMs)
  const days = row?.days ?? null
  return { byItself: after(days ?? keyDays), latest: days === null ? null : after(days) }
}

async function createWithin(
  context: AppContext,
  db: Kysely<any>,
  write: KeyWrite,
  { label, scope, expiresAt }: WantedKey,
): Promise<MadeAccessKey> {
  requireMayMakeScope(write.actor, scope)
  const { byItself, latest } = await endsOf(context, db, write.holder)
  if (expiresAt && latest && expiresAt > latest)
    throw validationError([{ field: 'expiresAt', code: 'after_latest', values: { latest: latest.toISOString() } }])
  const [key, { kind, id }] = [makeKeyText(), write.holder]
  const {
    rows: [row],
  } = await sql<Row>`
    insert into access_key (${sql.ref(kind)}, label, scope, is_earlier, hash, hint, created_at, expires_at)
    values (${id}, ${label}, ${scope ?? 'reports'}, false, ${await keyHash(context, key)}, ${hintOf(key)}, ${context.now()},
      ${expiresAt ?? byItself})
      returning ${columns}`.execute(db)
  const made = answerOf(row!)
  const told = { subject: made.id, label: `${label} (…${made.hint})`, author: write.actor, at: context.now() }
  if (kind === 'affiliate') await storeAccessChange(db, { ...told, affiliate: id, kind: 'accessKey' })
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
