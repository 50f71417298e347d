import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { WaitingRun } from '../../answers/payRun.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { readableTable, seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

interface Row {
  readonly run: string | null
  readonly payment: number
  readonly affiliate: number | null
  readonly partner: number | null
  readonly name: string
  readonly currency: string
  readonly value: Money
  readonly requestedBy: string | null
  readonly requestedByUser: number | null
  readonly at: Date
}

/** So many payments are told at most, those that wait longest first. */
const paymentsMax = 1_000

/**
 * Payments that wait for a second person, those together that one person asked for together; the oldest first. A payment
 * of which this person sees a part only is left out: somebody who sees all of it has to approve it.
 */
export async function waitingRuns(db: Kysely<any>, actor: Actor): Promise<WaitingRun[]> {
  const isWhole = seesOnlyOwnBrands(actor, resources.payment) ? sql`not payment.is_partial` : sql`true`
  const { rows } = await sql<Row>`select request.run, payment.id as payment, payment.affiliate, payment.partner,
      coalesce(affiliate.name, partner.name) as name, payment.currency, payment.value,
      payment.requested_by as "requestedBy", request.requested_by as "requestedByUser", payment.created_at as at
    from ${readableTable(resources.payment, actor)} payment
      left join payment_request request on request.payment = payment.id
      left join affiliate on affiliate.id = payment.affiliate left join partner on partner.id = payment.partner
    where payment.awaits_approval and payment.state = 'created' and ${isWhole}
      and ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}
    order by payment.created_at, payment.id limit ${sql.lit(paymentsMax)}`.execute(db)
  const groups = Map.groupBy(rows, ({ run, payment }) => run ?? String(payment))
  return [...groups.values()].map((payments) => {
    const [{ run, requestedBy, requestedByUser, at }] = payments as [Row]
    const byCurrency = [...Map.groupBy(payments, ({ currency }) => currency)].toSorted(([one], [other]) =>
      one.localeCompare(other),
    )
    return {
      run,
      requestedBy,
      isOwn: requestedByUser !== null && requestedByUser === actor.userId,
      at: at.toISOString(),
      totals: byCurrency.map(([currency, own]) => ({
        currency,
        value: Number(sumMoney(own.map(({ value }) => value))),
      })),
      payments: payments.map(({ payment, name, currency, value, ...owner }) => ({
        ...payeeOf(owner),
        payment,
        name,
        currency,
        value: Number(value),
      })),
    }
  })
}
