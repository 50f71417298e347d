import type { Kysely } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import type { LogOrigin } from './activityLog.ts'

/** A change of a payment under way: in which transaction, by whom, when. */
export interface PaymentChange {
  readonly db: Kysely<any>
  readonly actor: Actor
  readonly at: Date
  /** Where it came from over HTTP; jobs have none. */
  readonly request?: LogOrigin | undefined
}
