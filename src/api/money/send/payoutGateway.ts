import type { Reason } from '../../../config/remarks.ts'
import type { PaymentKeyType } from '../../../domain/documents/paymentKeys.ts'
import type { Money } from '../../../domain/money.ts'

/**
 * How money leaves: what was made in `pay` is sent here, asked for and heard of.
 * A payout has an id of our own, made before the first send; it is the idempotency key of every send, so a send may be
 * repeated at any time and a
 * time-out is never answered with a new id.
 */
export interface PayoutGateway {
  /** Which one it is; a payout is followed by the one that took it and by no other. */
  readonly name: string
  /**
   * Asks for a payout. Sending the same id again is harmless: the gateway answers what it knows of it. A failure on the
   * way is `unknown`, no exception.
   */
  send(payout: PayoutOrder): Promise<PayoutAnswer>
  /** Asks what became of a payout. A failure on the way is `unknown`, no exception. */
  status(payout: PayoutOrder): Promise<PayoutStatus>
  /** Whether a webhook call is the gateway's own: its signature over the exact body. */
  verifyWebhook(call: WebhookCall): boolean
}

/** One payout as the gateway is asked for it. */
export interface PayoutOrder {
  /** Our own id (UUID), the idempotency key. */
  readonly id: string
  readonly amount: Money
  /** ISO 4217. */
  readonly currency: string
  readonly key: string
  readonly keyType: PaymentKeyType
  /** The receiver's name. */
  readonly name: string
}

/** What came of a send: `accepted` waits for its outcome, `unknown` is a time-out or an answer that cannot be read. */
export type PayoutAnswer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'settled' }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly isTransient: boolean }
  | { readonly kind: 'unknown'; readonly reason: Reason }

/** What a gateway says of a payout when asked: `absent` when it never heard of the id. */
export type PayoutStatus =
  | PayoutAnswer
  | { readonly kind: 'returned'; readonly reason: Reason }
  | { readonly kind: 'absent' }

/** A call to our webhook, as it came. */
export interface WebhookCall {
  readonly body: string
  readonly signature: string | undefined
  /** Unix seconds as text. */
  readonly timestamp: string | undefined
}
