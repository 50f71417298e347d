import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import { type Payee, payeeOf, type PaymentState } from '#rules/payouts/payments.ts'
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
   * In lower case: our id for the gateway, the payment's number, the reference of a payment by hand, the id of its file. The first is how
   * we show it.
   */
  readonly names: readonly string[]
  /** Of the business calendar: when it left, else when it was made. */
  readonly day?: Day
  /** As the gateway was told. */
  readonly payee?: string | null
  readonly owner?: Payee
  readonly company?: number | null
}

interface Row {
  readonly id: number
  readonly value: Money
  readonly currency: string
  readonly state: PaymentState
  readonly transfer_id: string | null
  readonly file: string | null
  readonly reference: string | null
  readonly day: Day
  readonly payee: string | null
  readonly affiliate: number | null
  readonly partner: number | null
  readonly company: number | null
}

function known({ id, value, currency, state, transfer_id, reference, file, ...row }: Row): KnownPayment {
  return {
    id,
    value,
    currency,
    state,
    names: [transfer_id, reference, file, String(id)].flatMap((name) => (name === null ? [] : [name.toLowerCase()])),
    day: row.day,
    payee: row.payee,
    owner: payeeOf(row),
    company: row.company,
  }
}

const moment = sql`coalesce(payment.paid_at, payment.created_at)`
const day = sql`payee_day(payment.affiliate, payment.partner, ${moment})`
const columns = sql`payment.id, ${netOf} as value, payment.currency, payment.state,
  transfer.transfer_id::text as transfer_id, file.message_id as file, payment.reference, ${day}::text as day,
  coalesce(transfer.receiver_name, affiliate.name, partner.name) as payee, payment.affiliate, payment.partner,
  coalesce(affiliate.company, partner.company) as company`
const source = sql`payment left join payment_transfer transfer on transfer.payment = payment.id
  left join payment_file file on file.id = transfer.file
  left join affiliate on affiliate.id = payment.affiliate left join partner on partner.id = payment.partner`
/** References as they are compared ({@link bareReference}), without the zeros in front of a number. */
const bareOf = (column: RawBuilder<unknown>) =>
  sql`regexp_replace(upper(regexp_replace(${column}, '[^A-Za-z0-9]', '', 'g')), '^0+(?=[0-9]+$)', '')`

/** The payments this person sees that have one of these names, as they are compared; the newest first. */
export async function paymentsNamed(
  db: Kysely<any>,
  { actor, names }: { actor: Actor; names: readonly string[] },
): Promise<KnownPayment[]> {
  const asked = arrayOf('text', [...new Set(names)])
  const { rows } = await sql<Row>`select ${columns} from ${source}
      where ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}
    and (${bareOf(sql`transfer.transfer_id::text`)} = any(${asked}) or payment.id::text = any(${asked})
      or ${bareOf(sql`payment.reference`)} = any(${asked}) or ${bareOf(sql`file.message_id`)} = any(${asked})) order by payment.id desc`.execute(
    db,
  )
  return rows.map(known)
}

/**
 * The automatic payments this person sees that left in these days of the business calendar, both inclusive, and were
 * not refused.
 */
export async function paymentsSent(
  db: Kysely<any>,
  { actor, from, to }: { actor: Actor; from: Day; to: Day },
): Promise<KnownPayment[]> {
  const { rows } = await sql<Row>`select ${columns} from ${source}
      where ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}
    and payment.method = 'automatic' and payment.state in ('sent', 'unknown', 'settled', 'returned')
    and ${moment} between ${from}::text::date - 2 and ${to}::text::date + 3
    and ${day} between ${from}::text::date and ${to}::text::date order by payment.id`.execute(db)
  return rows.map(known)
}
