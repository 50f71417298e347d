import { type Language, languages } from '#locales/languages.ts'

const dayMs = 86_400_000
const steps = [
  ['year', 365 * dayMs],
  ['month', 30 * dayMs],
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was, in words: `3 days ago`. A day counts from its beginning. */
export function relativeDays(since: string, { now, language }: { now: Date; language: Language }): string {
  const passed = now.getTime() - Date.parse(since)
  const [unit, length] = steps.find(([, ms]) => passed >= ms) ?? steps[4]
  const format = new Intl.RelativeTimeFormat(languages[language].numbers, { numeric: 'auto' })
  return format.format(-Math.floor(Math.max(passed, 0) / length), unit)
}
