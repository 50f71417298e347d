/*
 * Every route of the specification, section 2, and every page of ours beside it, by everybody: signed out, root, Manager, Promoter, Partner.
 *
 * What is varied is spread, not multiplied. A person's pages are walked in a circle of twelve looks (three languages x light and dark x horizontal and vertical), a page a look, and each page is
 * seen at 375, 992 and 1440 pixels: so every person meets every look at every width. Root and the Manager walk the same pages with light and dark exchanged: together they see each page in both.
 * axe judges each page once in each mode and width (it finds the same again in another language or for somebody else), the width and the console are judged always. Brands are spread over the
 * people, since a brand is colours: root and the Promoter come by the host of one, the Manager and the Partner by the other's; themes have a test of contrast of their own. Visitors have no
 * layout and no dark mode; they meet the three languages and both brands. What somebody may not open is asked for once, by its heading.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages as en } from '../../locales/en/pages.ts'
import { pages as es } from '../../locales/es/pages.ts'
import { errors } from '../../locales/pt/errors.ts'
import { pages as pt } from '../../locales/pt/pages.ts'
import { reactAdmin } from '../../locales/pt/reactAdmin.ts'
import { resourcePages } from '../../locales/pt/resourcePages.ts'
import { reports } from '../../resources/reports/index.ts'
import { resources } from '../../resources/index.ts'
import { type ProfileName, profiles } from '../../resources/roles.ts'
import { accountPath } from '../../src/admin/pages/account/accountPath.ts'
import { downloadsPath } from '../../src/admin/pages/downloads/downloadsPath.ts'
import { hierarchyPath } from '../../src/admin/pages/hierarchy/hierarchyPath.ts'
import { moneyPages } from '../../src/admin/pages/money/moneyPages.ts'
import { toAddress } from '../../src/admin/router/addresses.ts'
import { meridian } from '../../themes/meridian/theme.ts'
import { solaris } from '../../themes/solaris/theme.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { builtPassword } from '../support/builders.ts'
import type { Client } from '../support/office.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { emailOf, prepareExhibits } from './support/exhibits.ts'
import { fillSignIn, seriousFindings, sidewaysPixels } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'
import { entrancePaths, type Exhibits, ownRoutes, type Route, specifiedRoutes } from './support/routes.ts'
import { openVisitor, type Visitor, visitorProfile } from './support/visit.ts'

const texts = { pt, en, es }
const languages = ['pt', 'en', 'es'] as const
const modes = ['light', 'dark'] as const
const layouts = ['horizontal', 'vertical'] as const
const widths = [1440, 992, 375] as const
const brands = [meridian, solaris] as const

interface Look { readonly language: (typeof languages)[number]; readonly mode: (typeof modes)[number]; readonly layout: (typeof layouts)[number] }

/** The look of the n-th page of a walk; twelve in a row are all there are. */
const lookAt = (turn: number): Look => ({ language: languages[turn % 3]!, mode: modes[turn % 2]!, layout: layouts[Math.floor(turn / 2) % 2]! })

const absent = '/nothing/here'
let server: TestServer
let opened: TestBrowser
let root: Client
let exhibits: Exhibits
/** Page, mode and width that axe has judged. */
const judged = new Set<string>()

beforeAll(async () => {
  server = await startTestServer({ DEMO: '1' })
  root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
  exhibits = await prepareExhibits({ root, db: server.database.db })
  opened = await openBrowser()
})
afterAll(async () => {
  await opened?.close()
  await server?.stop()
})

const newVisitor = async (): Promise<Visitor> => openVisitor(await opened.browser.newContext(visitorProfile))

/** Localhost's own address by another name: each brand is served by its hosts. */
const originOf = ({ hosts }: { hosts: readonly string[] }) => `http://${hosts.find((host) => host.endsWith('localhost'))}:${new URL(server.address).port}`

const isAbsent = async (page: Page, language: Look['language']) => (await page.locator('h1').first().innerText()).trim() === texts[language].notFound.title

