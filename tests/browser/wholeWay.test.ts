import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports } from '#locales/pt/reports.ts'
import { resources } from '#locales/pt/resources.ts'
import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { signInOnPage } from './support/pageVisit.ts'
import { signInAt } from './support/remoteClient.ts'
import { handedOn, startTestServer, type TestServer } from '#tests/support/server.ts'

const root = join(import.meta.dirname, '../..')
const data = process.env.SHARED_DATA ?? join(root, '../shared/data')
const feed = join(data, 'football-2014-15.feed.csv.gz')

type Month = { turnover?: string; payout?: string; bonus?: string; deposits?: string }
const expected = (): Record<string, Record<string, Month>> =>
  JSON.parse(readFileSync(join(data, 'football-2014-15.expected.json'), 'utf8'))

/** A sum of February 2015 over every link, as the Portuguese pages write it. */
function februaryTotal(name: keyof Month): string {
  const cents = Object.values(expected()).reduce(
    (sum, months) => sum + Math.round(Number(months['2015-02']?.[name] ?? 0) * 100),
    0,
  )
  return (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

function command(server: TestServer, name: string, ...args: string[]): string {
  const run = spawnSync(process.execPath, [`src/cli/${name}.ts`, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...handedOn(), DATABASE_URL: server.databaseUrl },
  })
  expect(`${run.stdout}${run.stderr}`.trim() && run.status, `${run.stdout}${run.stderr}`).toBe(0)
  return run.stdout
}

describe.skipIf(!existsSync(feed))(
  'from a feed file to an explained commission (needs the shared football feed)',
  () => {
    let server: TestServer
    let browser: TestBrowser

    beforeAll(async () => {
      server = await startTestServer()
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser?.close()
      await server?.stop()
    })

    it('imports a season, once', () => {
      expect(command(server, 'importFeed', feed, '--brand', 'football', '--create-missing')).toMatch(
        /new events +84536/,
      )
      expect(command(server, 'importFeed', feed, '--brand', 'football', '--create-missing')).toMatch(/new events +0\n/)
    })

    it('gives every affiliate a profile of four rewards', async () => {
      const api = await signInAt(server.address, { email: server.rootEmail, password: server.rootPassword })
      const rewards: number[] = []
      for (const productType of ['bets', 'games', 'lotto']) {
        rewards.push(
          (
            await api.post('/api/reward', {
              name: productType,
              productType,
              subType: 'ngr',
              calculation: 'fixed',
              adminFee: 12.5,
              percentage: 30,
            })
          ).body.id,
        )
      }
      rewards.push(
        (
          await api.post('/api/reward', {
            name: 'cpa',
            productType: 'cpa',
            subType: 'player',
            calculation: 'fixed',
            value: 25,
            triggerCondition: 'deposit',
            triggerOperation: 'sum',
            triggerComparison: '>= 500',
          })
        ).body.id,
      )
      const profile = await api.post('/api/rewardProfile', { name: 'Standard', rewards })
      const affiliates = (await api.get('/api/affiliate?sort=["id","ASC"]&range=[0,99]&filter={}')).body
      expect(affiliates).toHaveLength(7)
      for (const { id, version } of affiliates)
        expect((await api.put(`/api/affiliate/${id}`, { version, rewardProfile: profile.body.id })).status).toBe(200)
    })

    it('closes the season', () => {
      expect(command(server, 'close', '--from', '2014-08-08', '--to', '2015-05-24')).toMatch(/Closed 290 days/)
    })

    it('shows February 2015 to the cent, and an entry of that month with its lines', async () => {
      const { page } = browser
      await signInOnPage(page, { address: server.address, email: server.rootEmail, password: server.rootPassword })
      await page.goto(`${server.address}/reports/affiliate/activity?from=2015-02-01&to=2015-02-28`)
      const total = page.getByRole('row').filter({ hasText: 'Total' })
      for (const name of ['turnover', 'payout', 'bonus', 'deposits'] as const)
        await total.getByText(februaryTotal(name)).first().waitFor()

      const filter = encodeURIComponent(JSON.stringify({ day_gte: '2015-02-01', day_lte: '2015-02-28' }))
      await page.goto(`${server.address}/financial/entries?filter=${filter}&sort=day&order=DESC&page=1&perPage=10`)
      await page.getByRole('row').nth(1).getByRole('button').first().click()
      await page.getByText(resources.entry.fields.lines).first().waitFor()
      await page.getByText(reports.products.bets).first().waitFor()
      expect(browser.complaints).toEqual([])
    })
  },
)
