/** A file of opening balances that another system stated, as `GET /api/entry/opening` lists it. */
export interface ShownOpening {
  /** Names the file where it is approved. */
  readonly file: string
  readonly requestedBy: string
  readonly createdAt: string
  readonly day: string
  readonly entries: number
  readonly totals: readonly { readonly currency: string; readonly value: number }[]
  /** How many of its entries wait for another person. */
  readonly waiting: number
}
