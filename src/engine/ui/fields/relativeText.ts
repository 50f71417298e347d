import { type Language, languages } from '#locales/languages.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long before or after now a moment is, in its largest unit: `há 5 minutos`, `amanhã`. */
export function relativeText(at: string, { language, now }: { language: Language; now: number }): string {
  const seconds = (Date.parse(at) - now) / 1000
  const format = new Intl.RelativeTimeFormat(languages[language].numbers, { numeric: 'auto' })
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  return unit === 'second' ? format.format(0, 'minute') : format.format(Math.trunc(seconds / size), unit)
}
