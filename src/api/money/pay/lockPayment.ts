import { type Kysely, sql } from 'kysely'
import type { PaymentKeyType } from '../../../domain/documents/paymentKeys.ts'
import type { Money } from '../../../domain/money.ts'
import type { PaymentState, PaymentType } from '../../../domain/payments.ts'

/** A payment with its transfer, locked until the transaction ends. */
export interface LockedPayment {
  readonly id: number
  readonly affiliate: number | null
  readonly partner: number | null
  readonly value: Money
  readonly method: PaymentType
  readonly state: PaymentState
  readonly awaitsApproval: boolean
  /** Our own id; empty for one that was paid by hand. */
  readonly transferId: string | null
  /** Which gateway took it; empty before the first send. */
  readonly gateway: string | null
  readonly currency: string
  readonly receiverName: string | null
  readonly paymentKey: string | null
  readonly paymentKeyType: PaymentKeyType | null
  readonly nextStep: 'send' | 'ask' | null
  readonly tries: number
  readonly asks: number
  /** The user who asked for it; null where the job did. */
  readonly requestedByUser: number | null
}

/** How a payment is named: by its own id or by the id that gateways know. */
export type PaymentName = { readonly id: number } | { readonly transferId: string }

/** Locks a payment and reads it; null where there is none. */
export async function lockPayment(db: Kysely<any>, name: PaymentName): Promise<LockedPayment | null> {
  const condition =
    'id' in name
      ? sql`id = ${String(name.id)}::text::bigint`
      : sql`id = (select payment from payment_transfer where transfer_id = ${name.transferId}::text::uuid)`
  // First the lock, then the values: a statement that waited for the lock would still see what was there before.
  const {
    rows: [locked],
  } = await sql<{ id: number }>`select id from payment where ${condition} for update`.execute(db)
  if (!locked) return null
  const {
    rows: [payment],
  } = await sql<LockedPayment>`select payment.id, payment.affiliate, payment.partner, payment.value, payment.method,
      payment.state,
      payment.awaits_approval as "awaitsApproval", transfer.transfer_id::text as "transferId", transfer.gateway,
        payment.currency, transfer.receiver_name as "receiverName",
      transfer.payment_key as "paymentKey", transfer.payment_key_type as "paymentKeyType",
        transfer.next_step as "nextStep", coalesce(transfer.tries, 0) as tries,
      coalesce(transfer.asks, 0) as asks, request.requested_by as "requestedByUser"
    from payment left join payment_transfer transfer on transfer.payment = payment.id left
      join payment_request request on request.payment = payment.id where payment.id = ${locked.id}`.execute(db)
  return payment ?? null
}