/** What is wrong with the page that is shown, at each width. */
async function faultsOf({ page }: Visitor, { path, language, mode }: { path: string; language: string; mode: string }): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const place = `${path} at ${width}, ${mode}, ${language}: `
    const sideways = await sidewaysPixels(page)
    if (sideways > 0) found.push(`${place}${sideways} pixels too wide`)
    const key = `${path} ${mode} ${width}`
    if (!judged.has(key)) found.push(...(await seriousFindings(page)).map((finding) => `${place}${finding}`))
    judged.add(key)
  }
  const { lang, shownMode, title } = await page.evaluate(() => ({ lang: document.documentElement.lang, shownMode: document.documentElement.dataset['mode'], title: document.title }))
  const heading = (await page.locator('h1').first().innerText()).trim()
  if (lang !== language) found.push(`${path}: is in ${lang}, not ${language}`)
  if (shownMode !== mode) found.push(`${path}: is ${shownMode}, not ${mode}`)
  if (!title.includes(heading)) found.push(`${path}: the window is called "${title}", the page "${heading}"`)
  return found
}

it('knows every page there is', () => {
  const known = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].map(({ path }) => path.replace(/\?.*|\/$/g, ''))
  const declared = [...Object.values(reports), ...Object.values(moneyPages)].map(({ path }) => path).concat(accountPath, downloadsPath, toAddress(hierarchyPath))
  const lists = Object.keys(resources).map((name) => toAddress(`/${name}`))
  expect([...declared, ...lists].filter((path) => !known.includes(path))).toEqual([])
})

