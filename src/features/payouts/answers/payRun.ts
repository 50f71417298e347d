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
  /** What the preview said: where it is otherwise by now, nothing of the run is done. */
  readonly awaitsApproval?: boolean | null
}

/**
 * Why a payment waits for a second person: by itself above the limit, with what its payee gets today, with what
 * whoever asks has asked for today, or, paid by hand, while a new key or a declined payment holds automatic payment.
 */
export const waitCodes = ['payment', 'payee', 'asker', 'held'] as const
export type WaitCode = (typeof waitCodes)[number]

/** Why a payment waits, and who may approve it. */
export interface Waiting {
  readonly code: WaitCode
  /** What one person sends in a day, and one payee gets, without a second person. */
  readonly limit: number
  /** What was asked for today before it. */
  readonly before: number
  /** Who may approve it, by name, as far as is known now. */
  readonly approvers: readonly string[]
}

/** A payment that a run made or approved. */
export interface RunPayment extends Payee {
  readonly payment: number
  readonly currency: string
  readonly value: number
  readonly method: PaymentType
  /** Another person has to approve it first. */
  readonly awaitsApproval: boolean
  readonly waits: Waiting | null
  /** How many entries it pays. */
  readonly entries: number
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

/**
 * What `POST /api/payment/run` answers: everything asked stands in one of the two. Its preview answers the same, and
 * nothing is done: the numbers of its payments are none then.
 */
export interface PayRunAnswer {
  readonly payments: readonly RunPayment[]
  readonly refused: readonly RunRefusal[]
}

/** Payments that one person asked for together and that wait for a second one. */
export interface WaitingRun {
  /** What ties them together; null where one was asked for alone. */
  readonly run: string | null
  readonly requestedBy: string | null
  /** Whether whoever reads asked for it: another person must approve it. */
  readonly isOwn: boolean
  readonly at: string
  readonly totals: readonly { readonly currency: string; readonly value: number }[]
  readonly payments: readonly (Payee & {
    readonly payment: number
    readonly name: string
    readonly currency: string
    readonly value: number
  })[]
}
