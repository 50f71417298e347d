import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages as english } from '../../../locales/en/index.ts'
import { messages as portuguese } from '../../../locales/pt/index.ts'
import { messages as spanish } from '../../../locales/es/index.ts'
import { hierarchyPath } from '../../../src/admin/pages/hierarchy/hierarchyPath.ts'
import { toAddress } from '../../../src/admin/router/addresses.ts'
import { brandThemes } from '../../../themes/index.ts'
import { openBrowser, type TestBrowser } from '../../support/browser.ts'
import { buildBrand } from '../../support/builders.ts'
import type { Client } from '../../support/office.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { fillSignIn, signInOnPage } from '../support/pageVisit.ts'
import { signInAt } from '../support/remoteClient.ts'

let server: TestServer
let root: Client
let brandId: number
let opened: TestBrowser
let page: Page
const credentials = () => ({ email: server.rootEmail, password: server.rootPassword })

beforeAll(async () => {
  server = await startTestServer()
  root = await signInAt(server.address, credentials())
  await root.put('/api/me/preferences', { language: 'pt' })
  brandId = (await buildBrand(root, { name: 'Boreal' })).id as number
})
afterAll(() => server.stop())
beforeEach(async () => {
  opened = await openBrowser()
  page = opened.page
})
afterEach(() => opened.close())

describe("the window's title", () => {
  const brand = brandThemes[0].title
  const isTitled = (title: string) => page.waitForFunction((wanted) => document.title === wanted, `${title} · ${brand}`)

  it.each([
    ['pt', portuguese],
    ['en', english],
    ['es', spanish],
  ] as const)('names page and brand on every page, in %s', async (language, { pages, reports, resources, panels }) => {
    await root.put('/api/me/preferences', { language })
    await signInOnPage(page, { address: server.address, ...credentials() })
    await isTitled(pages.dashboard.title)
    await page.goto(`${server.address}/registers/brand/list`)
    const [, brands] = resources.brand!.name.split(' |||| ')
    await isTitled(brands!)
    // By the record's own link, not by loading the page anew.
    await page.getByRole('link', { name: 'Boreal' }).click()
    await page.waitForURL(`${server.address}/registers/brand/${brandId}`)
    await isTitled('Boreal')
    await page.goBack()
    await isTitled(brands!)
    for (const [path, title] of [
      ['/reports/cpa', reports.cpa.name],
      ['/404', pages.notFound.title],
      [toAddress(hierarchyPath), panels.hierarchy.title],
    ] as const) {
      await page.goto(`${server.address}${path}`)
      await isTitled(title)
    }
    await root.put('/api/me/preferences', { language: 'pt' })
  })

  it('follows the language', async () => {
    await page.goto(server.address)
    await isTitled(portuguese.pages.signIn.title)
    await page.getByRole('combobox').selectOption('en')
    await isTitled(english.pages.signIn.title)
  })
})

describe('a session that ends by itself', () => {
  it('leads back to where it ended, query string included, once one has signed in again', async () => {
    await signInOnPage(page, { address: server.address, ...credentials() })
    await page.goto(`${server.address}/registers/brand/list?filter=${encodeURIComponent('{"q":"boreal"}')}&perPage=50`)
    await page.getByRole('link', { name: 'Boreal' }).waitFor()
    await sql`update session set ended_at = now(), end_reason = 'revoked'`.execute(server.database.db)
    await page
      .getByRole('button', { name: 'Atualizar' })
      .or(page.getByRole('columnheader').getByRole('button'))
      .first()
      .click()
    await page.getByText(portuguese.pages.signIn.ended).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await fillSignIn(page, credentials())
    await page.getByRole('link', { name: 'Boreal' }).waitFor()
    // The click may have changed the order before the session was found to be over; what one looked for is there either
    // way.
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('filter'), searchParams.get('perPage')]).toEqual([
      '/registers/brand/list',
      '{"q":"boreal"}',
      '50',
    ])
    expect(await page.getByRole('searchbox').inputValue()).toBe('boreal')
    root = await signInAt(server.address, credentials())
  })
})
