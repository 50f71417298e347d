import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { guardProperty } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { requestOrigin } from './requestOrigin.ts'
import { withStepUp } from './twoStep/withStepUp.ts'

/** Headers are short; longer ones are no keys. */
const keyLengthMax = 200

/** Who asks, with what: the key and what it stands for. */
interface KeyedRequest {
  readonly actor: string
  readonly key: string
  readonly hash: string
}

/** The same JSON whatever the order of its properties: it asks for the same. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => [name, inOneOrder(each)])
}

/** A body without the authenticator's code, which is no part of what is asked for. */
export function withoutStepUpCode(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { [guardProperty]: _, ...asked } = body as Record<string, unknown>
  return asked
}

function keyedRequest(request: FastifyRequest, actor: Actor): KeyedRequest | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > keyLengthMax) {
    throw new ApiError('invalid_request', {
      values: { reason: `Idempotency-Key must have 1 to ${keyLengthMax} characters` },
    })
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, inOneOrder(withoutStepUpCode(request.body) ?? null)]))
    .digest('hex')
  return { actor: `${actor.kind} ${actor.userId ?? actor.partner ?? actor.name}`, key, hash }
}

/** Takes the key; waits for whoever has it right now. @returns the answer that was given, null where the key is new. */
async function takeKey(db: Kysely<any>, { actor, key, hash }: KeyedRequest): Promise<string | null> {
  const taken = sql`insert into idempotency_key (actor, key, request_hash, status, answer)
    values (${actor}::text, ${key}::text, ${hash}::text, 0, 'null') on conflict do nothing returning key`
  if (await firstRow(db, taken)) return null
  const kept = sql<{ request_hash: string; answer: string }>`select request_hash, answer #>> '{}' as answer
    from idempotency_key where actor = ${actor}::text and key = ${key}::text`
  const known = await firstRow(db, kept)
  if (known?.request_hash !== hash) throw new ApiError('idempotency_conflict')
  return known.answer
}

/**
 * Runs a write that moves money in one transaction. With an `Idempotency-Key` the same key and body again gives the
 * same answer and no second effect, also when both come at once;
 * a refused request leaves the key free. Without the header the write simply runs.
 * @param work answers JSON text.
 * @throws ApiError `idempotency_conflict` where the key stands for another request
 */
export async function inIdempotentTransaction(
  context: AppContext,
  input: { request: FastifyRequest; actor: Actor },
  work: (transaction: Kysely<any>) => Promise<string>,
): Promise<string> {
  const keyed = keyedRequest(input.request, input.actor)
  return inTransaction(context.database.db, async (transaction) => {
    const known = keyed && (await takeKey(transaction, keyed))
    if (known !== null) return known
    const answer = await work(transaction)
    if (keyed) {
      // Kept as a JSON text, not as what it says: jsonb would answer the same in another order and spelling.
      await sql`update idempotency_key set status = 200, answer = to_jsonb(${answer}::text)
        where actor = ${keyed.actor}::text and key = ${keyed.key}::text`.execute(transaction)
    }
    return answer
  })
}

/**
 * {@link inIdempotentTransaction} for what moves money by somebody's hand: with a code of the authenticator from
 * everybody who has one. A repeated request is answered as before without another code.
 * @throws ApiError what {@link withStepUp} does
 */
export function inStepUpTransaction(
  context: AppContext,
  input: { request: FastifyRequest; actor: Actor },
  work: (transaction: Kysely<any>) => Promise<string>,
): Promise<string> {
  const { request, actor } = input
  return withStepUp(
    context,
    { actor, origin: requestOrigin(request), totp: stepUpCredentialsIn(request.body).given.totp },
    work,
    (inner) => inIdempotentTransaction(context, input, inner),
  )
}
