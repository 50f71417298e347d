import { type Day, earliestDay, latestDay } from '#engine/values/calendar.ts'
import { csvRow } from '#engine/values/spreadsheet/cells.ts'
import type { RejectionCode } from '../write/incomingEvent.ts'
import type { controlMeasures } from '#rules/activity/dailyTotals.ts'
import type { LinkProblem } from './feedLinks.ts'

/** Why a row of a feed was not taken. */
export type RefusalCode = RejectionCode | LinkProblem | 'wrong_number_of_values' | 'event_conflict'

/** A row that was not taken. */
export interface RefusedRow {
  /** From 1, the header's line included. */
  readonly line: number
  readonly code: RefusalCode
  /** The event's id, where it could be read. */
  readonly eventId: string
}

/** More refused lines than people mend by hand. */
const refusalsKept = 100_000

/** A report under way. */
export interface FeedCount {
  readonly refused: RefusedRow[]
  readonly reasons: Partial<Record<RefusalCode, number>>
}

/** Notes a refused row: all are counted, the first that are found are kept. */
export function refuse({ refused, reasons }: FeedCount, row: RefusedRow): void {
  reasons[row.code] = (reasons[row.code] ?? 0) + 1
  if (refused.length < refusalsKept) refused.push(row)
}

/** How many rows were refused. */
export function refusedCount({ reasons }: Pick<FeedReport, 'reasons'>): number {
  return Object.values(reasons).reduce((sum, count) => sum + count, 0)
}

/** A month's total as a file of daily totals states it, as it is booked here, and by how much ours is more. */
export interface ControlTotal {
  /** `YYYY-MM` */
  readonly month: string
  readonly measure: (typeof controlMeasures)[number]
  readonly theirs: string
  readonly ours: string
  readonly difference: string
  /** `theirs` was typed or pasted. */
  readonly isStated?: boolean
}

/** What became of a feed file. In a dry run: what would. */
export interface FeedReport {
  readonly rows: number
  /** Events that are there now and were not before, the unattributed included. */
  readonly accepted: number
  readonly duplicates: number
  readonly unattributed: number
  /** Rows with an id that exists with other content are among them, as `event_conflict`. */
  readonly refused: readonly RefusedRow[]
  /** How many were refused, by reason; {@link refused} holds the first {@link refusalsKept} of them. */
  readonly reasons: Readonly<Partial<Record<RefusalCode, number>>>
  /** The first and last business day of what was read well; null where nothing was. */
  readonly days: { readonly first: Day; readonly last: Day } | null
  /** Of a file of daily totals the migration kit that knows its columns; null of events. */
  readonly kit: string | null
  /** Of a file of daily totals: what it states for each month beside what is booked. */
  readonly control: readonly ControlTotal[]
  /** Columns that no feed has, which were left out. */
  readonly ignoredColumns: readonly string[]
  readonly made: {
    readonly brand: boolean
    readonly affiliates: readonly string[]
    readonly actions: readonly string[]
  }
}

/** The days of a report with those of more events. */
export function daysWith(days: FeedReport['days'], events: readonly { readonly day: Day }[]): FeedReport['days'] {
  return events.reduce<FeedReport['days']>(
    (sofar, { day }) => ({
      first: sofar ? earliestDay(sofar.first, day) : day,
      last: sofar ? latestDay(sofar.last, day) : day,
    }),
    days,
  )
}

/** The refused rows as a CSV file. */
export function refusalsAsCsv(refused: readonly RefusedRow[]): string {
  const words = { yes: 'yes', no: 'no' }
  return [['line', 'code', 'event_id'], ...refused.map(({ line, code, eventId }) => [line, code, eventId])]
    .map((row) => csvRow(row, words))
    .join('')
}
