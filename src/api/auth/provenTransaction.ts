import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import { proofIn } from '../records/write/proofIn.ts'
import { requestOrigin } from './requestOrigin.ts'
import { inProven } from './twoStep/provenWork.ts'
import type { AppContext } from '../context.ts'
import { inIdempotentTransaction } from './idempotency.ts'

/**
 * {@link inIdempotentTransaction} for what moves money by somebody's hand: with a code of the authenticator from
 * everybody who has one. A repeated request is answered as before without another code.
 * @throws ApiError what {@link inProven} does
 */
export function inProvenTransaction(
  context: AppContext,
  input: { request: FastifyRequest; actor: Actor },
  work: (transaction: Kysely<any>) => Promise<string>,
): Promise<string> {
  const { request, actor } = input
  return inProven(
    context,
    { actor, origin: requestOrigin(request), totp: proofIn(request.body).given.totp },
    work,
    (inner) => inIdempotentTransaction(context, input, inner),
  )
}
