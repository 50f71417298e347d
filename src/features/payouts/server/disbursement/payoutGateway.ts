import type { Reason } from '#engine/declaration/messageCodes.ts'
import type { DocumentType } from '#engine/values/documents/documents.ts'
import type { PaymentKeyType } from '#engine/values/documents/paymentKeys.ts'
import type { Money } from '#engine/values/money.ts'

/**
 * How money leaves: what was made in `pay` is sent here, asked for and heard of.
 * A payout has an id of our own, made before the first send; it is the idempotency key of every send, so a send may be
 * repeated at any time and a
 * time-out is never answered with a new id.
 */
export interface PayoutGateway {
  /** Which one it is; a payout is followed by the one that took it and by no other. */
  readonly name: string
  /** Whether it says of a payout that was settled that its money came back. */
  readonly tellsReturns: boolean
  /**
   * Asks for a payout. Sending the same id again is harmless: the gateway answers what it knows of it. A failure on the
   * way is `unknown`, no exception.
   */
  send(payout: PayoutOrder): Promise<PayoutAnswer>
  /** Whether it takes batches; asked before anything is written down as sent, and no where it does not say. */
  takesBatches(): Promise<boolean>
  /**
   * Asks for up to 1,000 payouts at once, each as {@link send} does; a failure on the way is `unknown` for each.
   * @returns what is said of each, by its id
   */
  sendBatch(batch: PayoutBatch): Promise<ReadonlyMap<string, PayoutAnswer>>
  /** Asks what became of a payout. A failure on the way is `unknown`, no exception. */
  status(payout: PayoutOrder): Promise<PayoutStatus>
  /** Asks whose a key is. A failure on the way is `unknown`, no exception. */
  checkKey(question: KeyQuestion): Promise<KeyAnswer>
  /** Whether a webhook call is the gateway's own: its signature over the exact body. */
  verifyWebhook(call: WebhookCall): boolean
}

/** A key, and the person whose it should be. */
export interface KeyQuestion {
  readonly key: string
  readonly keyType: PaymentKeyType
  readonly name: string
  /** Their document as it is kept; null where we know none (partners have none). */
  readonly document: string | null
  readonly documentType: DocumentType | null
}

/** Whether a key is of whoever was named, as far as the gateway says; `unsupported` where it knows no such question. */
export type KeyAnswer =
  | { readonly kind: 'known'; readonly nameMatches: boolean; readonly documentMatches: boolean | null }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'unknown'; readonly reason: Reason }

/** One payout as the gateway is asked for it. */
export interface PayoutOrder extends KeyQuestion {
  /** Our own id (UUID), the idempotency key. */
  readonly id: string
  readonly amount: Money
  /** ISO 4217. */
  readonly currency: string
}

/** Payouts that are asked for together. */
export interface PayoutBatch {
  /** Our own id (UUID) of this call; what is paid once is each payout, by its own. */
  readonly id: string
  readonly payouts: readonly PayoutOrder[]
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
