import type { Day } from '../../domain/calendar.ts'

/** What `GET /api/business_day` answers: which day it is for the business, and in which zone. */
export interface BusinessDay {
  readonly today: Day
  /** IANA name. */
  readonly zone: string
}
