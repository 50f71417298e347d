import { currency } from '#resources/choices.ts'
import { moment, money, text } from '#engine/declaration/fields/index.ts'
import { businessDay, type Day, isDay, isInFuture } from '#engine/values/calendar.ts'
import { type Money, roundMoney } from '#engine/values/money.ts'
import { firstMoneyDay } from '#rules/payouts/payments.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { propertiesOf, readChoice, readIds, parseBody } from '#engine/server/http/bodies.ts'
import type { BusinessTime } from '#engine/records/server/change.ts'
import type { PartialAmount } from './partialPayment.ts'
import { readInvoice } from '../invoices/readInvoice.ts'

/** What "Baixa manual" takes: when it was paid (a day or a moment), and what the bank calls it. */
const paymentFields = { paidAt: moment({ required: true }), reference: text({ max: 80 }), note: text({ max: 500 }) }
const entriesMax = 1000

/** When and how something was paid by hand. */
export interface ManualPayment {
  /** ISO 8601. */
  readonly paidAt: string
  /** The business day it was paid on. */
  readonly day: Day
  readonly reference: string | null
  readonly note: string | null
}

/**
 * Reads what "Baixa manual" takes; a day stands for its beginning in UTC. Nothing is paid before it happened:
 * `in_future`.
 * @throws ApiError 400
 */
export function readManualPayment(body: unknown, present: BusinessTime): ManualPayment {
  const given = propertiesOf(body)
  const input = isDay(given.paidAt) ? { ...given, paidAt: `${given.paidAt}T00:00:00Z` } : given
  const payment = parseBody(paymentFields, input) as unknown as Omit<ManualPayment, 'day'>
  const { at: now, zone } = present
  if (isInFuture({ at: isDay(given.paidAt) ? given.paidAt : payment.paidAt, now, zone }))
    throw validationError([{ field: 'paidAt', code: 'in_future', values: { today: businessDay(present), zone } }])
  const day = isDay(given.paidAt) ? given.paidAt : businessDay({ at: new Date(payment.paidAt), zone })
  // Of each owner the day of its first entry counts as well, where it is known whose payment this is.
  if (day < firstMoneyDay)
    throw validationError([{ field: 'paidAt', code: 'before_first_entry', values: { day: firstMoneyDay } }])
  return { ...payment, day }
}

/** Reads `{ids, paidAt, reference, note}`. @throws ApiError 400 */
export function readManyPayments(body: unknown, present: BusinessTime): { ids: number[]; given: ManualPayment } {
  const { ids, ...rest } = propertiesOf(body)
  if (ids === undefined || ids === null) throw validationError([{ field: 'ids', code: 'required' }])
  // In one order for everybody, so that two people who confirm at once wait for each other instead of in a circle.
  const inOrder = readIds(ids, { field: 'ids', max: entriesMax }).sort((one, other) => one - other)
  return { ids: inOrder, given: readManualPayment(rest, present) }
}

/** What was paid by hand to an owner in one sum. */
export interface OwnerHandPayment extends PartialAmount {
  readonly given: ManualPayment
  readonly currency: string
}

/** Reads `{entries?, amount?, invoice?}`, a part of what is pending and what it is paid with. @throws ApiError 400 */
export function readPart({
  entries = null,
  amount = null,
  invoice = null,
}: {
  entries?: unknown
  amount?: unknown
  invoice?: unknown
}): PartialAmount {
  if (entries !== null && amount !== null) throw validationError([{ field: 'amount', code: 'not_applicable' }])
  const ids = entries === null ? null : readIds(entries, { field: 'entries', max: entriesMax })
  const given = parseBody({ amount: money({ min: 0.01 }) }, { amount })['amount'] as Money | null
  return { entries: ids, amount: given === null ? null : roundMoney(given), invoice: readInvoice(invoice) }
}

/** Reads `{paidAt, reference, note, currency, entries?, amount?, invoice?}`. @throws ApiError 400 */
export function readOwnerHandPayment(body: unknown, present: BusinessTime): OwnerHandPayment {
  const { currency: code, entries, amount, invoice, ...rest } = propertiesOf(body)
  if (code === undefined || code === null) throw validationError([{ field: 'currency', code: 'required' }])
  const wanted = readChoice(code, 'currency', currency.values)
  const part = readPart({ entries, amount, invoice })
  return { given: readManualPayment(rest, present), currency: wanted, ...part }
}
