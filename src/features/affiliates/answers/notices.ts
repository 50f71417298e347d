import type { Day } from '#engine/values/calendar.ts'

/** Players that left an affiliate for another, or came to it from one. */
export const noticeKinds = ['playersLeft', 'playersCame'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What an affiliate is told of a move of players; nothing of the other affiliate. */
export interface AffiliateNotice {
  readonly kind: NoticeKind
  readonly at: string
  readonly players: number
  /** The first day from which they registered. */
  readonly from: Day
  /** The affiliate's own link. */
  readonly link: string
  /** By how much what it is due changed. */
  readonly differences: readonly { readonly currency: string; readonly value: number }[]
}
