/* What is done every day takes a handful of controls: a reward, and the approval of a whole pay run on a telephone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices } from '#locales/pt/choices.ts'
import { resources } from '#locales/pt/resources.ts'
import { payRun } from '#locales/pt/payRun.ts'
import {
  buildAffiliate,
  buildBrand,
  buildRewardProfile,
  buildUser,
  builtPassword,
  homeCompany,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { signInAt } from '../support/remoteClient.ts'
import { openSignedIn, type SignedIn } from '../support/signedIn.ts'
import { type Means, personAt } from './person.ts'

const means: readonly Means[] = ['mouse', 'keyboard']
const payees = 9

let office: SignedIn
beforeAll(async () => {
  office = await openSignedIn(async ({ server, api }) => {
    const company = await homeCompany(api)
    const { version } = (await api.get(`/api/company/${company}`)).body
    await api.put(`/api/company/${company}`, { version, approvalAbove: 100, approverAgeDays: 0 })
    const brand = (await buildBrand(api, { company })).id
    const profile = (await buildRewardProfile(api, { company })).id
    const asked: object[] = []
    for (let number = 1; number <= payees; number += 1) {
      const cpf = uniqueCpf()
      const pix = { paymentType: 'automatic', paymentKeyType: 'cpf', paymentKey: cpf }
      const owner = { name: `Afiliado ${number}`, cpf, document: cpf, rewardProfile: profile, brands: [brand], company }
      const { id } = await buildAffiliate(api, { ...owner, ...pix })
      await sql`insert into entry (day, affiliate, kind, value, currency, status, payment_method)
        values ('2026-01-05', ${id}, 'commission', ${150 + number}, 'BRL', 'pending', 'automatic')`.execute(
        server.database.db,
      )
      asked.push({ kind: 'affiliate', id, currency: 'BRL', value: 150 + number, method: 'automatic' })
    }
    await sql`delete from payment_hold`.execute(server.database.db)
    const roles = ['financial', 'paymentByAffiliate', 'affiliate']
    const { email } = await buildUser(api, { company, allowedBrands: [brand], roles })
    const maria = await signInAt(server.address, { email: email as string, password: builtPassword })
    const { body } = await maria.post('/api/payment/run', { payees: asked })
    expect([body.payments.length, body.refused]).toEqual([payees, []])
  })
})
afterAll(() => office?.close())

describe.each(means)('by %s', (by) => {
  it('a reward of 30 % of NGR takes 6 controls at most', async () => {
    const { page } = office.browser
    const { fields } = resources.reward
    await page.goto(`${office.server.address}/registers/reward/create`)
    const form = page.locator('main form')
    await form.getByRole('combobox', { name: fields.productType }).waitFor()
    const person = personAt(page, by)
    let controls = 0
    const touch = async (work: Promise<void>) => {
      controls += 1
      await work
    }
    await touch(person.select(form.getByRole('combobox', { name: fields.productType }), choices.productType.bets))
    await touch(person.select(form.getByRole('combobox', { name: fields.subType }), choices.subType.ngr))
    await touch(person.type(form.getByLabel(new RegExp(`^${fields.percentage}`)), '30'))
    const name = form.getByLabel(new RegExp(`^${fields.name}`)).first()
    if ((await name.inputValue()) === '') await touch(person.type(name, `NGR 30 ${by}`))
    await touch(person.press(page.getByRole('button', { name: 'Salvar' })))
    await page.waitForURL(/\/registers\/reward\/list/)
    expect(controls).toBeLessThanOrEqual(6)
    const [made] = (await office.api.get('/api/reward?sort=["id","DESC"]&range=[0,0]')).body
    expect(made).toMatchObject({ productType: 'bets', subType: 'ngr', percentage: 30 })
  }, 60_000)
})

describe('on a telephone', () => {
  it('nine payments that another asked for are approved by two taps', async () => {
    const { page, complaints } = office.browser
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(`${office.server.address}/home`)
    const person = personAt(page, 'mouse')
    const named = (text: string) => text.split(' |||| ')[1]!.replace('%{smart_count}', String(payees))
    await person.press(page.getByRole('button', { name: named(payRun.run.approve), exact: true }))
    const sum = named(payRun.run.approveSum).split('%{value}')[0]!
    await person.press(page.getByRole('dialog').getByRole('button', { name: sum }))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(person.clicks()).toBe(2)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment
      where state <> 'created'`.execute(office.server.database.db)
    expect(rows[0]!.count).toBe(payees)
    expect(complaints).toEqual([])
  }, 60_000)
})
