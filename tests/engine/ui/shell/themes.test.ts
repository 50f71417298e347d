import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BarColors, Palette } from '#themes/brandTheme.ts'
import { readImage } from '#engine/values/images.ts'
import { brandThemes, isBrandHost, isPortalHost, themeOfHost } from '#themes/index.ts'

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const textPairs: [keyof Palette, keyof Palette][] = [
  ['text', 'background'],
  ['text', 'surface'],
  ['text', 'primaryWash'],
  ['textMuted', 'background'],
  ['textMuted', 'surface'],
  ['primary', 'background'],
  ['primary', 'surface'],
  ['primary', 'primaryWash'],
  ['onPrimary', 'primary'],
  ['onAccent', 'accent'],
  ['accent', 'surface'],
  ['danger', 'surface'],
  ['danger', 'background'],
  ['onDanger', 'danger'],
  ['success', 'surface'],
  ['success', 'background'],
  ['warning', 'surface'],
  ['info', 'surface'],
]
const barPairs: [keyof BarColors, keyof BarColors][] = [
  ['text', 'background'],
  ['textMuted', 'background'],
  ['text', 'hover'],
  ['text', 'active'],
]

describe.each(brandThemes.map((theme) => [theme.name, theme] as const))('the theme %s', (_, theme) => {
  it.each(['light', 'dark'] as const)('has text that stands out in %s mode, 4.5 : 1', (mode) => {
    for (const [text, ground] of textPairs)
      expect(contrast(theme[mode][text], theme[mode][ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(theme[mode].outline, theme[mode].surface), 'outline on surface').toBeGreaterThanOrEqual(3)
  })

  it.each(['light', 'dark', 'brand'] as const)('has text that stands out on the %s bar', (bar) => {
    for (const [text, ground] of barPairs)
      expect(contrast(theme.bars[bar][text], theme.bars[bar][ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(
        4.5,
      )
  })

  it('has an icon for home screens, square and large enough', () => {
    const facts = readImage(readFileSync(`themes/${theme.name}/icon.png`))
    expect(facts).toEqual({ type: 'image/png', width: 512, height: 512 })
  })

  it('has its two pictures', () => {
    for (const name of ['logo', 'favicon'])
      expect(readFileSync(`themes/${theme.name}/${name}.svg`, 'utf8')).toContain('<svg')
  })

  it('has a stylesheet of its own name', () => {
    expect(readFileSync(`themes/${theme.name}/style.css`, 'utf8')).toContain(`[data-brand='${theme.name}']`)
  })
})

it('names no host twice', () => {
  const hosts = brandThemes.flatMap((theme) => [...theme.hosts, ...(theme.portalHosts ?? [])])
  expect(new Set(hosts).size).toBe(hosts.length)
})

it('gives each host its theme, in any case, and the first one to a host nobody names', () => {
  for (const theme of brandThemes)
    for (const host of theme.hosts)
      expect([themeOfHost(host.toUpperCase()), isBrandHost(host.toUpperCase())]).toEqual([theme, true])
  expect([themeOfHost('nobody.example'), isBrandHost('nobody.example')]).toEqual([brandThemes[0], false])
})

it('gives the hosts of affiliates the theme of their brand, and says which they are', () => {
  const portals = brandThemes.flatMap((theme) => (theme.portalHosts ?? []).map((host) => ({ host, theme })))
  expect(portals.length).toBeGreaterThan(0)
  for (const { host, theme } of portals)
    expect([themeOfHost(host), isBrandHost(host), isPortalHost(host)]).toEqual([theme, true, true])
  for (const theme of brandThemes) expect(theme.hosts.some(isPortalHost)).toBe(false)
})
