import { type Kysely, sql } from 'kysely'
import type { SecondStepAnswer, SessionAnswer } from '../../answers/session.ts'
import { normalizeEmail } from '#engine/values/email.ts'
import { activeAccessKey, type KeyOwner } from '../accessKeys/keyInForce.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { credentialPlace, type PasswordHolder, verifyPassword } from '../passwords.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import { actorOfSession, readSession, type SessionState } from '../session/readSession.ts'
import { insertSession, openWithTokens, secondStepToken, type Holder } from '../session/signedIn.ts'
import { throttled } from './signInThrottle.ts'
import { otpauthUrlOf } from '../twoStep/enrolment.ts'
import { holderOf, type TwoStepHolder, twoStepPlace } from '../twoStep/twoStepHolder.ts'

/** So many accounts of one e-mail address are tried: each costs a slow hash. */
const accountsMax = 10

interface Found {
  /** A user, or one of an affiliate's people, who signs in as that affiliate. */
  holder: PasswordHolder & Holder
  email: string
  passwordHash: string | null
  codResposta: 200 | 209 | 210
}

/**
 * Signs a user, or one of an affiliate's people, in by e-mail and password: the session, or what leads to its second step. Throws
 * `invalid_credentials`, after the same work, whether the e-mail
 * or the password is wrong; `too_many_requests` after too many wrong tries; `user_suspended` after the right password.
 */
export function signIn(
  context: AppContext,
  { email, password, origin }: { email: string; password: string; origin: RequestOrigin },
): Promise<SessionAnswer | SecondStepAnswer> {
  const account = normalizeEmail(email)
  const mayPass = () => hasSignedInFrom(context, account, origin.address)
  return throttled(context, { address: origin.address, account, mayPass }, async () => {
    const accounts = await findByEmail(context.database.db, account)
    let found: Found | null = null
    for (const each of accounts.length === 0 ? [null] : accounts) {
      const isRight = await verifyPassword({ passwordHash: each?.passwordHash ?? null, password })
      if (isRight) found ??= each
    }
    if (!found?.passwordHash) throw new ApiError('invalid_credentials')
    return inTransaction(context.database.db, (transaction) => begin(context, transaction, found, origin))
  })
}

/**
 * Signs in whoever has an access key of a partner or affiliate, limited to that one: the session, or what leads to its
 * second step where an authenticator was set up. Throws `authentication_error` for whatever is no key of such a one in
 * force that signs in, `personal_sign_in_required` where its company asks for a second step that is missing, or
 * `too_many_requests`.
 */
export function signInByKey(
  context: AppContext,
  { kind, token, origin }: { kind: KeyOwner; token: string; origin: RequestOrigin },
): Promise<SessionAnswer | SecondStepAnswer> {
  return throttled(context, { address: origin.address, entrance: kind, unguessable: token }, () =>
    inTransaction(context.database.db, async (transaction) => {
      const key = await activeAccessKey(context, transaction, { owner: kind, key: token, use: 'signIn', isKept: true })
      if (!key) throw new ApiError('authentication_error')
      const holder = holderOf(kind, key.owner)
      const sessionId = await insertSession(context, transaction, { ...holder, accessKey: key.id } as Holder, origin)
      const session = await readSession(transaction, sessionId)
      const codResposta = await stepOfHolder(transaction, { holder, session })
      if (codResposta === 200) return openInserted(context, transaction, { sessionId, kind }, origin)
      // A key may be in an address that leaked: who has it sets up no authenticator, which would shut its owner out.
      if (codResposta === 210) throw new ApiError('personal_sign_in_required')
      return { codResposta, ...(await secondStepToken(context, sessionId)) }
    }),
  )
}

/** Whoever confirmed an authenticator is asked for its code, and everybody in a company that asks it of all. */
async function stepOfHolder(
  db: Kysely<any>,
  { holder, session }: { holder: TwoStepHolder; session: SessionState | null },
): Promise<200 | 209 | 210> {
  const { table, column, id } = twoStepPlace(holder)
  const {
    rows: [row],
  } = await sql<{ is_confirmed: boolean; is_required: boolean }>`
    select exists (select from ${table} where ${column} = ${id} and confirmed_at is not null) as is_confirmed,
      exists (select from company where id = ${session?.user?.company?.id ?? null}::bigint
        and two_step = 'required') as is_required`.execute(db)
  return row!.is_confirmed ? 209 : row!.is_required ? 210 : 200
}

/** Whether somebody with this e-mail address has a session that began there: what others try there keeps them out no more. */
async function hasSignedInFrom(context: AppContext, email: string, address: string): Promise<boolean> {
  const { rows } = await sql`select from session where address = ${address}::text
    and refresh_hash is not null and (user_id in (select id from "user" where email = ${email}::text)
      or affiliate_user_id in (select id from affiliate_user where email = ${email}::text)) limit 1`.execute(
    context.database.db,
  )
  return rows.length > 0
}

