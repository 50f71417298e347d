import type { OwnerRow, ShownPayment } from '../../../config/answers/owners.ts'
import type { ErrorCode } from '../../../config/errorCatalogue.ts'
import type { Money } from '../../../domain/money.ts'
import type { PaymentState } from '../../../domain/payments.ts'
import type { OwnerStatus } from '../../../domain/payoutStatus.ts'
import { type PayableOwner, paymentObstacle } from './payableOwner.ts'

/** Where an owner stands who is not paid for a reason, by the error code that says it. */
export const statusOfObstacle: Readonly<Partial<Record<ErrorCode, OwnerStatus>>> = {
  incomplete_record: 'incomplete',
  payment_type_not_automatic: 'manual',
  payment_key_missing: 'key_missing',
  payment_held: 'held',
  below_minimum_payout: 'below_minimum',
  sum_not_positive: 'negative',
  nothing_to_pay: 'negative',
  payment_rejected_before: 'failed',
  payment_returned_before: 'failed',
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
  // One that only brands out of sight make up.
  if (owner.openPayment !== null) return 'in_flight'
  // An owner that is paid by hand is so whatever its sum; one that owes is not waiting for anybody.
  if (owner.paymentType !== 'automatic' && owner.isComplete) return 'manual'
  const obstacle = paymentObstacle(owner, 'job')
  return obstacle ? (statusOfObstacle[obstacle.code] ?? 'failed') : 'payable'
}

/** Whether somebody could pay what is pending now. */
export const isPayableNow = (owner: PayableOwner) => !owner.isPartial && paymentObstacle(owner, 'person') === null

/** An owner as the list shows it. */
export function ownerRow(
  owner: PayableOwner,
  {
    due,
    ...more
  }: {
    status: OwnerStatus
    due: Money
    missing: readonly string[]
    payment: ShownPayment | null
    needsApproval: boolean
  },
): OwnerRow {
  const number = (value: Money) => Number(value)
  return {
    kind: owner.kind,
    id: owner.id,
    name: owner.name,
    paymentType: owner.paymentType,
    dueValue: number(due),
    pendingValue: number(owner.pendingValue),
    pendingCount: owner.pendingCount,
    ...(owner.isPartial ? { isPartial: true } : {}),
    minimumPayout: number(owner.minimumPayout),
    currency: owner.currency,
    isPayable: isPayableNow(owner),
    heldUntil: owner.heldUntil?.toISOString() ?? null,
    ...more,
  }
}
