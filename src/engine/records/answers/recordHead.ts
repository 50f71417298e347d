import type { Day } from '#engine/values/calendar.ts'
import type { PayeeRow } from '#features/payouts/answers/payees.ts'

/** What a figure of a record's head comes to in one currency; of a count there is none. */
export interface FigureSum {
  readonly currency: string | null
  /** Of the month so far, or of all there is where the figure has no days. */
  readonly value: number
  /** How many records are added up. */
  readonly count?: number
  /** The same days of the month before. */
  readonly before?: number
  /** The last days, today the last of them. */
  readonly days?: readonly { readonly day: Day; readonly value: number }[]
  /** Several brands make it up, of which the reader sees some. */
  readonly isPartial?: true
}

/**
 * What `GET /api/{resource}/{id}/head` answers: the figures of a record's page. What the reader may not see is not
 * there.
 */
export interface RecordHead {
  /** The month so far. */
  readonly from: Day
  readonly to: Day
  /** Figures by name, a currency by itself. */
  readonly figures: Readonly<Record<string, readonly FigureSum[]>>
  /** Whether the record can be paid, in each currency in which something is due. */
  readonly payout?: readonly PayeeRow[]
  /** The last day that the close could not compute, and why. */
  readonly stopped?: { readonly day: Day; readonly code: string; readonly message: string } | null
}
