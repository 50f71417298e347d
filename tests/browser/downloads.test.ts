import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { downloads as texts } from '#locales/pt/downloads.ts'
import { reports as labels } from '#locales/pt/reports.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import type { TestBrowser } from '#tests/support/browser.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign } from '#tests/support/builders.ts'
import type { TestServer } from '#tests/support/server.ts'
import { seriousFindings, sidewaysPixels } from './support/pageVisit.ts'
import { remoteClient } from './support/remoteClient.ts'
import { openSignedIn, type SignedIn } from './support/signedIn.ts'

const path = '/reports/affiliate/activity?from=2026-02-01&to=2026-02-28'
let office: SignedIn
let server: TestServer
let browser: TestBrowser

/** One affiliate with two bets. */
async function makeActivity({ server, api }: Pick<SignedIn, 'server' | 'api'>): Promise<void> {
  const brand = await buildBrand(api, { name: 'Aurora' })
  const affiliate = await buildAffiliate(api, { name: 'Ana', brands: [brand.id] })
  const action = await buildAction(api, {
    campaign: (await buildCampaign(api, { brand: brand.id })).id,
    affiliate: affiliate.id,
  })
  const {
    body: { key },
  } = await api.post(`/api/brand/${brand.id}/ingest_key`, { name: 'test' })
  const bet = (day: number) => ({
    event_id: `bet-${day}`,
    type: 'bet',
    occurred_at: `2026-02-0${day}T12:00:00Z`,
    player_ref: 'p',
    action_token: action['token'],
    product: 'bets',
    amount: '100.10',
    currency: 'BRL',
  })
  expect((await remoteClient(server.address, key).post('/ingest/events', [bet(1), bet(2)])).body).toMatchObject({
    accepted: 2,
  })
}

beforeAll(async () => {
  office = await openSignedIn(makeActivity)
  ;({ server, browser } = office)
})
afterAll(() => office?.close())

describe('my downloads', () => {
  it('say how to make the first file', async () => {
    const { page } = browser
    await page.getByRole('link', { name: texts.title }).click()
    await page.getByText(texts.empty).waitFor()
    await page.getByText(texts.noSchedules).waitFor()
  })

  it('hold a file that a report was asked for in the background, as soon as it is made, without a reload', async () => {
    const { page } = browser
    await page.goto(`${server.address}${path}`)
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('button', { name: texts.inBackground.replace('%{format}', 'XLSX') }).click()
    await page.getByRole('link', { name: texts.openDownloads }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Baixar/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('affiliateActivity-2026-02-01-2026-02-28.xlsx')
    const book = read(readFileSync(await download.path()))
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!)
    expect(rows.map((row) => row[`${labels.products.bets} · ${labels.measures.turnover}`])).toEqual([200.2, 200.2])
    expect(utils.sheet_to_csv(book.Sheets[book.SheetNames[1]!]!)).toContain('01/02/2026 – 28/02/2026')
  })

  it('hold the schedule of a saved view, made by keyboard alone where it was saved', async () => {
    const { page } = browser
    await page.goto(`${server.address}${path}`)
    await page.getByRole('button', { name: resourcePages.report.views }).press('Enter')
    await page.getByLabel(resourcePages.savedFilters.name).fill('Fevereiro')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: texts.scheduleNamed.replace('%{name}', 'Fevereiro') }).press('Enter')
    await page
      .getByRole('dialog', { name: texts.scheduleTitle.replace('%{name}', 'Fevereiro') })
      .getByRole('button', { name: texts.schedule, exact: true })
      .press('Enter')
    await page.getByText(texts.scheduled.replace('%{name}', 'Fevereiro').replace('%{moment}', '')).waitFor()
    await page.goto(`${server.address}/downloads`)
    await page
      .getByRole('listitem', { name: /Fevereiro/ })
      .getByText(/Todo dia · Ontem/)
      .waitFor()
  })

  it.each([375, 992, 1440])('have nothing serious for axe and nothing to scroll sideways at %i px', async (width) => {
    const { page } = browser
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.address}/downloads`)
    await page.getByRole('button', { name: /^Baixar/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await sidewaysPixels(page)).toBe(0)
  })

  it('are one step away in the menu of narrow screens', async () => {
    const { page } = browser
    await page.setViewportSize({ width: 375, height: 900 })
    await page.goto(`${server.address}/account`)
    await page.getByRole('button', { name: 'Abrir o menu' }).click()
    await page.getByRole('link', { name: texts.title }).click()
    await page.getByRole('heading', { name: texts.title }).waitFor()
  })

  it('leave the console empty', () => {
    expect(browser.complaints).toEqual([])
  })
})
