import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pages as en } from '../../locales/en/pages.ts'
import { pages as es } from '../../locales/es/pages.ts'
import { pages as pt } from '../../locales/pt/pages.ts'
import { type ProfileName, profiles, type RoleKey } from '../../resources/roles.ts'
import { solaris } from '../../themes/solaris/theme.ts'
import { meridian } from '../../themes/meridian/theme.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { build, buildAction, buildAffiliate, buildBrand, buildCampaign, buildPartner, buildSubBrand, builtPassword } from '../support/builders.ts'
import type { Client } from '../support/office.ts'
import { seriousFindings, sidewaysPixels } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/* Every route of the specification, section 2, by everybody. What is varied (language, theme, layout, mode, width) is spread over the walks, not multiplied. */

type Need = RoleKey | 'anybody' | 'root' | 'nobody'
interface Route { readonly path: string; readonly needs: readonly Need[]; readonly isPublic?: boolean }
type Made = 'user' | 'affiliate' | 'action' | 'campaign' | 'reward' | 'rewardProfile' | 'brand' | 'partner' | 'partnerLevel' | 'subBrand'

/** Path of each register, and whether its records are made by hand. */
const registers: readonly (readonly [RoleKey & Made, string, boolean])[] = [
  ['user', 'user', true], ['affiliate', 'affiliate', true], ['action', 'action', true], ['campaign', 'campaign', true], ['reward', 'reward', true],
  ['rewardProfile', 'reward/profile', true], ['brand', 'brand', false], ['partner', 'partner', true], ['partnerLevel', 'partnerLevel', true], ['subBrand', 'subBrand', true],
]

const publicRoutes: readonly Route[] = ['/404', '/reports/affiliate/detail', '/reports/partners', '/reports/lottery', '/reports/cpa'].map((path) => ({ path, needs: ['anybody'], isPublic: true }))

function guardedRoutes(ids: Readonly<Record<Made, number>>): readonly Route[] {
  const ofRegisters = registers.flatMap(([role, path, isMadeByHand]) =>
    ['list', ...(isMadeByHand ? ['create'] : []), String(ids[role])].map((end) => ({ path: `/registers/${path}/${end}`, needs: [role] })))
  return [
    { path: '/home', needs: ['anybody'] }, { path: '/dashboard', needs: ['anybody'] }, ...ofRegisters,
    { path: '/reports/affiliate/activity', needs: ['activityPerAffiliate'] }, { path: '/reports/general', needs: ['anybody'] },
    { path: '/reports/general/v2/', needs: ['anybody'] }, { path: `/reports/general/v2/${partnerToken}`, needs: ['anybody'] },
    { path: '/financial/affiliate/payment', needs: ['paymentByAffiliate', 'financial'] }, { path: '/financial/entries', needs: ['entryByAffiliate'] },
    { path: '/management/sys_activity_log', needs: ['root'] },
  ]
}

let server: TestServer
let opened: TestBrowser
let ids: Record<Made, number>
let partnerToken: string
let root: Client

const texts = { pt, en, es }
const emailOf = (profile: string) => `${profile.toLowerCase()}@office.test`