/**
 * The accounts of an e-mail address: in each company one, of a user or of an affiliate's people. Where one password
 * opens several, the one counts whose password was set last.
 */
async function findByEmail(db: Kysely<any>, email: string): Promise<Found[]> {
  const { rows } = await sql<{
    id: number
    affiliate: number | null
    email: string
    password_hash: string | null
    is_confirmed: boolean
    is_required: boolean
  }>`
    select u.id, null::bigint as affiliate, u.email, credential.password_hash,
      two_step.confirmed_at is not null as is_confirmed,
      coalesce(c.two_step = 'required' and not credential.is_from_environment, false) as is_required, credential.changed_at
    from "user" u left join user_credential credential on credential.user_id = u.id
      left join two_step on two_step.user_id = u.id left join company c on c.id = u.company
    where u.email = ${email}
    union all
    select someone.id, someone.affiliate, someone.email, credential.password_hash,
      step.confirmed_at is not null, coalesce(c.two_step = 'required', false), credential.changed_at
    from affiliate_user someone join affiliate on affiliate.id = someone.affiliate
      left join affiliate_user_credential credential on credential.affiliate_user_id = someone.id
      left join affiliate_user_two_step step on step.affiliate_user_id = someone.id
      left join company c on c.id = affiliate.company
    where someone.email = ${email} order by changed_at desc nulls last limit ${accountsMax}`.execute(db)
  return rows.map((row) => {
    const id = Number(row.id)
    return {
      holder: row.affiliate === null ? { userId: id } : { affiliateId: Number(row.affiliate), affiliateUserId: id },
      email: row.email,
      passwordHash: row.password_hash,
      codResposta: row.is_confirmed ? 209 : row.is_required ? 210 : 200,
    }
  })
}

async function begin(
  context: AppContext,
  transaction: Kysely<any>,
  found: Found,
  origin: RequestOrigin,
): Promise<SessionAnswer | SecondStepAnswer> {
  await requirePasswordInForce(transaction, found)
  const { holder, codResposta, email: label } = found
  const sessionId = await insertSession(context, transaction, holder, origin)
  if (codResposta !== 200) return secondStepAnswer(context, transaction, { sessionId, codResposta, holder, label })
  const kind = 'userId' in holder ? 'user' : 'affiliate'
  return openInserted(context, transaction, { sessionId, kind }, origin)
}

async function secondStepAnswer(
  context: AppContext,
  transaction: Kysely<any>,
  {
    sessionId,
    codResposta,
    holder,
    label,
  }: { sessionId: string; codResposta: 209 | 210; holder: TwoStepHolder; label: string },
): Promise<SecondStepAnswer> {
  const step = { codResposta, ...(await secondStepToken(context, sessionId)) }
  if (codResposta === 209) return step
  const otpauthUrl = await otpauthUrlOf(context, transaction, { holder, label })
  // Confirmed by another sign-in a moment ago: the address is never shown again.
  return otpauthUrl === null ? { ...step, codResposta: 209 } : { ...step, otpauthUrl }
}

/** A password changed while it was being verified ends the holder's sessions; this one must not begin after that. */
async function requirePasswordInForce(transaction: Kysely<any>, { holder, passwordHash }: Found): Promise<void> {
  const { table, column, id } = credentialPlace(holder)
  const { rows } = await sql`select 1 from ${table} where ${column} = ${id} and password_hash = ${passwordHash} for
      share`.execute(transaction)
  if (rows.length === 0) throw new ApiError('invalid_credentials')
  // Only who knows the password is told; locked, so that a suspension of this moment is seen or ends the session that
  // begins.
  const people = sql.table('userId' in holder ? 'user' : 'affiliate_user')
  const {
    rows: [person],
  } = await sql<{ suspended: boolean }>`select suspended from ${people} where id = ${id} for share`.execute(transaction)
  if (person?.suspended) throw new ApiError('user_suspended')
}

async function openInserted(
  context: AppContext,
  transaction: Kysely<any>,
  session: { sessionId: string; kind: SessionState['kind'] },
  origin: RequestOrigin,
): Promise<SessionAnswer> {
  const { sessionId, kind } = session
  const answer = await openWithTokens(context, transaction, { sessionId, previousRefreshHash: null })
  if (!answer) throw new ApiError('invalid_credentials')
  const opened = await readSession(transaction, sessionId)
  const actor = actorOfSession(opened ?? { id: sessionId, kind }, answer.user)
  await logActivity(transaction, {
    actor,
    request: origin,
    operation: 'signIn',
    object: 'session',
    objectId: sessionId,
    changes: [],
    at: context.now(),
  })
  return answer
}
