import type { PaymentKeyType } from '../../../domain/documents/paymentKeys.ts'
import { compareMoney, type Money } from '../../../domain/money.ts'
import type { Owner, PaymentType } from '../../../domain/payments.ts'
import type { ErrorCode } from '../../../config/errorCatalogue.ts'
import type { MessageValues } from '../../../config/problems.ts'

/**
 * Everything that decides whether an owner can be paid automatically now, in one currency: it is paid apart in each
 * that it earns in.
 */
export interface PayableOwner extends Owner {
  readonly name: string
  readonly paymentType: PaymentType | null
  readonly paymentKey: string | null
  readonly paymentKeyType: PaymentKeyType | null
  /** False for one that an import made and nobody has filled in yet. */
  readonly isComplete: boolean
  /** Of all amounts here. */
  readonly currency: string
  /** The largest of its brands' of this currency. */
  readonly minimumPayout: Money
  /** The smallest of its brands' companies'; null where none asks for a second person. */
  readonly approvalAbove: Money | null
  /** The companies of its brands that have such an amount. */
  readonly limitedBy: readonly number[]
  /**
   * The longest of its brands' companies': for so many days an approver and whoever asked had nothing to do with each
   * other's accounts.
   */
  readonly approverApartDays: number
  /** The highest of its brands' companies': so many days old is an approver's account. */
  readonly approverAgeDays: number
  /** Automatic payment waits until then. */
  readonly heldUntil: Date | null
  /** An automatic payment in this currency that is under way. */
  readonly openPayment: number | null
  /** The last automatic payment was refused lately, and nothing about the owner was changed since. */
  readonly wasRejected: boolean
  /** The money of the last automatic payment came back, and the key it was sent to is still the owner's. */
  readonly wasReturned: boolean
  /** Sum and number of the pending entries that no payment holds. */
  readonly pendingValue: Money
  readonly pendingCount: number
  /** Whoever asks sees a part of what is pending only, and that part is {@link pendingValue}. */
  readonly isPartial: boolean
}

/** Why an owner is not paid, as an error says it. */
export interface Obstacle {
  readonly code: ErrorCode
  readonly values?: MessageValues
}

/** What stands against sending money to this owner at all, whatever the amount. */
export function sendingObstacle(owner: PayableOwner): Obstacle | null {
  if (!owner.isComplete) return { code: 'incomplete_record', values: { fields: owner.name } }
  if (owner.paymentType !== 'automatic') return { code: 'payment_type_not_automatic' }
  if (!owner.paymentKey || !owner.paymentKeyType) return { code: 'payment_key_missing' }
  return owner.heldUntil ? { code: 'payment_held', values: { until: owner.heldUntil.toISOString() } } : null
}

/**
 * What stands against paying the pending entries now.
 * @param asked by a person, who may pay below the minimum and again after a refusal or a return; the job may not.
 */
export function paymentObstacle(owner: PayableOwner, asked: 'person' | 'job'): Obstacle | null {
  if (owner.openPayment !== null) return { code: 'payment_in_flight' }
  if (owner.pendingCount === 0) return { code: 'nothing_to_pay' }
  if (compareMoney(owner.pendingValue, 0) <= 0)
    return { code: 'sum_not_positive', values: { value: owner.pendingValue } }
  const obstacle = sendingObstacle(owner)
  if (obstacle || asked === 'person') return obstacle
  if (compareMoney(owner.pendingValue, owner.minimumPayout) < 0)
    return { code: 'below_minimum_payout', values: { value: owner.pendingValue, minimum: owner.minimumPayout } }
  if (owner.wasReturned) return { code: 'payment_returned_before' }
  return owner.wasRejected ? { code: 'payment_rejected_before' } : null
}
