import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  buildRewardProfile,
  buildStaff,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { asOwner } from '#tests/support/database.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'
import { listPath } from '#tests/contract/entities.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/*
 * One affiliate works for two brands, under one partner. On the 2nd both move, on the 3rd the first alone, on the 4th
 * the second alone. The first brand wins 1,000.00 a day, the second 7,777.10.
 */
let office: Office
let world: World
let brands: [number, number]
let affiliate: BuiltRecord
let all: Client
let one: Client

const period = 'from=2026-01-01&to=2026-01-31'
const move = (brand: number, day: string, turnover: number) =>
  world.activity({ affiliate: affiliate.id, brand, day, turnover })
const entriesOf = async (client: Client) =>
  (await client.get(listPath('entry', { filter: { affiliate: affiliate.id }, sort: ['day', 'ASC'] }))).body as any[]

beforeAll(async () => {
  office = await openOffice()
  world = makeWorld(office.database, { now: new Date() })
  const company = await buildCompany(office.root)
  brands = [
    (await buildBrand(office.root, { company: company.id, minimumPayout: 10 })).id,
    (await buildBrand(office.root, { company: company.id, minimumPayout: 4321.09 })).id,
  ]
  affiliate = await buildAffiliate(office.root, {
    brands,
    rewardProfile: (await buildRewardProfile(office.root, { company: company.id })).id,
    paymentType: 'manual',
  })
  await buildPartner(office.root, { affiliates: [affiliate.id] })
  // The hierarchy holds from before the days that are closed.
  for (const table of ['affiliate_history', 'partner_history', 'partner_level_history'])
    await sql`update ${sql.table(table)} set valid_from = '-infinity'`.execute(office.database.db)
  const staff = (allowedBrands: number[]) =>
    buildStaff(office.app, office.root, { company: company.id, allowedBrands, roles: roleKeys })
  all = await staff(brands)
  one = await staff([brands[0]])
  await move(brands[0], '2026-01-02', 1000)
  await move(brands[1], '2026-01-02', 7777.1)
  await move(brands[0], '2026-01-03', 1000)
  await move(brands[1], '2026-01-04', 7777.1)
  await world.close('2026-01-01', '2026-01-05')
})
afterAll(() => office.close())

async function sums(): Promise<{ entry: number; value: string; parts: string }[]> {
  return (
    await sql<{
      entry: number
      value: string
      parts: string
    }>`select entry.id as entry, entry.value, sum(part.value) as parts from entry
      join entry_part part on part.entry = entry.id
    group by entry.id order by entry.id`.execute(office.database.db)
  ).rows
}

describe('an entry that two brands make up', () => {
  test('is its parts, to the cent, of affiliates and of partners', async () => {
    const found = await sums()
    expect(found.length).toBe(6)
    for (const { value, parts } of found) expect(parts).toBe(value)
  })

  test('was shared alike where it stood before there were parts', async () => {
    const { db } = office.database
    const kept = async () =>
      (
        await sql<{
          entry: number
          brand: number
          value: string
        }>`select part.entry, part.brand, part.value from entry_part part join entry on entry.id = part.entry
      where entry.affiliate is not null order by 1, 2`.execute(db)
      ).rows
    const before = await kept()
    await sql`truncate entry_part, partner_commission_part`.execute(asOwner(office.database))
    const migration = readFileSync(
      new URL('../../../../../src/migrations/0105_entry_parts.sql', import.meta.url),
      'utf8',
    )
    const statements = migration
      .slice(migration.indexOf('insert into entry_part'))
      .split(/;\n/)
      .filter((text) => text.trim() !== '')
    // Since then a day of a partner stands once for each currency.
    for (const statement of statements)
      await sql
        .raw(
          statement.replace(
            'group by earned.day, earned.partner,',
            'group by earned.day, earned.partner, earned.currency,',
          ),
        )
        .execute(db)
    expect(await kept()).toEqual(before)
    for (const { value, parts } of await sums()) expect(parts).toBe(value)
    const {
      rows: [partners],
    } = await sql<{
      whole: string
      parts: string
    }>`select (select sum(reward_value) from partner_commission) as whole, (select sum(reward_value)
      from partner_commission_part) as parts`.execute(db)
    expect(partners!.parts).toBe(partners!.whole)
  })

  test("is whole to whoever sees both brands, and to the first brand's staff their part, which says that there is more", async () => {
    expect((await entriesOf(all)).map(({ day, value, isPartial }) => [day, value, isPartial])).toEqual([
      ['2026-01-02', 2633.13, false],
      ['2026-01-03', 300, false],
      ['2026-01-04', 2333.13, false],
    ])
    const seen = await entriesOf(one)
    expect(seen.map(({ day, value, isPartial }) => [day, value, isPartial])).toEqual([
      ['2026-01-02', 300, true],
      ['2026-01-03', 300, false],
    ])
    expect(seen[0].lines).toEqual([])
    expect(await entriesOf(office.root)).toEqual((await entriesOf(all)).map(({ isPartial: _, ...entry }) => entry))
  })

  test('cannot be felt for by filters, and orders by the part', async () => {
    const found = async (filter: object) =>
      (await one.get(listPath('entry', { filter: { affiliate: affiliate.id, ...filter } }))).body.length
    expect([await found({ value_gte: 301 }), await found({ value_gte: 300 })]).toEqual([0, 2])
  })

  test('of a brand out of sight is not there', async () => {
    const [, , hidden] = await entriesOf(all)
    expect([
      (await one.get(`/api/entry/${hidden.id}`)).status,
      (await one.get(`/api/entry/${hidden.id}/explain`)).status,
    ]).toEqual([404, 404])
  })

  test('is explained by the part and the events of the brands in sight, without the steps', async () => {
    const [shared, own] = await entriesOf(one)
    const explained = (await one.get(`/api/entry/${shared.id}/explain`)).body
    expect(explained).toMatchObject({
      isPartial: true,
      total: 300,
      lines: [],
      players: [],
      parts: [{ brand: brands[0], value: 300 }],
    })
    // The 3rd is the first brand's alone, but reckons with what both came to before.
    expect((await one.get(`/api/entry/${own.id}/explain`)).body).toMatchObject({
      isPartial: true,
      total: 300,
      lines: [],
    })
    const whole = (await all.get(`/api/entry/${shared.id}/explain`)).body
    expect([whole.isPartial, whole.lines[0].before.measures.turnover, whole.total]).toEqual([undefined, 0, 2633.13])
  })

  test('counts in the report with its part', async () => {
    const report = async (client: Client) =>
      (await client.get(`/api/report/paymentByAffiliate?${period}&affiliate=${affiliate.id}`)).body
    expect(await report(one)).toMatchObject({ isPartial: true, total: { pending: 600 }, rows: [{ pending: 600 }] })
    const whole = await report(all)
    expect([whole.isPartial, whole.total.pending]).toEqual([undefined, 5266.26])
  })

  test('counts in the report of a brand with what that brand makes up of it, for everybody', async () => {
    const ofBrand = async (client: Client, name: string, brand: unknown) =>
      (await client.get(`/api/report/${name}?${period}&affiliate=${affiliate.id}&brand=${String(brand)}`)).body
    for (const client of [one, all, office.root]) {
      const body = await ofBrand(client, 'paymentByAffiliate', brands[0])
      expect([body.isPartial, body.total.pending, body.total.qty_entries]).toEqual([undefined, 600, 2])
      expect((await ofBrand(client, 'affiliateActivity', brands[0])).total?.affiliate_reward ?? 600).toBe(600)
    }
    expect((await ofBrand(office.root, 'paymentByAffiliate', brands.join(','))).total.pending).toBe(5266.26)
  })

  test('is not paid by whoever sees a part', async () => {
    const [shared, own] = await entriesOf(one)
    const pay = (id: number) => one.post(`/api/entry/${id}/payment`, { paidAt: '2026-01-06', reference: 'R' })
    expect([(await pay(shared.id)).body.code, (await pay(own.id)).status]).toEqual(['partly_visible', 200])
  })
})

