import { addDays, addMonths, type Day, endOfMonth, startOfMonth } from './calendar.ts'

/** How often something is made again. */
export const repetitions = ['daily', 'weekly', 'monthly'] as const

/** The days of a week in their order, the first as ISO 8601 counts them. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/**
 * On which days something is made: every day, on a day of the week, or on a day of the month (its last one where it has
 * fewer days).
 */
export interface Repetition {
  readonly repeats: (typeof repetitions)[number]
  /** Of what is weekly. */
  readonly weekday: (typeof weekdays)[number] | null
  /** Of what is monthly, 1 to 31. */
  readonly monthDay: number | null
}

function dueDayOfMonth(month: Day, monthDay: number): Day {
  const [first, last] = [startOfMonth(month), endOfMonth(month)]
  return addDays(first, Math.min(monthDay, Number(last.slice(8))) - 1)
}

/**
 * The last day on which it is due, up to and with a day.
 * @example lastDueDay({ repeats: 'monthly', weekday: null, monthDay: 31 }, '2026-03-30') // '2026-02-28'
 */
export function lastDueDay({ repeats, weekday, monthDay }: Repetition, day: Day): Day {
  if (repeats === 'daily') return day
  if (repeats === 'weekly') {
    // Sunday is 0 where JavaScript counts days.
    const today = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    return addDays(day, -((today - weekdays.indexOf(weekday!) + 7) % 7))
  }
  const inThisMonth = dueDayOfMonth(day, monthDay!)
  return inThisMonth <= day ? inThisMonth : dueDayOfMonth(addMonths(startOfMonth(day), -1), monthDay!)
}

/** The first day after a day on which it is due. */
export function nextDueDay(repetition: Repetition, day: Day): Day {
  // At the latest in a month: the last due day up to the end of the next one is found by going on day by day.
  let next = addDays(day, 1)
  while (lastDueDay(repetition, next) <= day) next = addDays(next, 1)
  return next
}