describe.each(brands)('signed out, at the host of $name', (brand) => {
  it('opens the entrance with its second step, the public pages and the page that is not there', async () => {
    const visitor = await newVisitor()
    const origin = originOf(brand)
    const found: string[] = []
    const paths = [...entrancePaths, absent, ...specifiedRoutes(exhibits).filter(({ isPublic }) => isPublic).map(({ path }) => path)]
    await visitor.open(origin)
    for (const [turn, path] of paths.entries()) {
      const language = languages[(turn + brands.indexOf(brand)) % 3]!
      await visitor.page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
      await visitor.open(`${origin}${path}`)
      if (await isAbsent(visitor.page, language) !== (path === absent || path === '/404')) found.push(`${path}: ${await visitor.page.locator('h1').first().innerText()}`)
      found.push(...await faultsOf(visitor, { path, language, mode: 'light' }))
      if (!(await visitor.page.title()).includes(brand.title)) found.push(`${path}: wears ${await visitor.page.title()}`)
    }
    await visitor.page.evaluate(() => localStorage.setItem('language', 'pt'))
    await visitor.open(origin)
    await fillSignIn(visitor.page, { email: exhibits.enrollingEmail, password: builtPassword })
    await visitor.page.getByRole('heading', { level: 1, name: pt.secondStep.enrolTitle }).waitFor()
    found.push(...await faultsOf(visitor, { path: 'the second step', language: 'pt', mode: 'light' }))
    expect(found).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

it('signed out, sends every other page to / and keeps where one wanted to go', async () => {
  const visitor = await newVisitor()
  const found: string[] = []
  for (const { path } of [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].filter(({ isPublic }) => !isPublic)) {
    await visitor.page.goto(`${server.address}${path}`)
    await visitor.page.getByLabel(pt.signIn.email).waitFor()
    const { pathname, searchParams } = new URL(visitor.page.url())
    if (pathname !== '/' || searchParams.get('next') !== path) found.push(`${path}: led to ${visitor.page.url()}`)
  }
  expect(found).toEqual([])
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})

const walkers = [
  { who: 'root', held: null, brand: meridian, firstTurn: 0 },
  { who: 'Manager', held: profiles.Manager, brand: solaris, firstTurn: 1 },
  { who: 'Promoter', held: profiles.Promoter, brand: meridian, firstTurn: 2 },
  { who: 'Partner', held: profiles.Partner, brand: solaris, firstTurn: 3 },
] as const satisfies readonly { who: 'root' | ProfileName; [more: string]: unknown }[]
type Walker = (typeof walkers)[number]

const mayOpen = ({ held }: Walker) => ({ needs }: Route) => held === null || needs.every((need) => need === 'anybody' || (held as readonly string[]).includes(need))

async function walk(walker: Walker): Promise<{ found: string[]; seen: Set<string>; visitor: Visitor }> {
  const credentials = walker.who === 'root' ? { email: server.rootEmail, password: server.rootPassword } : { email: emailOf(walker.who), password: builtPassword }
  const client = await signInAt(server.address, credentials)
  const visitor = await newVisitor()
  const origin = originOf(walker.brand)
  const wear = ({ language, mode, layout }: Look) => client.put('/api/me/preferences', { language, layout: { layout, mode } })
  await visitor.open(origin)
  await fillSignIn(visitor.page, credentials)
  await visitor.page.waitForURL(`${origin}/home`)
  await visitor.page.locator('main h1').waitFor()
  const found: string[] = []
  const seen = new Set<string>()
  const all = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)].toSorted((one, other) => Number(one.needs.includes('root')) - Number(other.needs.includes('root')))
  const visits = all.filter(mayOpen(walker)).map((route, index) => ({ route, look: lookAt(walker.firstTurn + index) }))
  // What nobody else opens is seen in the other mode as well.
  const again = visits.filter(({ route }) => route.needs.includes('root')).map(({ route, look }) => ({ route, look: { ...look, mode: modes[1 - modes.indexOf(look.mode)]! } }))
  for (const { route: { path }, look } of [...visits, ...again]) {
    await wear(look)
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    await visitor.open(`${origin}${path}`)
    if (await isAbsent(visitor.page, look.language) !== (path === '/404')) found.push(`${path}: is refused`)
    found.push(...await faultsOf(visitor, { path, ...look }))
    const isVertical = await visitor.page.evaluate(() => document.querySelector('[data-menu-group]') === null)
    if (isVertical !== (look.layout === 'vertical')) found.push(`${path}: is not ${look.layout}`)
    seen.add(Object.values(look).join(' '))
  }
  await wear(lookAt(0))
  for (const { path } of [...all.filter((route) => !mayOpen(walker)(route)), { path: absent }]) {
    await visitor.page.goto(`${origin}${path}`)
    // A report says that it is not for this person; anything else is not there for them.
    const refusal = visitor.page.getByRole('heading', { level: 1, name: pt.notFound.title }).or(visitor.page.getByRole('main').getByText(errors.forbidden))
    await refusal.waitFor().catch(() => found.push(`${path}: opens`))
  }
  return { found, seen, visitor }
}

describe.each(walkers)('$who', (walker) => {
  it('finds the pages their rights allow and no other, fit to use in every look', async () => {
    const { found, seen, visitor } = await walk(walker)
    expect(found).toEqual([])
    expect(visitor.complaints).toEqual([])
    expect(seen.size).toBe(12)
    await visitor.close()
  }, 600_000)
})

describe.each(modes)('what opens over a page, %s', (mode) => {
  const overlays: readonly (readonly [string, readonly string[]])[] = [
    ['/registers/affiliate/list', [resourcePages.filters.open, resourcePages.savedFilters.title, reactAdmin.ra.action.select_columns, reactAdmin.ra.action.export, pt.layout.customize]],
    ['/reports/affiliate/activity', [resourcePages.report.columns, reactAdmin.ra.action.export]],
  ]

  it('is as fit as the page, has the focus, and gives it back at Escape', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await root.put('/api/me/preferences', { language: 'pt', layout: { mode } })
    await visitor.open(server.address)
    await fillSignIn(page, { email: server.rootEmail, password: server.rootPassword })
    await page.waitForURL(`${server.address}/home`)
    const found: string[] = []
    for (const [path, names] of overlays) {
      await visitor.open(`${server.address}${path}`)
      for (const name of names) {
        const button = page.getByRole('button', { name }).last()
        await button.focus()
        await page.keyboard.press('Enter')
        const opened = page.getByRole('dialog')
        await opened.first().waitFor()
        await page.waitForFunction(() => [...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.closest('.MuiModal-root')?.contains(document.activeElement)))
        found.push(...(await seriousFindings(page)).map((finding) => `${path}, ${name}: ${finding}`))
        await page.keyboard.press('Escape')
        await opened.first().waitFor({ state: 'hidden' })
        await page.waitForFunction((label) => (document.activeElement?.textContent ?? '').includes(label) || document.activeElement?.getAttribute('aria-label') === label, name)
      }
    }
    expect(found).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  }, 240_000)
})
