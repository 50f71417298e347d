import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { OpenSession } from './readSession.ts'
import { endSessions } from '../endSessions.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import { actorOfSession } from './readSession.ts'

/** A program with access: its name, as it calls itself, and what it may read. */
export interface SessionProgram {
  readonly name: string
  readonly scopes: readonly string[]
}

/** SQL: the program that holds a session's tokens as JSON, or null. */
export const programSql: RawBuilder<SessionProgram | null> = sql`(select json_build_object('name', client_name, 'scopes', scopes)
  from oauth_grant where oauth_grant.session = session.id)`

/** An open session as its holder sees it in the list; moments are ISO 8601. */
export interface OwnSession {
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly expiresAt: string
  readonly userAgent: string
  readonly address: string
  /** The program that a user let in and that holds the session's tokens; null for the product's own pages. */
  readonly program: SessionProgram | null
  /** The session that asks. */
  readonly isCurrent: boolean
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An affiliate's people see each their own; who holds its key those that keys opened. */
const sameHolder = ({ kind, user }: OpenSession) => {
  const isSame = sql`${sql.ref(`${kind}_id`)} = ${user.id}`
  return kind === 'affiliate'
    ? sql`${isSame} and affiliate_user_id is not distinct from ${user.affiliateUser ?? null}::bigint
      and viewer_id is null`
    : isSame
}

/** The open sessions of whoever asks, newest use first. */
export async function listOwnSessions(context: AppContext, session: OpenSession): Promise<OwnSession[]> {
  const { rows } = await sql<{
    id: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    user_agent: string
    address: string
    program: SessionProgram | null
  }>`
    select id, created_at, last_seen_at, expires_at, user_agent, address, ${programSql} as program from session
    where ${sameHolder(session)} and ended_at is null and not is_second_step_due and expires_at > ${context.now()}
    order by last_seen_at desc, id`.execute(context.database.db)
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    userAgent: row.user_agent,
    address: row.address,
    program: row.program,
    isCurrent: row.id === session.id,
  }))
}

/** Ends one of one's own sessions. Throws `not_found` where it is not one's own or not open. */
export async function revokeOwnSession(
  context: AppContext,
  { session, sessionId, origin }: { session: OpenSession; sessionId: string; origin: RequestOrigin },
): Promise<void> {
  if (!uuidPattern.test(sessionId)) throw new ApiError('not_found')
  const at = context.now()
  await inTransaction(context.database.db, async (transaction) => {
    const { rows } =
      await sql`select 1 from session where id = ${sessionId} and ${sameHolder(session)} for update`.execute(
        transaction,
      )
    const ended = rows.length === 0 ? 0 : await endSessions(transaction, { of: { sessionId }, reason: 'revoked', at })
    if (ended === 0) throw new ApiError('not_found')
    const actor = actorOfSession(session, session.user)
    await logActivity(transaction, {
      actor,
      request: origin,
      operation: 'revokeSession',
      object: 'session',
      objectId: sessionId,
      changes: [],
      at,
    })
  })
}
