import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { InvoicesAnswer, WaitingInvoice } from '../../answers/invoices.ts'
import { type InvoiceIssuer, isOfAnother } from '#rules/payouts/invoices.ts'
import { type Payee, payeeOf } from '#rules/payouts/payments.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { lockPayee } from '../payees/payee.ts'
import type { LockedPayment } from '../payments/payment.ts'

/** An owner in a currency, in which one invoice at a time waits for the next payment. */
interface Place extends Payee {
  readonly currency: string
}

/** Whether an owner (table `owner`, its company `own_company`) is paid only with the number of an invoice. */
export const needsInvoice: RawBuilder<boolean> = sql`coalesce(case own_company.invoice_required
  when 'always' then true
  when 'cnpj' then owner.document_type = 'cnpj' end, false)`

/** The condition of an invoice (table `invoice`) that waits for the next payment. */
const waitsFor = ({ kind, id, currency }: Place) => sql`invoice.owner_kind = ${kind}::text
  and invoice.owner = ${id}::bigint and invoice.currency = ${currency}::text and invoice.payment is null`

/** One after the other: who enters, takes and frees them. Taken after the owner and the payment, never before. */
export async function lockPlace(db: Kysely<any>, { kind, id, currency }: Place): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('invoice'), hashtext(${`${kind} ${id} ${currency}`}::text))`.execute(
    db,
  )
}

/** @throws ApiError `invoice_of_another` where a key names another CPF or CNPJ than the owner's */
export async function requireOwn(db: Kysely<any>, { kind, id }: Payee, number: string): Promise<void> {
  const document = sql<InvoiceIssuer>`select document, document_type as "documentType"
    from ${sql.table(kind)} where id = ${id}`
  const issuer = await firstRow(db, document)
  if (issuer && isOfAnother(number, issuer)) throw new ApiError('invoice_of_another')
}

/**
 * Enters the number of the invoice for an owner's next payment in a currency, in place of the one that waited; null takes
 * that away.
 * @param number of the right form, as it is stored
 * @throws ApiError `not_found`, `invoice_of_another`, `invoice_used`
 */
export async function enterInvoice(change: WriteContext, place: Place, number: string | null): Promise<void> {
  const { db, actor, at } = change
  const { kind, id, currency } = place
  if (!(await lockPayee(db, { kind, id }))) throw new ApiError('not_found')
  if (number !== null) await requireOwn(db, place, number)
  await lockPlace(db, place)
  const before = await firstRow(db, sql<{ number: string }>`select number from invoice where ${waitsFor(place)}`)
  if ((before?.number ?? null) === number) return
  await sql`delete from invoice where ${waitsFor(place)}`.execute(db)
  if (number !== null) {
    const entered = await firstRow(
      db,
      sql`insert into invoice (owner_kind, owner, currency, number, entered_at, entered_by)
        values (${kind}::text, ${id}::bigint, ${currency}::text, ${number}::text, ${timestamp(at)}, ${actor.name}::text)
        on conflict (owner_kind, owner, number) do nothing returning id`,
    )
    if (!entered) throw new ApiError('invoice_used')
  }
  const changes = [{ field: 'invoice', before: before?.number ?? null, after: number }, ...newValues({ currency })]
  await writeAuditEntry(change, { operation: 'enterInvoice', object: kind, objectId: id, changes })
}

/** A new payment takes the invoice that waits for it, where there is one. */
export async function takeInvoice({ db }: WriteContext, place: Place, payment: number): Promise<void> {
  await lockPlace(db, place)
  await sql`with taken as (update invoice set payment = ${payment}::bigint where ${waitsFor(place)} returning number)
    update payment set invoice = taken.number from taken where payment.id = ${payment}::bigint`.execute(db)
}

/**
 * A payment that was withdrawn, refused or came back leaves its invoice to the next one, unless another waits already:
 * then its number can be entered anew.
 */
export async function freeInvoice(db: Kysely<any>, payment: LockedPayment): Promise<void> {
  const place = { ...payeeOf(payment), currency: payment.currency }
  await lockPlace(db, place)
  await sql`update invoice used set payment = null where used.payment = ${payment.id}
    and not exists (select from invoice where ${waitsFor(place)})`.execute(db)
  await sql`delete from invoice where payment = ${payment.id}`.execute(db)
}

/** Whether an owner is paid with an invoice only, and which wait for its next payments. */
export async function readInvoices(db: Kysely<any>, { kind, id }: Payee): Promise<InvoicesAnswer> {
  const required = sql<{ isRequired: boolean }>`select ${needsInvoice} as "isRequired"
    from ${sql.table(kind)} owner left join company own_company on own_company.id = owner.company
    where owner.id = ${id}::bigint`
  const isRequired = (await firstRow(db, required))?.isRequired ?? false
  const { rows } = await sql<Omit<WaitingInvoice, 'enteredAt'> & { enteredAt: Date }>`select currency, number,
      entered_at as "enteredAt", entered_by as "enteredBy"
    from invoice where owner_kind = ${kind}::text and owner = ${id}::bigint and payment is null
    order by currency`.execute(db)
  return { isRequired, waiting: rows.map((row) => ({ ...row, enteredAt: row.enteredAt.toISOString() })) }
}
