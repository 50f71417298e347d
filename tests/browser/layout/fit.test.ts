import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildPartner,
  buildSubBrand,
  partnerLevelId,
} from '#tests/support/builders.ts'
import { beyondWindow, brokenWords, cutTables } from '../support/fit.ts'
import { openSignedIn, type SignedIn } from '../support/signedIn.ts'

let office: SignedIn

/** Names as people have them: the longest words of three pages that stood one letter a line. */
beforeAll(async () => {
  office = await openSignedIn(async ({ api }) => {
    const brand = await buildBrand(api, { name: 'Apostas Transcontinentais' })
    const campaign = await buildCampaign(api, { name: 'Brasileirão Classificatórias', brand: brand.id })
    const top = await buildPartner(api, { name: 'Horizonte Representações' })
    const below = await buildPartner(api, {
      name: 'Menezes Empreendimentos',
      parent: top.id,
      partnerLevel: await partnerLevelId(api, 2),
    })
    await buildSubBrand(api, { name: 'Nordeste Interestadual', brand: brand.id, partners: [top.id] })
    for (const name of ['Resenha Futebolística', 'Economia Compartilhada']) {
      const affiliate = await buildAffiliate(api, {
        name,
        brands: [brand.id],
        partner: below.id,
        paymentType: 'manual',
      })
      await buildAction(api, { name: `${name} Brasileirão`, campaign: campaign.id, affiliate: affiliate.id })
    }
  })
}, 300_000)
afterAll(() => office.close())

const looks = [
  { width: 375, layout: 'vertical' },
  { width: 992, layout: 'vertical' },
  { width: 992, layout: 'horizontal' },
  { width: 1440, layout: 'vertical' },
] as const
const pages = [
  '/registers/partner/hierarchy',
  '/registers/action/list',
  '/registers/affiliate/list',
  '/registers/partner/list',
  '/financial/affiliate/payment',
  '/financial/payment',
  '/home',
]

describe.each(looks)('at $width px, $layout', ({ width, layout }) => {
  it('no page scrolls sideways, no column is cut off, and every word is whole', async () => {
    const {
      api,
      browser: { page },
      server,
    } = office
    await api.put('/api/me/preferences', { layout: { layout } })
    await page.setViewportSize({ width, height: 900 })
    const found: unknown[] = []
    for (const path of pages) {
      await page.goto(`${server.address}${path}`)
      await page.locator('main h1').waitFor()
      await page.waitForFunction(
        () => !document.querySelector('main [aria-busy=true], main .MuiCircularProgress-root, main .MuiSkeleton-root'),
      )
      const { sideways } = await beyondWindow(page)
      // On a telephone an e-mail or a token is longer than its line: the names are what must be whole.
      const [words, cut] = [await brokenWords(page, width === 375 ? 8 : 2), await cutTables(page)]
      if (sideways > 0 || words.length > 0 || cut.length > 0) found.push({ path, sideways, words, cut })
    }
    expect(found).toEqual([])
    expect(office.browser.complaints).toEqual([])
  })
})

it('a page with little on it does not scroll, in both layouts', async () => {
  const {
    api,
    browser: { page },
    server,
  } = office
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const layout of ['horizontal', 'vertical']) {
    await api.put('/api/me/preferences', { layout: { layout } })
    await page.goto(`${server.address}/registers/company/list`)
    await page.locator('main tbody tr').first().waitFor()
    expect(await beyondWindow(page)).toEqual({ down: 0, sideways: 0 })
  }
})

it('what names a row stays in sight while its other columns are scrolled', async () => {
  const {
    api,
    browser: { page },
    server,
  } = office
  await api.put('/api/me/preferences', { layout: { layout: 'vertical' } })
  await page.setViewportSize({ width: 992, height: 900 })
  await page.goto(`${server.address}/registers/affiliate/list`)
  const name = page.locator('main tbody td.column-name').first()
  await name.waitFor()
  const scrolled = await page.locator('.RaDataTable-tableWrapper').evaluate((frame) => {
    frame.scrollLeft = 9_999
    return frame.scrollLeft
  })
  expect(scrolled).toBeGreaterThan(20)
  const [box, frame] = [await name.boundingBox(), await page.locator('.RaDataTable-tableWrapper').boundingBox()]
  expect(box!.x).toBeGreaterThanOrEqual(frame!.x - 1)
})
