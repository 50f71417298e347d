import { addDays, type Day, earliestDay, endOfMonth, latestDay, startOfMonth } from '#engine/values/calendar.ts'
import type { Period } from '#engine/values/periodPresets.ts'

/** How long a company's periods are. */
export const periodCalendars = ['month', 'halfMonth', 'week'] as const
export type PeriodCalendar = (typeof periodCalendars)[number]

/** What becomes of a period: somebody checks it, another person locks it. */
export const periodStates = ['open', 'checked', 'locked'] as const
export type PeriodState = (typeof periodStates)[number]

const middleOfMonth = 15
const daysOfWeek = 7

/** Monday is the first day of a week. */
function startOfWeek(day: Day): Day {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + daysOfWeek - 1) % daysOfWeek
  return addDays(day, -sinceMonday)
}

/**
 * The period of a calendar in which a day lies.
 * @example calendarPeriod('halfMonth', '2026-02-20') // { from: '2026-02-16', to: '2026-02-28' }
 */
export function calendarPeriod(calendar: PeriodCalendar, day: Day): Period {
  if (calendar === 'week') return { from: startOfWeek(day), to: addDays(startOfWeek(day), daysOfWeek - 1) }
  const first = startOfMonth(day)
  if (calendar === 'month') return { from: first, to: endOfMonth(day) }
  const middle = addDays(first, middleOfMonth - 1)
  return day <= middle ? { from: first, to: middle } : { from: addDays(middle, 1), to: endOfMonth(day) }
}

/** What is left of a period beside those that are there, in order. */
function without(period: Period, taken: readonly Period[]): Period[] {
  const left: Period[] = []
  let { from } = period
  for (const other of taken) {
    if (other.to < from || other.from > period.to) continue
    if (other.from > from) left.push({ from, to: addDays(other.from, -1) })
    from = addDays(other.to, 1)
  }
  return from <= period.to ? [...left, { from, to: period.to }] : left
}

/**
 * The periods that a calendar asks for and that are not there yet, from the one of the first day to that of the last.
 * Those that are there stay as they are, of whatever calendar they were made:
 * the days between them are filled.
 * @param given `existing` in any order; no two of them share a day
 */
export function missingPeriods(given: {
  calendar: PeriodCalendar
  first: Day
  last: Day
  existing: readonly Period[]
}): Period[] {
  const { calendar, first, last } = given
  const taken = given.existing.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const missing: Period[] = []
  for (
    let period = calendarPeriod(calendar, first);
    period.from <= last;
    period = calendarPeriod(calendar, addDays(period.to, 1))
  )
    missing.push(...without(period, taken))
  return missing
}

/** Days as ranges, one for each month that has some: from the first of them to the last. */
export function rangesByMonth(days: readonly Day[]): Period[] {
  const ranges = new Map<Day, Period>()
  for (const day of days) {
    const known = ranges.get(startOfMonth(day)) ?? { from: day, to: day }
    ranges.set(startOfMonth(day), { from: earliestDay(known.from, day), to: latestDay(known.to, day) })
  }
  return [...ranges.values()].toSorted((one, other) => (one.from < other.from ? -1 : 1))
}
