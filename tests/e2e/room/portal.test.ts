import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { portal as texts } from '../../../locales/pt/portal.ts'
import { openBrowser, type TestBrowser } from '../../support/browser.ts'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildMedia,
} from '../../support/builders.ts'
import { pngImage } from '../../support/images.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import type { Client } from '../../support/office.ts'
import { seriousFindings } from '../support/pageVisit.ts'
import { signInAt } from '../support/remoteClient.ts'

let server: TestServer
let browser: TestBrowser
let key: string

beforeAll(async () => {
  server = await startTestServer()
  const root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
  const brand = await buildBrand(root)
  const campaign = await buildCampaign(root, { brand: brand.id })
  const affiliate = await buildAffiliate(root, { name: 'Nina', brands: [brand.id] })
  await buildAction(root, { name: 'Página inicial', campaign: campaign.id, affiliate: affiliate.id })
  await showMedia(root, brand.id)
  key = await buildAccessKey(root, 'affiliate', affiliate.id)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** A banner and a text that affiliates have: what a second person does is tried elsewhere. */
async function showMedia(root: Client, brand: number): Promise<void> {
  const banner = await buildMedia(root, { brand, name: 'Final', kind: 'banner', text: null, warning: '18+ jogue' })
  const content = pngImage(300, 50).toString('base64')
  await root.post(`/api/media/${banner.id}/file`, { name: 'final.png', content })
  await buildMedia(root, { brand, name: 'Convite', language: 'es' })
  await sql`update media set state = 'approved', approved_at = now()`.execute(server.database.db)
}

it('leads an affiliate with its key through its pages on a telephone, and to nothing else', async () => {
  const { page, complaints } = browser
  await page.setViewportSize({ width: 375, height: 800 })
  // Nothing is judged half faded in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.address}/login/affiliate`)
  await page.locator('input[name=token]').fill(key)
  await page.locator('button[type=submit]').click()
  for (const title of Object.values(texts.pages)) {
    await page.getByRole('navigation', { name: texts.menu }).getByRole('link', { name: title }).click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
    // What a button waits for is there, and the button is what it will be.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect([title, await seriousFindings(page)]).toEqual([title, []])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), title).toBe(true)
  }
  await page.goto(`${server.address}/registers/affiliate/list`)
  await page.waitForURL(`${server.address}/portal`)
  expect(complaints).toEqual([])
})

it('gives the code of a banner with the own link, and shows the banner as it is', async () => {
  const { page, complaints } = browser
  await page.goto(`${server.address}/portal/media`)
  const banner = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Final' }) })
  await banner.getByRole('img', { name: 'Final' }).waitFor()
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('main img')?.naturalWidth === 300)
  const code = await banner.getByLabel(texts.media.code, { exact: true }).inputValue()
  expect(code).toMatch(/<a href="http:\/\/[^"]+\/t\/ac\w+\?media=md\w+"/)
  expect(code).toContain('<small>18+ jogue</small>')
  expect(complaints).toEqual([])
})
