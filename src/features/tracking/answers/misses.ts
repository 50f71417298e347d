/** A link that is none, and how often it was followed from where. */
export interface LinkMiss {
  readonly host: string
  /** Empty where a day had more of them than are told apart. */
  readonly token: string
  /** The host of the page it was followed on; null where the visitor's browser did not say. */
  readonly referrer: string | null
  readonly misses: number
}

/** What `GET /api/action/misses` answers, the most followed first; `to` is inclusive. */
export interface MissesAnswer {
  readonly from: string
  readonly to: string
  readonly misses: readonly LinkMiss[]
}
