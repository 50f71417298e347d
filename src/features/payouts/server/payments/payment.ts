import { type Kysely, sql } from 'kysely'
import { type AttemptCode, attemptText, type CodedMessage } from '#engine/declaration/messageCodes.ts'
import type { DocumentType } from '#engine/values/documents/documents.ts'
import type { PayeeKeyType } from '#rules/payouts/payeeCountry.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'
import { canMove, type PaymentState, type PaymentType } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { reasonToWait, type WaitReason } from './dailyLimits.ts'
import { takeInvoice } from '../invoices/invoices.ts'
import { takeRequest } from '../requests/payoutRequests.ts'
import { followTaxed, insertWithheld, withholdOf } from '../withholding/withholdOf.ts'
import type { ManualPayment } from './manualPayment.ts'
import type { PayeeAccount } from '../payees/payeeAccount.ts'
import { byClockOfPayee, byClockOfPayment } from '../payees/payeeClock.ts'

/** An entry that is paid. */
export interface PaidEntry {
  readonly id: number
  readonly value: Money
}

/** What is paid to whom: locked pending entries of one owner and currency; by hand, with all that was said of it. */
export interface NewPayment {
  readonly owner: PayeeAccount
  readonly entries: readonly PaidEntry[]
  readonly byHand?: ManualPayment
}

/** The day that somebody said, which is kept as its beginning in UTC; else the business day of the moment. */
const dayOfManual = (paidAt: string, { zone }: WriteContext): Day =>
  new Date(paidAt).getTime() % 86_400_000 === 0 ? paidAt.slice(0, 10) : businessDay({ at: new Date(paidAt), zone })

/** A payment as it was written. */
export interface WrittenPayment {
  readonly id: number
  readonly value: Money
  /** Another person has to approve it; until then its entries are pending. */
  readonly awaitsApproval: boolean
  /** Why; null where nobody has to. */
  readonly waits: WaitReason | null
  readonly entries: readonly number[]
}

/**
 * Writes a payment over locked entries, which it holds from now on, and who asked for it. Above the company's limit it
 * waits for another person. One by hand that does not wait is settled. The log is the caller's.
 */
export async function insertPayment(
  asked: WriteContext,
  { owner, entries, byHand }: NewPayment,
): Promise<WrittenPayment> {
  const change = await byClockOfPayee(asked, owner)
  const { db, actor, at, batch: run = null } = change
  const value = sumMoney(entries.map((entry) => entry.value))
  const ids = idArray(entries.map(({ id }) => id))
  const waits = await reasonToWait(change, { owner, value, asker: actor.userId })
  const awaitsApproval = waits !== null
  const [method, state] = byHand ? ['manual', awaitsApproval ? 'created' : 'settled'] : ['automatic', 'created']
  const { paidAt = null, reference = null, note = null } = byHand ?? {}
  const moment = timestamp(at)
  // Before anything is written: whoever pays several leaves out one that is refused, and goes on.
  const day = paidAt === null ? businessDay(change) : dayOfManual(paidAt, change)
  const { lines } = await withholdOf(db, { owner, currency: owner.currency, gross: value, day })
  const row = await firstRow(
    db,
    sql<{ id: number }>`insert into payment (created_at, updated_at, ${sql.id(owner.kind)}, value, currency, method,
        state, entries, paid_at, reference, note, requested_by, awaits_approval)
      values (${moment}, ${moment}, ${String(owner.id)}::text::bigint, ${value}::text::numeric, ${owner.currency}::text,
        ${method}::text, ${state}::text, ${ids}, ${paidAt}::text::timestamptz, ${reference}::text, ${note}::text,
        ${actor.name}::text, ${awaitsApproval}::boolean) returning id`,
  )
  const { id } = row!
  const withholding = { owner, currency: owner.currency, gross: value, day }
  await insertWithheld(db, id, { ...withholding, today: businessDay(change), lines })
  await takeInvoice(change, owner, id)
  await takeRequest(change, owner, id)
  await sql`insert into payment_entry (payment, entry) select ${id}::bigint, unnest(${ids})`.execute(db)
  // By id: the name alone could be somebody else's by and by.
  await sql`insert into payment_request (payment, requested_by, run)
    values (${id}::bigint, ${actor.userId}::bigint, ${run}::text)`.execute(db)
  return { id, value, awaitsApproval, waits, entries: entries.map((entry) => entry.id) }
}

