import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { portal as texts } from '#locales/pt/portal.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildMedia,
  buildRewardProfile,
  builtPassword,
  type BuiltRecord,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { pngImage } from '#tests/support/images.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Client } from '#tests/support/office.ts'
import { seriousFindings } from '../support/pageVisit.ts'
import { signInAt } from '../support/remoteClient.ts'

let server: TestServer
let browser: TestBrowser
let key: string
let root: Client
let brand: BuiltRecord

beforeAll(async () => {
  server = await startTestServer()
  root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
  brand = await buildBrand(root, { name: 'Aurora' })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const affiliate = await buildAffiliate(root, { name: 'Nina', brands: [brand.id] })
  await buildAction(root, { name: 'Página inicial', campaign: campaign.id, affiliate: affiliate.id })
  await showMedia(root, brand.id)
  key = await buildAccessKey(root, 'affiliate', affiliate.id, { scope: 'signIn' })
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
  const bar = page.getByRole('navigation', { name: texts.menu }).getByRole('link')
  await bar.first().waitFor()
  expect(await bar.allInnerTexts()).toEqual([
    ...(['overview', 'links', 'entries', 'payments'] as const).map((name) => texts.pages[name]),
    texts.more.title,
  ])
  for (const title of Object.values(texts.pages)) {
    // What the bar has no room for is one page further.
    const inBar = bar.filter({ hasText: new RegExp(`^${title}$`) })
    if ((await inBar.count()) > 0) await inBar.click()
    else {
      await bar.last().click()
      await page.getByRole('main').getByRole('link', { name: title }).click()
    }
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
    // What a button waits for is there, and the button is what it will be.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await page.waitForFunction(() => document.getAnimations().every((each) => !(each instanceof CSSTransition)))
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

it('takes an application on a telephone, and leads who was approved by their link to a password and the portal', async () => {
  const { apply, invitation } = texts.welcome
  const company = (await root.get(`/api/company/${brand.company}`)).body
  await root.put(`/api/company/${company.id}`, { version: company.version, takesApplications: true })
  const rewardProfile = await buildRewardProfile(root, { company: company.id })
  const visitor = await openBrowser()
  const { page, complaints } = visitor
  const judge = async (what: string) => {
    expect([what, await seriousFindings(page)]).toEqual([what, []])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), what).toBe(true)
  }
  await page.setViewportSize({ width: 375, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.address}/apply/${brand.slug}`)
  await page.getByRole('heading', { name: apply.title.replace('%{brand}', 'Aurora'), level: 1 }).waitFor()
  await page.getByLabel(apply.fields.name, { exact: true }).fill('Bea Prado')
  await page.getByLabel(apply.fields.email).fill('bea@prado.example')
  await page.getByLabel(apply.fields.phone).fill('+55 11 98765-4321')
  await page.getByLabel(apply.fields.cpf).fill('111')
  await page.getByLabel(apply.fields.sites).fill('prado.example\nhttps://video.example/bea')
  await page.getByLabel(apply.fields.how).fill('Resenhas de jogos')
  await page.getByRole('button', { name: apply.submit }).click()
  await page.locator('[name=cpf][aria-invalid=true]').waitFor()
  await judge('what is wrong with an application')
  await page.getByLabel(apply.fields.cpf).fill(uniqueCpf())
  await page
    .getByLabel(texts.welcome.documents.label)
    .setInputFiles({ name: 'licence.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await page.getByRole('button', { name: apply.submit }).click()
  await page.getByRole('heading', { name: apply.doneTitle, level: 1 }).waitFor()
  const [application] = (await root.get('/api/application')).body as BuiltRecord[]
  expect(application).toMatchObject({ name: 'Bea Prado', sites: [{}, { address: 'https://video.example/bea' }] })
  const approval = { rewardProfile: rewardProfile.id }
  const { link } = (await root.post(`/api/application/${application!.id}/approve`, approval)).body
  await page.goto(new URL(link).pathname.replace(/^/, server.address) + new URL(link).hash)
  await page.getByLabel(invitation.password, { exact: true }).fill(builtPassword)
  await page.getByLabel(invitation.again).fill(builtPassword)
  await judge('an invitation')
  await page.getByRole('button', { name: invitation.submit }).click()
  await page.getByRole('link', { name: invitation.signIn }).click()
  await page.locator('input[name=email]').fill('bea@prado.example')
  await page.locator('input[name=password]').fill(builtPassword)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`${server.address}/portal`)
  await page.getByRole('heading', { name: texts.pages.overview, level: 1 }).waitFor()
  // A field that was filled in wrong is answered so, which the browser notes.
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
  await visitor.close()
})
