import { expect, test } from 'vitest'
import { relativeText } from '#engine/ui/fields/relativeText.ts'

const now = Date.parse('2026-11-23T12:00:00Z')

test.each([
  ['2026-11-23T11:59:30Z', 'pt', 'este minuto'],
  ['2026-11-23T11:55:00Z', 'pt', 'há 5 minutos'],
  ['2026-11-23T14:00:00Z', 'en', 'in 2 hours'],
  ['2026-11-22T11:00:00Z', 'es', 'ayer'],
  ['2026-08-20T11:00:00Z', 'en', '3 months ago'],
  ['2024-11-20T11:00:00Z', 'en', '2 years ago'],
] as const)('%s is, in %s, %s', (at, language, text) => {
  expect(relativeText(at, { language, now })).toBe(text)
})
