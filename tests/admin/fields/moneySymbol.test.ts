import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  document.head.innerHTML = ''
  vi.resetModules()
})

test('amounts are shown and typed with the sign that the server wrote into the page', async () => {
  document.head.innerHTML = '<meta name="money-symbol" content="R$" />'
  vi.resetModules()
  const { formatMoney, parseTyped } = await import('../../../src/admin/fields/format.ts')
  expect(formatMoney(-1234.5, { language: 'pt' })).toBe('-R$1.234,50')
  expect(parseTyped('R$ 1.234,50', 'pt')).toBe(1234.5)
})

test('without one it is the dollar sign', async () => {
  const { formatMoney, parseTyped } = await import('../../../src/admin/fields/format.ts')
  expect(formatMoney(2, { language: 'en' })).toBe('$2.00')
  expect(parseTyped('$2.00', 'en')).toBe(2)
})
