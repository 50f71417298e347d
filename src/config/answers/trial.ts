import type { Day } from '../../domain/calendar.ts'
import type { OwnerKind } from '../../domain/payments.ts'

/** What `POST /api/{resource}/{id}/what_if` answers. Money is a number with 2 decimals at most. Without the role to see entries there are totals alone: `rows` and the extremes are null. */
export interface TrialAnswer {
  readonly ownerKind: OwnerKind
  readonly from: Day
  readonly to: Day
  /** Days that were never closed: what was earned on them is not known, and counts as nothing. */
  readonly openDays: number
  readonly count: number
  readonly changed: number
  readonly then: number
  readonly now: number
  readonly difference: number
  readonly winners: readonly TrialRow[] | null
  readonly losers: readonly TrialRow[] | null
  readonly rows: readonly TrialRow[] | null
  readonly problems: readonly { readonly id: number; readonly name: string; readonly message: string }[]
}

/** One owner: what it earned, what it would have earned. */
export interface TrialRow {
  readonly id: number
  readonly name: string
  readonly then: number
  readonly now: number
  readonly difference: number
}
