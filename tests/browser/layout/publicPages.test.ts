import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { pages } from '#locales/pt/pages.ts'
import { reports as texts } from '#locales/pt/reports.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { signInOnPage } from '../support/pageVisit.ts'

/** Pages that open without signing in (specification, section 2); their data needs a token typed on the page. */
const publicReports = {
  '/reports/affiliate/detail': 'affiliateDetail',
  '/reports/partners': 'partners',
  '/reports/lottery': 'lottery',
  '/reports/cpa': 'cpa',
} as const

let server: TestServer
let opened: TestBrowser
let page: Page

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  opened = await openBrowser()
  page = opened.page
})
afterEach(() => opened.close())

it.each(Object.entries(publicReports))(
  '%s opens without signing in, asks for a token and asks nothing of the API before',
  async (path, name) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url())
    })
    await page.goto(`${server.address}${path}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1, name: texts.reports[name].name }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByRole('textbox').first().waitFor()
    expect(calls).toEqual([])
    expect(await page.locator('[data-menu-group]').count()).toBe(0)
    expect(opened.complaints).toEqual([])
  },
)

it('leads from a public page to the entrance, and shows it with the menu once signed in', async () => {
  await page.goto(`${server.address}/reports/cpa`)
  await page.getByRole('banner').getByRole('link', { name: pages.layout.signIn }).click()
  await page.getByRole('heading', { name: pages.signIn.title }).waitFor()
  await signInOnPage(page, { address: server.address, email: server.rootEmail, password: server.rootPassword })
  await page.goto(`${server.address}/reports/cpa`)
  await page.getByRole('heading', { level: 1, name: texts.reports.cpa.name }).waitFor()
  expect(await page.locator('[data-menu-group]').count()).toBeGreaterThan(0)
})
