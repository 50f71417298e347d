import { describe, expect, it } from 'vitest'
import { deepAddress } from '#features/tracking/server/targetAddress.ts'
import { hostileStrings } from '#tests/contract/hostileStrings.ts'

const site = new URL('https://promo.brand.example/start?ref=7')
const deep = (to: unknown) => deepAddress(site, to).href

describe('a deep link', () => {
  it('leads to a path of the site that the link leads to, and keeps what its address says', () => {
    expect(deep('/futebol/copa')).toBe('https://promo.brand.example/futebol/copa?ref=7')
    expect(deep('/jogos/ação?odd=1.5&ref=8#top')).toBe(
      'https://promo.brand.example/jogos/a%C3%A7%C3%A3o?ref=7&odd=1.5#top',
    )
    expect(deep('/a/../b')).toBe('https://promo.brand.example/b?ref=7')
  })

  it('leads where the link leads where it names anything else', () => {
    const wrong = [
      '',
      'x',
      'https://evil.example/',
      'https:/evil.example',
      'javascript:alert(1)',
      '//evil.example',
      '///evil',

      '/\\evil.example',
      '\\\\evil.example',
      '/\\/evil',
      '/%2f%2fevil.example',
      '/%5cevil.example',
      '/%252f%252fevil',
      '/@evil.example',
      '/a@evil.example',
      'user@evil.example',
      '/x//evil.example',
      '/\t/evil.example',
      '/\n/evil',
      '/ /evil',
      '/%0d%0aSet-Cookie:x',
      '/%00',
      '/\u2028/evil',
      `/${'x'.repeat(1000)}`,
      ['/a', '/b'],
      undefined,
      7,
    ]
    for (const to of wrong) expect([to, deep(to)]).toEqual([to, site.href])
  })

  it('never leaves the site, whatever is asked for', () => {
    for (const text of hostileStrings)
      for (const to of [
        text,
        `/${text}`,
        `//${text}`,
        `/${text}//evil.example`,
        `/x?a=${text}`,
        `/${encodeURIComponent(text.toWellFormed())}`,
      ]) {
        const { origin, username, password } = deepAddress(site, to)
        expect([origin, username, password]).toEqual([site.origin, '', ''])
      }
  })
})
