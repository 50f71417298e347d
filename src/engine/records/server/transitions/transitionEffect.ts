import type { Account } from '#engine/auth/server/authorship.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { WriteContext } from '../change.ts'

/** A decision under way: the record is locked, in a state from which the transition leads. */
export interface TransitionStep extends WriteContext {
  readonly context: AppContext
  readonly id: number
  readonly to: string
  readonly input: AnyRecord
}

/** What the log says besides: before the state, and after it. */
export interface TransitionOutcome {
  readonly proved?: object
  readonly logged?: object
}

/**
 * What is done beside a transition, in its transaction, once it is known that this person may.
 * @throws ApiError where something speaks against it
 */
type TransitionWork = (step: TransitionStep) => Promise<TransitionOutcome | void>

/** The work of a transition, with the accounts that are authors beside those kept with the record. */
export type TransitionEffect =
  | TransitionWork
  | { readonly authors: (step: TransitionStep) => Promise<readonly Account[]>; readonly work: TransitionWork }
