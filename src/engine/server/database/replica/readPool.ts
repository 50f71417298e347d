import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseUnavailable } from '../unavailable.ts'
import type { Replica } from './followReplica.ts'

/** Where reads go, and what decides it. */
export interface ReadPoolOptions {
  readonly primary: PostgresPool
  readonly replicaPool: PostgresPool
  readonly replica: Replica
  /** Whether whoever asks at this moment must read the primary, because the replica lacks what they wrote. */
  readonly isPrimaryNeeded: () => boolean
}

const opening = /^\s*(begin|start transaction)/i
const closing = /^\s*(commit|rollback)\s*$/i
/** The replica ended a statement because what it reads is being cleaned away by the primary. */
const recoveryConflict = '40001'

/** A replica that is gone, or that gave this statement up: the primary can answer it. */
function isReplicaFault(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error as { code?: unknown }).code === recoveryConflict
}

/**
 * A pool that reads the replica, and the primary where the replica is away, too far behind, or lacks what the reader
 * wrote. A statement that the replica fails is
 * asked of the primary, except inside a transaction: the next one goes there.
 */
export function readPool({ primary, replicaPool, replica, isPrimaryNeeded }: ReadPoolOptions): PostgresPool {
  return {
    async connect() {
      if (!replica.isFollowing || isPrimaryNeeded()) return primary.connect()
      try {
        return withPrimaryBehind(await replicaPool.connect(), primary, replica)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        replica.lost()
        return primary.connect()
      }
    },
    async end() {
      await replica.stop()
      await replicaPool.end()
    },
  }
}

function withPrimaryBehind(session: PostgresPoolClient, primary: PostgresPool, replica: Replica): PostgresPoolClient {
  let instead: PostgresPoolClient | null = null
  let isInTransaction = false
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const ask = (asked: PostgresPoolClient) => asked.query<unknown>(text, values as unknown[])
    if (instead) return ask(instead)
    try {
      const answer = await ask(session)
      if (opening.test(text)) isInTransaction = true
      if (closing.test(text)) isInTransaction = false
      return answer
    } catch (error) {
      if (error instanceof DatabaseUnavailable) replica.lost()
      if (isInTransaction || !isReplicaFault(error)) throw error
      instead = await primary.connect()
      return ask(instead)
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release() {
      instead?.release()
      session.release()
    },
  }
}
