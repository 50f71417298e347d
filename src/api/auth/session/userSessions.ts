import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { Actor } from '../../../config/actor.ts'
import { can } from '../../../config/derive/access.ts'
import type { AnyResource } from '../../../config/resource.ts'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../errors.ts'
import { logActivity } from '../../log/activityLog.ts'
import { scopeCondition } from '../../visibility/scope.ts'
import { endSessions } from '../endSessions.ts'
import type { RequestOrigin } from '../requestOrigin.ts'

/** An open session of a user, as those who look after users see it; moments are ISO 8601. */
export interface UserSession {
  readonly id: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly expiresAt: string
  readonly address: string
  readonly userAgent: string
  /** A code of the authenticator was given at the sign-in. */
  readonly secondStep: boolean
  /** The session that asks. */
  readonly isCurrent: boolean
}

/** Who asks about whose sessions. */
export interface AskedSessions {
  readonly actor: Actor
  readonly userId: number
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A user's sessions are that user's affair and that of whoever may change the user; those of root are root's. */
async function requireLooksAfter(db: Kysely<any>, { actor, userId }: AskedSessions): Promise<void> {
  if (actor.kind === 'user' && actor.userId === userId) return
  const resource = resources.user as unknown as AnyResource
  if (!can({ actor, resource, operation: 'update' })) throw new ApiError('forbidden')
  const {
    rows: [row],
  } = await sql<{ root: boolean }>`select t.root from "user" t
    where t.id = ${userId} and ${scopeCondition({ actor, resource, alias: 't' })}`.execute(db)
  if (!row) throw new ApiError('user_not_found')
  if (row.root && !actor.root) throw new ApiError('user_must_be_root')
}

interface Row {
  id: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  user_agent: string
  address: string
  has_second_step: boolean
}

/**
 * The open sessions of a user, newest use first.
 * @throws ApiError `forbidden`, `user_not_found` where the user is out of sight, `user_must_be_root`
 */
export async function listUserSessions({ database, now }: AppContext, asked: AskedSessions): Promise<UserSession[]> {
  await requireLooksAfter(database.db, asked)
  const { rows } = await sql<Row>`
    select id, created_at, last_seen_at, expires_at, user_agent, address, has_second_step from session
    where user_id = ${asked.userId} and ended_at is null and not is_second_step_due and expires_at > ${now()}
    order by last_seen_at desc, id`.execute(database.db)
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
    secondStep: row.has_second_step,
    isCurrent: row.id === asked.actor.sessionId,
  }))
}

async function isSessionOf(
  db: Kysely<any>,
  { sessionId, userId }: { sessionId: string; userId: number },
): Promise<boolean> {
  if (!uuidPattern.test(sessionId)) return false
  const { rows } = await sql`select 1 from session where id = ${sessionId} and user_id = ${userId} for update`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Ends one session of a user, or all of them: dead at once, on every server, with a line in the log.
 * @returns how many ended
 * @throws ApiError as {@link listUserSessions} does, and `not_found` where the session is not that user's or not open
 */
export async function endUserSessions(
  context: AppContext,
  asked: AskedSessions & { readonly sessionId?: string; readonly origin: RequestOrigin },
): Promise<number> {
  const { actor, userId, sessionId, origin } = asked
  const at = context.now()
  return inTransaction(context.database.db, async (transaction) => {
    await requireLooksAfter(transaction, asked)
    const isTheirs = sessionId === undefined || (await isSessionOf(transaction, { sessionId, userId }))
    const of = sessionId === undefined ? { userId } : { sessionId }
    const ended = isTheirs ? await endSessions(transaction, { of, reason: 'revoked', at }) : 0
    if (sessionId !== undefined && ended === 0) throw new ApiError('not_found')
    const operation = sessionId === undefined ? 'endSessions' : 'endSession'
    const changes = sessionId === undefined ? [] : [{ field: 'session', before: sessionId, after: null }]
    await logActivity(transaction, { actor, request: origin, operation, object: 'user', objectId: userId, changes, at })
    return ended
  })
}
