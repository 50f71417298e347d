import { domainToUnicode } from 'node:url'
import { describe, expect, it } from 'vitest'
import { asciiHost, hostInLetters, siteAddress } from '#engine/values/siteAddress.ts'

describe('asciiHost', () => {
  it.each([
    ['promoção-aurora.example', 'xn--promoo-aurora-0eb3d.example'],
    ['www.PROMOÇÃO-Aurora.example.', 'xn--promoo-aurora-0eb3d.example'],
    ['promoção-aurora.example'.normalize('NFD'), 'xn--promoo-aurora-0eb3d.example'],
    ['ставки.example', 'xn--80aesh6ag.example'],
    ['賭け.example', 'xn--08jt20z.example'],
    ['www.example', 'www.example'],
    ['https://a.example', 'a.example'],
    ['HTTPS://www.a.example:443/', 'a.example'],
  ])('writes %j as %j', (typed, host) => {
    expect(asciiHost(typed)).toBe(host)
  })

  it.each([
    'a.example/path',
    'a.example:8080',
    'user@a.example',
    'https://a.example/path',
    'ftp://a.example',
    'a b.example',
    '',
  ])('is null for %j', (typed) => {
    expect(asciiHost(typed)).toBeNull()
  })
})

describe('hostInLetters', () => {
  it.each([
    'promoção-aurora',
    'ставки',
    '賭け',
    'مراهنة',
    'στοίχημα',
    'bücher-und-mehr',
    'đặtcược',
    'plain-ascii',
    'ünïcödé',
  ])('reads %s again, as Node does', (label) => {
    const host = asciiHost(`${label}.example`)!
    expect(hostInLetters(host)).toBe(`${label}.example`)
    expect(hostInLetters(host)).toBe(domainToUnicode(host))
  })

  it.each(['xn--', 'xn--a', 'xn--99999999999999', 'xn---'])('leaves %s alone, which is none', (label) => {
    expect(hostInLetters(`${label}.example`)).toBe(`${label}.example`)
  })
})

describe('siteAddress', () => {
  it.each([
    ['http://WWW.Site.example:80/', 'https://site.example'],
    ['https://site.example.:443', 'https://site.example'],
    ['https://xn--palpites-corao-2hb7d.example/', 'https://palpites-coração.example'],
    ['https://site.example/Blog/?page=2#top', 'https://site.example/Blog?page=2'],
    ['https://site.example:8443/x/', 'https://site.example:8443/x'],
    ['https://site.example/promoção'.normalize('NFD'), 'https://site.example/promo%C3%A7%C3%A3o'],
  ])('writes %j as %j', (typed, address) => {
    expect(siteAddress(typed)).toBe(address)
    expect(siteAddress(address)).toBe(address)
  })
})
