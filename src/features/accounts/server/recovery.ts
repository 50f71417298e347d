import { type Kysely, sql } from 'kysely'
import { normalizeEmail } from '#engine/values/email.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { operator } from '#engine/declaration/actor.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { endSessions } from '#engine/auth/server/endSessions.ts'
import { setPassword } from '#engine/auth/server/passwords.ts'
import { randomPassword } from './rootUser.ts'
import { unlockTwoStep } from '#engine/auth/server/twoStep/manageTwoStep.ts'
import { storeAuthor } from '#engine/auth/server/authorship.ts'

/*
 * What whoever runs the server does where nobody can sign in any more. Whoever reaches the database could do as much by
 * hand; here it is one transaction, in the activity log, and known to whoever
 * asks later who changed an account.
 */

type Surroundings = Pick<AppContext, 'database' | 'environment'>

/** A user as the operator lists them. */
export interface ListedUser {
  readonly id: number
  readonly email: string
  readonly root: boolean
  readonly suspended: boolean
  /** `locked` after too many wrong codes. */
  readonly twoStep: 'none' | 'confirmed' | 'locked'
}

const contextOf = (surroundings: Surroundings): AppContext => ({
  ...surroundings,
  now: surroundings.database.clock.now,
})

async function userOf(db: Kysely<any>, email: string): Promise<{ id: number; email: string }> {
  const {
    rows: [user],
  } = await sql<{
    id: number
    email: string
  }>`select id, email from "user" where email = ${normalizeEmail(email)}::text for no key update`.execute(db)
  if (!user) throw new ApiError('user_not_found')
  return user
}

/** All users, root ones first. */
export async function listUsers({ database }: Surroundings): Promise<readonly ListedUser[]> {
  const { rows } =
    await sql<ListedUser>`select "user".id, "user".email, "user".root, coalesce("user".suspended, false) as suspended,
      case when two_step.locked_at is not null then 'locked' when two_step.confirmed_at is not null then 'confirmed'
        else 'none' end as "twoStep"
    from "user" left join two_step on two_step.user_id = "user".id order by "user".root desc, "user".email`.execute(
      database.db,
    )
  return rows
}

/**
 * Gives a user a random password and ends their sessions.
 * @returns the password, which stands nowhere else
 * @throws ApiError `user_not_found`
 */
export async function resetPassword(surroundings: Surroundings, email: string): Promise<string> {
  const { database, now } = contextOf(surroundings)
  const password = randomPassword()
  await inTransaction(database.db, async (transaction) => {
    const user = await userOf(transaction, email)
    const at = now()
    await setPassword(transaction, { userId: user.id, password })
    await endSessions(transaction, { of: { userId: user.id }, reason: 'password_changed', at })
    await storeAuthor(transaction, {
      object: 'user',
      id: user.id,
      name: user.email,
      what: 'password',
      author: operator,
      at,
    })
    await logActivity(transaction, {
      actor: operator,
      operation: 'resetPassword',
      object: 'user',
      objectId: user.id,
      changes: [],
      at,
    })
  })
  return password
}

/**
 * Clears a user's authenticator and its lock: the next sign-in sets up a new one where one is asked for.
 * @throws ApiError `user_not_found`
 */
export async function unlockUser(surroundings: Surroundings, email: string): Promise<void> {
  const context = contextOf(surroundings)
  const { id } = await inTransaction(context.database.db, (transaction) => userOf(transaction, email))
  await unlockTwoStep(context, { actor: operator, userId: id })
}
