import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installationDefaults, withInstallation } from '#engine/declaration/answers/installation.ts'

beforeEach(() => vi.resetModules())
afterEach(() => {
  document.head.innerHTML = ''
  vi.useRealTimers()
})

/** The page as the server sends it; what is imported afterwards reads it. */
function openPage(installation: object) {
  document.head.innerHTML = withInstallation('<meta name="installation" content="{}" />', {
    ...installationDefaults,
    ...installation,
  })
}

test('amounts are shown and typed with the sign that the server wrote into the page', async () => {
  openPage({ moneySymbol: 'R$' })
  const { formatMoney, parseTyped } = await import('#engine/ui/fields/format.ts')
  expect(formatMoney(-1234.5, { language: 'pt' })).toBe('-R$1.234,50')
  expect(parseTyped('R$ 1.234,50', 'pt')).toBe(1234.5)
})

test('a sign that looks like markup stays text', async () => {
  openPage({ moneySymbol: '"><b>&quot;' })
  const { formatMoney } = await import('#engine/ui/fields/format.ts')
  expect(formatMoney(2, { language: 'en' })).toBe('"><b>&quot;2.00')
  expect(document.head.children).toHaveLength(1)
})

test('without one it is the dollar sign', async () => {
  const { formatMoney, parseTyped } = await import('#engine/ui/fields/format.ts')
  expect(formatMoney(2, { language: 'en' })).toBe('$2.00')
  expect(parseTyped('$2.00', 'en')).toBe(2)
})

test.each([
  ['Asia/Tokyo', '2026-11-21'],
  ['America/Manaus', '2026-11-20'],
  [undefined, '2026-11-20'],
])('today, and the name of a file made now, is the day of the business zone: %s', async (businessTimeZone, today) => {
  vi.useFakeTimers({ now: new Date('2026-11-20T23:00:00Z'), toFake: ['Date'] })
  if (businessTimeZone) openPage({ businessTimeZone })
  const { businessToday } = await import('#engine/ui/fields/today.ts')
  const { fileName } = await import('#engine/export/ui/saveFile.ts')
  expect([businessToday(), fileName('affiliate', 'csv')]).toEqual([today, `affiliate-${today}.csv`])
})
