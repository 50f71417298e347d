import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HandsOn, layouts, openHandsOn, useControls } from './controls.ts'

let office: HandsOn

beforeAll(async () => {
  office = await openHandsOn()
})
afterAll(() => office?.close())

it('every control of every other page can be used, and leaves nothing amiss', async () => {
  const found = await useControls(
    office,
    office.paths.filter((path) => !path.startsWith('/registers/')),
  )
  expect([...found, ...office.faults()]).toEqual([])
}, 900_000)

it('every entry of the menu leads to a page, in both layouts', async () => {
  const { root, visitor, address, paths } = office
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  for (const layout of layouts) {
    await root.put('/api/me/preferences', { language: 'pt', layout: { layout } })
    await visitor.open(`${address}/account`)
    const hrefs = await visitor.page
      .locator('nav a')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    expect(hrefs.length).toBeGreaterThan(25)
    const known = paths.map((path) => path.replace(/\?.*|\/$/g, ''))
    expect(hrefs.filter((href) => !known.includes(href))).toEqual([])
  }
})
