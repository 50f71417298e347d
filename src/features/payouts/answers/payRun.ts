/** What the pay run and the API say to each other: one payment a payee. Money is a number with 2 decimals at most. */
import type { Payee, PaymentType } from '#rules/payouts/payments.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'

/** Whom a run pays, in one currency. */
export interface PayRunPayee extends Payee {
  readonly currency: string
  /** What is to be paid, as whoever asks saw it: a payee whose sum is another by then is refused. */
  readonly value: number
  /** So much of it, the oldest first; the rest stays pending. */
  readonly amount?: number | null
  /** As the payee is paid: sent to the gateway, or said to have been paid by hand. */
  readonly method: PaymentType
  /** The number of the invoice, where it was entered with it. */
  readonly invoice?: string | null
}

/** A payment that a run made or approved. */
export interface RunPayment extends Payee {
  readonly payment: number
  readonly currency: string
  readonly value: number
  readonly method: PaymentType
  /** Another person has to approve it first. */
  readonly awaitsApproval: boolean
  /** Somebody else had asked for it. */
  readonly isApproval: boolean
}

/** A payee that was not paid (with owner and currency), or a payment that was not approved (with its id), and why. */
export interface RunRefusal extends Partial<Payee> {
  readonly currency?: string
  readonly payment?: number
  readonly code: ErrorCode
  readonly values?: MessageValues
}

/** What `POST /api/payment/run` answers: everything asked stands in one of the two. */
export interface PayRunAnswer {
  readonly payments: readonly RunPayment[]
  readonly refused: readonly RunRefusal[]
}
