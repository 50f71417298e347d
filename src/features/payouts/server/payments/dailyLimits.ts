import { type Kysely, type RawBuilder, sql } from 'kysely'
import { businessDay } from '#engine/values/calendar.ts'
import type { WaitCode } from '../../answers/payRun.ts'
import { compareMoney, type Money, sumMoney, zeroMoney } from '#engine/values/money.ts'
import { type PayeeKind, payeeKinds } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { WriteContext, BusinessTime } from '#engine/records/server/change.ts'
import type { PayeeAccount } from '../payees/payeeAccount.ts'
import { brandsOf } from '../payees/readPayees.ts'

/** A payment that is about to be made. */
export interface AskedPayment {
  readonly owner: Pick<PayeeAccount, 'kind' | 'id' | 'approvalAbove' | 'limitedBy' | 'currency' | 'heldUntil'>
  readonly value: Money
  /** The user who asks; empty where a job does. */
  readonly asker: number | null
}

/**
 * Why a payment waits: by itself above the limit, with what its payee gets today, with what whoever asks has asked for
 * today, or because its payee's key changed or payment was declined within a day, whatever the limit.
 */
export interface WaitReason {
  readonly code: WaitCode
  readonly limit: Money
  /** What was asked for today before it. */
  readonly before: Money
}

/** In which transaction, and on which day: limits begin anew with each. */
type Today = Pick<WriteContext, 'db' | 'at' | 'zone'>

/**
 * Lets payments be made one after the other where a company has a limit, until the transaction ends: two at once would
 * each see the day without the other. Taken before anything else is locked.
 * @returns whether there is any limit.
 */
export async function lockLimits(db: Kysely<any>): Promise<boolean> {
  const { rows } = await sql`select pg_advisory_xact_lock(hashtext('approvalAbove')) from (select from company
      where approval_above is not null limit 1) limited`.execute(db)
  return rows.length > 0
}

const dayStart = (today: BusinessTime): RawBuilder<Date> =>
  sql`(${businessDay(today)}::text::date::timestamp at time zone ${today.zone}::text)`

/** By which {@link toOwners} finds what went to an owner in a currency. */
const keyOf = ({ id, currency }: Pick<PayeeAccount, 'id' | 'currency'>): string => `${id} ${currency}`

/** What was asked for today to owners of one kind, by owner and currency. */
async function toOwners(today: Today, kind: PayeeKind, ids: readonly number[]): Promise<Map<string, Money>> {
  const owner = sql.ref(`payment.${kind}`)
  const { rows } = await sql<{ id: number; currency: string; value: Money }>`
    select ${owner} as id, currency, sum(value)::numeric(18, 2) as value from payment
    where ${owner} = any(${idArray(ids)}) and value > 0 and state <> 'rejected' and created_at >= ${dayStart(today)}
    group by 1, 2`.execute(today.db)
  return new Map(rows.map((row) => [keyOf(row), row.value]))
}

/** What somebody asked for today to owners of one kind who work for a company of these, in the same currency. */
async function byAsker(today: Today, { owner, asker }: AskedPayment, kind: PayeeKind): Promise<Money> {
  const companies = idArray(owner.limitedBy)
  const asked = sql<{ value: Money }>`select coalesce(sum(payment.value), 0)::numeric(18, 2) as value
    from payment join payment_request request on request.payment = payment.id
      join ${sql.table(kind)} owner on owner.id = ${sql.ref(`payment.${kind}`)}
    where request.requested_by = ${asker}::bigint and payment.currency = ${owner.currency}::text and payment.value > 0
      and payment.state <> 'rejected' and payment.created_at >= ${dayStart(today)}
      and exists (select from (${brandsOf(kind)}) named (id) join brand on brand.id = named.id
        where brand.company = any(${companies}))`
  return (await firstRow(today.db, asked))!.value
}

/**
 * Why a payment waits for a second person, null where it does not: where it, with what was asked for to the same owner
 * on the same business day, by a gateway or by hand, is above the limit; or with what the same person asked
 * for on that day in the companies of the limit. Call {@link lockLimits} first.
 */
export async function reasonToWait(today: Today, asked: AskedPayment): Promise<WaitReason | null> {
  const [reason] = await reasonsToWait(today, [asked])
  return reason!
}

/**
 * {@link reasonToWait} of several payments, each as if it were the next one: what pages say before somebody asks
 * for one. All of one person.
 */
export async function reasonsToWait(today: Today, payments: readonly AskedPayment[]): Promise<(WaitReason | null)[]> {
  const limited = payments.filter(({ owner }) => owner.approvalAbove !== null)
  const paid = new Map<PayeeKind, Map<string, Money>>()
  for (const kind of payeeKinds) {
    const ids = limited.filter(({ owner }) => owner.kind === kind).map(({ owner }) => owner.id)
    if (ids.length > 0) paid.set(kind, await toOwners(today, kind, ids))
  }
  const bySomebody = new Map<string, Money>()
  const waits: (WaitReason | null)[] = []
  for (const asked of payments) {
    const toOwner = paid.get(asked.owner.kind)?.get(keyOf(asked.owner)) ?? zeroMoney
    waits.push(await reasonOf(today, asked, { toOwner, bySomebody }))
  }
  return waits
}

/**
 * @param known what went to the owner today, and what the asker asked for, by companies and currencies, as far as it
 * was read already
 */
async function reasonOf(
  today: Today,
  asked: AskedPayment,
  known: { toOwner: Money; bySomebody: Map<string, Money> },
): Promise<WaitReason | null> {
  const { owner, value, asker } = asked
  const limit = owner.approvalAbove
  // An automatic payment is refused meanwhile; one by hand would be a way around.
  if (owner.heldUntil !== null) return { code: 'held', limit: limit ?? zeroMoney, before: zeroMoney }
  if (limit === null) return null
  if (compareMoney(value, limit) > 0) return { code: 'payment', limit, before: zeroMoney }
  if (compareMoney(sumMoney([value, known.toOwner]), limit) > 0) return { code: 'payee', limit, before: known.toOwner }
  if (asker === null) return null
  const key = JSON.stringify([owner.limitedBy, owner.currency])
  if (!known.bySomebody.has(key)) {
    const parts: Money[] = []
    for (const kind of payeeKinds) parts.push(await byAsker(today, asked, kind))
    known.bySomebody.set(key, sumMoney(parts))
  }
  const before = known.bySomebody.get(key)!
  return compareMoney(sumMoney([value, before]), limit) > 0 ? { code: 'asker', limit, before } : null
}
