import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { canBeKey, keyHash, makeKeyText } from '#engine/auth/server/accessKeys/keyText.ts'
import { storeAuthor } from '#engine/auth/server/authorship.ts'
import { endSessions } from '#engine/auth/server/endSessions.ts'
import { setPassword } from '#engine/auth/server/passwords.ts'
import type { RequestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { validateNewPassword } from '#engine/auth/server/signIn/changePassword.ts'
import { throttled } from '#engine/auth/server/signIn/signInThrottle.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'

/** By this a link that leaked is recognised. */
const prefix = 'in_'
const dayMs = 86_400_000
/** For how long the link of an invitation is good. */
export const invitationMs = 7 * dayMs

/** An invitation that was made now; its token stands nowhere else. */
export interface MadeInvitation {
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Makes the link by which one of an affiliate's people sets a password, the first or another one. The links before it
 * are good no more; the password, where there is one, stays until another is set.
 */
export async function makeInvitation(context: AppContext, change: WriteContext, id: number): Promise<MadeInvitation> {
  const { db, at } = change
  const [token, expiresAt] = [makeKeyText(prefix), new Date(at.getTime() + invitationMs)]
  const before = await firstRow(
    db,
    sql<{ until: Date | null }>`select invited_until as until from affiliate_user where id = ${id} for update`,
  )
  await endInvitations(db, id, at)
  await sql`insert into affiliate_invitation (affiliate_user, hash, made_at, expires_at)
    values (${id}, ${await keyHash(context, token, 'invitation')}, ${timestamp(at)}, ${timestamp(expiresAt)})`.execute(
    db,
  )
  await keepState(db, id, at, sql`invited_until = ${timestamp(expiresAt)}`)
  await storeAuthor(db, { object: 'affiliateUser', id, what: 'invited', author: change.actor, at })
  const changes = [
    { field: 'invitedUntil', before: before?.until?.toISOString() ?? null, after: expiresAt.toISOString() },
  ]
  await writeAuditEntry(change, { operation: 'invite', object: 'affiliateUser', objectId: id, changes })
  return { token, expiresAt }
}

async function endInvitations(db: Kysely<any>, id: number, at: Date): Promise<void> {
  await sql`update affiliate_invitation set ended_at = ${timestamp(at)}
    where affiliate_user = ${id} and used_at is null and ended_at is null`.execute(db)
}

async function keepState(db: Kysely<any>, id: number, at: Date, set: ReturnType<typeof sql>): Promise<void> {
  await sql`update affiliate_user set ${set}, version = version + 1, updated_at = ${timestamp(at)}
    where id = ${id}`.execute(db)
}

/** Whom a link lets in. */
interface Invited {
  readonly invitation: number
  readonly id: number
  readonly email: string
  readonly name: string
  readonly affiliate: number
  readonly company: number | null
  readonly company_name: string | null
  readonly joined_at: Date | null
}

/** @throws ApiError `invitation_over` for whatever is no link in force, of somebody who may sign in */
async function invitedBy(context: AppContext, db: Kysely<any>, token: string): Promise<Invited> {
  if (!canBeKey(token)) throw new ApiError('invitation_over')
  const found = await firstRow(
    db,
    sql<Invited>`select invitation.id as invitation, someone.id, someone.email, someone.name, someone.affiliate,
        someone.joined_at, company.id as company, company.name as company_name
      from affiliate_invitation invitation join affiliate_user someone on someone.id = invitation.affiliate_user
        join affiliate on affiliate.id = someone.affiliate left join company on company.id = affiliate.company
      where invitation.hash = ${await keyHash(context, token, 'invitation')} and invitation.used_at is null
        and invitation.ended_at is null and invitation.expires_at > ${timestamp(context.now())}
        and not someone.suspended for update of someone`,
  )
  if (!found) throw new ApiError('invitation_over')
  return found
}

/** Wrong links are counted by address, as wrong keys are. */
const counted = <Answer>(
  context: AppContext,
  { token, origin }: { token: string; origin: RequestOrigin },
  work: () => Promise<Answer>,
) => throttled(context, { address: origin.address, entrance: 'invitation', unguessable: token }, work)

/** Whom a link lets in, before a password is set. @throws ApiError `invitation_over`, `too_many_requests` */
export function readInvitation(
  context: AppContext,
  { token, origin }: { token: string; origin: RequestOrigin },
): Promise<{ email: string; name: string; company: string | null }> {
  return counted(context, { token, origin }, async () => {
    const invited = await inTransaction(context.database.db, (db) => invitedBy(context, db, token))
    return { email: invited.email, name: invited.name, company: invited.company_name }
  })
}

/** The one who follows a link, as the activity log names them. */
const actorOfInvited = ({ id, email, affiliate, company }: Invited): Actor => ({
  kind: 'affiliate',
  userId: null,
  name: email,
  root: false,
  roles: new Set(),
  company,
  allowedBrands: [],
  partner: null,
  affiliate: Number(affiliate),
  affiliateUser: Number(id),
})

/**
 * Sets the password of whom a link lets in, once: the link is used up, and all sessions that the password before opened
 * end. An authenticator stays: who has the link alone does not come in.
 * @throws ApiError `invitation_over`, `too_many_requests`; what is wrong with the password, at the field
 */
export function acceptInvitation(
  context: AppContext,
  given: { token: string; password: string; passwordConfirmation: string; origin: RequestOrigin },
): Promise<{ email: string }> {
  const problems = validateNewPassword(given)
  if (problems.length > 0) throw validationError(problems)
  return counted(context, given, () =>
    inTransaction(context.database.db, async (db) => {
      const invited = await invitedBy(context, db, given.token)
      const [id, at] = [Number(invited.id), context.now()]
      const used = await sql`update affiliate_invitation set used_at = ${timestamp(at)}
        where id = ${invited.invitation} and used_at is null and ended_at is null`.execute(db)
      if (used.numAffectedRows !== 1n) throw new ApiError('invitation_over')
      await setPassword(db, { affiliateUserId: id, password: given.password })
      await endSessions(db, { of: { affiliateUserId: id }, reason: 'password_changed', at })
      await keepState(db, id, at, sql`invited_until = null, joined_at = coalesce(joined_at, ${timestamp(at)})`)
      await logActivity(db, {
        actor: actorOfInvited(invited),
        request: given.origin,
        operation: 'acceptInvitation',
        object: 'affiliateUser',
        objectId: id,
        changes: [],
        at,
      })
      return { email: invited.email }
    }),
  )
}
