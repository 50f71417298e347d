/** What the numbers of tracking links are grouped by, from the link's domain to the visitor's city. */
export const placeNames = ['domain', 'country', 'state', 'city'] as const

/** One of {@link placeNames}. */
export type PlaceName = (typeof placeNames)[number]

/** What is counted; `deposits` is the sum of the `deposit_count` deposits. */
export const placeMeasures = ['clicks', 'registrations', 'ftd', 'deposit_count', 'deposits'] as const

/** One of {@link placeMeasures}. */
export type PlaceMeasure = (typeof placeMeasures)[number]

/** Every measure of a group. */
export type PlaceSums = { readonly [Name in PlaceMeasure]: number }

/** The numbers of a domain and place; null where a place is not known. */
export type PlaceRow = { readonly [Name in PlaceName]: string | null } & PlaceSums & {
    /** Of the deposits; a place stands once for each. */ readonly currency: string
  }

/** Visits that are somebody's first of a day on a link, and those that are kept apart from clicks, by which list. */
export interface VisitsAnswer {
  readonly unique: number
  readonly apart: readonly {
    readonly kind: 'bot' | 'prefetch' | 'repeat'
    readonly by: string
    readonly visits: number
  }[]
}

/** What `GET /api/action/geolocation` answers. `to` is inclusive. */
export interface PlacesAnswer {
  readonly rows: readonly PlaceRow[]
  /** Absent where there are several currencies. */
  readonly total?: PlaceSums
  /** One a currency. */
  readonly totals: readonly (PlaceSums & { readonly currency: string })[]
  readonly from: string
  readonly to: string
  readonly zone: string
  /** Of the same links and days, wherever visitors came from. */
  readonly visits: VisitsAnswer
}
