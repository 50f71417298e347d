import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import type { PaymentState } from '#rules/payouts/payments.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { netOf } from '#features/payouts/server/payments/payment.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** A payment as a statement may name it. */
export interface KnownPayment {
  readonly id: number
  /** What was sent. */
  readonly value: Money
  readonly currency: string
  readonly state: PaymentState
  /**
   * In lower case: our id for the gateway, the payment's number, the reference of a payment by hand. The first is how
   * we show it.
   */
  readonly names: readonly string[]
}

interface Row {
  readonly id: number
  readonly value: Money
  readonly currency: string
  readonly state: PaymentState
  readonly transfer_id: string | null
  readonly reference: string | null
}

function known({ id, value, currency, state, transfer_id, reference }: Row): KnownPayment {
  return {
    id,
    value,
    currency,
    state,
    names: [transfer_id, reference, String(id)].flatMap((name) => (name === null ? [] : [name.toLowerCase()])),
  }
}

const columns = sql`payment.id, ${netOf} as value, payment.currency, payment.state, transfer.transfer_id::text as transfer_id,
  payment.reference`
const source = sql`payment left join payment_transfer transfer on transfer.payment = payment.id`

/** The payments this person sees that have one of these names, the newest first. */
export async function paymentsNamed(
  db: Kysely<any>,
  { actor, names }: { actor: Actor; names: readonly string[] },
): Promise<KnownPayment[]> {
  const lower = arrayOf('text', [...new Set(names.map((name) => name.toLowerCase()))])
  const { rows } = await sql<Row>`select ${columns} from ${source}
      where ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}
    and (transfer.transfer_id::text = any(${lower}) or payment.id::text = any(${lower})
      or lower(payment.reference) = any(${lower})) order by payment.id desc`.execute(db)
  return rows.map(known)
}

/**
 * The automatic payments this person sees that left in these days of the business calendar, both inclusive, and were
 * not refused.
 */
export async function paymentsSent(
  db: Kysely<any>,
  { actor, from, to, zone }: { actor: Actor; from: Day; to: Day; zone: string },
): Promise<KnownPayment[]> {
  const { rows } = await sql<Row>`select ${columns} from ${source}
      where ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}
    and payment.method = 'automatic' and payment.state in ('sent', 'unknown', 'settled', 'returned')
    and (coalesce(payment.paid_at, payment.created_at) at time zone ${zone}::text)::date between ${from}::text::date
      and ${to}::text::date order by payment.id`.execute(db)
  return rows.map(known)
}
