import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { tableName } from '#engine/declaration/derive/names.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { endSessions } from '../endSessions.ts'
import { programSql, type SessionProgram } from './ownSessions.ts'
import type { RequestOrigin } from '../requestOrigin.ts'

/** An open session of somebody, as those who look after them see it; moments are ISO 8601. */
export interface UserSession {
  readonly id: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
  readonly address: string
  readonly userAgent: string
  readonly program: SessionProgram | null
  /** A code of the authenticator was given at the sign-in. */
  readonly secondStep: boolean
  /** The session that asks. */
  readonly isCurrent: boolean
}

/** Who signs in with a password of their own: users, and the people of affiliates. */
export const signingPeople = ['user', 'affiliateUser'] as const

/** Who asks about whose sessions. */
export interface AskedSessions {
  readonly actor: Actor
  readonly people: (typeof signingPeople)[number]
  readonly id: number
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A user's sessions are that user's affair and that of whoever may change the user; those of root are root's. */
async function requireLooksAfter(db: Kysely<any>, { actor, people, id }: AskedSessions): Promise<void> {
  if (people === 'user' && actor.kind === 'user' && actor.userId === id) return
  const resource = resources[people] as unknown as AnyResource
  if (!can({ actor, resource, operation: 'update' })) throw new ApiError('forbidden')
  const {
    rows: [row],
  } = await sql<{ root: boolean }>`select ${people === 'user' ? sql.ref('t.root') : sql`false`} as root
    from ${sql.table(tableName(people))} t
    where t.id = ${id} and ${scopeCondition({ actor, resource, alias: 't' })}`.execute(db)
  if (!row) throw new ApiError('user_not_found')
  if (row.root && !actor.root) throw new ApiError('user_must_be_root')
}

const isTheirs = ({ people, id }: Pick<AskedSessions, 'people' | 'id'>) =>
  sql`${sql.ref(`${tableName(people)}_id`)} = ${id}`

interface Row {
  id: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  user_agent: string
  address: string
  program: SessionProgram | null
  has_second_step: boolean
}

/**
 * The open sessions of somebody, newest use first.
 * @throws ApiError `forbidden`, `user_not_found` where the user is out of sight, `user_must_be_root`
 */
export async function listUserSessions({ database, now }: AppContext, asked: AskedSessions): Promise<UserSession[]> {
  await requireLooksAfter(database.db, asked)
  const { rows } = await sql<Row>`
    select id, created_at, last_seen_at, expires_at, user_agent, address, ${programSql} as program, has_second_step from session
    where ${isTheirs(asked)} and ended_at is null and not is_second_step_due and expires_at > ${now()}
    order by last_seen_at desc, id`.execute(database.db)
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
    program: row.program,
    secondStep: row.has_second_step,
    isCurrent: row.id === asked.actor.sessionId,
  }))
}

async function isSessionOf(
  db: Kysely<any>,
  { sessionId, ...of }: Pick<AskedSessions, 'people' | 'id'> & { readonly sessionId: string },
): Promise<boolean> {
  if (!uuidPattern.test(sessionId)) return false
  const { rows } = await sql`select 1 from session where id = ${sessionId} and ${isTheirs(of)} for update`.execute(db)
  return rows.length > 0
}

/**
 * Ends one session of somebody, or all of them: dead at once, on every server, with a line in the log.
 * @returns how many ended
 * @throws ApiError as {@link listUserSessions} does, and `not_found` where the session is not theirs or not open
 */
export async function endUserSessions(
  context: AppContext,
  asked: AskedSessions & { readonly sessionId?: string; readonly origin: RequestOrigin },
): Promise<number> {
  const { actor, people, id, sessionId, origin } = asked
  const at = context.now()
  return inTransaction(context.database.db, async (transaction) => {
    await requireLooksAfter(transaction, asked)
    const isFound = sessionId === undefined || (await isSessionOf(transaction, { people, id, sessionId }))
    const all = people === 'user' ? { userId: id } : { affiliateUserId: id }
    const of = sessionId === undefined ? all : { sessionId }
    const ended = isFound ? await endSessions(transaction, { of, reason: 'revoked', at }) : 0
    if (sessionId !== undefined && ended === 0) throw new ApiError('not_found')
    const operation = sessionId === undefined ? 'endSessions' : 'endSession'
    const changes = sessionId === undefined ? [] : [{ field: 'session', before: sessionId, after: null }]
    await logActivity(transaction, { actor, request: origin, operation, object: people, objectId: id, changes, at })
    return ended
  })
}
