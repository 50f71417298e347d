/** Years, months and days, as ISO 8601 writes them: `P5Y`, `P1Y6M`, `P90D`. */
export const periodPattern = /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,5})D)?$/

/**
 * The moment so long before another one, by the calendar of UTC: the last day of a month where that month has fewer
 * days.
 * @example momentBefore(new Date('2026-11-23T00:00:00Z'), 'P5Y') // 2021-11-23T00:00:00Z
 * @throws RangeError where the period cannot be read
 */
export function momentBefore(at: Date, period: string): Date {
  const parts = periodPattern.exec(period)
  if (!parts) throw new RangeError(`${period} is no period`)
  const [years, months, days] = parts.slice(1).map((part) => Number(part ?? 0)) as [number, number, number]
  const month = new Date(Date.UTC(at.getUTCFullYear() - years, at.getUTCMonth() - months, 1))
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  const day = Math.min(at.getUTCDate(), lastDay) - days
  const sinceMidnight = at.getTime() - Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), day) + sinceMidnight)
}
