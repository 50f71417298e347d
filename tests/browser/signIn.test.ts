import { TOTP, URI } from 'otpauth'
import type { Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pages as english } from '#locales/en/pages.ts'
import { errors } from '#locales/pt/errors.ts'
import { pages } from '#locales/pt/pages.ts'
import { reports as reportTexts } from '#locales/en/reports.ts'
import { resources as resourceTexts } from '#locales/en/resources.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { build, buildAccessKey, buildCompany, buildPartner, builtPassword } from '#tests/support/builders.ts'
import { fillSignIn, signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let opened: TestBrowser
let page: Page
const root = () => ({ email: server.rootEmail, password: server.rootPassword })
const pathOf = () => new URL(page.url()).pathname + new URL(page.url()).search

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  opened = await openBrowser()
  page = opened.page
})
afterEach(() => opened.close())

/** Notes every call of the API from now on. */
function noteCalls(): string[] {
  const calls: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  return calls
}

describe('signing in with e-mail and password', () => {
  it('says what is wrong in Portuguese and stays', async () => {
    await page.goto(server.address)
    await fillSignIn(page, { ...root(), password: 'Wrong-Secret-1' })
    await page.getByText(errors.invalid_credentials).waitFor()
    expect(pathOf()).toBe('/')
  })

  it('leads to the dashboard, and the console stays empty', async () => {
    await signInOnPage(page, { address: server.address, ...root() })
    await page.waitForFunction((title) => document.title.includes(title), pages.dashboard.title)
    expect(opened.complaints).toEqual([])
  })

  it('sends a visitor of a guarded page to / and back there afterwards, with its query, without a call of the API in between', async () => {
    const calls = noteCalls()
    const wanted = '/registers/campaign/list?perPage=10&page=1'
    await page.goto(`${server.address}${wanted}`)
    await page.getByText(pages.signIn.wanted).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(calls).toEqual([])
    await fillSignIn(page, root())
    await page.waitForURL(`${server.address}${wanted}`)
  })

  it('asks nothing of the API on a reload before the server has said who is here', async () => {
    await signInOnPage(page, { address: server.address, ...root() })
    // What the page before still asks is not of the reload.
    await page.waitForLoadState('networkidle')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/me', async (route) => {
      await held
      await route.continue()
    })
    const calls = noteCalls()
    const arrived = Promise.all([
      page.waitForResponse((response) => /\/office-[^/]*\.js$/.test(response.url())),
      page.waitForRequest('**/api/me'),
    ])
    await page.goto(`${server.address}/registers/campaign/list`)
    await arrived
    expect(calls).toEqual(['/api/me'])
    const list = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/campaign')
    release()
    await list
  })

  it('loads nothing of react-admin before', async () => {
    const loading: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) loading.push(response.text())
    })
    await page.goto(server.address, { waitUntil: 'networkidle' })
    const scripts = await Promise.all(loading)
    expect(scripts.length).toBeGreaterThan(0)
    expect(
      scripts.filter(
        (script) =>
          script.includes('RaResource') || script.includes('ra.action') || script.includes('useListController'),
      ),
    ).toEqual([])
  })
})

describe('signing out', () => {
  it('clears all browser storage, goes to /login, and going back shows nothing of the office', async () => {
    await signInOnPage(page, { address: server.address, ...root() })
    await page.getByRole('button', { name: pages.layout.logout }).click()
    await page.getByText(pages.signIn.signedOut).waitFor()
    expect(pathOf()).toBe('/login')
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
    await page.goBack()
    await page.getByLabel(pages.signIn.email).waitFor()
  })
})

describe('two-step sign-in', () => {
  it('shows the picture at the first time, confirms it with the first code, and asks for a code from then on', async () => {
    const rootClient = await signInAt(server.address, root())
    const company = await buildCompany(rootClient, { twoStep: 'required' })
    const email = 'second.step@office.test'
    await build(rootClient, 'user', {
      name: 'Second Step',
      email,
      password: builtPassword,
      passwordConfirmation: builtPassword,
      company: company.id,
      roles: ['home'],
      language: 'pt',
    })

    await page.goto(server.address)
    const answered = page
      .waitForResponse((response) => response.url().endsWith('/login'))
      .then(async (response) => (await response.json()) as { otpauthUrl: string })
    await fillSignIn(page, { email, password: builtPassword })
    const totp = URI.parse((await answered).otpauthUrl) as TOTP
    await page.getByRole('img', { name: pages.secondStep.qrLabel }).waitFor()
    await page.getByLabel(pages.secondStep.haveRead).check()
    await page.getByRole('textbox', { name: pages.secondStep.code }).fill(totp.generate())
    await page.getByRole('button', { name: pages.secondStep.submit }).click()
    await page.waitForURL(`${server.address}/home`)

    await page.getByRole('button', { name: pages.layout.logout }).click()
    await page.getByText(pages.signIn.signedOut).waitFor()
    await fillSignIn(page, { email, password: builtPassword })
    await page.getByRole('heading', { name: pages.secondStep.title }).waitFor()
    expect(pathOf()).toBe('/login')
    await page.getByRole('textbox', { name: pages.secondStep.code }).fill('000000')
    await page.getByRole('button', { name: pages.secondStep.submit }).click()
    await page.getByText(errors.invalid_totp).waitFor()
  })
})

it('lets a partner in by access key, in English where no language was chosen, to what is theirs, and keeps them in', async () => {
  const api = await signInAt(server.address, root())
  const partner = await buildPartner(api, { name: 'Paulo Partner' })
  await page.goto(`${server.address}/login/partner`)
  await page
    .getByLabel(pages.partnerSignIn.token)
    .fill(await buildAccessKey(api, 'partner', partner.id, { scope: 'signIn' }))
  await page.getByRole('button', { name: pages.partnerSignIn.submit }).click()
  await page.waitForURL(`${server.address}/home`)
  await page.getByRole('banner').getByText('Paulo Partner').waitFor()
  for (const [path, title] of [
    ['/financial/entries', resourceTexts.entry.name.split(' |||| ')[1]],
    ['/reports/affiliate/activity', reportTexts.reports.affiliateActivity.name],
  ] as const) {
    await page.goto(`${server.address}${path}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  expect(opened.complaints).toEqual([])
  await page.goto(`${server.address}/registers/user/list`)
  await page.getByRole('heading', { name: english.notFound.title }).waitFor()
})

it('shows the page that is not there to a visitor, at the address asked for', async () => {
  await page.goto(`${server.address}/nothing/here`)
  await page.getByRole('heading', { name: pages.notFound.title }).waitFor()
  expect(pathOf()).toBe('/nothing/here')
})
