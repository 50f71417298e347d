import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { fileColumns, fileValues, lockPlace, requireOwn } from './invoices.ts'
import type { GivenInvoice } from './readInvoice.ts'
import { type LockedPayment, lockPayment } from '../payments/payment.ts'

/** The payment behind an id, locked, where this person sees it. */
async function lockSeen({ db, actor }: WriteContext, id: number): Promise<LockedPayment> {
  const visible = sql`select from payment where id = ${String(id)}::text::bigint
    and ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}`
  const payment = (await firstRow(db, visible)) ? await lockPayment(db, { id }) : null
  if (!payment) throw new ApiError('not_found')
  return payment
}

/**
 * Enters the number of the invoice of a payment that has none; of one that was not sent yet, also in place of the one it
 * has.
 * @throws ApiError `not_found`, `invoice_fixed`, `invoice_of_another`, `invoice_used`
 */
export async function enterInvoiceOf(change: WriteContext, id: number, invoice: GivenInvoice): Promise<void> {
  const { db, actor, at } = change
  const { number } = invoice
  const payment = await lockSeen(change, id)
  if (payment.state === 'rejected' || (payment.invoice !== null && payment.state !== 'created'))
    throw new ApiError('invoice_fixed')
  if (payment.invoice === number && !invoice.file) return
  const place = { ...payeeOf(payment), currency: payment.currency }
  await requireOwn(db, place, invoice)
  await lockPlace(db, place)
  await sql`delete from invoice where payment = ${id}::bigint`.execute(db)
  const entered = await firstRow(
    db,
    sql`insert into invoice (owner_kind, owner, currency, number, payment, entered_at, entered_by,
        ${fileColumns})
      values (${place.kind}::text, ${place.id}::bigint, ${place.currency}::text, ${number}::text, ${id}::bigint,
        ${timestamp(at)}, ${actor.name}::text, ${fileValues(invoice)})
      on conflict (owner_kind, owner, number) do update set payment = excluded.payment, entered_at = excluded.entered_at,
        entered_by = excluded.entered_by, file_name = coalesce(excluded.file_name, invoice.file_name),
        file = coalesce(excluded.file, invoice.file), amount = coalesce(excluded.amount, invoice.amount),
        issued_on = coalesce(excluded.issued_on, invoice.issued_on) where invoice.payment is null and invoice.currency = excluded.currency
      returning id`,
  )
  if (!entered) throw new ApiError('invoice_used')
  // Not when it was moved last, which is what `updated_at` says.
  await sql`update payment set invoice = ${number}::text, version = version + 1 where id = ${id}::bigint`.execute(db)
  const changes = [{ field: 'invoice', before: payment.invoice, after: number }]
  await writeAuditEntry(change, { operation: 'enterInvoice', object: 'payment', objectId: id, changes })
}
