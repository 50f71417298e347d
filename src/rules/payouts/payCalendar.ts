import { decimalsProblem } from './currencyDecimals.ts'
import { calendarPeriod, type PeriodCalendar } from '../accountingPeriods.ts'
import { addDays, addMonths, type Day, daysBetween, earliestDay, startOfMonth } from '#engine/values/calendar.ts'

/** How often a company pays: every day, every working day, or on one day of a week, of 14 days or of a month. */
export const payRhythms = ['day', 'workingDay', 'week', 'fortnight', 'month'] as const
export type PayRhythm = (typeof payRhythms)[number]

/** The days on which the payment job pays owners of a company. */
export interface PayCalendar {
  readonly payRhythm?: PayRhythm | null
  /** Of a week from Monday, 1, to Sunday, 7; of a month its day, or its last one where that is shorter. */
  readonly payDay?: number | null
  /** The first pay day of those that are 14 days apart. */
  readonly payFrom?: Day | null
  /** Whole periods of the company are paid, so many days after their last one at the soonest; by itself every day that is over. */
  readonly payAfterDays?: number | null
  /** How long those periods are; months where nothing is said. */
  readonly calendar?: PeriodCalendar | null
  readonly holidays?: readonly { readonly day: Day }[] | null
}

const [daysOfWeek, daysOfFortnight, friday] = [7, 14, 5]
/** So many days in a row are holidays at most; a calendar of more pays on none of them. */
const shiftMax = 60

/** Monday is 1, Sunday 7. */
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || daysOfWeek

/** A day of banks: from Monday to Friday, and no holiday. */
function isWorkingDay(day: Day, holidays: ReadonlySet<Day>): boolean {
  return weekdayOf(day) <= friday && !holidays.has(day)
}

/** The day itself where banks work on it, else the next one on which they do. */
function nextWorkingDay(day: Day, holidays: ReadonlySet<Day>): Day {
  let shifted = day
  for (let count = 0; count < shiftMax && !isWorkingDay(shifted, holidays); count += 1) shifted = addDays(shifted, 1)
  return shifted
}

/** The days that lie so many days after the ends of periods around a day, in order. */
function daysAfterPeriods({ payAfterDays, calendar }: PayCalendar, around: Day): Day[] {
  const days: Day[] = []
  let { from } = calendarPeriod(calendar ?? 'month', addDays(around, -(payAfterDays ?? 0) - shiftMax))
  while (days.length === 0 || days.at(-1)! < around) {
    const { to } = calendarPeriod(calendar ?? 'month', from)
    days.push(addDays(to, payAfterDays ?? 0))
    from = addDays(to, 1)
  }
  return days
}

/** The days that the rhythm names around a day, in order, whether banks work on them or not. */
function namedDays(pays: PayCalendar, around: Day): Day[] {
  const { payRhythm, payDay, payFrom } = pays
  if (payRhythm === 'day' || payRhythm === 'workingDay') return daysAfterPeriods(pays, around)
  if (payRhythm === 'month') {
    const first = startOfMonth(addMonths(around, -3))
    return Array.from({ length: 6 }, (_, index) => {
      const month = addMonths(first, index)
      const last = daysBetween({ from: month, to: addMonths(month, 1) })
      return addDays(month, Math.min(payDay ?? 1, last) - 1)
    })
  }
  const apart = payRhythm === 'week' ? daysOfWeek : daysOfFortnight
  // A Monday: weeks are counted from it where no day begins them.
  const begin = payRhythm === 'fortnight' && payFrom ? payFrom : addDays('2024-01-01', (payDay ?? 1) - 1)
  const nearest = Math.floor(daysBetween({ from: begin, to: around }) / apart)
  const days = Array.from({ length: 16 }, (_, index) => addDays(begin, (nearest - 10 + index) * apart))
  return payRhythm === 'fortnight' && payFrom ? days.filter((day) => day >= payFrom) : days
}

/**
 * The first day from a day on, itself included, on which owners of a company are paid. A day that the rhythm names is
 * moved to the next working day where banks do not work on it.
 */
export function nextPayDay(calendar: PayCalendar, from: Day): Day {
  const payRhythm = calendar.payRhythm ?? 'day'
  const isDaily = payRhythm === 'day' || payRhythm === 'workingDay'
  const holidays = new Set((calendar.holidays ?? []).map(({ day }) => day))
  const moved = (day: Day) => (payRhythm === 'day' ? day : nextWorkingDay(day, holidays))
  if (isDaily && !calendar.payAfterDays) return moved(from)
  const begin = payRhythm === 'fortnight' && calendar.payFrom && calendar.payFrom > from ? calendar.payFrom : from
  const days = namedDays({ ...calendar, payRhythm }, begin).map(moved)
  return days.filter((day) => day >= from).toSorted()[0]!
}

/** The first day that is not paid yet on a pay day: commission of the days before it is. */
export function paidBefore({ payAfterDays, calendar }: PayCalendar, today: Day): Day {
  if (!payAfterDays) return today
  return earliestDay(today, calendarPeriod(calendar ?? 'month', addDays(today, 1 - payAfterDays)).from)
}

/** Rule of a company's record: a rhythm has the day that it needs. */
export function payCalendarIsWhole({ payRhythm, payDay, payFrom }: PayCalendar) {
  if (payRhythm === 'fortnight' && !payFrom) return { field: 'payFrom', code: 'required' } as const
  if (payRhythm !== 'week' && payRhythm !== 'month') return null
  if (!payDay) return { field: 'payDay', code: 'required' } as const
  return payRhythm === 'week' && payDay > daysOfWeek
    ? ({ field: 'payDay', code: 'too_large', values: { max: daysOfWeek } } as const)
    : null
}

/** Rule of a company's record: there is one minimum a currency, with the currency's decimals. */
export function oneMinimumACurrency({
  minimumPayouts,
}: {
  readonly minimumPayouts?: readonly { readonly currency: string; readonly amount?: number | string | null }[] | null
}) {
  const named = (minimumPayouts ?? []).map(({ currency }) => currency)
  if (new Set(named).size < named.length) return { field: 'minimumPayouts', code: 'duplicate_items' } as const
  const wrong = (minimumPayouts ?? []).flatMap(
    ({ currency, amount }, index) => decimalsProblem(`minimumPayouts.${index}.amount`, amount, currency) ?? [],
  )
  return wrong[0] ?? null
}
