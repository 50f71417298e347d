import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readImage } from '#engine/values/images.ts'
import { brandThemes, isBrandHost, isPortalHost, themeOfHost } from '#themes/index.ts'

describe.each(brandThemes.map((theme) => [theme.name, theme] as const))('the theme %s', (_, theme) => {
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
