import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pages as english } from '#locales/en/pages.ts'
import { languages } from '#locales/languages.ts'
import { menu as portugueseMenu } from '#locales/pt/menu.ts'
import { pages } from '#locales/pt/pages.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { build, buildBrand, buildCampaign, builtPassword } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { fillSignIn, signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let root: Client
let opened: TestBrowser
let page: Page
const credentials = () => ({ address: server.address, email: server.rootEmail, password: server.rootPassword })
const pathOf = () => new URL(page.url()).pathname + new URL(page.url()).search
const heading = () => page.locator('main h1')

beforeAll(async () => {
  server = await startTestServer()
  root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await root.put('/api/me/preferences', { language: 'pt', layout: {} })
  opened = await openBrowser()
  page = opened.page
})
afterEach(() => opened.close())

describe('addresses', () => {
  it('open by deep link, reload, back and query string', async () => {
    const campaign = await buildCampaign(root)
    await signInOnPage(page, credentials())
    await page.goto(`${server.address}/registers/campaign/list?perPage=10`)
    await page
      .getByRole('link', { name: String(campaign['name']) })
      .first()
      .click()
    await page.waitForURL(`${server.address}/registers/campaign/${campaign.id}`)
    await page.reload()
    await heading().getByText(String(campaign['name'])).waitFor()
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/registers/campaign/list')
    expect(pathOf()).toContain('perPage=10')
    expect(opened.complaints).toEqual([])
  })

  it("show the page that is not there for what nobody made, react-admin's own paths included", async () => {
    await signInOnPage(page, credentials())
    for (const path of ['/nothing', '/affiliate', '/registers/nothing/list', '/404']) {
      await page.goto(`${server.address}${path}`)
      await page.getByRole('heading', { name: pages.notFound.title }).waitFor()
    }
  })

  it('begin at the top of the page', async () => {
    await signInOnPage(page, { ...credentials() })
    await page.setViewportSize({ width: 1440, height: 320 })
    await page.goto(`${server.address}/registers/affiliate/create`)
    await heading().waitFor()
    await page.mouse.wheel(0, 900)
    await page.waitForFunction(() => window.scrollY > 50)
    await page.getByRole('button', { name: portugueseMenu.groups.registers }).click()
    await page.getByRole('link', { name: portugueseMenu.entries.brand, exact: true }).click()
    await page.waitForURL(`${server.address}/registers/brand/list`)
    await page.waitForFunction(() => window.scrollY === 0)
  })
})

describe('the menu', () => {
  it('shows what the roles of a person allow, and their name and company', async () => {
    const brand = await buildBrand(root)
    const email = 'promoter@office.test'
    await build(root, 'user', {
      name: 'Paula Promoter',
      email,
      password: builtPassword,
      passwordConfirmation: builtPassword,
      company: brand['company'],
      allowedBrands: [brand.id],
      roles: ['home', 'campaign'],
      language: 'pt',
    })
    await signInOnPage(page, { address: server.address, email, password: builtPassword })
    const groups = await page.locator('[data-menu-group]').allInnerTexts()
    expect(groups).toEqual([
      portugueseMenu.groups.principal,
      portugueseMenu.groups.advertising,
      portugueseMenu.groups.reports,
    ])
    await page.getByRole('banner').getByText('Paula Promoter').waitFor()
    await page.getByRole('button', { name: portugueseMenu.groups.advertising }).click()
    expect(await page.locator('[data-menu-group=advertising] + div a').allInnerTexts()).toEqual([
      portugueseMenu.entries.campaign,
      portugueseMenu.entries.media,
    ])
  })

  it('leads through the pages with the keyboard alone, beginning with the link that skips it', async () => {
    await signInOnPage(page, credentials())
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(pages.layout.skip)
    await page.locator('[data-menu-group=advertising]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.address}/registers/affiliate/list`)
  })

  it('folds into a drawer below 992 pixels', async () => {
    await signInOnPage(page, credentials())
    await page.setViewportSize({ width: 991, height: 800 })
    expect(await page.locator('[data-menu-group=registers]').isVisible()).toBe(false)
    await page.getByRole('button', { name: pages.layout.openMenu }).click()
    const drawer = page.getByRole('dialog', { name: pages.layout.mainMenu })
    await drawer.getByRole('button', { name: portugueseMenu.groups.advertising }).click()
    await drawer.getByRole('link', { name: portugueseMenu.entries.campaign }).click()
    await page.waitForURL(`${server.address}/registers/campaign/list`)
    await drawer.waitFor({ state: 'hidden' })
  })
})

type Chosen = { readonly language?: string; readonly layout?: { readonly layout: string; readonly mode: string } }

/** The answer to saving a choice. */
const saving = (isMeant: (chosen: Chosen) => boolean) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/me/preferences') && isMeant((response.request().postDataJSON() ?? {}) as Chosen),
  )

describe('what somebody chooses', () => {
  it('holds after signing out and in again: layout, mode and language', async () => {
    await signInOnPage(page, credentials())
    await page.getByRole('button', { name: pages.layout.customize }).click()
    // Both choices may be saved at once or one after the other: what counts is that the second one was.
    const saved = saving((chosen) => chosen.layout?.mode === 'dark' && chosen.layout.layout === 'vertical')
    await page.getByRole('button', { name: pages.customizer.vertical, exact: true }).click()
    await page
      .getByRole('group', { name: pages.customizer.mode })
      .getByRole('button', { name: pages.customizer.dark })
      .click()
    expect((await saved).status()).toBe(200)
    await page.getByRole('button', { name: pages.app.close }).click()
    const savedLanguage = saving(({ language }) => language === 'en')
    await page.getByRole('button', { name: `${pages.layout.language}: ${languages.pt.name}` }).click()
    await page.getByRole('menuitemradio', { name: languages.en.name }).click()
    expect((await savedLanguage).status()).toBe(200)
    await page.getByRole('heading', { name: english.dashboard.title }).waitFor()

    await page.getByRole('button', { name: english.layout.logout }).click()
    await page.getByText(pages.signIn.signedOut).waitFor()
    await fillSignIn(page, credentials())
    await page.getByRole('heading', { name: english.dashboard.title }).waitFor()
    expect(
      await page.evaluate(() => ({
        mode: document.documentElement.dataset['mode'],
        lang: document.documentElement.lang,
      })),
    ).toEqual({ mode: 'dark', lang: 'en' })
    expect(await page.locator('[data-menu-group]').count()).toBe(0)
    await page.getByRole('navigation').getByRole('button', { name: 'Advertising' }).waitFor()
  })
})

it('wears the brand of the host it is served from, the first one for a host nobody names', async () => {
  const port = new URL(server.address).port
  await page.goto(`http://solaris.localhost:${port}/`)
  await page.getByText('Solaris Partners').waitFor()
  const icon = () => page.locator('link[rel=icon]').getAttribute('href')
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
  const [solarisIcon, solarisColour] = [await icon(), await colour()]
  expect(await page.title()).toContain('Solaris Partners')
  await page.goto(`http://nobody.localhost:${port}/`)
  await page.getByText('Meridian Affiliates').waitFor()
  expect(await icon()).not.toBe(solarisIcon)
  expect(await colour()).not.toBe(solarisColour)
})
