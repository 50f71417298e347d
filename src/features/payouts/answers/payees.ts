/**
 * What the page of payments by affiliate and the API say to each other. Money is a number with 2 decimals at most,
 * moments are ISO 8601.
 */
import type { ShownHold } from './holds.ts'
import type { AttemptCode, CodedMessage } from '#engine/declaration/messageCodes.ts'
import type { PayeeKind, PaymentState, PaymentType } from '#rules/payouts/payments.ts'
import type { PayoutRequest } from './requests.ts'
import type { PayeeStatus } from '#rules/payouts/payoutStatus.ts'

/**
 * What `GET /api/payment/owners` answers, a page. `counts` covers all that match but for their status, so that each
 * status says how many it would show.
 */
export interface PayeesResponse {
  readonly rows: readonly PayeeRow[]
  readonly total: number
  readonly counts: Readonly<Partial<Record<PayeeStatus, StatusCount>>>
}

/** How many owners are of a status, and what is due to them: one sum a currency, and by itself where there is one. */
export interface StatusCount {
  readonly count: number
  readonly value?: number
  readonly totals: readonly { readonly currency: string; readonly value: number }[]
  /**
   * Since when the first of them stands so, as far as that is known: a payment was asked for or an owner held at a moment;
   * else the first day of what is pending.
   */
  readonly since: string | null
}

/** An owner with pending entries or a payment under way. */
export interface PayeeRow {
  readonly kind: PayeeKind
  readonly id: number
  readonly name: string
  readonly paymentType: PaymentType | null
  /** What is pending, and what a payment under way holds. */
  readonly dueValue: number
  /** Sum and number of the pending entries that no payment holds. */
  readonly pendingValue: number
  readonly pendingCount: number
  /**
   * Several brands make it up, of which the reader sees some: the amounts are their part, and somebody else has to pay.
   */
  readonly isPartial?: true
  /** What would be kept back of all that is pending, by the tables of today, and what would be sent; where anything is. */
  readonly withheld?: readonly { readonly tax: string; readonly value: number }[]
  readonly net?: number
  readonly minimumPayout: number
  /** Of all amounts of this row: an owner stands once for each currency it is paid in. */
  readonly currency: string
  readonly status: PayeeStatus
  /** Whether a person may pay now; below the minimum, too. */
  readonly isPayable: boolean
  /**
   * Whether a second person would have to approve that payment, if whoever reads asked for it: by the limit of the day,
   * as it would be judged now.
   */
  readonly needsApproval: boolean
  /** Its company pays it only with the number of an invoice. */
  readonly needsInvoice: boolean
  /** The number that waits for its next payment in this currency. */
  readonly invoice: string | null
  /** What it asked to be paid, where that waits for an answer. */
  readonly request?: PayoutRequest
  readonly heldUntil: string | null
  /** When the automatic payments take it next, by the calendar of its company; today where today is such a day. */
  readonly nextPayDay: string
  /** What holds it until somebody releases it. */
  readonly hold: ShownHold | null
  /** Fields that must be filled in first. */
  readonly missing: readonly string[]
  /** The automatic payment under way, else the last one where it was refused. */
  readonly payment: ShownPayment | null
}

/** A payment of an owner as the list shows it. */
export interface ShownPayment {
  readonly id: number
  readonly value: number
  readonly state: PaymentState
  readonly awaitsApproval: boolean
  /** The number of its invoice. */
  readonly invoice: string | null
  /** Who asked for it; the job is one of them. */
  readonly requestedBy: string | null
  /** Whether whoever looks asked for it: another person must approve it. */
  readonly isOwn: boolean
  readonly at: string
  /** Why it was refused, as the gateway said it. */
  readonly reason: string | null
  /** The last thing recorded of it, where a page can say it. */
  readonly remark: CodedMessage<AttemptCode> | null
  readonly nextTryAt: string | null
}
