import type { ShownHold } from '../../answers/holds.ts'
import type { PayeeRow } from '../../answers/payees.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'
import type { DocumentType } from '#engine/values/documents/documents.ts'
import type { HoldCause } from '#rules/payouts/holds.ts'
import type { Day } from '#engine/values/calendar.ts'
import { compareMoney, type Money } from '#engine/values/money.ts'
import type { Payee, PaymentState, PaymentType } from '#rules/payouts/payments.ts'
import type { PayCalendar } from '#rules/payouts/payCalendar.ts'
import type { PayeeKeyType } from '#rules/payouts/payeeCountry.ts'
import type { PayeeStatus } from '#rules/payouts/payoutStatus.ts'

/**
 * Everything that decides whether an owner can be paid automatically now, in one currency: it is paid apart in each
 * that it earns in.
 */
export interface PayeeAccount extends Payee {
  readonly name: string
  /** By whose clock it is paid, where its company names one. */
  readonly timeZone: string | null
  readonly paymentType: PaymentType | null
  /** Where its money goes: its PIX key; of a payee abroad its IBAN. */
  readonly paymentKey: string | null
  readonly paymentKeyType: PayeeKeyType | null
  /** Of the bank of an IBAN, where the payee says it. */
  readonly bic: string | null
  /** Its own, else its company's. */
  readonly country: string
  /** A partner may have none. */
  readonly document: string | null
  readonly documentType: DocumentType | null
  /** What its company wants done where a gateway cannot say whose a key is. */
  readonly uncheckedKeys: 'pay' | 'hold'
  /** The days on which its company pays. */
  readonly payCalendar: PayCalendar
  /** Its company pays it only with the number of an invoice. */
  readonly needsInvoice: boolean
  /** The number that waits for its next payment in this currency. */
  readonly invoice: string | null
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
  /** What holds it until somebody releases it; what a person said first. */
  readonly holds: readonly ShownHold[]
  /** An automatic payment in this currency that is under way. */
  readonly openPayment: number | null
  /** The last automatic payment was refused lately, and nothing about the owner was changed since. */
  readonly wasRejected: boolean
  /** Sum and number of the pending entries that no payment holds. */
  readonly pendingValue: Money
  readonly pendingCount: number
  /** The first day of what is pending. */
  readonly pendingSince: Day | null
  /** Whoever asks sees a part of what is pending only, and that part is {@link pendingValue}. */
  readonly isPartial: boolean
}

/** Why an owner is not paid, as an error says it. */
export interface PaymentBlocker {
  readonly code: ErrorCode
  readonly values?: MessageValues
}

const codeOfHold = {
  by_hand: 'payment_on_hold',
  suspended: 'payment_on_hold',
  returned: 'payment_returned_before',
  other_person: 'key_of_another',
  not_checked: 'key_not_checked',
  risk: 'risk_on_hold',
  key_changed: 'key_change_waits',
} as const satisfies Readonly<Record<HoldCause, ErrorCode>>

/** A person, a sign of fraud or a suspension holds all payments of this owner, before anything else is looked at. */
function firstHold({ holds }: PayeeAccount): PaymentBlocker | null {
  const hold = holds.find(({ cause }) => ['by_hand', 'risk', 'suspended'].includes(cause))
  return hold ? blockerOf(hold) : null
}

const blockerOf = ({ cause, note }: ShownHold): PaymentBlocker => ({
  code: codeOfHold[cause],
  values: { reason: note },
})

/**
 * Every hold keeps an owner from being paid manually as well: a payment type is quickly changed, and a hold would be
 * walked around by whoever placed its cause.
 */
export function manualPaymentBlocker(owner: PayeeAccount): PaymentBlocker | null {
  const [hold] = owner.holds
  return firstHold(owner) ?? (hold ? blockerOf(hold) : null)
}

/**
 * Nothing is paid without the number of its invoice, where the company asks for one.
 * @param invoice of the payment; by itself the one that waits for it
 */
export function lacksInvoice(owner: PayeeAccount, invoice = owner.invoice): PaymentBlocker | null {
  return owner.needsInvoice && invoice === null ? { code: 'invoice_missing' } : null
}

/**
 * What stands against sending money to this owner at all, whatever the amount.
 * @param invoice of the payment that is there; by itself the one that waits for it
 */
export function sendBlocker(owner: PayeeAccount, invoice = owner.invoice): PaymentBlocker | null {
  const first = firstHold(owner)
  if (first) return first
  if (!owner.isComplete) return { code: 'incomplete_record', values: { fields: owner.name } }
  if (owner.paymentType !== 'automatic') return { code: 'payment_type_not_automatic' }
  if (!owner.paymentKey || !owner.paymentKeyType) return { code: 'payment_key_missing' }
  const [hold] = owner.holds
  if (hold) return blockerOf(hold)
  // Before what ends by itself.
  const lacking = lacksInvoice(owner, invoice)
  if (lacking) return lacking
  return owner.heldUntil ? { code: 'payment_held', values: { until: owner.heldUntil.toISOString() } } : null
}

