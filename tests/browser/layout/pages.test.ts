import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages as english } from '#locales/en/index.ts'
import { messages as portuguese } from '#locales/pt/index.ts'
import { messages as spanish } from '#locales/es/index.ts'
import { hierarchyPath } from '#engine/ui/router/pagePaths.ts'
import { toAddress } from '#engine/ui/router/addresses.ts'
import { brandThemes } from '#themes/index.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { buildBrand } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
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

describe('on paper', () => {
  /** The pages of a PDF and what they measure, in points. */
  const sheetsOf = (pdf: Buffer) => {
    const text = pdf.toString('latin1')
    const boxes = [...text.matchAll(/\/MediaBox\s*\[([^\]]+)\]/g)].map(([, box]) =>
      box!.trim().split(/\s+/).map(Number),
    )
    return { count: [...text.matchAll(/\/Type\s*\/Page\b/g)].length, boxes }
  }

  it('a list and a record have neither menu nor buttons, and a long list repeats its head on each sheet of A4', async () => {
    for (let made = 0; made < 30; made += 1) await buildBrand(root, { name: `Zephyr ${made}` })
    await signInOnPage(page, { address: server.address, ...credentials() })
    await page.goto(`${server.address}/registers/brand/list?perPage=50`)
    await page.getByText('Zephyr 29', { exact: true }).first().waitFor()
    const onlyOnScreen = ['nav', 'header', 'main .MuiButton-root', 'main td [type=checkbox]', 'main [type=search]']
    const seen = () => Promise.all(onlyOnScreen.map((each) => page.locator(each).first().isVisible()))
    expect(await seen()).toEqual(onlyOnScreen.map(() => true))
    await page.emulateMedia({ media: 'print' })
    expect(await seen()).toEqual(onlyOnScreen.map(() => false))
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect(await page.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group')
    // Nothing around the table keeps it to one sheet or cuts it off.
    const frames = await page.locator('table').evaluate((table) => {
      const around: string[] = []
      for (let each = table.parentElement; each && each !== document.body; each = each.parentElement)
        around.push(getComputedStyle(each).overflowY)
      return around.filter((overflow) => overflow !== 'visible')
    })
    expect(frames).toEqual([])
    const { count, boxes } = sheetsOf(await page.pdf({ preferCSSPageSize: true }))
    expect(count).toBeGreaterThan(1)
    for (const [, , width, height] of boxes) expect([Math.round(width!), Math.round(height!)]).toEqual([842, 595])
    await page.goto(`${server.address}/registers/brand/${brandId}`)
    await page.getByRole('heading', { level: 1, name: 'Boreal' }).waitFor()
    await page.getByRole('main').getByRole('textbox').first().waitFor()
    expect(await page.locator('main [data-shortcut=save]').isVisible()).toBe(false)
  })
})
