import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices } from '#locales/pt/choices.ts'
import { errors } from '#locales/pt/errors.ts'
import { features as words } from '#locales/pt/features.ts'
import { featureNames } from '#resources/features.ts'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import { visibleMenu } from '#engine/ui/shell/menu/visibleMenu.ts'
import { addDays, businessDay } from '#engine/values/calendar.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  type BuiltRecord,
  homeCompany,
} from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Client } from '#tests/support/office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { goWithin, signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'
import { openVisitor, visitorProfile } from './support/visit.ts'

const day = addDays(businessDay({ at: new Date(), zone: 'UTC' }), -1)

const { feature, signal } = choices

let server: TestServer
let browser: TestBrowser
let root: Client
let affiliate: BuiltRecord
let action: BuiltRecord
let brand: BuiltRecord

beforeAll(async () => {
  server = await startTestServer({ FEATURES: 'none', BUSINESS_TIME_ZONE: 'UTC' })
  browser = await openBrowser()
  root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const read = async (path: string) => {
  const { status, body } = await root.get(path)
  expect([path, status]).toEqual([path, 200])
  return body
}

describe('an office with every feature off', () => {
  it('begins so on an empty database', async () => {
    expect((await read(`/api/company/${await homeCompany(root)}`)).switchedOff).toEqual(featureNames)
  })

  it('leads from a feed to a payment', async () => {
    brand = await buildBrand(root)
    affiliate = await buildAffiliate(root, { brands: [brand.id], paymentType: 'manual' })
    const campaign = await buildCampaign(root, { brand: brand.id })
    action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
    const { body } = await root.post(`/api/brand/${brand.id}/ingest_key`, {})
    const event = { player_ref: 'p1', action_token: action.token, product: 'bets', currency: brand.currency }
    const events = [
      {
        ...event,
        event_id: 'r',
        type: 'registration',
        occurred_at: `${day}T10:00:00Z`,
        product: undefined,
        currency: undefined,
      },
      { ...event, event_id: 't', type: 'bet', amount: 100, occurred_at: `${day}T11:00:00Z` },
    ]
    const sent = await root.post('/ingest/events', events, { authorization: `Bearer ${body.key}` })
    expect([sent.status, sent.body.accepted ?? sent.body]).toEqual([200, 2])
    expect((await root.post('/api/job/dailyClose/run', { from: day, to: day })).status).toBe(200)
    const entry = await eventually(
      async () => (await read('/api/entry?sort=["id","ASC"]&range=[0,9]&filter={}'))[0] ?? null,
      { withinMs: 60_000, what: () => 'an entry of the day' },
    )
    const paid = await root.post(`/api/entry/${entry.id}/payment`, { paidAt: day, reference: 'r1', note: 'n' })
    expect([paid.status, paid.body.code]).toEqual([200, undefined])
  })

  it('answers every report of the specification', async () => {
    for (const report of Object.values(reports) as unknown as Report[])
      if (report.feature === undefined && report.name !== 'dashboard')
        await read(`/api/report/${report.name}?from=${day}&to=${day}`)
  })

  it('shows every page of its menu, every form and the records, without a complaint', async () => {
    const { page } = browser
    await signInOnPage(page, { address: server.address, email: server.rootEmail, password: server.rootPassword })
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    const entries = visibleMenu({ roles: [], root: true, switchedOff: featureNames }).flatMap((group) => group.entries)
    const creating = entries
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/list') && !path.includes('/brand/'))
      .map((path) => path.replace(/list$/, 'create'))
    const records = [
      `/registers/affiliate/${affiliate.id}`,
      ...['overview', 'money', 'promotion', 'players', 'deal'].map(
        (tab) => `/registers/affiliate/${affiliate.id}/${tab}`,
      ),
      `/registers/action/${action.id}`,
      `/registers/brand/${brand.id}`,
      `/registers/reward/profile/${affiliate['rewardProfile']}`,
      `/registers/company/${await homeCompany(root)}`,
      '/account',
    ]
    for (const path of [...entries.map((entry) => entry.path), ...creating, ...records]) {
      await goWithin(page, path)
      await page.waitForFunction((to) => location.pathname === to, path)
      await page.locator('#main-content h1').first().waitFor()
      await page.waitForLoadState('networkidle')
    }
    expect(refused).toEqual([])
    expect(browser.complaints).toEqual([])
  })

  it('tells an affiliate that the portal is off, and lets it out', async () => {
    const visitor = await openVisitor(await browser.browser.newContext(visitorProfile))
    const { page } = visitor
    await page.goto(`${server.address}/login/affiliate`)
    const key = await buildAccessKey(root, 'affiliate', affiliate.id, { scope: 'signIn' })
    await page.locator('input[name=token]').fill(key)
    await page.locator('button[type=submit]').click()
    await page.getByRole('heading', { level: 1, name: words.portalOff }).waitFor()
    await page.getByText(words.portalOffText).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByRole('main').getByRole('button', { name: words.signOut }).click()
    await page.locator('input[type=password], input[name=token]').first().waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  it('keeps on what still decides about payments, and says why before it is tried', async () => {
    const company = await homeCompany(root)
    const change = async (values: object) => {
      const { version } = await read(`/api/company/${company}`)
      expect((await root.put(`/api/company/${company}`, { version, ...values })).status).toBe(200)
    }
    await change({ switchedOff: featureNames.filter((name) => !['invoices', 'webhooks'].includes(name)) })
    await change({ invoiceRequired: 'always' })
    const { page } = browser
    await page.goto(`${server.address}/management/features`)
    const invoices = page.getByRole('switch', { name: feature.invoices, exact: true })
    await invoices.waitFor()
    expect(await invoices.isDisabled()).toBe(true)
    const reason = words.staysOn.replace('%{reason}', errors.invoices_in_use)
    expect(
      await page.locator(`#${(await invoices.getAttribute('aria-describedby'))!.split(' ').at(-1)!}`).textContent(),
    ).toBe(reason)
    expect(await page.getByRole('switch', { name: feature.webhooks, exact: true }).isDisabled()).toBe(false)
  })

  it('offers a webhook no kind that belongs to something that is off', async () => {
    const { page } = browser
    await page.goto(`${server.address}/management/signal_target/create`)
    await page.getByRole('checkbox', { name: signal.paymentSent }).waitFor()
    for (const off of [signal.riskRaised, signal.dailyDigest, signal.application, signal.periodLocked])
      expect(await page.getByRole('checkbox', { name: off }).count()).toBe(0)
    expect(browser.complaints).toEqual([])
  })

  it('names nothing that is off in the menu', async () => {
    const names = visibleMenu({ roles: [], root: true, switchedOff: featureNames })
      .flatMap((group) => group.entries)
      .filter(({ under }) => under)
      .map(({ name }) => name)
    expect(names).toMatchInlineSnapshot(`
      [
        "company",
        "partner",
        "hierarchy",
        "geolocation",
        "payment",
        "feeds",
        "personalRead",
        "features",
        "jobs",
        "studio",
      ]
    `)
  })
})
