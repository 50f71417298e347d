import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { InvoicesAnswer, WaitingInvoice } from '../../answers/invoices.ts'
import { type InvoiceIssuer, isAnotherIssuer, isOfAnother } from '#rules/payouts/invoices.ts'
import { businessDay } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import { type Payee, payeeOf } from '#rules/payouts/payments.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { lockPayee } from '../payees/payee.ts'
import type { LockedPayment } from '../payments/payment.ts'
import type { GivenInvoice } from './readInvoice.ts'

/** An owner in a currency, in which one invoice at a time waits for the next payment. */
interface Place extends Payee {
  readonly currency: string
}

/** Whether an owner (table `owner`, its company `own_company`) is paid only with the number of an invoice. */
export const needsInvoice: RawBuilder<boolean> = sql`coalesce(case own_company.invoice_required
  when 'always' then true
  when 'cnpj' then owner.document_type = 'cnpj' end, false) and not coalesce(own_company.self_billing, false)`

/** The condition of an invoice (table `invoice`) that waits for the next payment. */
const waitsFor = ({ kind, id, currency }: Place) => sql`invoice.owner_kind = ${kind}::text
  and invoice.owner = ${id}::bigint and invoice.currency = ${currency}::text and invoice.payment is null`

/** One after the other: who enters, takes and frees them. Taken after the owner and the payment, never before. */
export async function lockPlace(db: Kysely<any>, { kind, id, currency }: Place): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('invoice'), hashtext(${`${kind} ${id} ${currency}`}::text))`.execute(
    db,
  )
}

/** @throws ApiError `invoice_of_another` where a key or an XML names another CPF or CNPJ than the owner's */
export async function requireOwn(
  db: Kysely<any>,
  { kind, id }: Payee,
  { number, issuer: written }: Pick<GivenInvoice, 'number' | 'issuer'>,
): Promise<void> {
  const document = sql<InvoiceIssuer>`select document, document_type as "documentType"
    from ${sql.table(kind)} where id = ${id}`
  const issuer = await firstRow(db, document)
  if (issuer && (isOfAnother(number, issuer) || isAnotherIssuer(written, issuer)))
    throw new ApiError('invoice_of_another')
}

/** The columns of an invoice that are filled by its file, and what stands in them. */
export const fileColumns = sql.raw('file_name, file, amount, issued_on')
export const fileValues = ({ file, amount, issuedOn }: GivenInvoice): RawBuilder<unknown> =>
  sql`${file?.name ?? null}::text, ${file?.content ?? null}::bytea, ${amount}::text::numeric, ${issuedOn}::text::date`

/** An invoice of which nothing but the number is known. */
export const byNumber = (number: string): GivenInvoice => ({
  number,
  file: null,
  issuer: null,
  amount: null,
  issuedOn: null,
})

/**
 * Enters the invoice for an owner's next payment in a currency, in place of the one that waited; null takes that away.
 * @throws ApiError `not_found`, `invoice_of_another`, `invoice_used`
 */
export async function enterInvoice(change: WriteContext, place: Place, invoice: GivenInvoice | null): Promise<void> {
  const { db, actor, at } = change
  const { kind, id, currency } = place
  if (!(await lockPayee(db, { kind, id }))) throw new ApiError('not_found')
  const number = invoice?.number ?? null
  if (invoice !== null) await requireOwn(db, place, invoice)
  await lockPlace(db, place)
  const before = await firstRow(db, sql<{ number: string }>`select number from invoice where ${waitsFor(place)}`)
  if ((before?.number ?? null) === number && !invoice?.file) return
  await sql`delete from invoice where ${waitsFor(place)}`.execute(db)
  if (invoice !== null) {
    const entered = await firstRow(
      db,
      sql`insert into invoice (owner_kind, owner, currency, number, entered_at, entered_by, ${fileColumns})
        values (${kind}::text, ${id}::bigint, ${currency}::text, ${number}::text, ${timestamp(at)}, ${actor.name}::text,
          ${fileValues(invoice)})
        on conflict (owner_kind, owner, number) do nothing returning id`,
    )
    if (!entered) throw new ApiError('invoice_used')
  }
  const named = invoice?.file ? { currency, file: invoice.file.name } : { currency }
  const changes = [{ field: 'invoice', before: before?.number ?? null, after: number }, ...newValues(named)]
  await writeAuditEntry(change, { operation: 'enterInvoice', object: kind, objectId: id, changes })
}

/** Before the running number of the invoices that a company writes for a payee. */
const selfBilledPrefix = ({ kind, id }: Payee) => `SB-${kind === 'affiliate' ? 'A' : 'P'}${id}-`

/**
 * A new payment takes the invoice that waits for it, where there is one; where the company writes the invoices of its
 * payees itself, one with the payee's next number is written.
 */
export async function takeInvoice(change: WriteContext, place: Place, payment: number): Promise<void> {
  const { db, at } = change
  const { kind, id, currency } = place
  await lockPlace(db, place)
  const taken = await firstRow(
    db,
    sql`update invoice set payment = ${payment}::bigint, amount = case when is_self_billed
        then (select value from payment where id = ${payment}::bigint) else amount end,
      issued_on = case when is_self_billed then ${businessDay(change)}::text::date else issued_on end
      where ${waitsFor(place)} returning id`,
  )
  if (!taken) {
    const prefix = selfBilledPrefix(place)
    // The series is of all currencies, and a number that was given is never given again.
    await sql`select pg_advisory_xact_lock(hashtext('self billed'), hashtext(${`${kind} ${id}`}::text))`.execute(db)
    await sql`insert into invoice (owner_kind, owner, currency, number, payment, entered_at, entered_by, amount, issued_on,
        is_self_billed)
      select ${kind}::text, owner.id, ${currency}::text, ${prefix}::text || (1 + (select coalesce(max(place), 0) from self_billed_number given
          where given.owner_kind = ${kind}::text and given.owner = owner.id)),
        ${payment}::bigint, ${timestamp(at)}, company.name, (select value from payment where id = ${payment}::bigint),
        ${businessDay(change)}::text::date, true
      from ${sql.table(kind)} owner join company on company.id = owner.company
      where owner.id = ${id}::bigint and company.self_billing`.execute(db)
  }
  await sql`update payment set invoice = invoice.number from invoice
    where invoice.payment = payment.id and payment.id = ${payment}::bigint`.execute(db)
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
  type Row = Omit<WaitingInvoice, 'enteredAt' | 'amount' | 'due'> & {
    enteredAt: Date
    amount: Money | null
    due: Money
  }
  const { rows } = await sql<Row>`select invoice.id, invoice.currency, number, entered_at as "enteredAt",
      entered_by as "enteredBy", file_name as "fileName", amount, issued_on::text as "issuedOn",
      (select coalesce(sum(entry.value), 0) from entry where ${sql.ref(`entry.${kind}`)} = invoice.owner
        and entry.currency = invoice.currency and entry.status = 'pending' and not exists (
          select from payment_entry held where held.entry = entry.id and held.holds))::numeric(18, 2) as due
    from invoice where owner_kind = ${kind}::text and owner = ${id}::bigint and payment is null
    order by invoice.currency`.execute(db)
  const waiting = rows.map(({ enteredAt, amount, due, ...row }) => ({
    ...row,
    enteredAt: enteredAt.toISOString(),
    amount: amount === null ? null : Number(amount),
    due: Number(due),
  }))
  const { rows: unused } = await sql<{ number: string; givenAt: Date; voidedAt: Date }>`select number,
      given_at as "givenAt", voided_at as "voidedAt" from self_billed_number
    where owner_kind = ${kind}::text and owner = ${id}::bigint and voided_at is not null order by place`.execute(db)
  const voided = unused.map(({ number, givenAt, voidedAt }) => ({
    number,
    givenAt: givenAt.toISOString(),
    voidedAt: voidedAt.toISOString(),
  }))
  return { isRequired, waiting, ...(voided.length > 0 ? { voided } : {}) }
}
