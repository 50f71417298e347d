import type { OwnerStatus } from '../../../domain/payoutStatus.ts'
import type { PaymentState, PaymentType } from '../../../domain/payments.ts'

/** What `GET /api/payment/owners` answers, as the page reads it. */
export interface OwnersAnswer {
  readonly rows: readonly OwnerOfMoney[]
  readonly total: number
  readonly counts: Readonly<Partial<Record<OwnerStatus, { readonly count: number; readonly value: number }>>>
}

/** Somebody to whom something is due. */
export interface OwnerOfMoney {
  readonly kind: 'affiliate' | 'partner'
  readonly id: number
  readonly name: string
  readonly paymentType: PaymentType | null
  /** Pending, and in a payment that is under way. */
  readonly dueValue: number
  readonly pendingValue: number
  readonly pendingCount: number
  readonly minimumPayout: number
  readonly currencies: readonly string[]
  readonly status: OwnerStatus
  readonly isPayable: boolean
  readonly needsApproval: boolean
  readonly heldUntil: string | null
  readonly missing: readonly string[]
  readonly payment: OwnersPayment | null
}

/** The payment under way, or the last one where it was refused. */
export interface OwnersPayment {
  readonly id: number
  readonly value: number
  readonly state: PaymentState
  readonly awaitsApproval: boolean
  readonly requestedBy: string | null
  readonly isOwn: boolean
  readonly at: string
  readonly reason: string | null
  readonly nextTryAt: string | null
}
