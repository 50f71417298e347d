import { type Kysely, sql } from 'kysely'
import type { SecondStepAnswer, SessionAnswer } from '../../../config/answers/session.ts'
import { normalizeEmail } from '../../../domain/email.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../errors.ts'
import { logActivity } from '../../records/activityLog.ts'
import { verifyPassword } from '../passwords.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import { actorOfSession } from '../session/readSession.ts'
import { insertSession, openWithTokens, secondStepToken, type Holder } from '../session/signedIn.ts'
import { throttled } from './signInThrottle.ts'
import { otpauthUrlOf } from '../twoStep/enrolment.ts'

interface Found { id: number; email: string; passwordHash: string | null; codResposta: 200 | 209 | 210 }

/**
 * Signs somebody in by e-mail and password: the session, or what leads to its second step. Throws `invalid_credentials`, after the same work, whether the e-mail
 * or the password is wrong; `too_many_requests` after too many wrong tries; `user_suspended` after the right password.
 */
export function signIn(
  context: AppContext, { email, password, origin }: { email: string; password: string; origin: RequestOrigin },
): Promise<SessionAnswer | SecondStepAnswer> {
  const account = normalizeEmail(email)
  return throttled(context, { address: origin.address, account }, async () => {
    const found = await findByEmail(context.database.db, account)
    const isRight = await verifyPassword({ passwordHash: found?.passwordHash ?? null, password })
    if (!found?.passwordHash || !isRight) throw new ApiError('invalid_credentials')
    return inTransaction(context.database.db, (transaction) => begin(context, transaction, found, origin))
  })
}

/** Signs in the holder of a partner's token, limited to that partner. Throws `authentication_error`, or `too_many_requests`. */
export function signInPartner(context: AppContext, { token, origin }: { token: string; origin: RequestOrigin }): Promise<SessionAnswer> {
  return throttled(context, { address: origin.address, entrance: 'partner' }, async () => {
    const { rows } = await sql<{ id: unknown }>`select id from partner where token = ${token}`.execute(context.database.db)
    if (!rows[0]) throw new ApiError('authentication_error')
    const partnerId = Number(rows[0].id)
    return inTransaction(context.database.db, (transaction) => openNew(context, transaction, { partnerId }, origin))
  })
}

async function findByEmail(db: Kysely<any>, email: string): Promise<Found | null> {
  const { rows } = await sql<{ id: unknown; email: string; password_hash: string | null; is_confirmed: boolean; is_required: boolean }>`
    select u.id, u.email, credential.password_hash, two_step.confirmed_at is not null as is_confirmed,
      coalesce(c.two_step = 'required' and not credential.is_from_environment, false) as is_required
    from "user" u left join user_credential credential on credential.user_id = u.id
      left join two_step on two_step.user_id = u.id left join company c on c.id = u.company
    where u.email = ${email}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const codResposta = row.is_confirmed ? 209 : row.is_required ? 210 : 200
  return { id: Number(row.id), email: row.email, passwordHash: row.password_hash, codResposta }
}

async function begin(context: AppContext, transaction: Kysely<any>, found: Found, origin: RequestOrigin): Promise<SessionAnswer | SecondStepAnswer> {
  await requirePasswordInForce(transaction, found)
  if (found.codResposta === 200) return openNew(context, transaction, { userId: found.id }, origin)
  const sessionId = await insertSession(context, transaction, { userId: found.id }, origin)
  const step = { codResposta: found.codResposta, ...(await secondStepToken(context, sessionId)) }
  if (found.codResposta === 209) return step
  const otpauthUrl = await otpauthUrlOf(context, transaction, { userId: found.id, email: found.email })
  // Confirmed by another sign-in a moment ago: the address is never shown again.
  return otpauthUrl === null ? { ...step, codResposta: 209 } : { ...step, otpauthUrl }
}

/** A password changed while it was being verified ends the user's sessions; this one must not begin after that. */
async function requirePasswordInForce(transaction: Kysely<any>, { id, passwordHash }: Found): Promise<void> {
  const { rows } = await sql`select 1 from user_credential where user_id = ${id} and password_hash = ${passwordHash} for share`.execute(transaction)
  if (rows.length === 0) throw new ApiError('invalid_credentials')
  // Only who knows the password is told; locked, so that a suspension of this moment is seen or ends the session that begins.
  const { rows: [user] } = await sql<{ suspended: boolean }>`select suspended from "user" where id = ${id} for share`.execute(transaction)
  if (user?.suspended) throw new ApiError('user_suspended')
}

async function openNew(context: AppContext, transaction: Kysely<any>, holder: Holder, origin: RequestOrigin): Promise<SessionAnswer> {
  const sessionId = await insertSession(context, transaction, holder, origin)
  const answer = await openWithTokens(context, transaction, { sessionId, previousRefreshHash: null })
  if (!answer) throw new ApiError('invalid_credentials')
  const actor = actorOfSession({ id: sessionId, kind: 'userId' in holder ? 'user' : 'partner' }, answer.user)
  await logActivity(transaction, { actor, request: origin, operation: 'signIn', object: 'session', objectId: sessionId, changes: [], at: context.now() })
  return answer
}
