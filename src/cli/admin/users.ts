import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { endSessions } from '#engine/auth/server/endSessions.ts'
import { type ListedUser, listUsers, resetPassword, unlockUser } from '#features/accounts/server/recovery.ts'
import { randomPassword } from '#features/accounts/server/rootUser.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { operator } from '#engine/declaration/actor.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { createRecord } from '#engine/records/server/operations/create.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { normalizeEmail } from '#engine/values/email.ts'
import type { CommandContext } from '../support/commandDatabase.ts'
import { UsageError } from '../support/runCommand.ts'
import { print } from './print.ts'

const unknownUser = (email: string) =>
  new UsageError(`Nobody has the e-mail ${email}. npm run admin -- users list names everybody.`)

function userLine({ email, root, suspended, twoStep }: ListedUser): string {
  const said = [
    ...(root ? ['root'] : []),
    ...(suspended ? ['suspended'] : []),
    ...(twoStep === 'none' ? [] : [`authenticator ${twoStep}`]),
  ]
  return [email, said.join(', ')].filter(Boolean).join('  ')
}

/** `users list` */
export async function list(surroundings: CommandContext): Promise<void> {
  for (const user of await listUsers(surroundings)) print(userLine(user))
}

/** `users reset EMAIL` */
export async function reset(surroundings: CommandContext, email: string): Promise<void> {
  const password = await resetPassword(surroundings, email)
  print(`Password of ${email}  ${password}\nIt is shown this once; the sessions of before have ended.`)
}

/** `users unlock EMAIL` */
export async function unlock(surroundings: CommandContext, email: string): Promise<void> {
  await unlockUser(surroundings, email)
  print(`${email} signs in with the password alone, or sets up a new authenticator where one is asked for.`)
}

async function companyOf({ database }: CommandContext, asked: string | undefined): Promise<number> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from company order by id`.execute(
    database.db,
  )
  const named = `There are: ${rows.map(({ id, name }) => `${id} (${name})`).join(', ')}.`
  if (asked === undefined && rows.length > 1)
    throw new UsageError(`Say of which company, by its number, after the e-mail. ${named}`)
  const company = asked === undefined ? rows[0] : rows.find(({ id }) => String(id) === asked)
  if (!company) throw new UsageError(`There is no company ${asked ?? ''}. ${named}`)
  return company.id
}

/** Makes a user the way the office does: with the same checks, log and rules. */
async function made(
  surroundings: CommandContext,
  { email, company, root }: { email: string; company: string | undefined; root: boolean },
): Promise<void> {
  const password = randomPassword()
  const context = { ...surroundings, now: surroundings.database.clock.now }
  const resource = resources.user as unknown as AnyResource
  const name = email.split('@')[0]!
  await createRecord(
    { context, actor: operator, resource, origin: 'http://127.0.0.1' },
    { name, email, password, passwordConfirmation: password, company: await companyOf(surroundings, company), root },
  )
  print(
    `${normalizeEmail(email)} can sign in${root ? ' as root' : '; what they may do is set in the office'}.\nPassword  ${password}\nIt is shown this once.`,
  )
}

/** `users make EMAIL [COMPANY]` */
export const make = (surroundings: CommandContext, email: string, company?: string): Promise<void> =>
  made(surroundings, { email, company, root: false })

/** `users make-root EMAIL [COMPANY]` */
export const makeRoot = (surroundings: CommandContext, email: string, company?: string): Promise<void> =>
  made(surroundings, { email, company, root: true })

/** `sessions list EMAIL` */
export async function sessions({ database }: CommandContext, email: string): Promise<void> {
  const { rows } = await sql<{
    line: string | null
  }>`select to_char(session.last_seen_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC  ' ||
    coalesce(session.address, '') || '  '
      || coalesce(session.user_agent, '') as line
    from "user" left join session on session.user_id = "user".id and session.ended_at is null
      and not session.is_second_step_due and session.expires_at > now()
    where "user".email = ${normalizeEmail(email)}::text order by session.last_seen_at desc`.execute(database.db)
  if (rows.length === 0) throw unknownUser(email)
  const open = rows.flatMap(({ line }) => line ?? [])
  print(open.length === 0 ? `${email} is signed in nowhere.` : open.join('\n'))
}

/** `sessions end EMAIL` */
export async function endOf({ database }: CommandContext, email: string): Promise<void> {
  const ended = await inTransaction(database.db, async (transaction) => {
    const {
      rows: [user],
    } = await sql<{
      id: number
    }>`select id from "user" where email = ${normalizeEmail(email)}::text for no key update`.execute(transaction)
    if (!user) throw unknownUser(email)
    const at = new Date()
    const count = await endSessions(transaction, { of: { userId: user.id }, reason: 'revoked', at })
    await logActivity(transaction, {
      actor: operator,
      operation: 'endSessions',
      object: 'user',
      objectId: user.id,
      changes: [],
      at,
    })
    return count
  })
  print(`${ended} ${ended === 1 ? 'session' : 'sessions'} of ${email} ended.`)
}

/** `sessions end-all` */
export async function endAll({ database }: CommandContext): Promise<void> {
  const ended = await inTransaction(database.db, async (transaction) => {
    const { numAffectedRows } =
      await sql`update session set ended_at = now(), end_reason = 'revoked' where ended_at is null`.execute(transaction)
    await logActivity(transaction, {
      actor: operator,
      operation: 'endSessions',
      object: 'installation',
      objectId: 1,
      changes: [],
    })
    return Number(numAffectedRows ?? 0)
  })
  print(`${ended} ${ended === 1 ? 'session' : 'sessions'} ended: everybody signs in again.`)
}
