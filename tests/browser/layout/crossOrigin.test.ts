/** The pages on one origin, the API on another, as an `API_HOST` of the build makes them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pages as labels } from '#locales/pt/pages.ts'
import { resourcePages as texts } from '#locales/pt/resourcePages.ts'
import { buildApp } from '#app/server/app.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { nameApiHost } from '#cli/pages/apiHost.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { testEnvironment } from '#tests/support/office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fillSignIn, signInOnPage } from '../support/pageVisit.ts'
import { remoteClient, signInAt } from '../support/remoteClient.ts'

const days = 'from=2026-02-01&to=2026-02-28'
let api: TestServer
let folder: string
let app: FastifyInstance
let address: string
let action: number
let opened: TestBrowser
const credentials = () => ({ email: api.rootEmail, password: api.rootPassword })

/** One affiliate with a bet. */
async function makeActivity(): Promise<void> {
  const root = await signInAt(api.address, credentials())
  const brand = await buildBrand(root, { name: 'Boreal' })
  const affiliate = await buildAffiliate(root, { name: 'Ana', brands: [brand.id] })
  const link = await buildAction(root, {
    campaign: (await buildCampaign(root, { brand: brand.id })).id,
    affiliate: affiliate.id,
  })
  action = link.id
  const {
    body: { key },
  } = await root.post(`/api/brand/${brand.id}/ingest_key`, { name: 'test' })
  await remoteClient(api.address, key).post('/ingest/events', [
    {
      event_id: 'bet',
      type: 'bet',
      occurred_at: '2026-02-03T12:00:00Z',
      player_ref: 'p',
      action_token: link['token'],
      product: 'bets',
      amount: '1100.10',
      currency: 'BRL',
    },
  ])
}

/**
 * The built pages with the tag that a build with `API_HOST` writes, served by a server of their own that never asks its
 * database.
 */
async function startPages(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'pages-'))
  cpSync(new URL('../../../dist', import.meta.url), folder, { recursive: true })
  const file = join(folder, 'index.html')
  writeFileSync(
    file,
    (nameApiHost(api.address).transformIndexHtml as (page: string) => string)(readFileSync(file, 'utf8')),
  )
  app = await buildApp({
    database: openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' }),
    environment: testEnvironment({ MONEY_SYMBOL: 'R$' }),
    pagesFolder: folder,
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
}

beforeAll(async () => {
  api = await startTestServer()
  await makeActivity()
  await startPages()
})
afterAll(async () => {
  await app?.close()
  await api?.stop()
  if (folder) rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  opened = await openBrowser()
})
afterEach(() => opened.close())

describe('an office whose API is on another origin', () => {
  it('is signed in to, read, exported and left, with nothing in the console', async () => {
    const { page, complaints } = opened
    const asked = new Set<string>()
    page.on('request', (request) => {
      if (['fetch', 'xhr'].includes(request.resourceType())) asked.add(new URL(request.url()).origin)
    })
    await signInOnPage(page, { address, ...credentials() })
    await page.goto(`${address}/registers/affiliate/list?filter={}`)
    await page.getByRole('link', { name: 'Ana', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Exportar' }).click()
    await page.getByLabel(texts.export.csv).check()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: texts.export.start }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain('Ana')
    await page.goto(`${address}/reports/affiliate/activity?${days}`)
    await page.getByRole('row').filter({ hasText: 'Ana' }).getByText('R$1.100,10').first().waitFor()
    // A tracking link leads to the server that counts its clicks.
    await page.goto(`${address}/registers/action/${action}`)
    await page.getByRole('link', { name: `${api.address}/t/` }).waitFor()
    await page.getByRole('button', { name: labels.layout.logout }).click()
    await page.getByText(labels.signIn.signedOut).waitFor()
    // The server heard of it, though the page was left.
    await eventually(
      async () =>
        (await sql`select 1 from session where ended_at is not null`.execute(api.database.db)).rows.length === 1,
      { what: () => 'the end of the session' },
    )
    expect([[...asked], complaints]).toEqual([[api.address], []])
  })

  it('renews its session there when the token is about to end', async () => {
    const { page, complaints } = opened
    await signInOnPage(page, { address, ...credentials() })
    const before = await page.evaluate(() => localStorage.getItem('refreshToken'))
    await page.evaluate(() => localStorage.setItem('clockAheadMs', String(3_600_000)))
    await page.goto(`${address}/registers/brand/list`)
    await page.getByRole('link', { name: 'Boreal' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(before)
    expect(complaints).toEqual([])
  })

  it('is told by its browser to stay away where no brand names the host it is served on', async () => {
    const { page, complaints } = opened
    await page.goto(address.replace('127.0.0.1', 'stranger.localhost'))
    await fillSignIn(page, credentials())
    await page.getByRole('alert').waitFor()
    expect(complaints.join('\n')).toMatch(/blocked by CORS policy/)
  })

  it('answers the pages of another brand on its own host', async () => {
    const { page, complaints } = opened
    await signInOnPage(page, { address: address.replace('127.0.0.1', 'solaris.localhost'), ...credentials() })
    expect(complaints).toEqual([])
  })
})
