import type { Day } from '../../domain/calendar.ts'

/** What `GET /api/terms/in_force` answers an affiliate: the terms of its company, and when it accepted them. */
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
