import { afterAll, beforeAll, expect, it } from 'vitest'
import { menu } from '#locales/pt/menu.ts'
import { pages } from '#locales/pt/pages.ts'
import { resources } from '#locales/pt/resources.ts'
import { openSignedIn, type SignedIn } from '../support/signedIn.ts'

let office: SignedIn
beforeAll(async () => {
  office = await openSignedIn(
    async ({ api }) => void (await api.put('/api/me/preferences', { layout: { layout: 'vertical' } })),
  )
}, 300_000)
afterAll(() => office.close())

it('before any script has come the page shows its structure', async () => {
  const {
    browser: { context },
    server,
  } = office
  const page = await context.newPage()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${server.address}/home`, { waitUntil: 'commit' })
  await page.locator('.skeleton').waitFor({ state: 'visible' })
  letGo()
  await page.locator('main h1').waitFor()
  expect(await page.locator('.skeleton').count()).toBe(0)
  await page.close()
})

it('on Slow 3G the structure of the home page and of lists is painted within 2 seconds', async () => {
  const {
    browser: { context },
    server,
  } = office
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.setCacheDisabled', { cacheDisabled: true })
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const paintedAfter = async (path: string) => {
    await page.goto(`${server.address}${path}`, { waitUntil: 'commit' })
    await page.locator('.skeleton').waitFor({ state: 'visible' })
    const painted = await page.waitForFunction(() => performance.getEntriesByName('first-paint')[0]?.startTime)
    return painted.jsonValue()
  }
  for (const path of ['/home', '/registers/affiliate/list']) {
    // A busy machine is no reason to fail: the best of three.
    const after = [await paintedAfter(path), await paintedAfter(path), await paintedAfter(path)]
    expect(Math.min(...after.map(Number))).toBeLessThan(2_000)
  }
  await page.close()
})

it('a page asked for without a network says so, and opens by itself when it is back', async () => {
  const {
    browser: { page, context, complaints },
    server,
  } = office
  await page.goto(`${server.address}/home`)
  await page.locator('main h1').waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: menu.groups.advertising }).click()
  await page.getByRole('link', { name: menu.entries.campaign, exact: true }).click()
  await page.getByText(pages.app.offline).waitFor()
  expect(await page.getByText(pages.app.crashed).count()).toBe(0)
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: resources.campaign.name.split(' |||| ')[1]!.trim() }).waitFor()
  await page.getByText(pages.app.offline).waitFor({ state: 'detached' })
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED')),
  )
  expect(complaints).toEqual([])
})

it('a part asked for without a network leaves the page and what was typed there alone, and says how to get it', async () => {
  const {
    browser: { page, context, complaints },
    server,
  } = office
  await page.goto(`${server.address}/registers/campaign/create`)
  const name = page.getByRole('textbox', { name: resources.campaign.fields.name })
  await name.fill('Still there')
  await context.setOffline(true)
  await page.keyboard.press('Control+k')
  await page.getByText(pages.app.offline).waitFor()
  await context.setOffline(false)
  await page.getByText(pages.app.failed).waitFor()
  expect(await name.inputValue()).toBe('Still there')
  await page.getByRole('button', { name: pages.app.reload }).click()
  await page.getByText(pages.app.failed).waitFor({ state: 'detached' })
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Still there'))
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

it('after a deployment an old page says that a new version is there, and loading it anew keeps what was typed', async () => {
  const {
    browser: { page, complaints },
    server,
  } = office
  await page.goto(`${server.address}/registers/campaign/create`)
  const name = page.getByRole('textbox', { name: resources.campaign.fields.name })
  await name.fill('Half typed')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await page.route(`${server.address}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-new.js"></script>' }),
  )
  await page.keyboard.press('Control+k')
  await page.getByText(pages.app.outdated).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: pages.app.reload }).click()
  await page.getByText(pages.app.outdated).waitFor({ state: 'detached' })
  await page.waitForFunction(() => [...document.querySelectorAll('input')].some(({ value }) => value === 'Half typed'))
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  expect(asked).toEqual([])
  complaints.splice(0, complaints.length, ...complaints.filter((complaint) => !complaint.includes('404')))
  expect(complaints).toEqual([])
})
