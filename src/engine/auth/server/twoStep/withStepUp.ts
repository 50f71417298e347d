import type { Kysely } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { isStepUpRequired, proveStepUp } from './stepUp.ts'

/** Thrown and caught in this file alone: undoes what must be proved first. */
class Unproved extends Error {}

type Work<Result> = (transaction: Kysely<any>) => Promise<Result>

/** What is to be proved: who does it, from where, and the code that was sent. */
export interface ProvenInput {
  readonly actor: Actor
  readonly origin?: LogOrigin | undefined
  readonly totp?: unknown
}

/**
 * Does something in a transaction with a code of the authenticator from everybody who has one. The work is done,
 * undone, the code taken and the work done again, so that a code is used up only by what
 * nothing else speaks against.
 * @param open opens the transaction, where there is more to it.
 * @throws ApiError `totp_required`, `invalid_totp`, `authenticator_locked`, `step_up_needs_authenticator`
 */
export async function withStepUp<Result>(
  context: AppContext,
  { actor, origin, totp }: ProvenInput,
  work: Work<Result>,
  open: (work: Work<Result>) => Promise<Result> = (inner) => inTransaction(context.database.db, inner),
): Promise<Result> {
  const run = (isProven: boolean) =>
    open(async (transaction) => {
      const answer = await work(transaction)
      if (!isProven && (await isStepUpRequired(transaction, actor))) throw new Unproved()
      return answer
    })
  try {
    return await run(false)
  } catch (error) {
    if (!(error instanceof Unproved)) throw error
    await proveStepUp(context, { actor, origin }, totp)
    return run(true)
  }
}
