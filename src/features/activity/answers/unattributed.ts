import type { Day } from '#engine/values/calendar.ts'

/**
 * Why an event belongs to no link: it names a token, promo code or click that is none of the brand's, it is a click or registration
 * that names none, its player
 * has not registered by a link, or it names no player either; or what it belongs to was suspended when it happened.
 */
export const unattributedReasons = [
  'unknown_action',
  'unknown_promo_code',
  'unknown_click',
  'no_action',
  'unknown_player',
  'no_player',
  'suspended',
] as const

/** One of {@link unattributedReasons}. */
export type UnattributedReason = (typeof unattributedReasons)[number]

/**
 * An event that belongs to nobody yet, as `GET /api/event/unattributed` answers it. Its id is unique within its brand
 * only.
 */
export interface UnattributedEvent {
  readonly eventId: string
  readonly brand: number
  readonly type: string
  readonly occurredAt: string
  readonly day: Day
  readonly playerRef: string | null
  readonly actionToken: string | null
  readonly promoCode: string | null
  readonly clickId: string | null
  readonly product: string
  readonly amount: number
  readonly currency: string | null
  readonly reason: UnattributedReason
}