/** A payment with its transfer, locked until the transaction ends. */
export interface LockedPayment {
  readonly id: number
  readonly affiliate: number | null
  readonly partner: number | null
  readonly value: Money
  /** What is sent: the value, less what is withheld. */
  readonly net: Money
  readonly method: PaymentType
  readonly state: PaymentState
  readonly awaitsApproval: boolean
  /** The number of its invoice. */
  readonly invoice: string | null
  /** Our own id; empty for one that was paid by hand. */
  readonly transferId: string | null
  /** Which gateway took it; empty before the first send. */
  readonly gateway: string | null
  readonly currency: string
  readonly receiverName: string | null
  readonly paymentKey: string | null
  readonly paymentKeyType: PayeeKeyType | null
  readonly receiverDocument: string | null
  readonly receiverDocumentType: DocumentType | null
  /** A digest of whom and where it was sent to; null before it was. */
  readonly payee: string | null
  readonly nextStep: 'send' | 'ask' | null
  readonly tries: number
  readonly asks: number
  /** The user who asked for it; null where the job did. */
  readonly requestedByUser: number | null
  /** A digest of amount, key and owner as they were approved; null where nobody had to. */
  readonly approvedFor: string | null
}

/** How a payment is named: by its own id or by the id that gateways know. */
export type PaymentName = { readonly id: number } | { readonly transferId: string }

/** What is sent of a payment (table `payment`): its value, less what is withheld. */
export const netOf = sql<Money>`(payment.value - coalesce((select sum(kept.value) from payment_withheld kept
  where kept.payment = payment.id), 0))::numeric(18, 2)`

/** Locks a payment and reads it; null where there is none. */
export async function lockPayment(db: Kysely<any>, name: PaymentName): Promise<LockedPayment | null> {
  const condition =
    'id' in name
      ? sql`id = ${String(name.id)}::text::bigint`
      : sql`id = (select payment from payment_transfer where transfer_id = ${name.transferId}::text::uuid)`
  // First the lock, then the values: a statement that waited for the lock would still see what was there before.
  const locked = await firstRow(db, sql<{ id: number }>`select id from payment where ${condition} for update`)
  if (!locked) return null
  const payment = await firstRow(
    db,
    sql<LockedPayment>`select payment.id, payment.affiliate, payment.partner, payment.value,
        ${netOf} as net, payment.method, payment.invoice,
        payment.state, payment.awaits_approval as "awaitsApproval", payment.currency,
        transfer.transfer_id::text as "transferId", transfer.gateway, transfer.receiver_name as "receiverName",
        transfer.payment_key as "paymentKey", transfer.payment_key_type as "paymentKeyType",
        transfer.receiver_document as "receiverDocument", transfer.receiver_document_type as "receiverDocumentType",
        transfer.payee,
        transfer.next_step as "nextStep", coalesce(transfer.tries, 0) as tries, coalesce(transfer.asks, 0) as asks,
        request.requested_by as "requestedByUser", request.approved_for as "approvedFor"
      from payment left join payment_transfer transfer on transfer.payment = payment.id
      left join payment_request request on request.payment = payment.id where payment.id = ${locked.id}`,
  )
  return payment ?? null
}

/**
 * Moves a locked payment to another state, and logs it.
 * @returns the payment as it is now.
 * @throws Error where the state machine has no such move: a mistake in the code that asks.
 */
export async function movePayment(
  change: WriteContext,
  payment: LockedPayment,
  to: PaymentState,
): Promise<LockedPayment> {
  const { db, at } = change
  const { id, state } = payment
  if (!canMove({ from: state, to })) throw new Error(`Payment ${id} cannot move from ${state} to ${to}.`)
  const paidAt = to === 'settled' ? timestamp(at) : sql`paid_at`
  await followTaxed(db, { payment: id, to, today: businessDay(await byClockOfPayment(change, payment)) })
  await sql`update payment set state = ${to}::text, paid_at = ${paidAt}, version = version + 1,
    updated_at = ${timestamp(at)} where id = ${id}`.execute(db)
  const paid = to === 'settled' ? newValues({ paidAt: at.toISOString() }) : []
  const changes = [{ field: 'state', before: state, after: to }, ...paid]
  await writeAuditEntry(change, { operation: 'move', object: 'payment', objectId: id, changes })
  return { ...payment, state: to }
}

/** What is known of a try to pay; the last word of each is what the entry shows. */
type AttemptOutcome =
  | 'sent'
  | 'accepted'
  | 'settled'
  | 'refused'
  | 'unknown'
  | 'returned'
  | 'absent'
  | 'contradiction'
  | 'held'

/**
 * Records a try to pay, or what came of one, in words people read. The same thing said twice in a row is recorded once.
 */
export async function recordAttempt(
  { db, at }: WriteContext,
  { id }: { readonly id: number },
  { outcome, remark }: { outcome: AttemptOutcome; remark: CodedMessage<AttemptCode> },
): Promise<void> {
  const message = attemptText(remark)
  await sql`insert into payment_attempt (payment, at, outcome, message, remark)
    select ${id}, ${timestamp(at)}, ${outcome}::text, ${message}::text, ${JSON.stringify(remark)}::text::jsonb
    where not exists (select from (
        select outcome, message from payment_attempt where payment = ${id} order by id desc limit 1) last
      where last.outcome = ${outcome}::text and last.message = ${message}::text)`.execute(db)
}
