import type { Day } from '#engine/values/calendar.ts'

/** The terms of an affiliate's company, and when it accepted them. */
export interface OwnTerms {
  readonly id: number
  readonly name: string
  /** One after the other, of its company. */
  readonly number: number
  readonly holdsFrom: Day
  readonly text: string
  /** Null while it has not. */
  readonly acceptedAt: string | null
}

/** What `GET /api/terms/in_force` answers: null where the affiliate's company has no terms. */
export interface TermsInForce {
  readonly terms: OwnTerms | null
}
