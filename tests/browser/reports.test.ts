import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { resourcePages as texts } from '#locales/pt/resourcePages.ts'
import { reports as labels } from '#locales/pt/reports.ts'
import type { TestBrowser } from '#tests/support/browser.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign } from '#tests/support/builders.ts'
import type { TestServer } from '#tests/support/server.ts'
import { seriousFindings, sidewaysPixels } from './support/pageVisit.ts'
import { remoteClient } from './support/remoteClient.ts'
import { openSignedIn, type SignedIn } from './support/signedIn.ts'

const period = 'from=2026-02-01&to=2026-02-28'
const path = `/reports/affiliate/activity?${period}`

let office: SignedIn
let server: TestServer
let browser: TestBrowser

/** Three affiliates of one brand, each with a bet a day for ten days of February 2026. */
async function makeActivity({ server, api }: Pick<SignedIn, 'server' | 'api'>): Promise<void> {
  const brand = await buildBrand(api, { name: 'Aurora' })
  const campaign = await buildCampaign(api, { brand: brand.id })
  const {
    body: { key },
  } = await api.post(`/api/brand/${brand.id}/ingest_key`, { name: 'test' })
  const events: object[] = []
  for (const [index, name] of ['Ana', 'Bia', 'Caio'].entries()) {
    const affiliate = await buildAffiliate(api, { name, brands: [brand.id] })
    const action = await buildAction(api, { campaign: campaign.id, affiliate: affiliate.id })
    const player_ref = `p-${name}`
    events.push({
      event_id: `${name}-r`,
      type: 'registration',
      occurred_at: '2026-02-01T08:00:00Z',
      player_ref,
      action_token: action['token'],
    })
    for (let day = 1; day <= 10; day += 1) {
      const occurred_at = `2026-02-${String(day).padStart(2, '0')}T12:00:00Z`
      events.push({
        event_id: `${name}-${day}`,
        type: 'bet',
        occurred_at,
        player_ref,
        product: 'bets',
        amount: `${(index + 1) * 100}.10`,
        currency: 'BRL',
      })
    }
  }
  const answer = await remoteClient(server.address, key).post('/ingest/events', events)
  expect(answer.body).toMatchObject({ accepted: 33, unattributed: 0 })
}

beforeAll(async () => {
  office = await openSignedIn(makeActivity)
  ;({ server, browser } = office)
})
afterAll(() => office?.close())

describe('the activity report', () => {
  it('totals to the cent, says what it covers, and is ordered as its address says', async () => {
    const { page } = browser
    await page.goto(`${server.address}${path}&sort=-bets_turnover`)
    const total = page.getByRole('row').filter({ hasText: texts.report.total })
    await total.getByText('$6.003,00').first().waitFor()
    expect(await page.locator('tbody th').allTextContents()).toEqual(['▸Caio', '▸Bia', '▸Ana'])
    await page.getByText('01/02/2026 – 28/02/2026 · Dias em UTC · Dados até 10/02/2026 12:00 UTC').waitFor()
  })

  it('opens an affiliate into its days, and a day into its links', async () => {
    const { page } = browser
    await page.goto(`${server.address}${path}`)
    await page.getByRole('button', { name: /Ana/ }).click()
    await page.getByRole('button', { name: /01\/02\/2026/ }).click()
    await page.locator('tbody tr').nth(2).locator('th').getByText(/./).waitFor()
    const cells = await page.locator('tbody tr').nth(2).locator('td').allTextContents()
    expect(cells).toContain('$100,10')
  })

  it('does not ask for a month or longer', async () => {
    const { page } = browser
    await page.goto(`${server.address}${path}`)
    await page.getByLabel(texts.report.to, { exact: true }).fill('01/03/2026')
    await page.getByText('o último dia pode ser 28/02/2026').waitFor()
    expect(new URL(page.url()).searchParams.get('to')).toBe('2026-02-28')
  })

  it('is exported as a workbook with what was asked for on its second sheet', async () => {
    const { page } = browser
    await page.goto(`${server.address}${path}`)
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: texts.export.xlsx }).click(),
    ])
    const book = read(readFileSync(await download.path()))
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!)
    const turnover = `${labels.products.bets} · ${labels.measures.turnover}`
    expect(rows.map((row) => row[turnover])).toEqual([1001, 2001, 3001, 6003])
    expect(utils.sheet_to_csv(book.Sheets[book.SheetNames[1]!]!)).toContain('01/02/2026 – 28/02/2026')
  })

  it.each([375, 992, 1440])('has nothing serious for axe and nothing to scroll sideways at %i px', async (width) => {
    const { page } = browser
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${server.address}${path}`)
    await page.getByRole('button', { name: /Ana/ }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await sidewaysPixels(page)).toBe(0)
  })

  it('leaves the console empty', () => {
    expect(browser.complaints).toEqual([])
  })
})