describe('a partner above', () => {
  test('earns parts, and the report of partners knows the readable ones', async () => {
    const report = async (client: Client) => (await client.get(`/api/report/partners?${period}`)).body
    const [part, whole] = [await report(one), await report(all)]
    expect(part.isPartial).toBe(true)
    expect(part.total.reward_value).toBeGreaterThan(0)
    // By what each contributed: 2,000.00 of 17,554.20, each day for itself.
    expect(part.total.reward_value).toBeCloseTo((whole.total.reward_value * 2000) / 17554.2, 1)
    expect(whole.isPartial).toBeUndefined()
  })
})

describe('payments and those they are due to', () => {
  test('show the part of what is due, the terms of the brands in sight, and are not paid', async () => {
    const row = async (client: Client) =>
      (await client.get('/api/payment/owners?kind=affiliate')).body.rows.find(
        ({ id }: { id: number }) => id === affiliate.id,
      )
    expect(await row(one)).toMatchObject({ pendingValue: 300, isPartial: true, minimumPayout: 10, isPayable: false })
    const whole = await row(all)
    expect([whole.pendingValue, whole.isPartial, whole.minimumPayout]).toEqual([4966.26, undefined, 4321.09])
    const byHand = await one.post(`/api/payment/affiliate/${affiliate.id}/manual`, {
      paidAt: '2026-01-06',
      reference: 'R',
      currency: 'BRL',
    })
    expect(byHand.body.code).toBe('partly_visible')
    await sql`update affiliate set payment_type = 'automatic', payment_key_type = 'email',
      payment_key = 'pay@example.test' where id = ${affiliate.id}`.execute(office.database.db)
    expect((await one.post(`/api/payment/affiliate/${affiliate.id}`)).body.code).toBe('partly_visible')
    const paid = await all.post(`/api/payment/affiliate/${affiliate.id}`)
    expect([paid.status, paid.body.value]).toEqual([200, 4966.26])
    const seen = (await one.get(`/api/payment/${paid.body.id}`)).body
    expect([seen.value, seen.isPartial, seen.attempts]).toEqual([300, true, []])
    expect((await all.get(`/api/payment/${paid.body.id}`)).body.value).toBe(4966.26)
  })
})

describe('late activity on a day that is being paid', () => {
  test('becomes an adjustment with parts of its own', async () => {
    await move(brands[1], '2026-01-02', 1000)
    await world.close('2026-01-02')
    const [adjustment] = (await entriesOf(all)).filter(({ kind }) => kind === 'adjustment')
    expect(adjustment.value).toBe(300)
    expect((await entriesOf(one)).some(({ kind }) => kind === 'adjustment')).toBe(false)
    await move(brands[0], '2026-01-02', 100)
    await world.close('2026-01-02')
    const seen = (await entriesOf(one)).find(({ kind }) => kind === 'adjustment')
    expect([seen.value, seen.isPartial]).toEqual([30, true])
    for (const { value, parts } of await sums()) expect(parts).toBe(value)
  })
})
