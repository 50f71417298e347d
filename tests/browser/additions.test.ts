import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { runServer } from '#tests/support/server.ts'
import { signInOnPage } from './support/pageVisit.ts'
import {
  compileAtMostMs,
  copyProject,
  copySignIn as signIn,
  type Edit,
  type ProjectCopy,
} from './support/projectCopy.ts'
import { remoteClient, signInAt } from './support/remoteClient.ts'

/** A field: one line and a place in the form, and a label a language. Nothing else is touched. */
const fieldEdits: readonly Edit[] = [
  ['resources/campaign.ts', 'import { computed, date, reference', 'import { computed, date, money, reference'],
  [
    'resources/campaign.ts',
    /(promoCode: text\(.*\n)/,
    "$1    budget: money({ min: 10, access: { read: ['financial'], write: ['financial'] } }),\n",
  ],
  [
    'resources/campaign.ts',
    "columns: ['name', 'brand', 'promoCode', 'isSuspended'",
    "columns: ['name', 'brand', 'promoCode', 'budget', 'isSuspended'",
  ],
  ['resources/campaign.ts', "promoCode: 'contains'", "promoCode: 'contains', budget: 'range'"],
  ['resources/campaign.ts', "'promoCode'], ending", "'promoCode', 'budget'], ending"],
  ['resources/company.ts', /(name: text\(.*\n)/, '$1    motto: text({ max: 20, search: true }),\n'],
  ['resources/company.ts', "identity: ['name'", "identity: ['name', 'motto'"],
]
const fieldLabels: readonly (readonly [language: string, budget: string, motto: string])[] = [
  ['pt', 'Orçamento', 'Lema'],
  ['en', 'Budget', 'Motto'],
  ['es', 'Presupuesto', 'Lema'],
]

/** A report, and a measure with its formula. */
const declaration = `import { defineReport, reportFilters } from '#engine/declaration/report.ts'

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
const reportEdits: readonly Edit[] = [
  ['resources/reports/index.ts', 'import { cpa }', "import { campaigns } from './campaigns.ts'\nimport { cpa }"],
  ['resources/reports/index.ts', '  cpa,\n', '  campaigns,\n  cpa,\n'],
  [
    'resources/measures.ts',
    /(formulas = \{\n)/,
    "$1  payout_share: defineMeasure({ unit: 'ratio', formula: 'payout / turnover' }),\n",
  ],
]
const reportLabels = [
  ['pt', 'Resumo de campanhas', 'Parte paga'],
  ['en', 'Campaigns', 'Payout share'],
  ['es', 'Resumen de campañas', 'Parte pagada'],
] as const

/** Both in one copy of the project: compiling, building and starting it takes far longer than looking at what came of it. */
describe('a product owner adds a field to two resources, a report and a measure', () => {
  let copy: ProjectCopy
  let address: string
  let api: Client
  let browser: TestBrowser

  beforeAll(async () => {
    copy = await copyProject()
    writeFileSync(join(copy.folder, 'resources/reports/campaigns.ts'), declaration)
    copy.edit(...fieldEdits, ...reportEdits)
  })
  afterAll(async () => {
    await browser?.close()
    await copy?.remove()
  })

  it(
    'is told by the compiler which labels are missing, and where',
    () => {
      const missing = copy.typeErrors('labels')
      for (const [language] of fieldLabels) {
        expect(missing).toMatch(new RegExp(`locales/${language}/resources.ts.*\\n?.*budget`))
        expect(missing).toMatch(new RegExp(`locales/${language}/reports.ts[\\s\\S]*(campaigns|payout_share)`))
      }
      for (const [language, budget, motto] of fieldLabels) {
        copy.edit(
          [
            `locales/${language}/resources.ts`,
            /(\n {2}campaign: \{[\s\S]*?)endsOn: '/,
            `$1budget: '${budget}', endsOn: '`,
          ],
          [`locales/${language}/resources.ts`, /(approvalAbove: '[^']*',)/, `motto: '${motto}', $1`],
        )
      }
      for (const [language, name, measure] of reportLabels) {
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

  it('cannot start on a database of one’s own before the migration is made, and is told the command', async () => {
    const refused = runServer({ DATABASE_URL: copy.database.ownerUrl, DEMO: '0' }, copy.folder)
    expect(await refused.ended).not.toBe(0)
    expect(refused.output()).toContain('npm run migration --')
    const made = copy.run(['src/cli/makeMigration.ts', 'campaign_budget'], {
      // It compares with a database that it makes for itself.
      DATABASE_URL: inject('databaseServerUrl'),
    })
    expect(made, made.output).toMatchObject({ status: 0 })
    const migrations = join(copy.folder, 'src/migrations')
    const sql = readFileSync(
      join(
        migrations,
        readdirSync(migrations).find((name) => name.endsWith('campaign_budget.sql'))!,
      ),
      'utf8',
    )
    expect(sql).toMatch(/campaign"? ADD COLUMN IF NOT EXISTS "?budget"? numeric\(18,2\)/i)
    expect(sql).toMatch(/company"? ADD COLUMN IF NOT EXISTS "?motto"? text/i)
  })

  it(
    'serves what was added',
    async () => {
      ;({ address, api } = await copy.serve())
      browser = await openBrowser()
      await signInOnPage(browser.page, { address, ...signIn })
    },
    compileAtMostMs,
  )

  it(
    'finds the field in the API: written, checked, filtered, searched, guarded, documented, logged',
    async () => {
      const company = (await api.post('/api/company', { name: 'Acme', motto: 'Onwards' })).body
      expect((await api.get(`/api/company?filter=${encodeURIComponent('{"q":"onwa"}')}`)).body).toMatchObject([
        { id: company.id, motto: 'Onwards' },
      ])
      const brand = (
        await api.post('/api/brand', { name: 'Acme Bets', site: 'https://acme.example.com', company: company.id })
      ).body
      expect((await api.post('/api/campaign', { name: 'Spring', brand: brand.id, budget: 5 })).body).toMatchObject({
        errors: { budget: 'Must be 10 or more' },
      })
      const campaign = (await api.post('/api/campaign', { name: 'Spring', brand: brand.id, budget: 1500.5 })).body
      expect(campaign.budget).toBe(1500.5)
      expect((await api.get(`/api/campaign?filter=${encodeURIComponent('{"budget_gte":2000}')}`)).body).toEqual([])
      expect((await api.get(`/api/campaign?filter=${encodeURIComponent('{"budget_gte":1000}')}`)).body).toHaveLength(1)
      expect(JSON.stringify((await api.get('/openapi.json')).body)).toContain('"budget"')
      const log = (await api.get(`/api/activityLog?filter=${encodeURIComponent('{"object":"campaign"}')}`)).body
      expect(log[0].changes).toContainEqual({ field: 'budget', before: null, after: 1500.5 })

      await api.post('/api/user', {
        name: 'Staff',
        email: 'staff@example.com',
        password: signIn.password,
        passwordConfirmation: signIn.password,
        company: company.id,
        allowedBrands: [brand.id],
        roles: ['campaign'],
      })
      const staff = await signInAt(address, { email: 'staff@example.com', password: signIn.password })
      expect((await staff.get(`/api/campaign/${campaign.id}`)).body).not.toHaveProperty('budget')
      expect((await staff.put(`/api/campaign/${campaign.id}`, { budget: 20 })).status).toBe(403)
      expect((await staff.get(`/api/campaign?filter=${encodeURIComponent('{"budget_gte":1}')}`)).status).toBe(400)
    },
    compileAtMostMs,
  )

  it('finds the field in the list, the filters, the form and the export', async () => {
    const { page } = browser
    await page.goto(`${address}/registers/campaign/list`)
    await page.getByRole('columnheader', { name: 'Orçamento' }).waitFor()
    await page.getByRole('cell', { name: '1.500,50' }).waitFor()
    await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    await page.getByRole('dialog', { name: 'Filtros' }).getByRole('group', { name: 'Orçamento', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Exportar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Exportar' })
    await dialog.getByLabel('CSV').check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Exportar' }).click(),
    ])
    expect(readFileSync((await download.path())!, 'utf8')).toMatch(/Orçamento[\s\S]*1500[.,]5/)
    await page.goto(`${address}/registers/campaign/create`)
    await page.getByLabel('Orçamento').fill('5')
    await page.getByLabel('Orçamento').blur()
    await page.getByText('Deve ser 10 ou mais').waitFor()
    expect(browser.complaints).toEqual([])
  })

  it(
    'finds the report in the API, for whoever holds its role, and in the OpenAPI document',
    async () => {
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
        email: 'reader@example.com',
        password: signIn.password,
        passwordConfirmation: signIn.password,
        company: brand['company'],
        allowedBrands: [brand.id],
        roles: ['affiliate'],
      })
      const staff = await signInAt(address, { email: 'reader@example.com', password: signIn.password })
      expect((await staff.get('/api/report/campaigns?from=2026-02-01&to=2026-02-28')).status).toBe(403)
      expect(JSON.stringify((await api.get('/openapi.json')).body)).toContain('**campaigns** by campaign')
    },
    compileAtMostMs,
  )

  it('finds the report as a page with its table, among the other reports, in the search and in the export', async () => {
    const { page } = browser
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
      /"Campanha","Turnover","Prêmios pagos","Parte paga","NGR"[\s\S]*Primavera/,
    )
    await page.goto(`${address}/home`)
    await page.locator('#main-content h1').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Resumo de camp')
    await page.getByRole('option', { name: /Resumo de campanhas/ }).waitFor()
    expect(browser.complaints).toEqual([])
  })
})
