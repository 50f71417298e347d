import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as onDemand from '#locales/pt/onDemand.ts'
import { moneyPages } from '#locales/pt/moneyPages.ts'
import type { TestBrowser } from '#tests/support/browser.ts'
import { buildAffiliate, buildBrand, buildRewardProfile, uniqueCpf } from '#tests/support/builders.ts'
import type { TestServer } from '#tests/support/server.ts'
import { openSignedIn, type SignedIn } from '../support/signedIn.ts'

const { payments, keys, jobs } = moneyPages
const { feeds, whatIf } = onDemand
const upload = join(import.meta.dirname, '../../..', 'tests/browser/support/activity.csv')

describe('the money, on pages', () => {
  let office: SignedIn
  let server: TestServer
  let browser: TestBrowser
  let brand: number
  let reward: number

  async function makeWhatIsDue({ server, api }: Pick<SignedIn, 'server' | 'api'>): Promise<void> {
    brand = (await buildBrand(api, { name: 'Marca' })).id
    const profile = await buildRewardProfile(api)
    reward = (profile['rewards'] as number[])[0]!
    const cpf = uniqueCpf()
    const { id } = await buildAffiliate(api, {
      name: 'Ana',
      token: 'ana',
      cpf,
      document: cpf,
      rewardProfile: profile.id,
      brands: [brand],
      paymentType: 'automatic',
      paymentKeyType: 'cpf',
      paymentKey: cpf,
    })
    await sql`insert into entry (day, affiliate, kind, value, currency, status, payment_method)
      values ('2026-01-05', ${id}, 'commission', 8.50, 'BRL', 'pending', 'automatic')`.execute(server.database.db)
    await sql`delete from payment_hold`.execute(server.database.db)
  }

  beforeAll(async () => {
    office = await openSignedIn(makeWhatIsDue)
    ;({ server, browser } = office)
  })
  afterAll(() => office?.close())

  it('pays what is due, and shows how it went', async () => {
    const { page } = browser
    await page.goto(`${server.address}/financial/affiliate/payment`)
    await page.getByRole('button', { name: payments.payNamed.replace('%{name}', 'Ana') }).click()
    await page.getByRole('dialog').getByRole('button', { name: payments.pay }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByText(payments.empty).waitFor()
    await page.getByRole('link', { name: payments.all }).click()
    await page.getByText('$8,50').first().waitFor()
  })

  it('makes an ingest key and shows it once', async () => {
    const { page } = browser
    await page.goto(`${server.address}/registers/brand/${brand}`)
    await page.getByRole('button', { name: keys.make }).click()
    expect(await page.getByText(/^ik_[\w-]{72}$/).textContent()).toHaveLength(75)
    await page.reload()
    await page.getByText(/^ik_…/).waitFor()
    expect(await page.getByText(/^ik_[\w-]{72}$/).count()).toBe(0)
  })

  it('checks a feed file, imports it, and finds the page as it was left', async () => {
    const { page } = browser
    await page.goto(`${server.address}/registers/brand/feeds?brand=${brand}`)
    await page.locator('input[type=file]').setInputFiles(upload)
    await page.getByLabel(feeds.createMissing).check()
    await page.getByRole('button', { name: feeds.check }).click()
    await page.getByText(feeds.states.checked, { exact: true }).waitFor()
    await page.goto(`${server.address}/home`)
    await page.goBack()
    await page.getByRole('button', { name: feeds.import, exact: true }).click()
    await page.getByText(feeds.states.imported, { exact: true }).waitFor()
    await page.getByText(feeds.happened, { exact: true }).waitFor()
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from event where brand = ${brand}`.execute(server.database.db)
    expect(rows[0]!.count).toBe(4)
  })

  it('tries an edited reward without saving it', async () => {
    const { page } = browser
    await page.goto(`${server.address}/registers/reward/${reward}`)
    await page.getByLabel('Percentual', { exact: true }).fill('45')
    await page.getByRole('button', { name: whatIf.try, exact: true }).click()
    await page.getByText(whatIf.difference).first().waitFor()
    const { rows } = await sql<{ percentage: string }>`select percentage from reward where id = ${reward}`.execute(
      server.database.db,
    )
    expect(Number(rows[0]!.percentage)).toBe(30)
    page.once('dialog', (dialog) => void dialog.accept())
  })

  it('runs a job, reached from the log, and has complained about nothing until here', async () => {
    const { page } = browser
    await page.goto(`${server.address}/management/sys_activity_log`)
    await page.getByRole('link', { name: jobs.title }).click()
    await page.waitForURL(`${server.address}/management/jobs`)
    await page.getByRole('button', { name: `${jobs.run}: ${jobs.names.closeToday}` }).click()
    await page.getByText(jobs.asked.replace('%{name}', jobs.names.closeToday)).waitFor()
    expect(browser.complaints).toEqual([])
  })
})