beforeAll(async () => {
  server = await startTestServer()
  root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
  const brand = await buildBrand(root)
  const partner = await buildPartner(root)
  const affiliate = await buildAffiliate(root, { brands: [brand.id], partner: partner.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const subBrand = await buildSubBrand(root, { brand: brand.id, partners: [partner.id] })
  const rewardProfile = (await root.get(`/api/rewardProfile/${String(affiliate['rewardProfile'])}`)).body
  const users = new Map<string, number>()
  for (const profile of Object.keys(profiles) as ProfileName[]) {
    const user = await build(root, 'user', {
      name: `${profile} of the walk`, email: emailOf(profile), password: builtPassword, passwordConfirmation: builtPassword, company: brand['company'], allowedBrands: [brand.id],
      roles: profiles[profile], profile, language: 'pt', ...(profile === 'Partner' ? { partner: partner.id } : {}),
    })
    users.set(profile, user.id)
  }
  partnerToken = String(partner['token'])
  ids = {
    user: users.get('Manager')!, affiliate: affiliate.id, action: action.id, campaign: campaign.id, reward: rewardProfile.rewards[0], rewardProfile: rewardProfile.id, brand: brand.id,
    partner: partner.id, partnerLevel: Number(partner['partnerLevel']), subBrand: subBrand.id,
  }
  opened = await openBrowser()
})
afterAll(async () => {
  await opened?.close()
  await server?.stop()
})
afterEach(() => { opened.complaints.length = 0 })

interface Look {
  readonly theme: 'meridian' | 'solaris'
  readonly language: keyof typeof texts
  readonly layout: 'horizontal' | 'vertical'
  readonly mode: 'light' | 'dark'
}
const hosts = { meridian: meridian.hosts.at(-1)!, solaris: solaris.hosts[0]! }
const titles = { meridian: meridian.title, solaris: solaris.title }
const widths = [375, 992, 1440] as const
const originOf = (theme: Look['theme']) => `http://${hosts[theme]}:${new URL(server.address).port}`

/** Opens a page in a context of its own, which the browser throws away with it. */
async function withPage(theme: Look['theme'], visit: (page: Page, origin: string) => Promise<void>): Promise<void> {
  const context: BrowserContext = await opened.browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR', timezoneId: 'UTC' })
  context.on('page', (page) => {
    page.on('pageerror', (error) => opened.complaints.push(`uncaught: ${error.message}`))
    page.on('console', (message) => { if (message.type() === 'error' || message.type() === 'warning') opened.complaints.push(`${message.type()}: ${message.text()} (${page.url()})`) })
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  try {
    await visit(page, originOf(theme))
  } finally {
    await context.close()
  }
}

/** What is wrong with the page as it is shown. */
async function faults(page: Page, { width, language }: { width: number; language: string }): Promise<string[]> {
  const found = await seriousFindings(page)
  const sideways = await sidewaysPixels(page)
  const lang = await page.evaluate(() => document.documentElement.lang)
  const [title, heading] = [await page.title(), (await page.locator('h1').first().innerText()).trim()]
  if (sideways > 0) found.push(`${sideways} pixels too wide`)
  if (lang !== language) found.push(`lang is ${lang}`)
  if (!title.includes(heading)) found.push(`title "${title}" does not name "${heading}"`)
  return found.map((fault) => `${new URL(page.url()).pathname} at ${width}: ${fault}`)
}

async function settle(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('h1').first().waitFor()
}

describe.each([['meridian', 'light']] as const)('signed out, at %s, %s', (theme, colorScheme) => {
  it('opens the entrance, the public pages and the page that is not there, and sends everything else to /', async () => {
    await withPage(theme, async (page, origin) => {
      await page.emulateMedia({ colorScheme })
      const found: string[] = []
      const shown = ['/', '/login', '/login/partner', '/nothing/here', ...publicRoutes.map(({ path }) => path)]
      for (const [index, path] of shown.entries()) {
        const width = widths[index % widths.length]!
        await page.setViewportSize({ width, height: 900 })
        await settle(page, `${origin}${path}`)
        const isAbsent = (await page.getByRole('heading', { level: 1, name: pt.notFound.title }).count()) > 0
        if (isAbsent !== (path === '/nothing/here' || path === '/404')) found.push(`${path}: ${isAbsent ? 'is not there' : 'is there'}`)
        if (path === '/' && !(await page.title()).includes(titles[theme])) found.push(`/: wears ${await page.title()}`)
        found.push(...await faults(page, { width, language: 'pt' }))
      }
      for (const { path } of guardedRoutes(ids)) {
        await page.goto(`${origin}${path}`)
        await page.getByLabel(pt.signIn.email).waitFor()
        if (new URL(page.url()).pathname !== '/') found.push(`${path}: led to ${page.url()}`)
      }
      expect(found).toEqual([])
      expect(opened.complaints).toEqual([])
    })
  }, 240_000)
})

const walkers: readonly (readonly [string, readonly Need[], Look])[] = [
  ['Partner', [...profiles.Partner, 'anybody'], { theme: 'solaris', language: 'es', layout: 'horizontal', mode: 'light' }],
]

it.each(walkers)('%s finds the pages their rights allow and no other', async (who, held, look) => {
  const credentials = who === 'root' ? { email: server.rootEmail, password: server.rootPassword } : { email: emailOf(who), password: builtPassword }
  const client = who === 'root' ? root : await signInAt(server.address, credentials)
  const { language, layout, mode, theme } = look
  await client.put('/api/me/preferences', { language, layout: { layout, mode } })
  await withPage(theme, async (page, origin) => {
    await page.goto(origin)
    await page.getByLabel(pt.signIn.email).fill(credentials.email)
    await page.getByLabel(pt.signIn.password, { exact: true }).fill(credentials.password)
    await page.getByRole('button', { name: pt.signIn.submit, exact: true }).click()
    await page.waitForURL(`${origin}/home`)
    const found: string[] = []
    for (const [index, { path, needs }] of [...guardedRoutes(ids), ...publicRoutes, { path: '/nothing/here', needs: ['nobody' as const] }].entries()) {
      const width = widths[index % widths.length]!
      await page.setViewportSize({ width, height: 900 })
      await settle(page, `${origin}${path}`)
      const isOpen = path !== '/404' && needs.every((need) => held.includes(need))
      const isShown = (await page.getByRole('heading', { level: 1, name: texts[language].notFound.title }).count()) === 0
      if (isShown !== isOpen) found.push(`${path}: ${isShown ? 'opens' : 'is refused'}`)
      found.push(...await faults(page, { width, language }))
    }
    expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({ brand: theme, mode })
    expect(found).toEqual([])
    expect(opened.complaints).toEqual([])
  })
}, 300_000)
