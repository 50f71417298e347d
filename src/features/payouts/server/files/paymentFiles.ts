import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { PaymentFileAnswer, PaymentFilesAnswer, WrittenFileAnswer } from '../../answers/paymentFiles.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import { controlSum, type CreditTransfer, creditTransferXml } from '#rules/payouts/creditTransfers.ts'
import { accountKeyType } from '#rules/payouts/payeeCountry.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { newValues, type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { accountGateway } from '../disbursement/chooseGateway.ts'
import { prepareFirst } from '../disbursement/verifyPayee.ts'
import { inLockOrder, lockPayee } from '../payees/payee.ts'
import { readPayee, paidBy } from '../payees/readPayees.ts'
import { lockPayment, netOf, recordAttempt } from '../payments/payment.ts'

/** One file holds so many payments: all of it is one transaction. */
const paymentsMax = 2_000
const filesShown = 100

const seen = (actor: Actor) => scopeCondition({ actor, resource: resources.payment, alias: 'payment' })

/** Payments to accounts that wait for a file; the tables `payment`, `owner` and `transfer` are there. */
const waitingSource = sql`payment join payment_transfer transfer on transfer.payment = payment.id
  left join affiliate on affiliate.id = payment.affiliate left join partner on partner.id = payment.partner
  cross join lateral (select coalesce(affiliate.company, partner.company) as company,
    case when affiliate.id is null then partner.country else affiliate.country end as country,
    coalesce(affiliate.iban, partner.iban) as iban, coalesce(affiliate.bic, partner.bic) as bic,
    null::text as payment_key, null::text as payment_key_type) owner`
const isWaiting = (actor: Actor): RawBuilder<boolean> => sql`payment.state = 'created' and payment.method = 'automatic'
  and not payment.awaits_approval and transfer.next_step = 'send' and ${paidBy.keyType} = ${sql.lit(accountKeyType)}
  and ${seen(actor)}`

interface Waiting {
  readonly company: number
  readonly currency: string
  readonly payments: number
  readonly value: Money
}

interface FileRow {
  readonly id: number
  readonly messageId: string
  readonly company: number
  readonly currency: string
  readonly payments: number
  readonly controlSum: Money
  readonly executedOn: Day
  readonly createdAt: Date
  readonly createdBy: string
}

const fileColumns = sql`file.id, file.message_id as "messageId", file.company, file.currency, file.payments,
  file.control_sum as "controlSum", file.executed_on::text as "executedOn", file.created_at as "createdAt",
  file.created_by as "createdBy"`
/** A file is for who sees every payment of it. */
const isSeenWhole = (actor: Actor) => sql`exists (select from payment_transfer sent where sent.file = file.id)
  and not exists (select from payment_transfer sent join payment on payment.id = sent.payment
    where sent.file = file.id and not coalesce(${seen(actor)}, false))`

const shownFile = ({ createdAt, controlSum: sum, ...row }: FileRow): PaymentFileAnswer => ({
  ...row,
  controlSum: Number(sum),
  createdAt: createdAt.toISOString(),
})

/** What waits for a file, by company and currency, and the files that were written, the newest first. */
export async function listPaymentFiles(db: Kysely<any>, actor: Actor): Promise<PaymentFilesAnswer> {
  const waiting = await sql<Waiting>`select owner.company, payment.currency, count(*) as payments,
      sum(${netOf}) as value from ${waitingSource} where ${isWaiting(actor)} group by 1, 2 order by 1, 2`.execute(db)
  const files = await sql<FileRow>`select ${fileColumns} from payment_file file where ${isSeenWhole(actor)}
    order by file.id desc limit ${sql.lit(filesShown)}`.execute(db)
  return {
    waiting: waiting.rows.map((row) => ({ ...row, value: Number(row.value) })),
    files: files.rows.map(shownFile),
  }
}

interface Debtor {
  readonly name: string
  readonly iban: string | null
  readonly bic: string | null
  readonly timeZone: string | null
}

/** What is asked for: a file of one company's payments in one currency. */
export interface FileOrder {
  readonly company: number
  readonly currency: string
  /** The day on which the bank is to pay; today, where none is said. */
  readonly executedOn: Day | null
}

/** The payments that wait, their payees locked as everybody locks them. */
async function takeWaiting(change: WriteContext, { company, currency }: FileOrder): Promise<number[]> {
  const { rows } = await sql<{
    id: number
    affiliate: number | null
    partner: number | null
  }>`select payment.id, payment.affiliate, payment.partner from ${waitingSource}
    where ${isWaiting(change.actor)} and owner.company = ${company}::bigint and payment.currency = ${currency}::text
    order by payment.id limit ${sql.lit(paymentsMax)}`.execute(change.db)
  for (const payee of inLockOrder(rows.map((row) => ({ ...payeeOf(row), currency })))) await lockPayee(change.db, payee)
  return rows.map(({ id }) => id)
}

/**
 * Writes the payments that wait for an account into one file: each is looked at as before any send, fixed and sent. One
 * that must not go any more is withdrawn, or waits on, and is named.
 * @throws ApiError `not_found`, `company_account_missing`, `nothing_to_pay`
 */
