import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import type { Client } from '../support/office.ts'
import { signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'
import { runServer, startAtMostMs, type ServerRun } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')
const signIn = { email: 'root@example.com', password: 'Correct-Horse-9' }

/** What a product owner writes: one line and a place in the form, and a label a language. Nothing else is touched. */
const edits: readonly [file: string, before: string | RegExp, after: string][] = [
  ['resources/campaign.ts', "import { reference, text }", "import { money, reference, text }"],
  ['resources/campaign.ts', /(promoCode: text\(.*\n)/, "$1    budget: money({ min: 10, access: { read: ['financial'], write: ['financial'] } }),\n"],
  ['resources/campaign.ts', "columns: ['name', 'brand', 'promoCode', 'createdAt']", "columns: ['name', 'brand', 'promoCode', 'budget', 'createdAt']"],
  ['resources/campaign.ts', "promoCode: 'contains'", "promoCode: 'contains', budget: 'range'"],
  ['resources/campaign.ts', "['name', 'brand', 'promoCode'] }", "['name', 'brand', 'promoCode', 'budget'] }"],
  ['resources/company.ts', /(name: text\(.*\n)/, "$1    motto: text({ max: 20, search: true }),\n"],
  ['resources/company.ts', "identity: ['name']", "identity: ['name', 'motto']"],
]
const labels: readonly (readonly [language: string, budget: string, motto: string])[] = [['pt', 'Orçamento', 'Lema'], ['en', 'Budget', 'Motto'], ['es', 'Presupuesto', 'Lema']]

function edit(folder: string, file: string, before: string | RegExp, after: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const edited = text.replace(before, after)
  expect(edited, `${file} has ${before}`).not.toBe(text)
  writeFileSync(path, edited)
}

function run(folder: string, program: string, args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment } })
  return { status, output: `${stdout}${stderr}` }
}

describe('a product owner adds a field to two resources', () => {
  let folder: string
  let testDatabase: TestDatabase
  let server: ServerRun
  let address: string
  let api: Client
  let browser: TestBrowser

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'add-field-'))
    const copied = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'src', 'resources', 'locales', 'themes', 'tests']
    for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const [file, before, after] of edits) edit(folder, file, before, after)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await testDatabase?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is told by the compiler which labels are missing, and where', () => {
    const { status, output } = run(folder, process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'])
    expect(status).not.toBe(0)
    for (const [language] of labels) expect(output).toMatch(new RegExp(`locales/${language}/resources.ts.*\\n?.*budget`))
    for (const [language, budget, motto] of labels) {
      edit(folder, `locales/${language}/resources.ts`, /promoCode: ('[^']*') \}/, `promoCode: $1, budget: '${budget}' }`)
      edit(folder, `locales/${language}/resources.ts`, /(approvalAbove: '[^']*' \},)/, `motto: '${motto}', $1`)
    }
    expect(run(folder, process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit']).output).toBe('')
  })

  it('cannot start on a database of one’s own before the migration is made, and is told the command', async () => {
    testDatabase = await createTestDatabase()
    const refused = runServer({ DATABASE_URL: testDatabase.url, DEMO: '0' }, folder)
    expect(await refused.ended).not.toBe(0)
    expect(refused.output()).toContain('npm run migration --')
    const made = run(folder, process.execPath, ['src/tools/makeMigration.ts', 'campaign_budget'], { DATABASE_URL: testDatabase.url })
    expect(made, made.output).toMatchObject({ status: 0 })
    const file = readdirSync(join(folder, 'src/api/database/migrations')).find((name) => name.endsWith('campaign_budget.sql'))!
    const sql = readFileSync(join(folder, 'src/api/database/migrations', file), 'utf8')
    expect(sql).toMatch(/campaign"? ADD COLUMN IF NOT EXISTS "?budget"? numeric\(18,2\)/i)
    expect(sql).toMatch(/company"? ADD COLUMN IF NOT EXISTS "?motto"? text/i)
  })

  it('finds the field in the API: written, checked, filtered, searched, guarded, documented, logged', async () => {
    expect(run(folder, process.execPath, ['node_modules/vite/bin/vite.js', 'build']).status).toBe(0)
    server = runServer({ DATABASE_URL: testDatabase.url, DEMO: '0', ROOT_EMAIL: signIn.email, ROOT_PASSWORD: signIn.password, LOG_LEVEL: 'error' }, folder)
    address = await eventually(() => server.address(), { withinMs: startAtMostMs, what: () => server.output() })
    api = await signInAt(address, signIn)
    const company = (await api.post('/api/company', { name: 'Acme', motto: 'Onwards' })).body
    expect((await api.get(`/api/company?filter=${encodeURIComponent('{"q":"onwa"}')}`)).body).toMatchObject([{ id: company.id, motto: 'Onwards' }])
    const brand = (await api.post('/api/brand', { name: 'Acme Bets', site: 'https://acme.example.com', company: company.id })).body
    expect((await api.post('/api/campaign', { name: 'Spring', brand: brand.id, budget: 5 })).body).toMatchObject({ errors: { budget: 'Must be 10 or more' } })
    const campaign = (await api.post('/api/campaign', { name: 'Spring', brand: brand.id, budget: 1500.5 })).body
    expect(campaign.budget).toBe(1500.5)
    expect((await api.get(`/api/campaign?filter=${encodeURIComponent('{"budget_gte":2000}')}`)).body).toEqual([])
    expect((await api.get(`/api/campaign?filter=${encodeURIComponent('{"budget_gte":1000}')}`)).body).toHaveLength(1)
    expect(JSON.stringify((await api.get('/openapi.json')).body)).toContain('"budget"')
    const log = (await api.get(`/api/activityLog?filter=${encodeURIComponent('{"object":"campaign"}')}`)).body
    expect(log[0].changes).toContainEqual({ field: 'budget', before: null, after: 1500.5 })

    await api.post('/api/user', { name: 'Staff', email: 'staff@example.com', password: signIn.password, passwordConfirmation: signIn.password, company: company.id, allowedBrands: [brand.id], roles: ['campaign'] })
    const staff = await signInAt(address, { email: 'staff@example.com', password: signIn.password })
    expect((await staff.get(`/api/campaign/${campaign.id}`)).body).not.toHaveProperty('budget')
    expect((await staff.put(`/api/campaign/${campaign.id}`, { budget: 20 })).status).toBe(403)
    expect((await staff.get(`/api/campaign?filter=${encodeURIComponent('{"budget_gte":1}')}`)).status).toBe(400)
  }, 180_000)

  it('finds it in the list, the filters, the form and the export', async () => {
    browser = await openBrowser()
    const { page } = browser
    await signInOnPage(page, { address, ...signIn })
    await page.goto(`${address}/registers/campaign/list`)
    await page.getByRole('columnheader', { name: 'Orçamento' }).waitFor()
    await page.getByRole('cell', { name: '1.500,50' }).waitFor()
    await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    await page.getByRole('dialog', { name: 'Filtros' }).getByRole('group', { name: 'Orçamento' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Exportar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Exportar' })
    await dialog.getByLabel('CSV').check()
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Exportar' }).click()])
    expect(readFileSync((await download.path())!, 'utf8')).toMatch(/Orçamento[\s\S]*1500[.,]5/)
    await page.goto(`${address}/registers/campaign/create`)
    await page.getByLabel('Orçamento').fill('5')
    await page.getByLabel('Orçamento').blur()
    await page.getByText('Deve ser 10 ou mais').waitFor()
    expect(browser.complaints).toEqual([])
  })
})
