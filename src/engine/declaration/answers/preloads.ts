/** The files that a page needs, those that the page itself names before the others, as addresses. */
export interface Preloads {
  /** Every page of the office. */
  readonly office: readonly string[]
  /** A list, besides what the office needs. */
  readonly list: readonly string[]
}
