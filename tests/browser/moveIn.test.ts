import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { utils, write } from 'xlsx'
import { addDays } from '#engine/values/calendar.ts'
import * as onDemand from '#locales/pt/onDemand.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { resources } from '#locales/pt/resources.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { builtPassword, buildUser, homeCompany } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { seriousFindings, sidewaysPixels, signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'

const { migration, imports, feeds } = onDemand
const affiliates = Array.from({ length: 20 }, (_, place) => ({ id: 2001 + place, name: `Afiliada ${place + 1} Souza` }))
/** The month that the other system still paid: the one before this. */
const lastDay = addDays(`${new Date().toISOString().slice(0, 7)}-01`, -1)
const [year, month] = lastDay.split('-') as [string, string]
const days = Array.from({ length: Number(lastDay.slice(8)) }, (_, place) => String(place + 1).padStart(2, '0'))
const rows = days.length * affiliates.length
const firstHere = addDays(lastDay, 1).split('-').toReversed().join('/')
const csv = (table: readonly (readonly (string | number)[])[]) =>
  Buffer.from(`\uFEFF${table.map((row) => row.join(',')).join('\r\n')}\r\n`)

/** Files as another system writes them: in English, the month first, with sums below the tables. */
const files = {
  affiliates: csv([
    ['Affiliate ID', 'User Name', 'First Name', 'Last Name', 'Email', 'Country', 'Status', 'Registration Date'],
    ...affiliates.map(({ id, name }) => {
      const [first, ...last] = name.split(' ')
      return [id, `user${id}`, first!, last.join(' '), `${id}@old.example`, 'Brazil', 'Approved', '01/15/2025']
    }),
    ['Total', 20, '', '', '', '', '', ''],
  ]),
  links: csv([
    ['Tracking Code', 'Link Name', 'Affiliate ID'],
    ...affiliates.map(({ id, name }) => [`trk-${id}`, `Site of ${name}`, id]),
  ]),
  totals: csv([
    ['Date', 'Affiliate ID', 'Tracking Code', 'Visitors', 'Registrations', 'FTD', 'Deposits', 'Volume', 'PL', 'Net PL'],
    ...days.flatMap((day) =>
      affiliates.map(({ id }) => [
        `${month}/${day}/${year}`,
        id,
        `trk-${id}`,
        30,
        3,
        1,
        '50.00',
        '"1,200.00"',
        '40.00',
        '35.50',
      ]),
    ),
    ['Total', '', '', 30 * rows, 3 * rows, rows, '', '', '', ''],
  ]),
  payments: csv([
    ['Payment ID', 'Date', 'Affiliate ID', 'Gross', 'Net', 'Status', 'Method'],
    ...affiliates.map(({ id }) => [id + 7_000, `${month}/20/${year}`, id, '"1,050.00"', '"1,050.00"', 'Paid', 'Wire']),
  ]),
  balances: workbook([
    ['Affiliate ID', 'Balance (BRL)', 'Negative carryover'],
    ...affiliates.map(({ id }, place) => (place === 3 ? [id, 0, -55.5] : [id, 100.25, 0])),
    ['Total', 1_904.75, -55.5],
  ]),
}

