import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '#locales/pt/pages.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { buildBrand } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { signInOnPage } from '../support/pageVisit.ts'
import { signInAt } from '../support/remoteClient.ts'

let server: TestServer
const list = () => `${server.address}/registers/brand/list`
const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts()

beforeAll(async () => {
  server = await startTestServer()
  const root = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
  await root.put('/api/me/preferences', { language: 'pt' })
  await buildBrand(root, { name: 'Kept Brand' })
  await buildBrand(root, { name: 'Other Brand' })
})
afterAll(() => server.stop())

async function openList() {
  const opened = await openBrowser()
  await signInOnPage(opened.page, { address: server.address, email: server.rootEmail, password: server.rootPassword })
  await opened.page.goto(list())
  await opened.page.getByText('Kept Brand').waitFor()
  return opened
}

it('a list looks in another browser, after signing out, as its reader left it', async () => {
  const first = await openList()
  const { page } = first
  const declared = await heads(page)
  await page.getByRole('button', { name: 'Colunas' }).click()
  await page
    .getByRole('dialog', { name: 'Colunas' })
    .getByRole('checkbox', { name: declared.at(-1)!, exact: true })
    .click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').click()
  await page.getByRole('option', { name: '100' }).click()
  await page.getByRole('searchbox').fill('kept')
  await page.getByText('Other Brand').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: resourcePages.savedFilters.title }).click()
  const dialog = page.getByRole('dialog', { name: resourcePages.savedFilters.title })
  await dialog.getByLabel(resourcePages.savedFilters.name).fill('Mine')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByText('Mine').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: pages.layout.logout }).click()
  await page.getByText(pages.signIn.signedOut).waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(first.complaints).toEqual([])
  await first.close()

  const second = await openList()
  expect(await heads(second.page)).toEqual(declared.slice(0, -1))
  expect(await second.page.getByRole('combobox').innerText()).toBe('100')
  await second.page.getByRole('button', { name: resourcePages.savedFilters.title }).click()
  await second.page
    .getByRole('dialog', { name: resourcePages.savedFilters.title })
    .getByRole('button', { name: 'Mine', exact: true })
    .click()
  await second.page.getByText('Other Brand').waitFor({ state: 'detached' })
  expect(await second.page.getByRole('searchbox').inputValue()).toBe('kept')
  expect(second.complaints).toEqual([])
  await second.close()
})
