/** What the pages about media and the API say to each other. */
import type { Day } from '#engine/values/calendar.ts'
import type { MediaKind } from '#rules/media.ts'

/** What an affiliate may advertise a brand with. */
export interface PortalMedium {
  readonly id: number
  readonly token: string
  readonly name: string
  readonly brand: number
  readonly brandName: string
  readonly kind: MediaKind
  readonly language: string
  readonly text: string | null
  readonly warning: string
  readonly width: number | null
  readonly height: number | null
  readonly validUntil: Day | null
  /** Where the image of a banner is. */
  readonly address: string | null
  /** Visitors of the affiliate's own links in the last 30 days who came by it. */
  readonly clicks: number
}

/** A link of the affiliate, and the brand it leads to. */
export interface PortalLink {
  readonly id: number
  readonly name: string
  readonly brand: number
  readonly address: string
}

/** What `GET /api/portal/media` answers. */
export interface PortalMedia {
  readonly media: readonly PortalMedium[]
  readonly links: readonly PortalLink[]
}

/** What `GET /api/media/{id}/clicks` answers: of all affiliates that the reader sees, most clicks first. */
export interface MediaClicks {
  readonly total: number
  readonly affiliates: readonly { readonly id: number; readonly name: string; readonly clicks: number }[]
}
