import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { brevity } from '../citus/shortTimeout.ts'
import { isCitusText } from '../citus/tables.ts'
import type { PoolSession, SessionPool } from '../pool.ts'
import type { Before } from './rowSecurityQuery.ts'

const opening = /^\s*(begin|start transaction)/i
const closing = /^\s*(commit|rollback)\s*$/i

type Ask = (text: string, values: readonly unknown[]) => Promise<unknown>

/** Says who asks and asks, in one round trip. */
const onOneNode = (session: PoolSession, before: Before): Ask => session.behind.bind(session, before)

/**
 * Says who asks so that workers hear it as well: only what is set by a statement of its own travels to them, and only
 * within a transaction.
 */
async function sayToWorkers(session: PoolSession, before: Before): Promise<void> {
  const { rows } = await session.query<Readonly<Record<string, string>>>(before.text, [...before.values])
  const settings = before.names.map(
    (name, at) => `set local ${name} = '${(Object.values(rows[0]!)[at] ?? '').replaceAll("'", "''")}'`,
  )
  const limit = brevity()
  const patience = limit === undefined ? [] : [`set local statement_timeout = ${limit}`]
  await session.plain([...patience, "set local citus.propagate_set_commands = 'local'", ...settings].join('; '))
}

/** What {@link onOneNode} does, where the database has workers: outside a transaction in one of its own. */
const onSeveral =
  (session: PoolSession, before: Before, isInTransaction: () => boolean): Ask =>
  async (text, values) => {
    if (isInTransaction()) {
      await sayToWorkers(session, before)
      return session.query<unknown>(text, values as unknown[])
    }
    await session.plain('begin')
    try {
      await sayToWorkers(session, before)
      const answer = await session.query<unknown>(text, values as unknown[])
      await session.plain('commit')
      return answer
    } catch (error) {
      await session.plain('rollback').catch(() => {})
      throw error
    }
  }

/** The session as somebody uses it: each statement says who asks, in a transaction the first one for all. */
function fencedSession(session: PoolSession, before: Before, hasWorkers: boolean): PostgresPoolClient {
  let isSaid = false
  let isInTransaction = false
  const askFirst = hasWorkers ? onSeveral(session, before, () => isInTransaction) : onOneNode(session, before)
  const query: Ask = async (text, values) => {
    if (opening.test(text) || closing.test(text)) {
      isInTransaction = opening.test(text)
      isSaid = false
      return session.query<unknown>(text, values as unknown[])
    }
    if (isInTransaction && isSaid) return session.query<unknown>(text, values as unknown[])
    isSaid = true
    return askFirst(text, values)
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => session.release() }
}

const citusOf = new WeakMap<SessionPool, Promise<boolean>>()

/** Whether the database behind a pool is one of several nodes: asked once, and again where nothing was learned. */
function hasCitus(pool: SessionPool, session: PoolSession): Promise<boolean> {
  let known = citusOf.get(pool)
  if (!known) {
    known = session.query<{ has_citus: boolean }>(isCitusText, []).then(({ rows }) => rows[0]!.has_citus)
    citusOf.set(pool, known)
    known.catch(() => citusOf.delete(pool))
  }
  return known
}

async function connect(pool: SessionPool, before: Before): Promise<PostgresPoolClient> {
  const session = await pool.connect()
  try {
    return fencedSession(session, before, await hasCitus(pool, session))
  } catch (error) {
    session.release()
    throw error
  }
}

/** A pool on which every statement says who asks. Ending it is for whoever opened the pool below. */
export function rowSecurityPool(pool: SessionPool, before: Before): PostgresPool {
  return { connect: () => connect(pool, before), end: async () => {} }
}
