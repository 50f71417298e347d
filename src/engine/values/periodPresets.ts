import { addDays, addMonths, type Day, daysBetween, endOfMonth, startOfMonth } from './calendar.ts'

/** Both days included. */
export interface Period {
  readonly from: Day
  readonly to: Day
}

/** The periods people ask for most; they move on with the calendar. */
export const periodPresets = ['thisMonth', 'untilYesterday', 'lastMonth', 'last7', 'yesterday', 'today'] as const
export type PeriodPreset = (typeof periodPresets)[number]

/**
 * The days of a preset, seen from today.
 * @example presetPeriod('lastMonth', '2026-03-31') // { from: '2026-02-01', to: '2026-02-28' }
 */
export function presetPeriod(preset: PeriodPreset, today: Day): Period {
  const lastMonth = addMonths(startOfMonth(today), -1)
  switch (preset) {
    case 'thisMonth':
      return { from: startOfMonth(today), to: today }
    case 'untilYesterday':
      return { from: startOfMonth(addDays(today, -1)), to: addDays(today, -1) }
    case 'lastMonth':
      return { from: lastMonth, to: endOfMonth(lastMonth) }
    case 'last7':
      return { from: addDays(today, -6), to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'today':
      return { from: today, to: today }
  }
}

/** Is a period one month, or part of one that begins with it? */
export const isWholeMonths = ({ from, to }: Period) =>
  from === startOfMonth(from) && from.slice(0, 7) === to.slice(0, 7)

/**
 * The period before: of a month or its first days the same days of the month before, of other periods as many days
 * right before.
 */
export function periodBefore(period: Period): Period {
  if (!isWholeMonths(period)) {
    const days = daysBetween(period) + 1
    return { from: addDays(period.from, -days), to: addDays(period.to, -days) }
  }
  const from = addMonths(period.from, -1)
  return { from, to: period.to === endOfMonth(period.to) ? endOfMonth(from) : addMonths(period.to, -1) }
}
