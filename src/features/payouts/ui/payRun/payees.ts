/** Whom a run can pay, and how: pure, so that it can be tested without a page. */
import type { PayeeRow } from '../../answers/payees.ts'
import type { PayRunPayee, PayRunAnswer } from '../../answers/payRun.ts'

/** One run pays so many at most: the server does all of it in one transaction. */
export const payeesMax = 200

/**
 * What a run does for an owner: sends a payment, asks a second person for it, approves what another one asked for, or
 * takes down that it was paid by hand. Null where it can do nothing.
 */
export type Part = 'send' | 'ask' | 'approve' | 'hand'

/** An owner as a row of its own: once for each currency. */
export const ownerKey = ({ kind, id, currency }: Pick<PayeeRow, 'kind' | 'id' | 'currency'>) =>
  `${kind} ${id} ${currency}`

/** What a run would do for this owner; see {@link Part}. */
export function payRunPlanFor(owner: PayeeRow): Part | null {
  const { status, payment, pendingValue, isPartial } = owner
  if (isPartial) return null
  if (status === 'awaiting_approval' && payment) return payment.isOwn ? null : 'approve'
  if (owner.isPayable) return owner.needsApproval ? 'ask' : 'send'
  if (pendingValue <= 0) return null
  if (status === 'invoice_missing' && owner.paymentType === 'automatic') return owner.needsApproval ? 'ask' : 'send'
  return status === 'manual' || status === 'invoice_missing' ? 'hand' : null
}

/** What was typed in a run, by {@link ownerKey}: numbers of invoices, and amounts where less than all is paid. */
export interface PayRunInput {
  readonly invoices: Readonly<Record<string, string>>
  readonly amounts: Readonly<Record<string, string>>
}
export const nothingTyped: PayRunInput = { invoices: {}, amounts: {} }

/** What a run pays to this owner; null where something was typed that cannot be paid. */
export function amountOf(owner: PayeeRow, { amounts }: PayRunInput = nothingTyped): number | null {
  if (payRunPlanFor(owner) === 'approve') return owner.payment!.value
  const text = amounts[ownerKey(owner)]
  if (text === undefined) return owner.pendingValue
  const amount = Number(text)
  return /^\d+(\.\d{1,2})?$/.test(text) && amount > 0 && amount <= owner.pendingValue ? amount : null
}

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
export const totalsOf = (owners: readonly PayeeRow[], typed: PayRunInput = nothingTyped) =>
  sumsOf(owners.map((owner) => ({ currency: owner.currency, value: amountOf(owner, typed) ?? 0 })))

/** Whether a run asks for the number of an invoice with this owner. */
export const asksInvoice = (owner: PayeeRow): boolean =>
  owner.needsInvoice && payRunPlanFor(owner) !== null && payRunPlanFor(owner) !== 'approve'

/** The number of the invoice for this owner, as it was typed in the run or entered before. */
export const invoiceOf = (owner: PayeeRow, { invoices }: PayRunInput): string =>
  invoices[ownerKey(owner)] ?? owner.invoice ?? ''

/** What is asked of the server for these owners, with what was typed. */
export function runInput(
  owners: readonly PayeeRow[],
  typed: PayRunInput = nothingTyped,
): { payees: PayRunPayee[]; approvals: number[] } {
  const payees = owners.flatMap((owner): PayRunPayee[] => {
    const part = payRunPlanFor(owner)
    if (part === null || part === 'approve') return []
    const { kind, id, currency, pendingValue: value } = owner
    const method = part === 'hand' ? 'manual' : 'automatic'
    const amount = amountOf(owner, typed)
    const isPart = amount !== null && amount < value
    const invoice = asksInvoice(owner) ? { invoice: invoiceOf(owner, typed) } : {}
    return [{ kind, id, currency, value, ...(isPart ? { amount } : {}), method, ...invoice }]
  })
  const approvals = owners.flatMap((owner) => (payRunPlanFor(owner) === 'approve' ? [owner.payment!.id] : []))
  return { payees, approvals }
}

/** The owners of whom an answer says that they were not paid. */
export function refusedOwners(
  owners: readonly PayeeRow[],
  { refused }: PayRunAnswer,
): { owner: PayeeRow; refusal: PayRunAnswer['refused'][number] }[] {
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
