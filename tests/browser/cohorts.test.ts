import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as onDemand from '#locales/pt/onDemand.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign } from '#tests/support/builders.ts'
import { seriousFindings } from './support/pageVisit.ts'
import { remoteClient } from './support/remoteClient.ts'
import { openSignedIn, type SignedIn } from './support/signedIn.ts'

let office: SignedIn
const address = '/reports/cohorts?from=2026-01-01&to=2026-03-31'

/** A player of January that bets in January and March, and one of February; a bet of nobody who registered. */
async function makeActivity({ server, api }: Pick<SignedIn, 'server' | 'api'>): Promise<void> {
  const brand = await buildBrand(api, { name: 'Aurora' })
  const campaign = await buildCampaign(api, { brand: brand.id })
  const affiliate = await buildAffiliate(api, { name: 'Ana', brands: [brand.id] })
  const { token } = await buildAction(api, { campaign: campaign.id, affiliate: affiliate.id })
  const event = (type: string, day: string, player: string, amount?: string) => ({
    event_id: `${type}-${day}-${player}`,
    type,
    occurred_at: `${day}T12:00:00Z`,
    player_ref: player,
    action_token: token,
    ...(type === 'bet' ? { product: 'bets', amount } : {}),
  })
  const {
    body: { key },
  } = await api.post(`/api/brand/${brand.id}/ingest_key`, {})
  const answer = await remoteClient(server.address, key).post('/ingest/events', [
    event('registration', '2026-01-10', 'one'),
    event('bet', '2026-01-11', 'one', '100.10'),
    event('bet', '2026-03-02', 'one', '20.20'),
    event('registration', '2026-02-05', 'two'),
    event('bet', '2026-02-06', 'two', '7.00'),
    event('bet', '2026-02-07', 'three', '1.00'),
  ])
  expect(answer.body).toMatchObject({ accepted: 6 })
}

beforeAll(async () => {
  office = await openSignedIn(makeActivity)
})
afterAll(() => office?.close())

describe('the page of cohorts', () => {
  it('is a map of months whose cells open into what they are made of, to the cent', async () => {
    const { server, browser } = office
    const { page, complaints } = browser
    await page.goto(`${server.address}${address}`)
    await page.getByRole('row', { name: /^01\/2026/ }).waitFor()
    const texts = await page.locator('tbody tr').allInnerTexts()
    expect(texts.map((text) => text.trim().split(/\s+/).join(' '))).toEqual([
      '02/2026 $7,00 1 – $7,00 $0,00',
      '01/2026 $120,30 1 – $100,10 $0,00 $20,20',
      'Sem coorte $1,00',
      'Total $128,30',
    ])
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: /Coorte 01\/2026, mês 2/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row', { name: /Ana/ }).waitFor()
    expect(await dialog.locator('tbody tr').allInnerTexts()).toEqual(['Ana\t$20,20', 'Total\t$20,20'])
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(complaints).toEqual([])
  })

  it('tells months added up, and the same rows as a table that is exported', async () => {
    const { server, browser } = office
    const { page, complaints } = browser
    await page.goto(`${server.address}${address}`)
    await page.getByRole('button', { name: onDemand.cohorts.modes.cumulative }).click()
    await page
      .getByRole('row', { name: /^01\/2026/ })
      .getByText('$120,30')
      .nth(1)
      .waitFor()
    await page.getByRole('button', { name: onDemand.cohorts.layouts.list }).click()
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})
