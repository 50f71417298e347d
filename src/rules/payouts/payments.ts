import type { DocumentType } from '#engine/values/documents/documents.ts'
import { isPaidToAccount } from './payeeCountry.ts'

/**
 * Whom entries and payments belong to; each is the name of its table and of the column of entries and payments that
 * holds it.
 */
export const payeeKinds = ['affiliate', 'partner'] as const

/** One of {@link payeeKinds}. */
export type PayeeKind = (typeof payeeKinds)[number]

/** Whom an entry or payment belongs to. */
export interface Payee {
  readonly kind: PayeeKind
  readonly id: number
}

/** The owner that a row of entries or payments names. */
export function payeeOf({ affiliate, partner }: { affiliate: number | null; partner: number | null }): Payee {
  return affiliate === null ? { kind: 'partner', id: partner! } : { kind: 'affiliate', id: affiliate }
}

/** Before it nobody owed anybody anything: no day that something is due or paid on, or that is closed, lies there. */
export const firstMoneyDay = '2000-01-01'

/** How an owner is paid: by the payout job, or by hand. */
export const paymentTypes = ['automatic', 'manual'] as const

/** One of {@link paymentTypes}. */
export type PaymentType = (typeof paymentTypes)[number]

/**
 * The states of an entry. A complete entry is never changed or deleted; one that a person wrote is no money before
 * another approves it, and none where somebody declines it.
 */
export const entryStatuses = ['pending', 'complete', 'awaiting_approval', 'declined'] as const

/**
 * What an entry is: what a day earned; the difference to a day whose entry is complete, or what a person says is due;
 * what is paid before it is earned; or the share of what affiliates earned that
 * it referred.
 */
export const entryKinds = ['commission', 'adjustment', 'advance', 'referral'] as const

/** One of {@link entryKinds}. */
export type EntryKind = (typeof entryKinds)[number]

/** Kinds of entries that closes write of a day; the others are written when something becomes due. */
export const earnedKinds = ['commission', 'referral'] as const satisfies readonly EntryKind[]

/** One of {@link earnedKinds}. */
export type EarnedKind = (typeof earnedKinds)[number]

/** The states of a payment. */
export const paymentStates = ['created', 'sent', 'settled', 'rejected', 'unknown', 'returned'] as const

/** One of {@link paymentStates}. */
export type PaymentState = (typeof paymentStates)[number]

/** Where a payment may go from each state; nowhere else. */
export const paymentMoves: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['sent'],
  sent: ['settled', 'rejected', 'unknown'],
  unknown: ['settled', 'rejected'],
  settled: ['returned'],
  rejected: [],
  returned: [],
}

/** The states in which a payment holds its entries: an entry is in at most one of these. */
export const openPaymentStates = ['created', 'sent', 'unknown'] as const satisfies readonly PaymentState[]

const manualDocumentTypes: ReadonlySet<DocumentType> = new Set(['email', 'passport'])

/**
 * Whether the payment type must be manual for a document type: automatic payment needs a tax id, which e-mail and
 * passport are not.
 */
export function requiresManualPayment(documentType: DocumentType): boolean {
  return manualDocumentTypes.has(documentType)
}

/**
 * Rule of an owner's record: automatic payment is not for a document type that must be paid by hand
 * ({@link requiresManualPayment}). The
 * specification: "Payment type must be manual for certain document types".
 */
export function paymentTypeFitsDocument(owner: {
  paymentType?: PaymentType | null
  documentType?: DocumentType | null
  country?: string | null
}): { field: 'paymentType'; code: 'payment_type_must_be_manual' } | null {
  // One abroad has a tax number beside its document, and is paid to an account.
  const isRefused =
    !isPaidToAccount(owner.country) &&
    owner.paymentType === 'automatic' &&
    owner.documentType != null &&
    requiresManualPayment(owner.documentType)
  return isRefused ? { field: 'paymentType', code: 'payment_type_must_be_manual' } : null
}

/** Whether a payment may go from one state to another. */
export function canMove(move: { from: PaymentState; to: PaymentState }): boolean {
  return paymentMoves[move.from].includes(move.to)
}

/** Whether a payment still holds its entries. */
export function isOpenPayment(state: PaymentState): boolean {
  return openPaymentStates.some((open) => open === state)
}
