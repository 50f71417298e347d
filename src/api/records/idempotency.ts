import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import type { AppContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { ApiError } from '../errors.ts'

const keyPattern = /^[\x21-\x7e]{1,200}$/

/** A write that moves money, as it was asked for. */
export interface IdempotentRequest {
  readonly context: AppContext
  readonly actor: Actor
  /** Its `Idempotency-Key` header, method, address and body decide what "the same request" is. */
  readonly request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'>
}

function keyOf({ headers }: IdempotentRequest['request']): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyPattern.test(key)) throw new ApiError('invalid_request', { values: { reason: 'Idempotency-Key is 1 to 200 visible characters' } })
  return key
}

function requestHash({ method, url, body }: IdempotentRequest['request']): string {
  return createHash('sha256').update(JSON.stringify([method, url, body ?? null])).digest('hex')
}

async function rememberedAnswer(transaction: Kysely<any>, { owner, key, hash }: { owner: string; key: string; hash: string }): Promise<{ answer: unknown } | null> {
  // Whoever sends the same key at the same time waits here for the first one's commit.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`idempotency ${owner} ${key}`}::text, 0))`.execute(transaction)
  const { rows: [row] } = await sql<{ request_hash: string; answer: unknown }>`select request_hash, answer from idempotency_key
    where actor = ${owner}::text and key = ${key}::text`.execute(transaction)
  if (row && row.request_hash !== hash) throw new ApiError('idempotency_conflict')
  return row ?? null
}

/**
 * Runs a write that moves money in one transaction, once for each `Idempotency-Key` of an actor: the same key and body again gets the same
 * answer and has no second effect, whether it comes later or at the same time. A write that failed left nothing behind and may be sent again.
 * Without the header it simply runs.
 * @param work does everything in the transaction it is given; its answer must survive JSON.
 * @throws ApiError `idempotency_conflict` where the key was used for another request.
 */
export async function withIdempotency<Answer>(asked: IdempotentRequest, work: (transaction: Kysely<any>) => Promise<Answer>): Promise<Answer> {
  const key = keyOf(asked.request)
  if (key === null) return inTransaction(asked.context.database.db, work)
  const { actor } = asked
  const owner = actor.userId !== null ? `user:${actor.userId}` : actor.partner !== null ? `partner:${actor.partner}` : actor.name
  const hash = requestHash(asked.request)
  return inTransaction(asked.context.database.db, async (transaction) => {
    const remembered = await rememberedAnswer(transaction, { owner, key, hash })
    if (remembered) return remembered.answer as Answer
    const answer = await work(transaction)
    await sql`insert into idempotency_key (actor, key, request_hash, status, answer)
      values (${owner}::text, ${key}::text, ${hash}::text, 200, ${JSON.stringify(answer)}::text::jsonb)`.execute(transaction)
    return answer
  })
}
