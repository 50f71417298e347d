import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourcePages } from '../../../locales/pt/resourcePages.ts'
import { resources } from '../../../locales/pt/resources.ts'
import { openBrowser, type TestBrowser } from '../../support/browser.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { signInOnPage } from '../support/pageVisit.ts'
import { signInAt } from '../support/remoteClient.ts'

let server: TestServer
let opened: TestBrowser
let page: Page

// With the demo's data: an empty home page has nothing that could move.
beforeAll(async () => {
  server = await startTestServer({ DEMO: '1' })
  const credentials = { email: server.rootEmail, password: server.rootPassword }
  await (
    await signInAt(server.address, credentials)
  ).put('/api/me/preferences', { language: 'pt', layout: { layout: 'vertical' } })
  opened = await openBrowser()
  page = opened.page
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signInOnPage(page, { address: server.address, ...credentials })
}, 300_000)
afterAll(async () => {
  await opened.close()
  await server.stop()
})

/** How far what is shown was pushed around since the page began (Chromium's layout shift). */
const shifted = () =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))

const focused = () => page.evaluate(() => document.activeElement?.tagName)

describe('the home page', () => {
  it.each([375, 992, 1440])('stands still while it comes, at %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.address}/home`)
    await page.locator('main svg text').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await shifted()).toBeLessThanOrEqual(0.05)
  })
})

describe('the focus', () => {
  it('is on the heading of the page one goes to, and back', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${server.address}/registers/campaign/list`)
    await page.locator('main tbody a').first().click()
    await page.waitForURL(/campaign\/\d+$/)
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await page.goBack()
    await page.waitForURL(/campaign\/list/)
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: resources.brand.name.split(' |||| ')[1]!.trim(), exact: true })
      .click()
    await page.waitForURL(/brand\/list/)
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  })

  it('is on the first wrong field after a refused save, and not lost after a good one', async () => {
    await page.goto(`${server.address}/registers/campaign/list`)
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
    await page.waitForFunction(() => document.activeElement !== document.body)
    expect(await focused()).toBe('BUTTON')
    expect(opened.complaints).toEqual([])
  })
})
