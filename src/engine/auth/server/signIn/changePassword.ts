import { resources } from '#resources/index.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { OpenSession } from '../session/readSession.ts'
import { endSessions } from '../endSessions.ts'
import { type PasswordHolder, setPassword } from '../passwords.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import { actorOfSession } from '../session/readSession.ts'
import { hasAuthenticator, proveStepUp } from '../twoStep/stepUp.ts'
import { requireCurrentPassword } from './currentPassword.ts'

/** What somebody types to change the own password. */
export interface PasswordChange {
  readonly currentPassword: string
  readonly password: string
  readonly passwordConfirmation: string
  /** The authenticator's code, of whoever has one. */
  readonly totp?: unknown
}

/** What is wrong with a new password, by the declaration of a user's password. */
export function validateNewPassword({
  password,
  passwordConfirmation,
}: Pick<PasswordChange, 'password' | 'passwordConfirmation'>): Problem[] {
  const validated = validateInput({ fields: { password: resources.user.fields.password }, input: { password } })
  const problems: Problem[] = validated.ok ? [] : [...validated.problems]
  if (password !== passwordConfirmation)
    problems.push({ field: 'passwordConfirmation', code: 'invalid_password_confirmation' })
  return problems
}

/** Whose password opened a session; null where a key did. */
function passwordHolderOf({ kind, user }: OpenSession): PasswordHolder | null {
  if (user.affiliateUser !== undefined) return { affiliateUserId: user.affiliateUser }
  return kind === 'user' ? { userId: user.id } : null
}

/**
 * Changes one's own password, with any role or none, and ends all of one's other sessions. Wrong current passwords are
 * counted like wrong sign-ins.
 * @throws ApiError `forbidden` in a session that a key opened, which has no password; a problem at the field that is wrong;
 * `too_many_requests`
 */
export async function changePassword(
  context: AppContext,
  { session, change, origin }: { session: OpenSession; change: PasswordChange; origin: RequestOrigin },
): Promise<void> {
  const holder = passwordHolderOf(session)
  if (!holder) throw new ApiError('forbidden')
  const problems = validateNewPassword(change)
  if (problems.length > 0) throw validationError(problems)
  await requireCurrentPassword(context, { ...holder, given: change.currentPassword, address: origin.address })
  const actor = actorOfSession(session, session.user)
  if (await hasAuthenticator(context.database.db, holder)) await proveStepUp(context, { actor, origin }, change.totp)
  await inTransaction(context.database.db, async (transaction) => {
    await setPassword(transaction, { ...holder, password: change.password })
    await endSessions(transaction, {
      of: { ...holder, except: session.id },
      reason: 'password_changed',
      at: context.now(),
    })
    await logActivity(transaction, {
      actor,
      request: origin,
      operation: 'changePassword',
      object: 'userId' in holder ? 'user' : 'affiliateUser',
      objectId: 'userId' in holder ? holder.userId : holder.affiliateUserId,
      changes: [],
      at: context.now(),
    })
  })
}
