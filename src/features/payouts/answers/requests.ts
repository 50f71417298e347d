/** What affiliates ask to be paid. Money is a number with 2 decimals at most, moments are ISO 8601. */

/** A request in one currency, the last of its owner. */
export interface PayoutRequest {
  readonly id: number
  readonly currency: string
  /** What was pending when it was asked for. */
  readonly value: number
  readonly at: string
  readonly state: 'waiting' | 'paid' | 'declined'
  /** Why it was declined. */
  readonly reason: string | null
}
