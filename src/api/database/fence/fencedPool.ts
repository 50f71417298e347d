import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolSession, SessionPool } from '../pool.ts'
import type { Before } from './fencedQuery.ts'

const opening = /^\s*(begin|start transaction)/i
const closing = /^\s*(commit|rollback)\s*$/i

/** The session as somebody uses it: each statement says who asks, in a transaction the first one for all. */
function fencedSession(session: PoolSession, before: Before): PostgresPoolClient {
  let isSaid = false
  let isInTransaction = false
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (opening.test(text) || closing.test(text)) {
      isInTransaction = opening.test(text)
      isSaid = false
      return session.query<unknown>(text, values as unknown[])
    }
    if (isInTransaction && isSaid) return session.query<unknown>(text, values as unknown[])
    isSaid = true
    return session.behind(before, text, values)
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => session.release() }
}

/** A pool on which every statement says who asks. Ending it is for whoever opened the pool below. */
export function fencedPool(pool: SessionPool, before: Before): PostgresPool {
  return { connect: async () => fencedSession(await pool.connect(), before), end: async () => {} }
}
