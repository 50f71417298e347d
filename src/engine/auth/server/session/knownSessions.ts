import { createHash } from 'node:crypto'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { OpenSession } from './readSession.ts'

/** A session as it was read last: the text it was read from tells whether it has changed. */
export interface KnownSession {
  readonly text: string
  /** SHA-256 of it, which is all that a statement behind the second fence learns. */
  readonly digest: string
  readonly session: OpenSession
  readonly actor: Actor
}

const knownMax = 5_000
const knownOfContext = new WeakMap<AppContext, Map<string, KnownSession>>()

/** The session as it was read last, whatever has become of it since; nothing may be answered on this alone. */
export function knownSession(context: AppContext, sessionId: string): KnownSession | undefined {
  return knownOfContext.get(context)?.get(sessionId)
}

/** Keeps what was read; of more than a few thousand sessions those that were kept first go. */
export function rememberSession(context: AppContext, read: Omit<KnownSession, 'digest'>): void {
  const known = { ...read, digest: createHash('sha256').update(read.text).digest('hex') }
  let sessions = knownOfContext.get(context)
  if (!sessions) knownOfContext.set(context, (sessions = new Map()))
  sessions.delete(known.session.id)
  sessions.set(known.session.id, known)
  if (sessions.size > knownMax) sessions.delete(sessions.keys().next().value!)
}
