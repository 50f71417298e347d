/** A live sheet as its maker sees it; moments are ISO 8601. */
export interface ShownLiveSheet {
  readonly id: number
  readonly report: string
  readonly name: string
  /** As it stands in the address of the report's page. */
  readonly query: string
  readonly language: string
  /** The last characters of its key. */
  readonly hint: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
}

/** A new live sheet; its address is shown this once. */
export interface MadeLiveSheet extends ShownLiveSheet {
  readonly url: string
  /** The formula with which Google Sheets reads it. */
  readonly formula: string
}