function workbook(table: readonly (readonly (string | number)[])[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(table as (string | number)[][]), 'Balances')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

let server: TestServer
let root: Client
const browsers: TestBrowser[] = []
beforeAll(async () => {
  server = await startTestServer()
  root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
})
afterAll(async () => {
  for (const browser of browsers) await browser.close()
  await server?.stop()
})

async function signedIn(email: string, password: string, width?: number): Promise<TestBrowser> {
  const browser = await openBrowser(width === undefined ? {} : { width })
  browsers.push(browser)
  await signInOnPage(browser.page, { address: server.address, email, password })
  return browser
}
const asRoot = () => signedIn(server.rootEmail, server.rootPassword)
const step = (page: Page, name: keyof typeof migration.steps): Locator =>
  page
    .locator('#main-content ol > li')
    .filter({ has: page.getByRole('heading', { name: migration.steps[name].title }) })
const count = (text: string, number: number) => text.replace('%{count}', String(number))
const put = (within: Locator, name: string, buffer: Buffer) =>
  within.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

/** Chooses a file of a step, has it checked and imports all of its rows. */
async function importAll(page: Page, name: 'affiliates' | 'links' | 'past', buffer: Buffer): Promise<void> {
  await step(page, name).getByRole('button', { name: resourcePages.actions.import }).click()
  const dialog = page.getByRole('dialog')
  await put(dialog, `${name}.csv`, buffer)
  await dialog.getByRole('button', { name: count(imports.begin, affiliates.length), exact: true }).click()
  await dialog.getByText(imports.done).waitFor()
  await dialog.getByRole('button', { name: resourcePages.actions.close }).click()
  await step(page, name).getByText(count(migration.done, affiliates.length)).waitFor()
}

describe('a move from a system that is all one knows, from its page alone', () => {
  let address: string
  let colleague: TestBrowser

  it('begins with a brand and the first day here', async () => {
    const { page, complaints } = await asRoot()
    await page.goto(`${server.address}/management/migration`)
    await page.getByRole('combobox', { name: migration.kit }).click()
    await page.getByRole('option', { name: 'Cellxpert' }).click()
    await page.getByRole('button', { name: migration.newBrand }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(resources.brand.fields.name).fill('Casa Nova')
    await dialog.getByLabel(resources.brand.fields.site).fill('https://casa-nova.example')
    await dialog.getByRole('combobox', { name: resources.brand.fields.company }).click()
    await page.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click()
    await page.waitForURL(/brand=\d+/)
    const start = step(page, 'start')
    await start.getByRole('button', { name: resources.company.fields.movedInOn }).click()
    await dialog.getByRole('textbox', { name: resources.company.fields.movedInOn }).fill(firstHere)
    await dialog.getByRole('button', { name: 'Salvar', exact: true }).click()
    await start.getByText(firstHere).waitFor()
    expect([await seriousFindings(page), complaints]).toEqual([[], []])
    address = page.url()
  })

  it('goes on with a colleague, who brings affiliates, links, activity and payments of the past', async () => {
    const brand = Number(new URL(address).searchParams.get('brand'))
    const { email } = await buildUser(root, {
      company: await homeCompany(root),
      allowedBrands: [brand],
      roles: ['affiliate', 'brand', 'campaign', 'action', 'financial', 'entryByAffiliate', 'paymentByAffiliate'],
    })
    colleague = await signedIn(email as string, builtPassword)
    const { page, complaints } = colleague
    await page.goto(address)
    await importAll(page, 'affiliates', files.affiliates)
    const campaign = step(page, 'links').getByRole('combobox', { name: migration.campaign })
    await campaign.fill('Mudança')
    await page.getByRole('option', { name: /Mudança/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click()
    await page.waitForURL(/campaign=\d+/)
    await importAll(page, 'links', files.links)
    const totals = step(page, 'totals')
    await put(totals, 'totals.csv', files.totals)
    await totals.getByRole('button', { name: feeds.check }).click()
    await totals.getByRole('button', { name: feeds.import, exact: true }).click()
    await totals.getByText(feeds.states.imported, { exact: true }).waitFor()
    await totals.getByText(feeds.control.equal).waitFor()
    await importAll(page, 'past', files.payments)
    expect(complaints).toEqual([])
    const visit = await fetch(`${server.address}/t/TRK-2001.`, { redirect: 'manual' })
    expect([visit.status, new URL(visit.headers.get('location')!).host]).toEqual([302, 'casa-nova.example'])
  })

  it('has the balances approved by another person, and months that are equal', async () => {
    const { page } = colleague
    const balances = step(page, 'balances')
    await put(balances, 'balances.xlsx', files.balances)
    await balances.getByText(migration.opening.would).waitFor()
    await balances.getByText(/2004: .*55,50/).waitFor()
    await balances.getByRole('button', { name: migration.opening.propose }).click()
    await balances.getByText(migration.opening.waits).waitFor()
    const { page: other, complaints } = await asRoot()
    await other.goto(address)
    const theirs = step(other, 'balances')
    await theirs.getByText(/1\.904,75/).waitFor()
    await theirs.getByRole('button', { name: migration.opening.approve }).click()
    await theirs.getByText(migration.opening.approved).waitFor()
    const control = step(other, 'control')
    await control.getByRole('button', { name: migration.stated.paste }).click()
    const dialog = other.getByRole('dialog')
    await dialog
      .getByLabel(migration.stated.table)
      .fill(`Month\tRegistrations\tFTD\tNet PL\n${year}-${month}\t${3 * rows}\t${rows}\t${(35.5 * rows).toFixed(2)}`)
    await dialog.getByRole('button', { name: 'Salvar', exact: true }).click()
    await control.getByText(feeds.control.equal).waitFor()
    expect([await seriousFindings(other), complaints]).toEqual([[], []])
    const owed = (await root.get('/api/entry?sort=["id","ASC"]&range=[0,49]&filter={"status":"pending"}')).body
    expect(owed).toHaveLength(20)
    expect(new Set(owed.map(({ day }: { day: string }) => day))).toEqual(new Set([lastDay]))
  })

  it('is read on a telephone', async () => {
    const { page } = await signedIn(server.rootEmail, server.rootPassword, 375)
    await page.goto(address)
    await step(page, 'control').getByText(feeds.control.equal).waitFor()
    expect(await sidewaysPixels(page)).toBe(0)
  })
})