/**
 * What stands against paying the pending entries now.
 * @param asked by a person, who may pay below the minimum and again after a refusal; the job may not.
 */
export function paymentBlocker(owner: PayeeAccount, asked: 'person' | 'job'): PaymentBlocker | null {
  if (owner.openPayment !== null) return { code: 'payment_in_flight' }
  if (owner.pendingCount === 0) return { code: 'nothing_to_pay' }
  if (compareMoney(owner.pendingValue, 0) <= 0)
    return { code: 'sum_not_positive', values: { value: owner.pendingValue } }
  const obstacle = sendBlocker(owner)
  if (obstacle || asked === 'person') return obstacle
  if (compareMoney(owner.pendingValue, owner.minimumPayout) < 0)
    return { code: 'below_minimum_payout', values: { value: owner.pendingValue, minimum: owner.minimumPayout } }
  return owner.wasRejected ? { code: 'payment_rejected_before' } : null
}

/** What stands against an owner's own request to be paid what is pending, whoever pays it. */
export function requestBlocker(owner: PayeeAccount): PaymentBlocker | null {
  const { pendingValue: value, minimumPayout: minimum } = owner
  if (owner.openPayment !== null) return { code: 'payment_in_flight' }
  if (owner.pendingCount === 0) return { code: 'nothing_to_pay' }
  if (compareMoney(value, 0) <= 0) return { code: 'sum_not_positive', values: { value } }
  if (compareMoney(value, minimum) < 0) return { code: 'below_minimum_payout', values: { value, minimum } }
  if (!owner.isComplete) return { code: 'incomplete_record', values: { fields: owner.name } }
  return manualPaymentBlocker(owner) ?? lacksInvoice(owner)
}

/** Where an owner stands who is not paid for a reason, by the error code that says it. */
export const statusOfObstacle: Readonly<Partial<Record<ErrorCode, PayeeStatus>>> = {
  incomplete_record: 'incomplete',
  payment_type_not_automatic: 'manual',
  payment_key_missing: 'key_missing',
  invoice_missing: 'invoice_missing',
  payment_held: 'held',
  payment_on_hold: 'held',
  payment_returned_before: 'held',
  key_of_another: 'held',
  key_not_checked: 'held',
  key_change_waits: 'held',
  risk_on_hold: 'held',
  below_minimum_payout: 'below_minimum',
  sum_not_positive: 'negative',
  nothing_to_pay: 'negative',
  payment_rejected_before: 'failed',
}

/** What is known of a payment under way that the owner's own facts do not say. */
export interface OpenPayment {
  readonly id: number
  readonly value: Money
  readonly state: PaymentState
  readonly awaitsApproval: boolean
  /** When it was asked for. */
  readonly createdAt: Date
}

/** Where an owner stands. Of several reasons the first counts that the payment itself would be refused for. */
export function statusOf(owner: PayeeAccount, open: OpenPayment | undefined): PayeeStatus {
  if (open?.awaitsApproval) return 'awaiting_approval'
  if (open) return open.state === 'unknown' ? 'unknown' : 'in_flight'
  // One that only brands out of sight make up.
  if (owner.openPayment !== null) return 'in_flight'
  if (owner.paymentType === 'automatic' ? firstHold(owner) : manualPaymentBlocker(owner)) return 'held'
  // An owner that is paid by hand is so whatever its sum; one that owes is not waiting for anybody.
  if (owner.paymentType !== 'automatic' && owner.isComplete)
    return lacksInvoice(owner) && compareMoney(owner.pendingValue, 0) > 0 ? 'invoice_missing' : 'manual'
  const obstacle = paymentBlocker(owner, 'job')
  return obstacle ? (statusOfObstacle[obstacle.code] ?? 'failed') : 'payable'
}

/** Whether somebody could pay what is pending now. */
export const isPayableNow = (owner: PayeeAccount) => !owner.isPartial && paymentBlocker(owner, 'person') === null

/** An owner as the list shows it. */
export function ownerRow(
  owner: PayeeAccount,
  {
    due,
    ...judged
  }: Pick<PayeeRow, 'status' | 'missing' | 'payment' | 'needsApproval' | 'nextPayDay'> & { readonly due: Money },
): PayeeRow {
  const { kind, id, name, paymentType, pendingCount, currency } = owner
  return {
    kind,
    id,
    name,
    paymentType,
    pendingCount,
    currency,
    dueValue: Number(due),
    pendingValue: Number(owner.pendingValue),
    minimumPayout: Number(owner.minimumPayout),
    ...(owner.isPartial ? { isPartial: true } : {}),
    isPayable: isPayableNow(owner),
    needsInvoice: owner.needsInvoice,
    invoice: owner.invoice,
    heldUntil: owner.heldUntil?.toISOString() ?? null,
    hold: owner.holds[0] ?? null,
    ...judged,
  }
}
