import type { Day } from '#engine/values/calendar.ts'
import type { ChangeCause } from '#features/reporting/answers/changes.ts'
import type { NextTier } from '#rules/commission/nextTier.ts'

/** How often somebody is sent a digest. */
export const digestRepetitions = ['daily', 'weekly'] as const
export type DigestRepetition = (typeof digestRepetitions)[number]

/** What `GET /api/me/digest` answers. */
export interface DigestChoice {
  /** Null: never. */
  readonly repeats: DigestRepetition | null
  /** Whether this server sends e-mail. */
  readonly isSending: boolean
}

/** An amount in a currency. */
export interface DigestAmount {
  readonly currency: string
  readonly value: number
}

/** What made past figures come to something else: what people know it by. Names of colleagues are told to staff alone. */
export type DigestSource = { readonly from: Day | null } & (
  | {
      /** Lines of a file, or events that a platform sent, that came late. */
      readonly kind: 'feed'
      readonly file: { readonly name: string; readonly firstLine: number; readonly lastLine: number } | null
      readonly by: string | null
      readonly at: string
      readonly to: Day
    }
  | { readonly kind: 'players'; readonly count: number; readonly to: Day }
  | { readonly kind: 'rule'; readonly name: string; readonly by: string | null }
  | {
      readonly kind: 'correction' | 'move'
      readonly id: number
      readonly name: string | null
      readonly by: string | null
      readonly decidedBy: string | null
    }
)

/** The tier that a product of an affiliate reaches next. */
export interface OwnNextTier extends NextTier {
  /** The entry whose explanation says so. */
  readonly entry: number
  readonly product: string
  /** Where brands are reckoned by themselves. */
  readonly brand?: string
  readonly currency: string
}

/** Something that a digest tells, and the page that explains it. */
export type DigestLine = { readonly path: string } & (
  | { readonly code: 'firstDeposits'; readonly count: number; readonly ngr: readonly DigestAmount[] }
  | {
      readonly code: 'changed'
      readonly cause: ChangeCause
      readonly days: number
      readonly ngr: readonly DigestAmount[]
      readonly commission: readonly DigestAmount[]
      readonly sources: readonly DigestSource[]
    }
  | { readonly code: 'tier'; readonly product: string; readonly before: number; readonly after: number }
  | ({ readonly code: 'tierNear' } & Omit<OwnNextTier, 'entry'>)
  | { readonly code: 'paymentsSent'; readonly count: number; readonly values: readonly DigestAmount[] }
  | { readonly code: 'held' | 'leaving'; readonly count: number }
  | { readonly code: 'ending'; readonly count: number; readonly day: Day }
)
