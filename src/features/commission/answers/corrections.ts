import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'

/** What a correction comes to in one currency for one kind of owner. */
export interface CorrectionTotal {
  readonly ownerKind: PayeeKind
  readonly currency: string
  readonly owners: number
  readonly days: number
  readonly was: number
  readonly wouldBe: number
  readonly difference: number
}

/** What a product of an affiliate's day brought it before a move of players, and brings by it. */
export interface MovedProduct {
  readonly product: string
  readonly was: number
  readonly wouldBe: number
}

/** The links and affiliates that players are moved between, and how many. */
export interface MovedPlayers {
  readonly fromAction: number
  readonly fromAffiliate: number
  readonly toAction: number
  readonly toAffiliate: number
  readonly players: number
}

/** What one owner was due for a day in a currency, and what it is due by the correction. */
export interface CorrectionRow {
  readonly ownerKind: PayeeKind
  readonly owner: number
  readonly name: string
  readonly currency: string
  readonly day: Day
  readonly was: number
  readonly wouldBe: number
  readonly difference: number
  /** A pending entry is rewritten; beside a complete one, or in a locked period, an adjustment is added. */
  readonly posting: 'rewritten' | 'adjusted'
  /** Of an affiliate's day that a move of players changes; null else. */
  readonly products: readonly MovedProduct[] | null
}

/** An owner for whom the corrected rule has no result: its entries stay as they are. */
export interface CorrectionProblem {
  readonly ownerKind: PayeeKind
  readonly owner: number
  readonly name: string
  readonly currency: string
  readonly day: Day
  readonly code: string
}

/** What a correction comes to: of one that waits as it was reckoned last, of a posted one as it was posted. */
export interface CorrectionPreview {
  /** The dated fields as they were on the first day, and as they are to be. */
  readonly changes: readonly FieldChange[]
  readonly validFrom: Day
  /** The first day on which another value was given later; null where it holds until today. */
  readonly validTo: Day | null
  readonly previewedAt: string
  /** What two people agree on: the values and every difference. */
  readonly digest: string
  readonly totals: readonly CorrectionTotal[]
  /** How many differences there are; `rows` are a window of them. */
  readonly count: number
  readonly rows: readonly CorrectionRow[]
  readonly problems: readonly CorrectionProblem[]
  /** Null where dated fields are corrected instead. */
  readonly moved: MovedPlayers | null
}
