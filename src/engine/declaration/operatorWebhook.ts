import type { Exactly, Field } from './fields/index.ts'

/** What is said of a notice: what has to happen to which records, and what of it is told. */
export interface NoticeDefinition {
  /** What it is called on the way: `payment.moved`. */
  readonly type: string
  /** The resource whose records it is about. */
  readonly of: string
  /** The fields of which one has to change. */
  readonly on?: readonly string[]
  /** A new record is told of as well. */
  readonly created?: true
  /** A record that is removed is told of as well. */
  readonly removed?: true
  /** The fields of which it says what they were and are. */
  readonly says: readonly string[]
}

/** Every notice. */
export type OperatorWebhooks = readonly NoticeDefinition[]

/** May what a field holds leave the house? Nothing that anybody here may not see, and nothing of a person. */
export function isShareable({ kind, access, masked, personal }: Field): boolean {
  return !['password', 'computed'].includes(kind) && !access?.read && !masked && !personal
}

/**
 * Declares a notice to the operator's own systems: it goes out when the activity log says that it happened, signed, again
 * and again until it is taken. docs/reference/webhooks.md says what arrives.
 * @example defineOperatorWebhook({ type: 'payment.moved', of: 'payment', on: ['state'], says: ['state'] })
 */
export const defineOperatorWebhook = <const N extends NoticeDefinition>(definition: Exactly<N, NoticeDefinition>): N =>
  definition
