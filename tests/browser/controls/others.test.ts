import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { menu } from '#locales/pt/menu.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { resources } from '#locales/pt/resources.ts'
import { layouts } from '../support/looks.ts'
import { shiftedIn, shiftMax, useControls } from './controls.ts'
import { controlsOptions, openHandsOn, openPortalHands } from './handsOn.ts'

let office: Awaited<ReturnType<typeof openHandsOn>>

beforeAll(async () => {
  office = await openHandsOn()
})
afterAll(() => office?.close())

/** As most see it: in Portuguese, with the menu at the side. */
const asUsual = (width: number) =>
  Promise.all([
    office.root.put('/api/me/preferences', { language: 'pt', layout: { layout: 'vertical', mode: 'light' } }),
    office.visitor.page.setViewportSize({ width, height: 900 }),
  ])

describe('the home page', () => {
  it.each([375, 992, 1440])('stands still while it comes, at %i px', async (width) => {
    const { visitor, address } = office
    await asUsual(width)
    await visitor.open(`${address}/home`)
    await visitor.page.locator('main svg text').first().waitFor()
    expect(await shiftedIn(visitor)).toBeLessThanOrEqual(shiftMax)
  })
})

describe('the focus', () => {
  const isOnHeading = () => office.visitor.page.waitForFunction(() => document.activeElement?.tagName === 'H1')

  it('is on the heading of the page one goes to, and back', async () => {
    const {
      visitor: { page, open },
      address,
    } = office
    await asUsual(1440)
    await open(`${address}/registers/campaign/list`)
    await page.locator('main tbody a').first().click()
    await page.waitForURL(/campaign\/\d+$/)
    await isOnHeading()
    await page.goBack()
    await page.waitForURL(/campaign\/list/)
    await isOnHeading()
    const navigation = page.getByRole('navigation')
    await navigation.getByRole('button', { name: menu.groups.registers }).click()
    await navigation.getByRole('link', { name: resources.brand.name.split(' |||| ')[1]!.trim(), exact: true }).click()
    await page.waitForURL(/brand\/list/)
    await isOnHeading()
  })

  it('is on the first wrong field after a refused save, and not lost after a good one', async () => {
    const {
      visitor: { page, open },
      address,
    } = office
    await asUsual(1440)
    await open(`${address}/registers/campaign/list`)
    await page.locator('main tbody a').first().click()
    const name = page.getByRole('textbox', { name: resources.campaign.fields.name })
    const was = await name.inputValue()
    await name.fill('')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    await name.fill(`${was} 2`)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page
      .getByText(resourcePages.form.saved.replace('%{record}', `${resources.campaign.name.split(' ')[0]} ${was} 2`), {
        exact: true,
      })
      .waitFor()
    await page.waitForFunction(() => document.activeElement?.tagName === 'BUTTON')
    expect(office.faults()).toEqual([])
  })
})

it('every control of every page of the portal can be used, and leaves nothing amiss', controlsOptions, async () => {
  const portal = await openPortalHands(office.exhibition)
  const found = await useControls(portal, portal.paths)
  expect([...found, ...portal.faults()]).toEqual([])
  await portal.close()
})

it('every control of every other page can be used, and leaves nothing amiss', controlsOptions, async () => {
  // Its switches turn off what the other pages show.
  const switches = '/management/features'
  const others = office.paths.filter((path) => !path.startsWith('/registers/') && path !== switches)
  const found = await useControls(office, [...others, switches])
  // What still counts for somebody's money is refused there.
  const refused = /status of 422 .*\/api\/company\/\d+ \(.*\/management\/features\)$/
  expect([...found, ...office.faults().filter((fault) => !refused.test(fault))]).toEqual([])
})

it('every entry of the menu leads to a page, in both layouts', async () => {
  const { root, visitor, address, paths } = office
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  for (const layout of layouts) {
    await root.put('/api/me/preferences', { language: 'pt', layout: { layout } })
    await visitor.open(`${address}/account`)
    const hrefs: string[] = []
    for (const group of Object.values(menu.groups)) {
      await visitor.page.getByRole('navigation').getByRole('button', { name: group, exact: true }).click()
      const shown = visitor.page.locator('nav a')
      await shown.first().waitFor()
      hrefs.push(
        ...(await shown.evaluateAll((links) =>
          links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
        )),
      )
    }
    expect(hrefs.length).toBeGreaterThan(25)
    const known = paths.map((path) => path.replace(/\?.*|\/$/g, ''))
    expect(hrefs.filter((href) => !known.includes(href))).toEqual([])
  }
})
