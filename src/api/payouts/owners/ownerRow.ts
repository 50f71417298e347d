import type { ErrorCode } from '../../../config/errorCatalogue.ts'
import type { Money } from '../../../domain/money.ts'
import type { PaymentState, PaymentType } from '../../../domain/payments.ts'
import type { OwnerStatus } from '../../../domain/payoutStatus.ts'
import type { OwnerKind } from '../../payments/owner.ts'
import { needsApproval, type PayableOwner, paymentObstacle } from './payableOwner.ts'

/** A payment of an owner as the list shows it. Moments are ISO 8601. */
export interface ShownPayment {
  readonly id: number
  readonly value: number
  readonly state: PaymentState
  readonly awaitsApproval: boolean
  /** Who asked for it; the job is one of them. */
  readonly requestedBy: string | null
  /** Whether whoever looks asked for it: another person must approve it. */
  readonly isOwn: boolean
  readonly at: string
  /** Why it was refused, as the gateway said it. */
  readonly reason: string | null
  readonly nextTryAt: string | null
}

/** An owner with pending entries or a payment under way. Money is a number with 2 decimals at most. */
export interface OwnerRow {
  readonly kind: OwnerKind
  readonly id: number
  readonly name: string
  readonly paymentType: PaymentType | null
  /** What is pending, and what a payment under way holds. */
  readonly dueValue: number
  /** Sum and number of the pending entries that no payment holds. */
  readonly pendingValue: number
  readonly pendingCount: number
  readonly minimumPayout: number
  readonly currencies: readonly string[]
  readonly status: OwnerStatus
  /** Whether a person may pay now; below the minimum, too. */
  readonly isPayable: boolean
  /** Whether a second person would have to approve that payment. */
  readonly needsApproval: boolean
  readonly heldUntil: string | null
  /** Fields that must be filled in first. */
  readonly missing: readonly string[]
  /** The automatic payment under way, else the last one where it was refused. */
  readonly payment: ShownPayment | null
}

const statusOfObstacle: Readonly<Partial<Record<ErrorCode, OwnerStatus>>> = {
  incomplete_record: 'incomplete', payment_type_not_automatic: 'manual', payment_key_missing: 'key_missing', payment_held: 'held', currencies_differ: 'currencies_differ',
  below_minimum_payout: 'below_minimum', sum_not_positive: 'negative', nothing_to_pay: 'negative', payment_rejected_before: 'failed',
}

/** What is known of a payment under way that the owner's own facts do not say. */
export interface OpenPayment {
  readonly id: number
  readonly value: Money
  readonly state: PaymentState
  readonly awaitsApproval: boolean
}

/** Where an owner stands. Of several reasons the first counts that the payment itself would be refused for. */
export function statusOf(owner: PayableOwner, open: OpenPayment | undefined): OwnerStatus {
  if (open?.awaitsApproval) return 'awaiting_approval'
  if (open) return open.state === 'unknown' ? 'unknown' : 'in_flight'
  // An owner that is paid by hand is so whatever its sum; one that owes is not waiting for anybody.
  if (owner.paymentType !== 'automatic' && owner.isComplete) return 'manual'
  const obstacle = paymentObstacle(owner, 'job')
  return obstacle ? statusOfObstacle[obstacle.code] ?? 'failed' : 'payable'
}

/** An owner as the list shows it. */
export function ownerRow(owner: PayableOwner, { due, ...more }: { status: OwnerStatus; due: Money; missing: readonly string[]; payment: ShownPayment | null }): OwnerRow {
  const isPayable = paymentObstacle(owner, 'person') === null
  const number = (value: Money) => Number(value)
  return {
    kind: owner.kind, id: owner.id, name: owner.name, paymentType: owner.paymentType, dueValue: number(due), pendingValue: number(owner.pendingValue), pendingCount: owner.pendingCount,
    minimumPayout: number(owner.minimumPayout), currencies: owner.currencies, isPayable, needsApproval: isPayable && needsApproval(owner, owner.pendingValue),
    heldUntil: owner.heldUntil?.toISOString() ?? null, ...more,
  }
}
