import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../connect.ts'
import type { Replica } from './followReplica.ts'

/*
 * Whoever saves must see it in the list, and the replica may not have it yet. After a request that wrote, its session
 * keeps how far the primary's log
 * had come; every request reads its session from the primary anyway, so every server knows, and asks the primary until
 * the replica has come that far.
 */

/** Who asks, as far as it decides where their reads go. */
interface Reading {
  readonly replica: Replica
  sessionId: string | null
  /** Position of the log after the last write of this session. */
  lastWrite: number
}

const readings = new AsyncLocalStorage<Reading>()

/**
 * Tells whose request this is.
 * @param lastWrite position of the log after their last write; null where they have not written
 */
export function noteReader({ sessionId, lastWrite }: { sessionId: string; lastWrite: number | null }): void {
  const reading = readings.getStore()
  if (!reading) return
  reading.sessionId = sessionId
  reading.lastWrite = lastWrite ?? 0
}

/** Whether the replica lacks what whoever asks at this moment wrote. */
export function lacksOwnWrites(): boolean {
  const reading = readings.getStore()
  return reading !== undefined && reading.lastWrite > reading.replica.replayedTo
}

/**
 * Whether reads of whoever asks at this moment go to the primary. What is remembered from one server is not told beside
 * rows of the other.
 */
export function readsPrimary({ replica }: Database): boolean {
  return !replica?.isFollowing || lacksOwnWrites()
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Where a replica is read: keeps with each session up to where it wrote, before the answer goes out. */
export function keepOwnWrites(app: FastifyInstance, { database }: { readonly database: Database }): void {
  const { replica } = database
  if (!replica) return
  app.addHook('onRequest', (_request, _reply, done) => readings.run({ replica, sessionId: null, lastWrite: 0 }, done))
  app.addHook('onSend', async (request, reply) => {
    const reading = readings.getStore()
    if (!reading?.sessionId || readingMethods.has(request.method) || reply.statusCode >= 400) return
    await sql`select keep_own_write(${reading.sessionId}::text::uuid)`
      .execute(database.db)
      // What was asked is done and committed; that a list may lag behind it for a moment is no reason to call it
      // failed.
      .catch((error: unknown) => request.log.warn({ err: error }, 'the moment of a write could not be kept'))
  })
}
