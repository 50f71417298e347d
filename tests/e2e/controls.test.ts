/*
 * Every control of every page, used as a person would: opened, picked, typed in, ticked, left. Nothing may lead to a page that is not there, write to the console, widen the page, ask in a dialog of
 * the browser's own, or (while the page comes) push around what is looked at. A page is met in one of the looks, which take turns over widths, layouts, languages, light and dark; `walk.test.ts`
 * sees each page in all widths and judges it with axe. What the rows of a table lead to is followed once for every kind of address.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloads as enDownloads } from '../../locales/en/downloads.ts'
import { moneyPages as enMoney } from '../../locales/en/moneyPages.ts'
import { pages as enPages } from '../../locales/en/pages.ts'
import { panels as enPanels } from '../../locales/en/panels.ts'
import { downloads as esDownloads } from '../../locales/es/downloads.ts'
import { moneyPages as esMoney } from '../../locales/es/moneyPages.ts'
import { pages as esPages } from '../../locales/es/pages.ts'
import { panels as esPanels } from '../../locales/es/panels.ts'
import { downloads as ptDownloads } from '../../locales/pt/downloads.ts'
import { moneyPages as ptMoney } from '../../locales/pt/moneyPages.ts'
import { pages as ptPages } from '../../locales/pt/pages.ts'
import { panels as ptPanels } from '../../locales/pt/panels.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import type { Client } from '../support/office.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { type Control, nextControl, touch } from './support/controls.ts'
import { prepareExhibits } from './support/exhibits.ts'
import { sidewaysPixels, signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'
import { type Exhibits, ownRoutes, specifiedRoutes } from './support/routes.ts'
import { openVisitor, type Visitor, visitorProfile } from './support/visit.ts'

const languages = ['pt', 'en', 'es'] as const
const widths = [1440, 992, 375] as const
const layouts = ['horizontal', 'vertical'] as const
const modes = ['light', 'dark'] as const
const notFoundTitles = [ptPages, enPages, esPages].map(({ notFound }) => notFound.title)

/** Buttons that do at once what cannot be taken back, or hand out a file; what asks first is opened and left. */
const spared = [
  ...[ptMoney, enMoney, esMoney].flatMap(({ jobs, feeds, keys }) => [jobs.run, feeds.forget, feeds.import, feeds.stop, keys.make]),
  ...[ptDownloads, enDownloads, esDownloads].flatMap(({ fetch, remove, cancel, removeSchedule }) => [fetch, remove, cancel, removeSchedule]),
  ...[ptPanels, enPanels, esPanels].flatMap(({ account }) => [account.end, account.endOthers]),
]

/** How far a page may push around what is looked at while it comes (Chromium's layout shift). */
const shiftMax = 0.05
/** More controls than any page has: one that makes new ones without end is a fault of its own. */
const controlsMax = 60

let server: TestServer
let opened: TestBrowser
let root: Client
let exhibits: Exhibits
let visitor: Visitor
const notFound: string[] = []
const asked: string[] = []

beforeAll(async () => {
  server = await startTestServer({ DEMO: '1' })
  const credentials = { email: server.rootEmail, password: server.rootPassword }
  root = await signInAt(server.address, credentials)
  exhibits = await prepareExhibits({ root, db: server.database.db })
  opened = await openBrowser()
  visitor = await openVisitor(await opened.browser.newContext(visitorProfile))
  const { page } = visitor
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  page.on('response', (response) => { if (response.status() === 404) notFound.push(`${response.url()} from ${page.url()}`) })
  // Leaving a form by the address bar is asked about by the browser, and by nothing else.
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') asked.push(`${dialog.type()} at ${page.url()}`)
    void dialog.accept()
  })
  await signInOnPage(page, { address: server.address, ...credentials })
})
afterAll(async () => {
  await visitor?.close()
  await opened?.close()
  await server?.stop()
})

const isAbsent = async () => notFoundTitles.includes((await visitor.page.locator('h1').first().innerText()).trim())

