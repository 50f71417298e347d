import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { tableName } from '#engine/declaration/derive/names.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import { storeAuthor } from '../authorship.ts'
import { otpauthUrlOf } from './enrolment.ts'
import type { TwoStepState } from '../../answers/twoStep.ts'
import { type AuthenticatorOwner, holderOf, type TwoStepHolder, twoStepPlace } from './twoStepHolder.ts'
import { requireRightCode, tryTotp } from './verifyTotp.ts'

/** Who has an authenticator, and is no user. */
export interface AuthenticatorHolder {
  readonly kind: AuthenticatorOwner
  readonly id: number
}

/**
 * A user's two-step state, for that user and root.
 * @param isFresh whoever asks gave a password just now; only then the secret is shown: an authenticator that somebody
 * sets up over an open session they found shuts its owner out.
 * @throws ApiError `user_must_be_root` for others, `user_not_found`
 */
export async function readTwoStep(
  context: AppContext,
  actor: Actor,
  { userId, isFresh }: { userId: number; isFresh: boolean },
): Promise<TwoStepState> {
  if (actor.userId !== userId && !actor.root) throw new ApiError('user_must_be_root')
  return inTransaction(context.database.db, async (transaction) => {
    const email = await emailOf(transaction, userId)
    const otpauthUrl = isFresh ? await otpauthUrlOf(context, transaction, { holder: { userId }, label: email }) : null
    return { ...(await stateOf(transaction, { userId })), ...(otpauthUrl === null ? {} : { otpauthUrl }) }
  })
}

/**
 * How far an affiliate, or who of its people signed in, is with two-step, in its own session.
 * @param isFresh key or password was given just now; only then the secret is shown, as to users.
 */
export async function readOwnTwoStep(
  context: AppContext,
  { holder, label, isFresh }: { holder: TwoStepHolder; label: string; isFresh: boolean },
): Promise<TwoStepState> {
  return inTransaction(context.database.db, async (transaction) => {
    const otpauthUrl = isFresh ? await otpauthUrlOf(context, transaction, { holder, label }) : null
    return { ...(await stateOf(transaction, holder)), ...(otpauthUrl === null ? {} : { otpauthUrl }) }
  })
}

/**
 * How far such a holder is with two-step, for root, who clears it. The secret is shown at their own sign-in alone.
 * @throws ApiError `user_must_be_root`, `not_found`
 */
export async function readHoldersTwoStep(
  context: AppContext,
  actor: Actor,
  { kind, id }: AuthenticatorHolder,
): Promise<TwoStepState> {
  if (!actor.root) throw new ApiError('user_must_be_root')
  const { db } = context.database
  const { rows } = await sql`select 1 from ${sql.table(tableName(kind))} where id = ${id}`.execute(db)
  if (rows.length === 0) throw new ApiError('not_found')
  return stateOf(db, holderOf(kind, id))
}

async function stateOf(
  db: Kysely<any>,
  holder: TwoStepHolder,
): Promise<Pick<TwoStepState, 'isConfirmed' | 'isLocked'>> {
  const { table, column, id } = twoStepPlace(holder)
  const {
    rows: [row],
  } = await sql<{ is_confirmed: boolean; is_locked: boolean }>`
    select confirmed_at is not null as is_confirmed, locked_at is not null as is_locked from ${table}
      where ${column} = ${id}`.execute(db)
  return { isConfirmed: row?.is_confirmed ?? false, isLocked: row?.is_locked ?? false }
}

/**
 * Turns two-step on with the first code of the authenticator, by its user alone. Throws `forbidden` for others,
 * `invalid_totp`, `two_step_locked`, `two_step_missing`.
 */
export async function confirmTwoStep(
  context: AppContext,
  { actor, userId, totp, origin }: { actor: Actor; userId: number; totp: string; origin: LogOrigin },
): Promise<void> {
  if (actor.userId !== userId) throw new ApiError('forbidden')
  const outcome = await tryTotp(context, { actor, totp, origin, isConfirmationNeeded: false })
  requireRightCode(outcome)
}

/** Clears a user's lock and enrolment, by root or a command alone. Throws `user_must_be_root`, `user_not_found`. */
export async function unlockTwoStep(
  context: AppContext,
  { actor, userId, origin }: { actor: Actor; userId: number; origin?: LogOrigin },
): Promise<void> {
  if (!actor.root) throw new ApiError('user_must_be_root')
  await inTransaction(context.database.db, async (transaction) => {
    const userName = await emailOf(transaction, userId)
    await storeAuthor(transaction, {
      object: 'user',
      id: userId,
      name: userName,
      what: 'authenticator',
      author: actor,
      at: context.now(),
    })
    await sql`delete from two_step where user_id = ${userId}`.execute(transaction)
    await logActivity(transaction, {
      actor,
      request: origin,
      operation: 'unlockTwoStep',
      object: 'user',
      objectId: userId,
      changes: [],
      at: context.now(),
    })
  })
}

/**
 * Clears lock and enrolment of such a holder, by root or a command alone: the next sign-in sets up a new one where one is
 * asked for. Throws `user_must_be_root`, `not_found`.
 */
export async function unlockHolder(
  context: AppContext,
  { actor, holder: { kind, id }, origin }: { actor: Actor; holder: AuthenticatorHolder; origin?: LogOrigin },
): Promise<void> {
  if (!actor.root) throw new ApiError('user_must_be_root')
  await inTransaction(context.database.db, async (transaction) => {
    const { rows } = await sql`select 1 from ${sql.table(tableName(kind))} where id = ${id} for key share`.execute(
      transaction,
    )
    if (rows.length === 0) throw new ApiError('not_found')
    const { table, column } = twoStepPlace(holderOf(kind, id))
    await sql`delete from ${table} where ${column} = ${id}`.execute(transaction)
    await storeAuthor(transaction, { object: kind, id, what: 'authenticator', author: actor, at: context.now() })
    await logActivity(transaction, {
      actor,
      request: origin,
      operation: 'unlockTwoStep',
      object: kind,
      objectId: id,
      changes: [],
      at: context.now(),
    })
  })
}

async function emailOf(db: Kysely<any>, userId: number): Promise<string> {
  const { rows } = await sql<{ email: string }>`select email from "user" where id = ${userId} for key share`.execute(db)
  if (!rows[0]) throw new ApiError('user_not_found')
  return rows[0].email
}
