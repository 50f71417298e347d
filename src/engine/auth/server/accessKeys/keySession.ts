import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { isGoodForSql, noteUse } from './keyInForce.ts'
import { keyHash } from './keyText.ts'

interface Row {
  id: unknown
  affiliate: unknown
  partner: unknown
  expires_at: Date
  last_used_at: Date | null
  session: string | null
}

const readingMethods = ['GET', 'HEAD']

/**
 * The session in which a program reads with an access key: one for each key, begun with its first request and over with
 * the key. It goes the way of every other session, so rights, row-level security and the end of the key hold for it too.
 * @throws ApiError `unauthorized` for whatever is no key in force that programs read with; `forbidden` for what writes
 */
export async function sessionOfKey(request: FastifyRequest, context: AppContext, key: string): Promise<string> {
  const { db } = context.database
  const found = await findKey(context, db, key)
  if (!found) throw new ApiError('unauthorized')
  if (!readingMethods.includes(request.method)) throw new ApiError('forbidden')
  await noteUse(db, { id: found.id, lastUsedAt: found.last_used_at, now: context.now() })
  return found.session ?? inTransaction(db, (transaction) => beginSession(request, context, transaction, key))
}

async function findKey(
  context: AppContext,
  db: Kysely<any>,
  key: string,
  { isLocked = false } = {},
): Promise<Row | undefined> {
  const [hash, now] = [await keyHash(context, key), context.now()]
  const { rows } = await sql<Row>`select id, affiliate, partner, expires_at, last_used_at,
      (select session.id from session where session.access_key = access_key.id and ended_at is null limit 1) as session
    from access_key where hash = ${hash} and ${isGoodForSql('api')} and ended_at is null and expires_at > ${now}
    ${isLocked ? sql`for no key update` : sql``}`.execute(db)
  return rows[0]
}

/** Locked, so that first requests at once begin one session. */
async function beginSession(
  request: FastifyRequest,
  context: AppContext,
  transaction: Kysely<any>,
  key: string,
): Promise<string> {
  await findKey(context, transaction, key, { isLocked: true })
  const found = await findKey(context, transaction, key)
  if (!found) throw new ApiError('unauthorized')
  if (found.session) return found.session
  const [now, { userAgent, address }] = [context.now(), requestOrigin(request)]
  const { rows } = await sql<{ id: string }>`
    insert into session (partner_id, affiliate_id, access_key, is_second_step_due, created_at, last_seen_at, expires_at,
      user_agent, address)
    values (${found.partner}, ${found.affiliate}, ${found.id}, false, ${now}, ${now}, ${found.expires_at},
      ${userAgent}, ${address}) returning id`.execute(transaction)
  return rows[0]!.id
}
