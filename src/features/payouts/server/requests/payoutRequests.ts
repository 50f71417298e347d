import { type Kysely, sql } from 'kysely'
import type { PayoutRequest } from '../../answers/requests.ts'
import type { Money } from '#engine/values/money.ts'
import { type Payee, payeeOf } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { newValues, type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { canSeePayee, lockPayee } from '../payees/payee.ts'
import { requestBlocker } from '../payees/payeeAccount.ts'
import { readPayee } from '../payees/readPayees.ts'
import type { LockedPayment } from '../payments/payment.ts'

/** An owner in a currency, in which one request at a time waits. */
interface Place extends Payee {
  readonly currency: string
}

const waitsFor = ({ kind, id, currency }: Place) => sql`owner_kind = ${kind}::text and owner = ${id}::bigint
  and currency = ${currency}::text and state = 'waiting'`

/** Whether the company of an owner takes requests. */
export async function takesRequests(db: Kysely<any>, { kind, id }: Payee): Promise<boolean> {
  const asked = sql`select from ${sql.table(kind)} owner join company on company.id = owner.company
    where owner.id = ${id}::bigint and company.takes_payment_requests`
  return (await firstRow(db, asked)) !== undefined
}

/**
 * An owner asks to be paid what is pending in a currency. One that waits already stays as it is.
 * @throws ApiError `not_found`, `requests_closed`, and whatever stands against paying it
 */
export async function askPayout(change: WriteContext, place: Place): Promise<void> {
  const { db, actor, at } = change
  if (!(await lockPayee(db, place))) throw new ApiError('not_found')
  if (!(await takesRequests(db, place))) throw new ApiError('requests_closed')
  if (await firstRow(db, sql`select from payout_request where ${waitsFor(place)}`)) return
  const account = await readPayee(change, place)
  const blocker = requestBlocker(account)
  if (blocker) throw new ApiError(blocker.code, { values: blocker.values ?? {} })
  const { kind, id, currency } = place
  const value = account.pendingValue
  await sql`insert into payout_request (owner_kind, owner, currency, value, asked_at, asked_by)
    values (${kind}::text, ${id}::bigint, ${currency}::text, ${value}::text::numeric, ${timestamp(at)},
      ${actor.name}::text)`.execute(db)
  await writeAuditEntry(change, {
    operation: 'requestPayment',
    object: kind,
    objectId: id,
    changes: newValues({ value, currency }),
  })
}

/** A new payment is the answer to the request that waits for it. */
export async function takeRequest({ db, at, actor }: WriteContext, place: Place, payment: number): Promise<void> {
  await sql`update payout_request set state = 'paid', payment = ${payment}::bigint, decided_at = ${timestamp(at)},
    decided_by = ${actor.name}::text where ${waitsFor(place)}`.execute(db)
}

/** The request of a payment that was withdrawn, refused or came back waits again, unless a later one does. */
export async function freeRequest(db: Kysely<any>, payment: LockedPayment): Promise<void> {
  const place = { ...payeeOf(payment), currency: payment.currency }
  await sql`update payout_request set state = 'waiting', payment = null, decided_at = null, decided_by = null
    where payment = ${payment.id} and not exists (select from payout_request where ${waitsFor(place)})`.execute(db)
}

/** Declines a request, and says why. @throws ApiError `not_found`, `request_decided` */
export async function declineRequest(change: WriteContext, id: number, reason: string): Promise<Payee> {
  const { db, actor, at } = change
  type Row = Payee & Pick<PayoutRequest, 'state' | 'currency'>
  const read = (lock = sql``) =>
    sql<Row>`select owner_kind as kind, owner as id, state, currency from payout_request where id = ${id}::bigint ${lock}`
  const seen = await firstRow(db, read())
  if (!seen || !(await canSeePayee(change, seen))) throw new ApiError('not_found')
  await lockPayee(db, seen)
  const { kind, id: owner, state, currency } = (await firstRow(db, read(sql`for update`)))!
  if (state !== 'waiting') throw new ApiError('request_decided')
  await sql`update payout_request set state = 'declined', decided_at = ${timestamp(at)},
    decided_by = ${actor.name}::text, reason = ${reason}::text where id = ${id}::bigint`.execute(db)
  const changes = newValues({ currency, reason })
  await writeAuditEntry(change, { operation: 'declineRequest', object: kind, objectId: owner, changes })
  return { kind, id: owner }
}

/** The last request of some owners of a kind in each currency. */
export async function lastRequests(
  db: Kysely<any>,
  { kind, owners }: { kind: Payee['kind']; owners: readonly number[] },
): Promise<(PayoutRequest & { readonly owner: number })[]> {
  type Row = Omit<PayoutRequest, 'at' | 'value'> & { owner: number; at: Date; value: Money }
  const { rows } =
    await sql<Row>`select distinct on (owner, currency) id, owner, currency, value, asked_at as at, state,
      reason from payout_request
    where owner_kind = ${kind}::text and owner = any(${idArray(owners)}) order by owner, currency, id desc`.execute(db)
  return rows.map(({ at, value, ...row }) => ({ ...row, at: at.toISOString(), value: Number(value) }))
}
