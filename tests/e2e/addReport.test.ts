import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign } from '../support/builders.ts'
import type { Client } from '../support/office.ts'
import { signInOnPage } from './support/pageVisit.ts'
import {
  compileAtMostMs,
  copyProject,
  copySignIn as signIn,
  type Edit,
  type ProjectCopy,
} from './support/projectCopy.ts'
import { remoteClient, signInAt } from './support/remoteClient.ts'

/** What a product owner writes: a report, and a measure with its formula. */
const declaration = `import { defineReport, reportFilters } from '../../src/config/report.ts'

/** What each campaign brought. */
export const campaigns = defineReport({
  name: 'campaigns',
  path: '/reports/campaigns',
  openTo: ['session'],
  roles: ['campaign'],
  rows: ['campaign'],
  openInto: ['day'],
  measures: ['turnover', 'payout', 'payout_share', 'ngr'],
  filters: reportFilters,
  chart: 'turnover',
})
`
const edits: readonly Edit[] = [
  ['resources/reports/index.ts', 'import { cpa }', "import { campaigns } from './campaigns.ts'\nimport { cpa }"],
  ['resources/reports/index.ts', '  cpa,\n', '  campaigns,\n  cpa,\n'],
  [
    'resources/measures.ts',
    /(formulas = \{\n)/,
    "$1  payout_share: defineMeasure({ unit: 'ratio', formula: 'payout / turnover' }),\n",
  ],
]
const labels = [
  ['pt', 'Resumo de campanhas', 'Parte paga'],
  ['en', 'Campaigns', 'Payout share'],
  ['es', 'Resumen de campañas', 'Parte pagada'],
] as const

describe('a product owner adds a report and a measure', () => {
  let copy: ProjectCopy
  let address: string
  let api: Client
  let browser: TestBrowser

  beforeAll(async () => {
    copy = await copyProject()
    writeFileSync(join(copy.folder, 'resources/reports/campaigns.ts'), declaration)
    copy.edit(...edits)
  })
  afterAll(async () => {
    await browser?.close()
    await copy?.remove()
  })

  it(
    'is told by the compiler which labels are missing, and where',
    () => {
      const missing = copy.typeErrors('labels')
      for (const [language] of labels)
        expect(missing).toMatch(new RegExp(`locales/${language}/reports.ts[\\s\\S]*(campaigns|payout_share)`))
      for (const [language, name, measure] of labels) {
        const file = `locales/${language}/reports.ts`
        copy.edit(
          [file, /\n( +)cpa: \{/, `\n$1campaigns: { name: '${name}', empty: '${name}.' },\n$1cpa: {`],
          [file, /margin: '/, `payout_share: '${measure}', margin: '`],
        )
      }
      expect(copy.typeErrors('everything')).toBe('')
    },
    compileAtMostMs,
  )

  it(
    'finds it in the API, for whoever holds its role, and in the OpenAPI document',
    async () => {
      ;({ address, api } = await copy.serve())
      const brand = await buildBrand(api)
      const campaign = await buildCampaign(api, { name: 'Primavera', brand: brand.id })
      const { token } = await buildAction(api, {
        campaign: campaign.id,
        affiliate: (await buildAffiliate(api, { brands: [brand.id] })).id,
      })
      const {
        body: { key },
      } = await api.post(`/api/brand/${brand.id}/ingest_key`, {})
      const event = {
        occurred_at: '2026-02-03T12:00:00Z',
        player_ref: 'p',
        action_token: token,
        product: 'bets',
        currency: 'BRL',
      }
      await remoteClient(address, key).post('/ingest/events', [
        { ...event, event_id: '1', type: 'bet', amount: '400.00' },
        { ...event, event_id: '2', type: 'win', amount: '100.10' },
      ])
      const { body } = await api.get('/api/report/campaigns?from=2026-02-01&to=2026-02-28')
      expect(body.rows).toMatchObject([
        {
          campaign: campaign.id,
          campaign_name: 'Primavera',
          turnover: 400,
          payout: 100.1,
          payout_share: 25.03,
          ngr: 299.9,
        },
      ])
      expect(body.total).toEqual({ turnover: 400, payout: 100.1, payout_share: 25.03, ngr: 299.9 })
      await api.post('/api/user', {
        name: 'Staff',
        email: 'staff@example.com',
        password: signIn.password,
        passwordConfirmation: signIn.password,
        company: brand['company'],
        allowedBrands: [brand.id],
        roles: ['affiliate'],
      })
      const staff = await signInAt(address, { email: 'staff@example.com', password: signIn.password })
      expect((await staff.get('/api/report/campaigns?from=2026-02-01&to=2026-02-28')).status).toBe(403)
      expect(JSON.stringify((await api.get('/openapi.json')).body)).toContain('**campaigns** by campaign')
    },
    compileAtMostMs,
  )

  it('finds it as a page with its table, among the other reports, in the search and in the export', async () => {
    browser = await openBrowser()
    const { page } = browser
    await signInOnPage(page, { address, ...signIn })
    await page.goto(`${address}/reports/cpa?from=2026-02-01&to=2026-02-28`)
    await page.getByRole('button', { name: 'Outros relatórios' }).click()
    await page.getByRole('menuitem', { name: 'Resumo de campanhas' }).click()
    await page.getByRole('heading', { level: 1, name: 'Resumo de campanhas' }).waitFor()
    await page.getByRole('columnheader', { name: 'Parte paga' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Primavera' }).getByText('25,03%').waitFor()
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toMatch(
      /"Campanha","Turnover","Prêmios","Parte paga","NGR"[\s\S]*Primavera/,
    )
    await page.goto(`${address}/home`)
    await page.locator('#main-content h1').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Resumo de camp')
    await page.getByRole('option', { name: /Resumo de campanhas/ }).waitFor()
    expect(browser.complaints).toEqual([])
  })
})
