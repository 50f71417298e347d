/** Whom a run can pay, and how: pure, so that it can be tested without a page. */
import type { OwnerRow } from '../../../../config/answers/owners.ts'
import type { Payee, PayRunAnswer } from '../../../../config/answers/payRun.ts'

/** One run pays so many at most: the server does all of it in one transaction. */
export const payeesMax = 200

/**
 * What a run does for an owner: sends a payment, asks a second person for it, approves what another one asked for, or
 * takes down that it was paid by hand. Null where it can do nothing.
 */
export type Part = 'send' | 'ask' | 'approve' | 'hand'

/** An owner as a row of its own: once for each currency. */
export const ownerKey = ({ kind, id, currency }: Pick<OwnerRow, 'kind' | 'id' | 'currency'>) =>
  `${kind} ${id} ${currency}`

/** What a run would do for this owner; see {@link Part}. */
export function partOf(owner: OwnerRow): Part | null {
  const { status, payment, pendingValue, isPartial } = owner
  if (isPartial) return null
  if (status === 'awaiting_approval' && payment) return payment.isOwn ? null : 'approve'
  if (owner.isPayable) return owner.needsApproval ? 'ask' : 'send'
  if (pendingValue <= 0) return null
  if (status === 'invoice_missing' && owner.paymentType === 'automatic') return owner.needsApproval ? 'ask' : 'send'
  return status === 'manual' || status === 'invoice_missing' ? 'hand' : null
}

/** What a run pays to this owner. */
export const amountOf = (owner: OwnerRow): number =>
  partOf(owner) === 'approve' ? owner.payment!.value : owner.pendingValue

/** One sum a currency, added in cents. */
export function sumsOf(
  amounts: readonly { readonly currency: string; readonly value: number }[],
): { currency: string; value: number }[] {
  return [...Map.groupBy(amounts, ({ currency }) => currency)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, own]) => ({
      currency,
      value: own.reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100,
    }))
}

/** The same of what a run pays to these owners. */
export const totalsOf = (owners: readonly OwnerRow[]) =>
  sumsOf(owners.map((owner) => ({ currency: owner.currency, value: amountOf(owner) })))

/** Whether a run asks for the number of an invoice with this owner. */
export const asksInvoice = (owner: OwnerRow): boolean =>
  owner.needsInvoice && partOf(owner) !== null && partOf(owner) !== 'approve'

/** The number of the invoice for this owner, as it was typed in the run or entered before. */
export const invoiceOf = (owner: OwnerRow, typed: Readonly<Record<string, string>>): string =>
  typed[ownerKey(owner)] ?? owner.invoice ?? ''

/** What is asked of the server for these owners, with the numbers of invoices that were typed by {@link ownerKey}. */
export function runInput(
  owners: readonly OwnerRow[],
  typed: Readonly<Record<string, string>> = {},
): { payees: Payee[]; approvals: number[] } {
  const payees = owners.flatMap((owner): Payee[] => {
    const part = partOf(owner)
    if (part === null || part === 'approve') return []
    const { kind, id, currency, pendingValue: value } = owner
    const method = part === 'hand' ? 'manual' : 'automatic'
    return [{ kind, id, currency, value, method, ...(asksInvoice(owner) ? { invoice: invoiceOf(owner, typed) } : {}) }]
  })
  const approvals = owners.flatMap((owner) => (partOf(owner) === 'approve' ? [owner.payment!.id] : []))
  return { payees, approvals }
}

/** The owners of whom an answer says that they were not paid. */
export function refusedOwners(
  owners: readonly OwnerRow[],
  { refused }: PayRunAnswer,
): { owner: OwnerRow; refusal: PayRunAnswer['refused'][number] }[] {
  return refused.flatMap((refusal) => {
    const owner = owners.find((each) =>
      refusal.payment === undefined
        ? each.kind === refusal.kind && each.id === refusal.id && each.currency === refusal.currency
        : each.payment?.id === refusal.payment,
    )
    return owner ? [{ owner, refusal }] : []
  })
}

/** The word for some owners in an address: `affiliate-7,partner-3`. */
export const payeesInAddress = (owners: readonly { readonly kind: string; readonly id: number }[]): string =>
  [...new Set(owners.map(({ kind, id }) => `${kind}-${id}`))].join(',')
