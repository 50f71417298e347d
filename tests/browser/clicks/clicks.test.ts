/*
 * How many clicks the work takes, from sign-in: a click is what is pressed or chosen. Each way is gone by the mouse, and
 * by keys alone.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as onDemand from '#locales/pt/onDemand.ts'
import { menu } from '#locales/pt/menu.ts'
import { moneyPages } from '#locales/pt/moneyPages.ts'
import { panels } from '#locales/pt/panels.ts'
import { portal } from '#locales/pt/portal.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { resources } from '#locales/pt/resources.ts'
import { payRun } from '#locales/pt/payRun.ts'
import { choices } from '#locales/pt/choices.ts'
import { buildAccessKey, buildAffiliate, buildBrand, buildRewardProfile, uniqueCpf } from '#tests/support/builders.ts'
import { openSignedIn, type SignedIn } from '../support/signedIn.ts'
import { openVisitor, visitorProfile } from '../support/visit.ts'
import { type Means, personAt } from './person.ts'

const everyMeans: readonly Means[] = ['mouse', 'keyboard']
const feedFile = join(import.meta.dirname, '../support/activity.csv')
const nameOf = (resource: keyof typeof resources) => (resources[resource] as { name: string }).name.split(' |||| ')[0]!
const newOne = (resource: keyof typeof resources) => resourcePages.form.newRecord.replace('%{name}', nameOf(resource))

describe.each(everyMeans)('by %s, in an office where nothing is', (means) => {
  let office: SignedIn
  beforeAll(async () => {
    office = await openSignedIn()
  })
  afterAll(() => office?.close())

  it('the first commission on real activity takes 40 clicks at most, with everything made where it is needed', async () => {
    const { page } = office.browser
    const person = personAt(page, means)
    const dialog = (resource: keyof typeof resources) =>
      page.getByRole('dialog', { name: newOne(resource), exact: true })
    const field = (resource: keyof typeof resources, name: string) =>
      (resources[resource] as { fields: Record<string, string> }).fields[name]!
    const create = (resource: keyof typeof resources) =>
      dialog(resource).getByRole('button', { name: 'Criar', exact: true })
    const missing = (resource: keyof typeof resources, name: string) => `${newOne(resource)} “${name}”`

    await person.find(nameOf('action'), newOne('action'))
    const form = page.locator('main form')
    await person.type(form.getByLabel(field('action', 'name'), { exact: false }).first(), 'Banner')
    await person.pick(
      form.getByRole('combobox', { name: field('action', 'campaign') }),
      'Verão',
      missing('campaign', 'Verão'),
    )
    await person.pick(
      dialog('campaign').getByRole('combobox', { name: field('campaign', 'brand') }),
      'Aurora',
      missing('brand', 'Aurora'),
    )
    await person.type(dialog('brand').getByLabel(field('brand', 'site')), 'https://aurora.example')
    await person.press(create('brand'))
    await dialog('brand').waitFor({ state: 'hidden' })
    await person.press(create('campaign'))
    await dialog('campaign').waitFor({ state: 'hidden' })

    const cpf = uniqueCpf()
    await person.pick(
      form.getByRole('combobox', { name: field('action', 'affiliate') }),
      'Ana',
      missing('affiliate', 'Ana'),
    )
    const affiliate = dialog('affiliate')
    await person.type(affiliate.getByLabel(field('affiliate', 'cpf')), cpf)
    await person.type(affiliate.getByLabel(field('affiliate', 'email')), 'ana@example.com')
    await person.select(
      affiliate.getByRole('combobox', { name: field('affiliate', 'documentType') }),
      choices.documentType.cpf,
    )
    await person.pick(
      affiliate.getByRole('combobox', { name: field('affiliate', 'rewardProfile') }),
      'Padrão',
      missing('rewardProfile', 'Padrão'),
    )
    for (const product of ['bets', 'games', 'lotto', 'cpa'] as const) {
      const label = choices.productType[product]
      await person.pick(dialog('rewardProfile').getByRole('combobox', { name: label }), label, missing('reward', label))
      const rate = product === 'cpa' ? 'value' : 'percentage'
      await person.type(
        dialog('reward').getByLabel(new RegExp(`^${field('reward', rate)}( \\*)?$`)),
        product === 'cpa' ? '25' : '30',
      )
      await person.press(create('reward'))
      await dialog('reward').waitFor({ state: 'hidden' })
    }
    await person.press(create('rewardProfile'))
    await dialog('rewardProfile').waitFor({ state: 'hidden' })
    await person.press(create('affiliate'))
    await affiliate.waitFor({ state: 'hidden' })
    await person.press(page.getByRole('button', { name: 'Salvar' }))
    await page.waitForURL(/\/registers\/action\/\d+/)
    // What the brand's platform reports of the link.
    const { token } = (await office.api.get('/api/action')).body[0]
    const activity = readFileSync(feedFile, 'utf8').replace('ana-site', token)

    const { feeds } = onDemand
    const { jobs } = moneyPages
    await person.find(menu.entries.feeds, new RegExp(`^${menu.entries.feeds}`))
    await page.waitForURL(/\/registers\/brand\/feeds/)
    await person.pick(page.getByRole('main').getByRole('combobox'), 'Aurora', 'Aurora')
    const chooser = page.waitForEvent('filechooser')
    await person.press(page.getByRole('button', { name: feeds.choose }))
    await (await chooser).setFiles({ name: 'activity.csv', mimeType: 'text/csv', buffer: Buffer.from(activity) })
    await person.press(page.getByRole('button', { name: feeds.check }))
    await page.getByText(feeds.states.checked, { exact: true }).waitFor()
    await person.press(page.getByRole('button', { name: feeds.import, exact: true }))
    await page.getByText(feeds.states.imported, { exact: true }).waitFor()
    await person.press(page.getByRole('button', { name: new RegExp(`^${feeds.close.split(' ')[0]!} `) }))
    await page.getByRole('status').getByText(jobs.states.done).waitFor()
    await person.find('Lançamentos', /^Lançamentos/)
    await page.waitForURL(/\/financial\/entries/)
    await page.locator('main tbody tr').first().waitFor()
    expect(person.clicks()).toBeLessThanOrEqual(40)
    expect(office.browser.complaints).toEqual([])
  }, 300_000)
})

describe.each(everyMeans)('by %s, where 20 affiliates have earned something', (means) => {
  let office: SignedIn
  beforeAll(async () => {
    office = await openSignedIn(async ({ server, api }) => {
      const brand = (await buildBrand(api)).id
      const profile = (await buildRewardProfile(api)).id
      for (let number = 1; number <= 20; number += 1) {
        const cpf = uniqueCpf()
        const { id } = await buildAffiliate(api, {
          name: `Afiliado ${String(number).padStart(2, '0')}`,
          cpf,
          document: cpf,
          rewardProfile: profile,
          brands: [brand],
          paymentType: 'automatic',
          paymentKeyType: 'cpf',
          paymentKey: cpf,
        })
        await sql`with made as (
            insert into entry (day, affiliate, kind, value, currency, status, payment_method)
            values ('2026-01-05', ${id}, 'commission', ${`${number}.50`}::text::numeric, 'BRL', 'pending', 'automatic')
            returning id, value)
          insert into entry_line (entry, product, base, rate, amount) select id, 'bets', 10, 30, value from made`.execute(
          server.database.db,
        )
      }
      await sql`delete from payment_hold`.execute(server.database.db)
    })
  })
  afterAll(() => office?.close())

  it('all of them are paid in 5 clicks at most', async () => {
    const { page } = office.browser
    const person = personAt(page, means)
    await person.find('Pagamento por', /^Pagamento por afiliado/)
    await page.waitForURL(/financial\/affiliate\/payment/)
    const payAll = payRun.payReady.split(' |||| ')[1]!.replace('%{smart_count}', '20')
    await person.press(page.getByRole('button', { name: payAll, exact: true }))
    await person.press(
      page
        .getByRole('dialog')
        .getByRole('button', { name: payRun.submits.pay.replace('%{smart_count}', '20'), exact: true }),
    )
    await page.getByRole('dialog', { name: payRun.done }).waitFor()
    expect(person.clicks()).toBeLessThanOrEqual(5)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment`.execute(
      office.server.database.db,
    )
    expect(rows[0]!.count).toBe(20)
  }, 120_000)

  it('who earned what and why takes 3 clicks at most', async () => {
    const { page } = office.browser
    await page.goto(`${office.server.address}/home`)
    const person = personAt(page, means)
    await person.find(
      `${panels.search.verbs.why.split(',')[0]!} Afiliado 07`,
      new RegExp(`^${panels.search.commands.why.replace('%{name}', 'Afiliado 07')}`),
    )
    await page.waitForURL(/financial\/entries/)
    await person.press(page.locator('main tbody tr').first().getByRole('button').first())
    await page.getByText(resources.entry.fields.lines).first().waitFor()
    expect(person.clicks()).toBeLessThanOrEqual(3)
  })

  it('an affiliate sees what it is due at once, and what it earned and why in 3 clicks at most', async () => {
    const { id } = (await office.api.get(`/api/affiliate?filter=${encodeURIComponent('{"name":"Afiliado 07"}')}`))
      .body[0]
    const visitor = await openVisitor(await office.browser.browser.newContext(visitorProfile))
    const { page } = visitor
    await page.goto(`${office.server.address}/login/affiliate`)
    await page.locator('input[name=token]').fill(await buildAccessKey(office.api, 'affiliate', id, { scope: 'signIn' }))
    await page.locator('button[type=submit]').click()
    await page.getByRole('heading', { level: 1, name: portal.pages.overview }).waitFor()
    await page.getByRole('main').getByText('7,50').first().waitFor()
    const person = personAt(page, means)
    await person.press(page.getByRole('navigation').getByRole('link', { name: portal.pages.entries }))
    await person.press(
      page.getByRole('main').getByRole('button', { name: portal.entries.explainDay.replace('%{day}', '05/01/2026') }),
    )
    await page.getByRole('dialog', { name: resourcePages.entries.steps }).waitFor()
    expect(person.clicks()).toBeLessThanOrEqual(3)
    // What was written above names no rule that could be told; that it is told is seen by tests of real closes.
    expect(visitor.complaints.filter((complaint) => !complaint.includes('/explain'))).toEqual([])
    await visitor.close()
  })
})
