import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import { guardProperty } from '../../config/resource.ts'
import { requestOrigin } from '../auth/requestOrigin.ts'
import { isStepUpAsked, proveStepUp } from '../auth/twoStep/stepUp.ts'
import type { AppContext } from '../context.ts'
import { inIdempotentTransaction } from './idempotency.ts'

/** Thrown and caught in this file alone: undoes what must be proved first. */
class Unproved extends Error {}

/**
 * {@link inIdempotentTransaction} for what moves money by somebody's hand: with a code of the authenticator from everybody who has one. The work is done, undone, the code taken and the work done again,
 * so that a code is used up only by what nothing else speaks against. A repeated request is answered as before without another code.
 * @throws ApiError `totp_required`, `invalid_totp`, `authenticator_locked`, `step_up_needs_authenticator`
 */
export async function inProvenTransaction(context: AppContext, input: { request: FastifyRequest; actor: Actor }, work: (transaction: Kysely<any>) => Promise<string>): Promise<string> {
  const { request, actor } = input
  const run = (isProven: boolean) => inIdempotentTransaction(context, input, async (transaction) => {
    const answer = await work(transaction)
    if (!isProven && await isStepUpAsked(transaction, actor)) throw new Unproved()
    return answer
  })
  try {
    return await run(false)
  } catch (error) {
    if (!(error instanceof Unproved)) throw error
    await proveStepUp(context, { actor, origin: requestOrigin(request) }, (request.body as Record<string, unknown> | null | undefined)?.[guardProperty])
    return run(true)
  }
}
