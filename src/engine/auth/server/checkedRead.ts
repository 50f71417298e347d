import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { noteReader } from '#engine/server/database/replica/ownWrites.ts'
import { actorOf, isSeenLately, sessionIdOfRequest } from './authenticate.ts'
import { isOpenByFeature, requireOpen } from './openToAffiliates.ts'
import { knownSession, type KnownSession } from './session/knownSessions.ts'
import { sessionDigest, sessionText } from './session/readSession.ts'

/*
 * Two round trips a request, one for the session and one for the answer, cost as much as everything else together. A
 * reader whose session was read
 * before is therefore answered by one statement: it is made for the actor as known, and brings along the session as it
 * stands at that moment, in the
 * same snapshot. Is that not what was known, to the letter, the answer is thrown away and the request begins anew with
 * the session read first.
 */

/** What a statement brings along to show that it was made for whoever really asks. */
export interface SessionCheck {
  /** A column of the statement. */
  readonly column: RawBuilder<string | null>
  /** Takes what the column answered. */
  take(text: string | null): void
}

/** Who reads, and what the statement must bring along; without a check the session was read already. */
export interface CheckedReader {
  readonly actor: Actor
  readonly check?: SessionCheck
}

/** A request that only reads. */
export interface ReadRequest {
  readonly request: FastifyRequest
  readonly context: AppContext
  /**
   * Which server `read` asks. Sessions are checked on the primary alone, a replica may lag behind: where that may be
   * asked the check is a statement of its own, at the same time.
   */
  readonly server: 'primary' | 'reading'
}

/**
 * Answers a request that only reads, with the session checked by the statement that answers. A reader that leaves the
 * check out, or fails before it, is asked
 * again with the session read first.
 * @param read must not write, and must not answer anything that the checked statement did not bring.
 * @throws ApiError as `actorOf` does, and whatever `read` throws
 */
export async function checkedRead<Answer>(
  { request, context, server }: ReadRequest,
  read: (reader: CheckedReader) => Promise<Answer>,
): Promise<Answer> {
  const known = await usableSession(request, context)
  if (!known) return read({ actor: await actorOf(request, context) })
  await requireOpen(request, known.session, context)
  const { database } = context
  const isOwnStatement = server === 'reading' && database.readDb !== database.db
  let isSame = false
  const { id, kind } = known.session
  // Who reads behind the second fence must not read sessions: it learns whether this one is still the same.
  const check: SessionCheck =
    database.fence && !isOwnStatement
      ? { column: sessionDigest(id, kind), take: (digest) => void (isSame = digest === known.digest) }
      : { column: sessionText(id, kind), take: (text) => void (isSame = text === known.text) }
  if (isOwnStatement) noteReader({ sessionId: known.session.id, lastWrite: known.session.lastWrite })
  const [answer] = await Promise.allSettled([
    read({ actor: known.actor, ...(isOwnStatement ? {} : { check }) }),
    isOwnStatement ? checkAlone(context, check) : undefined,
  ])
  // Refused for a right that was given a moment ago, perhaps: only what was checked counts.
  if (!isSame) return read({ actor: await actorOf(request, context) })
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}

async function checkAlone({ database }: AppContext, check: SessionCheck): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ text: string | null }>`select ${check.column} as text`.execute(database.db)
  check.take(row!.text)
}

/** The session of the request's token as it was read last, where it was open and need not be written. */
async function usableSession(request: FastifyRequest, context: AppContext): Promise<KnownSession | null> {
  const known = knownSession(context, await sessionIdOfRequest(request, context))
  const now = context.now()
  // What was off may have been switched on since: only what is read now refuses.
  return known &&
    known.session.expiresAt > now &&
    isSeenLately(known.session, now) &&
    isOpenByFeature(request, known.session.user)
    ? known
    : null
}
