/** First days and the last day a report can have from there: one day under a month, clamped to the month's last day. */
export const longestRanges: readonly (readonly [from: string, to: string])[] = [
  ['2026-01-31', '2026-02-27'],
  ['2028-01-31', '2028-02-28'],
  ['2026-01-30', '2026-02-27'],
  ['2028-01-30', '2028-02-28'],
  ['2026-01-29', '2026-02-27'],
  ['2028-01-29', '2028-02-28'],
  ['2026-01-01', '2026-01-31'],
  ['2026-02-01', '2026-02-28'],
  ['2028-02-01', '2028-02-29'],
  ['2026-02-28', '2026-03-27'],
  ['2028-02-28', '2028-03-27'],
  ['2028-02-29', '2028-03-28'],
  ['2026-04-15', '2026-05-14'],
  ['2026-04-30', '2026-05-29'],
  ['2026-03-31', '2026-04-29'],
  ['2026-12-31', '2027-01-30'],
]

/** The day after another. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
