import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { reports as labels } from '#locales/pt/reports.ts'
import { resourcePages as texts } from '#locales/pt/resourcePages.ts'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildPartner,
  type BuiltRecord,
  partnerLevelId,
} from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import type { TestServer } from '#tests/support/server.ts'
import { seriousFindings } from './support/pageVisit.ts'
import { remoteClient } from './support/remoteClient.ts'
import { openSignedIn, type SignedIn } from './support/signedIn.ts'

const period = 'from=2026-02-01&to=2026-02-28'
const pages = Object.values(reports as Readonly<Record<string, Report>>).filter(({ path }) => path !== '/home')

let office: SignedIn
let server: TestServer
let api: Client
let browser: TestBrowser
let manager: BuiltRecord
let affiliates: BuiltRecord[]

/**
 * A manager with Ana, below it a promoter with Bia; Caio hangs on nobody. Bets of 100.10, 200.20 and 300.30, a deposit
 * each, in February 2026.
 */
async function makeActivity({ server, api }: Pick<SignedIn, 'server' | 'api'>): Promise<void> {
  const brand = await buildBrand(api, { name: 'Aurora' })
  const campaign = await buildCampaign(api, { brand: brand.id })
  manager = await buildPartner(api, { name: 'Norte' })
  const promoter = await buildPartner(api, {
    name: 'Litoral',
    partnerLevel: await partnerLevelId(api, 2),
    parent: manager.id,
  })
  affiliates = []
  const events: object[] = []
  for (const [index, [name, partner]] of (
    [
      ['Ana', manager.id],
      ['Bia', promoter.id],
      ['Caio', null],
    ] as const
  ).entries()) {
    const affiliate = await buildAffiliate(api, { name, partner, brands: [brand.id] })
    affiliates.push(affiliate)
    const { token } = await buildAction(api, { campaign: campaign.id, affiliate: affiliate.id })
    const event = {
      occurred_at: `2026-02-0${index + 1}T12:00:00Z`,
      player_ref: `p-${name}`,
      action_token: token,
      currency: 'BRL',
    }
    events.push(
      { ...event, event_id: `${name}-1`, type: 'bet', product: 'lotto', amount: `${(index + 1) * 100}.${index + 1}0` },
      { ...event, event_id: `${name}-2`, type: 'deposit', amount: '50.00' },
    )
  }
  const {
    body: { key },
  } = await api.post(`/api/brand/${brand.id}/ingest_key`, {})
  expect((await remoteClient(server.address, key).post('/ingest/events', events)).body).toMatchObject({ accepted: 6 })
}

beforeAll(async () => {
  office = await openSignedIn(makeActivity)
  ;({ server, api, browser } = office)
})
afterAll(() => office?.close())

describe('every report', () => {
  it.each(pages.map((report) => [report.path, report] as const))(
    'at %s opens by deep link and reload, with its total',
    async (path, report) => {
      const { page, complaints } = browser
      await page.goto(`${server.address}${path}?${period}`)
      await page
        .getByRole('heading', { level: 1, name: labels.reports[report.name as keyof typeof labels.reports].name })
        .waitFor()
      if (report.source !== 'entries') {
        await page.reload()
        await page.getByRole('row').filter({ hasText: texts.report.total }).last().waitFor()
        expect(await seriousFindings(page)).toEqual([])
      } else await page.getByText(labels.reports.paymentByAffiliate.empty).waitFor()
      expect(complaints).toEqual([])
    },
  )
})

describe('general report V2', () => {
  it('opens as a tree with the keyboard, and closes again', async () => {
    const { page } = browser
    await page.goto(`${server.address}/reports/general/v2/?${period}`)
    const names = () => page.locator('tbody th').allTextContents()
    await page.getByRole('button', { name: /Norte/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Litoral/ }).waitFor()
    expect(await names()).toEqual(['▾Norte', '▸Norte (direto)', '▸Litoral', '▸Sem parceiro'])
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: /Litoral/ }).waitFor({ state: 'detached' })
    expect(await names()).toEqual(['▸Norte', '▸Sem parceiro'])
  })

  it("shows one partner's subtree at its code's address", async () => {
    const { page } = browser
    await page.goto(`${server.address}/reports/general/v2/${String(manager['token'])}?${period}`)
    await page.getByRole('row').filter({ hasText: texts.report.total }).getByText('$300,30').first().waitFor()
    expect(await page.locator('tbody th').allTextContents()).toEqual(['▸Norte'])
  })
})

it('the workbook of a report says to the cent what its API says', async () => {
  const { page } = browser
  await page.goto(`${server.address}/reports/lottery?${period}`)
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.export.xlsx }).click(),
  ])
  const book = read(readFileSync(await download.path()))
  const lines = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!)
  const { body } = await api.get(`/api/report/lottery?${period}`)
  const column = `${labels.products.lotto} · ${labels.measures.turnover}`
  expect(lines.map((line) => line[column])).toEqual([
    ...body.rows.map((row: Record<string, number>) => row['lotto_turnover']),
    body.total.lotto_turnover,
  ])
  expect(body.total.lotto_turnover).toBe(600.6)
  await page.keyboard.press('Escape')
})

it('a view that was saved opens the same question again', async () => {
  const { page } = browser
  await page.goto(`${server.address}/reports/movement?${period}&product=lotto&sort=-turnover`)
  await page.getByRole('button', { name: texts.report.views }).click()
  const dialog = page.getByRole('dialog', { name: texts.report.views })
  await dialog.getByLabel(texts.savedFilters.name).fill('Loteria por turnover')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByRole('button', { name: 'Loteria por turnover', exact: true }).waitFor()
  await page.goto(`${server.address}/reports/movement`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${server.address}/reports/movement?${period}`)
  await page.getByRole('button', { name: texts.report.views }).click()
  await page.getByRole('button', { name: 'Loteria por turnover', exact: true }).click()
  await page.waitForURL(
    (url) =>
      url.searchParams.get('product') === 'lotto' &&
      url.searchParams.get('sort') === '-turnover' &&
      url.searchParams.get('from') === '2026-02-01',
  )
})

it("a visitor sees an affiliate's own numbers by its access key, which stays out of the address, and is told when a key opens nothing", async () => {
  const visitor = await openBrowser()
  try {
    const { page } = visitor
    await page.goto(`${server.address}/reports/affiliate/detail?${period}`)
    const field = page.getByRole('textbox', { name: texts.report.tokenAffiliate })
    await field.fill('nobody-has-this')
    await page.getByRole('button', { name: texts.report.show }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: texts.report.forgetToken }).click()
    const key = await buildAccessKey(api, 'affiliate', affiliates[1]!.id)
    await field.fill(key)
    await page.getByRole('button', { name: texts.report.show }).click()
    await page.getByRole('row').filter({ hasText: texts.report.total }).getByText('$200,20').first().waitFor()
    expect(page.url()).not.toContain(key)
    expect(await page.locator('tbody').textContent()).not.toContain('Bia')
    expect(visitor.complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
  } finally {
    await visitor.close()
  }
})
