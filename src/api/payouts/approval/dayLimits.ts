import { type Kysely, sql } from 'kysely'
import { businessDay } from '../../../domain/calendar.ts'
import { compareMoney, type Money, sumMoney } from '../../../domain/money.ts'
import { type OwnerKind, ownerKinds } from '../../../domain/payments.ts'
import { arrayOf, idArray } from '../../payments/arrays.ts'
import type { PayableOwner } from '../owners/payableOwner.ts'
import { brandsOf } from '../owners/readOwners.ts'

/** A payment that is about to be made. */
export interface AskedPayment {
  readonly owner: Pick<PayableOwner, 'kind' | 'id' | 'approvalAbove' | 'limitedBy' | 'currencies'>
  readonly value: Money
  /** The user who asks; empty where a job does. */
  readonly asker: number | null
  readonly at: Date
  /** The business time zone: limits begin anew with each of its days. */
  readonly zone: string
}

/**
 * Lets payments be made one after the other where a company has a limit, until the transaction ends: two at once would each see the day without the other. Taken before anything else is locked.
 * @returns whether there is any limit.
 */
export async function lockLimits(db: Kysely<any>): Promise<boolean> {
  const { rows } = await sql`select pg_advisory_xact_lock(hashtext('approvalAbove')) from (select from company where approval_above is not null limit 1) limited`.execute(db)
  return rows.length > 0
}

const dayStart = (at: Date, zone: string) => sql`(${businessDay({ at, zone })}::text::date::timestamp at time zone ${zone}::text)`

async function toOwner(db: Kysely<any>, { owner, at, zone }: AskedPayment): Promise<Money> {
  const { rows: [row] } = await sql<{ value: Money }>`select coalesce(sum(value), 0)::numeric(18, 2) as value from payment
    where ${sql.ref(`payment.${owner.kind}`)} = ${owner.id}::bigint and value > 0 and state <> 'rejected' and created_at >= ${dayStart(at, zone)}`.execute(db)
  return row!.value
}

/** What somebody asked for today to owners of one kind who work for a company of these, in these currencies. */
async function byAsker(db: Kysely<any>, { owner, asker, at, zone }: AskedPayment, kind: OwnerKind): Promise<Money> {
  const companies = idArray(owner.limitedBy)
  const { rows: [row] } = await sql<{ value: Money }>`select coalesce(sum(payment.value), 0)::numeric(18, 2) as value
    from payment join payment_request request on request.payment = payment.id join ${sql.table(kind)} owner on owner.id = ${sql.ref(`payment.${kind}`)}
    where request.requested_by = ${asker}::bigint and payment.value > 0 and payment.state <> 'rejected' and payment.created_at >= ${dayStart(at, zone)}
      and exists (select from (${brandsOf(kind)}) named (id) join brand on brand.id = named.id
        where brand.company = any(${companies}) and coalesce(brand.currency = any(${arrayOf('text', owner.currencies)}), true))`.execute(db)
  return row!.value
}

/**
 * Whether a payment waits for a second person: where it, with what was asked for to the same owner on the same business day, by a gateway or by hand, is above the limit; or with what the same person asked
 * for on that day in the companies of the limit. Call {@link lockLimits} first.
 */
export async function waitsForApproval(db: Kysely<any>, asked: AskedPayment): Promise<boolean> {
  const { owner, value, asker } = asked
  const limit = owner.approvalAbove
  if (limit === null) return false
  if (compareMoney(sumMoney([value, await toOwner(db, asked)]), limit) > 0) return true
  if (asker === null) return false
  const parts = [value]
  for (const kind of ownerKinds) parts.push(await byAsker(db, asked, kind))
  return compareMoney(sumMoney(parts), limit) > 0
}
