import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import type { Client } from '../support/office.ts'
import { runServer } from '../support/server.ts'
import { signInOnPage } from './support/pageVisit.ts'
import {
  compileAtMostMs,
  copyProject,
  copySignIn as signIn,
  type Edit,
  type ProjectCopy,
} from './support/projectCopy.ts'
import { signInAt } from './support/remoteClient.ts'

/** What a product owner writes: one line and a place in the form, and a label a language. Nothing else is touched. */
const edits: readonly Edit[] = [
  ['resources/campaign.ts', 'import { reference, text }', 'import { money, reference, text }'],
  [
    'resources/campaign.ts',
    /(promoCode: text\(.*\n)/,
    "$1    budget: money({ min: 10, access: { read: ['financial'], write: ['financial'] } }),\n",
  ],
  [
    'resources/campaign.ts',
    "columns: ['name', 'brand', 'promoCode', 'createdAt']",
    "columns: ['name', 'brand', 'promoCode', 'budget', 'createdAt']",
  ],
  ['resources/campaign.ts', "promoCode: 'contains'", "promoCode: 'contains', budget: 'range'"],
  ['resources/campaign.ts', "['name', 'brand', 'promoCode'] }", "['name', 'brand', 'promoCode', 'budget'] }"],
  ['resources/company.ts', /(name: text\(.*\n)/, '$1    motto: text({ max: 20, search: true }),\n'],
  ['resources/company.ts', "identity: ['name'", "identity: ['name', 'motto'"],
]
const labels: readonly (readonly [language: string, budget: string, motto: string])[] = [
  ['pt', 'Orçamento', 'Lema'],
  ['en', 'Budget', 'Motto'],
  ['es', 'Presupuesto', 'Lema'],
]

describe('a product owner adds a field to two resources', () => {
  let copy: ProjectCopy
  let address: string
  let api: Client
  let browser: TestBrowser

  beforeAll(async () => {
    copy = await copyProject()
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
        expect(missing).toMatch(new RegExp(`locales/${language}/resources.ts.*\\n?.*budget`))
      for (const [language, budget, motto] of labels) {
        copy.edit(
          [`locales/${language}/resources.ts`, /promoCode: ('[^']*') \}/, `promoCode: $1, budget: '${budget}' }`],
          [`locales/${language}/resources.ts`, /(approvalAbove: '[^']*',)/, `motto: '${motto}', $1`],
        )
      }
      expect(copy.typeErrors('everything')).toBe('')
    },
    compileAtMostMs,
  )

  it('cannot start on a database of one’s own before the migration is made, and is told the command', async () => {
    const refused = runServer({ DATABASE_URL: copy.database.url, DEMO: '0' }, copy.folder)
    expect(await refused.ended).not.toBe(0)
    expect(refused.output()).toContain('npm run migration --')
    const made = copy.run(['src/tools/makeMigration.ts', 'campaign_budget'], { DATABASE_URL: copy.database.url })
    expect(made, made.output).toMatchObject({ status: 0 })
    const migrations = join(copy.folder, 'src/api/database/migrations')
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
    'finds the field in the API: written, checked, filtered, searched, guarded, documented, logged',
    async () => {
      ;({ address, api } = await copy.serve())
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

  it('finds it in the list, the filters, the form and the export', async () => {
    browser = await openBrowser()
    const { page } = browser
    await signInOnPage(page, { address, ...signIn })
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
})