/** Addresses of one kind: those that differ by a number alone. */
const kindOf = (address: string) => new URL(address).pathname.replace(/\d+/g, '#')
const followed = new Set<string>()

/** Follows the links of the page's main part that lead to a kind of page nobody was led to yet. */
async function drill(path: string): Promise<string[]> {
  const { page } = visitor
  const found: string[] = []
  const targets = await page.locator('main a[href^="/"]:visible').evaluateAll((links) => links.filter((link) => !link.hasAttribute('target') && !link.hasAttribute('download')).map((link) => (link as HTMLAnchorElement).href))
  for (const target of targets) {
    const kind = kindOf(target)
    if (followed.has(kind) || kindOf(page.url()) === kind) continue
    followed.add(kind)
    await page.locator(`main a[href="${target.slice(server.address.length)}"]:visible`).first().click()
    await page.waitForURL((url) => kindOf(url.href) === kind)
    await page.locator('h1').first().waitFor()
    if (await isAbsent()) found.push(`${path}: leads to ${target}, which is not there`)
    await visitor.open(`${server.address}${path}`)
  }
  return found
}

async function faultsOf(path: string): Promise<string[]> {
  const { page } = visitor
  const found: string[] = []
  const done: string[] = []
  let last: Control | null = null
  for (; done.length < controlsMax; done.push(last.key)) {
    last = await nextControl(page, done, spared)
    if (last === null) break
    await touch(page, last).catch((error: unknown) => found.push(`${path}, ${last!.key}: ${String(error).split('\n')[0]}`))
    if (await isAbsent()) found.push(`${path}, ${last.key}: leads to a page that is not there`)
    if (new URL(page.url()).pathname.replace(/\/$/, '') !== path.replace(/\?.*|\/$/g, '')) await visitor.open(`${server.address}${path}`)
  }
  if (last !== null) found.push(`${path}: has more than ${controlsMax} controls`)
  const sideways = await sidewaysPixels(page)
  if (sideways > 0) found.push(`${path}: is ${sideways} pixels too wide after its controls were used`)
  return found
}

/** Pages by their turn, so that a test ends in time and says where it stands. */
const parts = 4

describe.each(Array.from({ length: parts }, (_, part) => part))('every control, part %i', (part) => {
  it('can be used: nothing is missing, complains, widens the page or pushes it around', async () => {
    const { page } = visitor
    const found: string[] = []
    const routes = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].filter(({ path }) => path !== '/404')
    for (const [turn, { path }] of routes.entries()) {
      if (turn % parts !== part) continue
      const [language, layout, mode] = [languages[Math.floor(turn / 2) % 3]!, layouts[Math.floor(turn / 3) % 2]!, modes[Math.floor(turn / 5) % 2]!]
      const width = widths[turn % 3]!
      await root.put('/api/me/preferences', { language, layout: { layout, mode } })
      await page.setViewportSize({ width, height: 900 })
      await visitor.open(`${server.address}${path}`)
      const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))
      if (shifted > shiftMax) found.push(`${path} at ${width}, ${layout}: is pushed around by ${shifted.toFixed(3)}`)
      found.push(...await faultsOf(path))
      await visitor.open(`${server.address}${path}`)
      found.push(...await drill(path))
    }
    expect(found).toEqual([])
    expect(notFound).toEqual([])
    expect(asked).toEqual([])
    expect(visitor.complaints).toEqual([])
  }, 400_000)
})

it('every entry of the menu leads to a page, in both layouts', async () => {
  const { page } = visitor
  const known = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].map(({ path }) => path.replace(/\?.*|\/$/g, ''))
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const layout of layouts) {
    await root.put('/api/me/preferences', { language: 'pt', layout: { layout } })
    await visitor.open(`${server.address}/account`)
    const hrefs = await page.locator('nav a').evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    expect(hrefs.length).toBeGreaterThan(25)
    expect(hrefs.filter((href) => !known.includes(href))).toEqual([])
  }
})