export async function writePaymentFile(change: WriteContext, order: FileOrder): Promise<WrittenFileAnswer> {
  const { db, actor, at } = change
  const { company, currency } = order
  if (!actor.root && actor.company !== company) throw new ApiError('not_found')
  const debtor = await firstRow(
    db,
    sql<Debtor>`select name, iban, bic, time_zone as "timeZone" from company where id = ${String(company)}::text::bigint`,
  )
  if (!debtor) throw new ApiError('not_found')
  if (!debtor.iban) throw new ApiError('company_account_missing')
  const today = businessDay({ at, zone: debtor.timeZone ?? change.zone })
  const executedOn = order.executedOn ?? today
  const waiting = await takeWaiting(change, order)
  if (waiting.length === 0) throw new ApiError('nothing_to_pay')
  const made = await firstRow(
    db,
    sql<{ id: number }>`insert into payment_file (message_id, company, currency, payments, control_sum, executed_on,
        created_at, created_by, debtor_name, debtor_iban, debtor_bic)
      values (gen_random_uuid()::text, ${company}::bigint, ${currency}::text, 0, 0, ${executedOn}::text::date,
        ${timestamp(at)}, ${actor.name}::text, ${debtor.name}::text, ${debtor.iban}::text, ${debtor.bic}::text)
      returning id`,
  )
  const { id } = made!
  const messageId = `${today.replaceAll('-', '')}-${String(id).padStart(10, '0')}`
  const sent: { id: number; amount: Money }[] = []
  const left: number[] = []
  for (const each of waiting) {
    const payment = await lockPayment(db, { id: each })
    if (payment?.state !== 'created' || payment.awaitsApproval) continue
    const owner = await readPayee(change, { ...payeeOf(payment), currency })
    const verdict = { kind: 'notAsked' } as const
    const moved = await prepareFirst(change, payment, { gateway: accountGateway, owner, verdict })
    // A file is what sends these: nobody looks for them in between.
    await sql`update payment_transfer set next_try_at = null where payment = ${each}`.execute(db)
    if (!moved) {
      left.push(each)
      continue
    }
    await sql`update payment_transfer set file = ${id}::bigint, tries = tries + 1, next_step = 'ask',
      receiver_bic = ${owner.bic}::text, receiver_country = ${owner.country}::text where payment = ${each}`.execute(db)
    await recordAttempt(change, moved, { outcome: 'sent', remark: { code: 'sentInFile', values: { file: messageId } } })
    sent.push({ id: each, amount: moved.net })
  }
  const sum = controlSum(sent)
  if (sent.length === 0) await sql`delete from payment_file where id = ${id}`.execute(db)
  else {
    await sql`update payment_file set message_id = ${messageId}::text, payments = ${sent.length}::integer, control_sum = ${sum}::text::numeric
      where id = ${id}`.execute(db)
    const changes = newValues({ messageId, currency, payments: sent.map((each) => each.id), controlSum: sum })
    await writeAuditEntry(change, { operation: 'writePaymentFile', object: 'company', objectId: company, changes })
  }
  return {
    id: sent.length === 0 ? null : id,
    messageId: sent.length === 0 ? null : messageId,
    currency,
    payments: sent.map((each) => each.id),
    controlSum: Number(sum),
    left,
  }
}

/** The text of a file, as it is downloaded: who did so, and when, is logged. @throws ApiError `not_found` */
export async function downloadPaymentFile(change: WriteContext, id: number): Promise<{ name: string; xml: string }> {
  const { company, messageId, currency, ...file } = await readPaymentFile(change.db, { actor: change.actor, id })
  const changes = newValues({ messageId, currency })
  await writeAuditEntry(change, { operation: 'downloadPaymentFile', object: 'company', objectId: company, changes })
  return file
}

/**
 * The text of a file, the same bytes each time.
 * @throws ApiError `not_found`, also where somebody does not see all of its payments
 */
async function readPaymentFile(
  db: Kysely<any>,
  { actor, id }: { actor: Actor; id: number },
): Promise<{ name: string; xml: string; company: number; messageId: string; currency: string }> {
  const file = await firstRow(
    db,
    sql<
      FileRow & { debtorName: string; debtorIban: string; debtorBic: string | null }
    >`select ${fileColumns}, file.debtor_name as "debtorName", file.debtor_iban as "debtorIban",
        file.debtor_bic as "debtorBic" from payment_file file
      where file.id = ${String(id)}::text::bigint and ${isSeenWhole(actor)}`,
  )
  if (!file) throw new ApiError('not_found')
  const { rows } = await sql<CreditTransfer>`select transfer.transfer_id::text as "transferId", ${netOf} as amount,
      transfer.receiver_name as name, transfer.payment_key as iban, transfer.receiver_bic as bic,
      transfer.receiver_country as country
    from payment_transfer transfer join payment on payment.id = transfer.payment
    where transfer.file = ${file.id} order by payment.id`.execute(db)
  const { messageId, currency, executedOn, createdAt } = file
  const debtor = { name: file.debtorName, iban: file.debtorIban, bic: file.debtorBic }
  const createdAtText = `${createdAt.toISOString().slice(0, 19)}Z`
  const xml = creditTransferXml({ messageId, createdAt: createdAtText, executedOn, currency, debtor, transfers: rows })
  return { name: `${messageId}-${currency}.xml`, xml, company: file.company, messageId, currency }
}
