import type { Day } from '#engine/values/calendar.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'
import type { TrialAssumption } from './simulationAssumptions.ts'

/** Sums of owners of one currency. */
export interface TrialTotal {
  readonly then: number
  readonly now: number
  readonly difference: number
}

/**
 * What a trial comes to for some owners. Money is a number with 2 decimals at most. Without the role to see entries
 * there are totals alone: `rows` and the extremes are null.
 */
export interface TrialGroup extends Partial<TrialTotal> {
  readonly ownerKind: PayeeKind
  /**
   * Brands out of the reader's sight moved for some of these owners: of those the share of the brands in sight is
   * shown.
   */
  readonly isPartial?: true
  readonly count: number
  readonly changed: number
  /** One a currency; where there is one, the same stands in the group itself. */
  readonly totals: readonly ({ readonly currency: string } & TrialTotal)[]
  readonly winners: readonly TrialRow[] | null
  readonly losers: readonly TrialRow[] | null
  readonly rows: readonly TrialRow[] | null
  readonly problems: readonly {
    readonly id: number
    readonly name: string
    readonly code: string
    readonly message: string
  }[]
}

/** What `POST /api/{resource}/{id}/what_if` answers: whom the rule concerns first. */
export interface SimulationResponse extends TrialGroup {
  readonly from: Day
  readonly to: Day
  /** Days that were never closed: what was earned on them is not known, and counts as nothing. */
  readonly openDays: number
  /** What was taken for granted: a code, and the sentence in English. */
  readonly assumptions: readonly { readonly code: TrialAssumption; readonly text: string }[]
  /**
   * The partners above the affiliates that a reward or profile concerns; null where there are none, and where partners
   * are what is tried.
   */
  readonly above: TrialGroup | null
}

/**
 * One owner: what it earned, what it would have earned; of one that other brands take part in, the share of the brands
 * in sight.
 */
export interface TrialRow {
  readonly isPartial?: true
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly then: number
  readonly now: number
  readonly difference: number
}
