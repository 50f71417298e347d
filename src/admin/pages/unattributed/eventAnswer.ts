/** Why an event belongs to nobody yet, as the API names it. */
export const unattributedReasons = ['unknown_action', 'unknown_click', 'no_action', 'unknown_player', 'no_player'] as const
export type UnattributedReason = (typeof unattributedReasons)[number]

/** An event that belongs to nobody yet, as `GET /api/event/unattributed` answers it. */
export interface EventAnswer {
  readonly eventId: string
  readonly brand: number
  readonly type: string
  readonly occurredAt: string
  readonly playerRef: string | null
  readonly actionToken: string | null
  readonly clickId: string | null
  readonly product: string
  readonly amount: number
  readonly currency: string | null
  readonly reason: string
}

/** What tells events apart: an id is unique within its brand only. */
export const eventKey = ({ brand, eventId }: Pick<EventAnswer, 'brand' | 'eventId'>): string => `${brand} ${eventId}`
