import type { FigureSum } from '#engine/records/answers/recordHead.ts'
import { addDays, addMonths, type Day, earliestDay, eachDay, startOfMonth } from '#engine/values/calendar.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'

/** So many days are shown one by one. */
const daysShown = 30

/** The days that the figures of a head are about. */
export interface HeadDays {
  /** The month so far. */
  readonly from: Day
  readonly to: Day
  /** The same days of the month before. */
  readonly before: { readonly from: Day; readonly to: Day }
  /** Those that are shown one by one. */
  readonly shown: readonly Day[]
  /** The first of all of them. */
  readonly first: Day
}

/** The days of a head that is read today. */
export function headDays(today: Day): HeadDays {
  const from = startOfMonth(today)
  const before = { from: addMonths(from, -1), to: addMonths(today, -1) }
  const shown = eachDay({ from: addDays(today, 1 - daysShown), to: today })
  return { from, to: today, before, shown, first: earliestDay(before.from, shown[0]!) }
}

/** What a day, or all of them, came to in one currency. */
export interface DaySum {
  readonly currency: string | null
  readonly day: Day | null
  readonly value: Money
  /** Null where they are counted. */
  readonly count?: number | null
  readonly isPartial?: boolean
}

const added = (rows: readonly DaySum[]): number => Number(sumMoney(rows.map(({ value }) => value)))
const within = (rows: readonly DaySum[], { from, to }: { from: Day; to: Day }) =>
  rows.filter(({ day }) => day !== null && day >= from && day <= to)

/** Sums of days as a figure says them, a currency by itself. */
export function sumsByCurrency(
  rows: readonly DaySum[],
  { days, isByDay }: { days: HeadDays; isByDay: boolean },
): FigureSum[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]): FigureSum => {
    const counted = isByDay ? within(own, days) : own
    const byDay = new Map(own.map(({ day, value }) => [day, Number(value)]))
    return {
      currency,
      value: added(counted),
      ...(counted.some(({ count }) => count != null)
        ? { count: counted.reduce((sum, { count }) => sum + Number(count ?? 0), 0) }
        : {}),
      ...(isByDay
        ? {
            before: added(within(own, days.before)),
            days: days.shown.map((day) => ({ day, value: byDay.get(day) ?? 0 })),
          }
        : {}),
      ...(own.some(({ isPartial }) => isPartial) ? { isPartial: true as const } : {}),
    }
  })
}
