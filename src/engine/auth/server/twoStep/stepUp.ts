import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { type TwoStepHolder, twoStepHolderOf, twoStepPlace } from './twoStepHolder.ts'
import { requireRightCode, tryTotp } from './verifyTotp.ts'

const codeLength = 6

/** Whether somebody has a confirmed authenticator. */
export async function hasAuthenticator(db: Kysely<any>, holder: TwoStepHolder): Promise<boolean> {
  const { table, column, id } = twoStepPlace(holder)
  const { rows } = await sql`select from ${table} where ${column} = ${id}::bigint and confirmed_at is not null`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Whether somebody has to send a code of the authenticator for what they are about to do: everybody who has one. Jobs
 * and commands have none.
 * @throws ApiError `step_up_needs_authenticator` where the company (for root: any company) demands a code of all, and
 * there is no authenticator.
 */
export async function isStepUpRequired(db: Kysely<any>, actor: Actor): Promise<boolean> {
  const holder = actor.kind === 'partner' ? null : twoStepHolderOf(actor)
  if (!holder) return false
  const { table, column, id } = twoStepPlace(holder)
  const {
    rows: [row],
  } = await sql<{ has_one: boolean; is_demanded: boolean }>`select
    exists (select from ${table} where ${column} = ${id}::bigint and confirmed_at is not null) as has_one,
    exists (select from company where step_up = 'required' and (id = ${actor.company}::bigint
      or ${actor.root}::boolean)) as is_demanded`.execute(db)
  if (!row!.has_one && row!.is_demanded) throw new ApiError('step_up_needs_authenticator')
  return row!.has_one
}

/**
 * Takes the code that was sent with one request, for that request alone: a code works once. In a transaction of its
 * own, so that a wrong one counts towards the lock though nothing is done.
 * @throws ApiError `totp_required`, `invalid_totp`, `authenticator_locked`: none of them ends a session.
 */
export async function proveStepUp(
  context: AppContext,
  { actor, origin }: { actor: Actor; origin?: LogOrigin | undefined },
  given: unknown,
): Promise<void> {
  const totp = typeof given === 'number' ? String(given).padStart(codeLength, '0') : given
  if (typeof totp !== 'string' || totp.trim() === '') throw new ApiError('totp_required')
  const outcome = await tryTotp(context, { actor, totp, origin, isConfirmationNeeded: true })
  if (outcome === 'two_step_locked') throw new ApiError('authenticator_locked')
  requireRightCode(outcome)
}
