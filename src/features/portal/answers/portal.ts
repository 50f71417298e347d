/** What the affiliate's own pages and the API say to each other. Money is a number with 2 decimals at most. */
import type { OwnTerms } from '#features/deals/answers/terms.ts'
import type { Announcement } from '#features/affiliates/answers/announcements.ts'
import type { AffiliateNotice } from '#features/affiliates/answers/notices.ts'
import type { OwnNextTier } from '#features/home/answers/digests.ts'
import type { PayoutRequest } from '#features/payouts/answers/requests.ts'
import type { PayeeStatus } from '#rules/payouts/payoutStatus.ts'
import type { PaymentState } from '#rules/payouts/payments.ts'
import type { Day } from '#engine/values/calendar.ts'

/** What an affiliate earned and was paid, in one currency. */
export interface PortalSum {
  readonly currency: string
  /** In the month so far, and on the same days of the month before. */
  readonly earned: number
  readonly earnedBefore: number
  /** Not paid yet, and what was sent in all. */
  readonly pending: number
  readonly paid: number
}

/** When what is pending is paid, or why it is not. */
export interface PortalPayout {
  readonly currency: string
  readonly dueValue: number
  readonly minimumPayout: number
  readonly status: PayeeStatus
  readonly nextPayDay: Day
  readonly heldUntil: string | null
  /** Fields of its record that must be filled in first. */
  readonly missing: readonly string[]
  /** Whether it may ask to be paid now, and what it asked last; null where it never did. */
  readonly canRequest: boolean
  readonly request: PayoutRequest | null
  /** The payment under way, else the last one where it was refused. */
  readonly payment: { readonly value: number; readonly state: PaymentState; readonly at: string } | null
}

/** What `GET /api/portal/overview` answers. */
export interface PortalOverview {
  readonly from: Day
  readonly to: Day
  readonly sums: readonly PortalSum[]
  readonly payouts: readonly PortalPayout[]
  /** The tier that each of its products reaches next in this month. */
  readonly tiers: readonly OwnNextTier[]
  /** In force; null where its company has none. */
  readonly terms: OwnTerms | null
  /** The first moment of which it is kept what was known then. */
  readonly knownSince: string
  /** What changed for it lately, the newest first. */
  readonly notices: readonly AffiliateNotice[]
  /** What its company announced lately, the newest first. */
  readonly announcements: readonly Announcement[]
  /** The last change of the deal, for sixty days. */
  readonly dealChange: DealChange | null
}

/** What `GET /api/portal/mfa` answers. */
export interface PortalTwoStep {
  readonly isConfirmed: boolean
  readonly isLocked: boolean
  /** For the authenticator, while it is not confirmed, within ten minutes of the sign-in. */
  readonly otpauthUrl?: string
}

/** A reward of the deal, in the words of its declaration, as far as it concerns this affiliate. */
export type PortalReward = Readonly<Record<string, unknown>> & { readonly id: number; readonly productType: string }

/** What `GET /api/portal/deal` answers. */
export interface PortalDeal {
  /** The profile's own words: what carries over, what referred affiliates bring; null where there is no profile. */
  readonly profile: Readonly<Record<string, unknown>> | null
  readonly rewards: readonly PortalReward[]
  /** What overrides name, by word and id. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What held from which day on, the newest first. */
  readonly versions: readonly PortalDealVersion[]
  /** The last change of the deal, for sixty days; null where there was none. */
  readonly change: PortalDealChange | null
}

/** What a product of an affiliate would have earned in a month by two deals, as if each had always held. */
export interface DealFigure {
  readonly currency: string
  readonly product: string
  readonly before: number
  readonly after: number
}

/** What a deal was changed to, and what its last month would have come to by each. */
export interface DealChange {
  /** The first day of the new deal. */
  readonly day: Day
  /** The month that was tried. */
  readonly from: Day
  readonly to: Day
  /** By currency and product; null where a rule came to no result. */
  readonly figures: readonly DealFigure[] | null
}

/** The same with both deals. */
export interface PortalDealChange extends DealChange {
  readonly at: string
  readonly before: Pick<PortalDeal, 'profile' | 'rewards'>
  readonly after: Pick<PortalDeal, 'profile' | 'rewards'>
  readonly names: PortalDeal['names']
}

/** A deal as it held for some days, and what was accepted in them. */
export interface PortalDealVersion extends Pick<PortalDeal, 'profile' | 'rewards'> {
  /** Its first day, and the first on which another held: null is from the beginning, and until today. */
  readonly from: Day | null
  readonly until: Day | null
  /** What the profile is called. */
  readonly name: string
  readonly accepted: readonly { readonly name: string; readonly at: string }[]
}
