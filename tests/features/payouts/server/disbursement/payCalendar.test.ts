import { afterAll, beforeAll, expect, it } from 'vitest'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { buildBrand, buildCompany } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** It is Sunday, the 10th of March 2030. */
let office: PayoutOffice
let root: Client
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  office.gateway!.behave(() => ({ outcome: 'settled' }))
  root = await office.asRoot()
})
afterAll(() => office?.close())

async function ownerOf(calendar: Record<string, unknown>) {
  const company = await buildCompany(root, calendar)
  const brand = await buildBrand(root, { company: company.id })
  const { id } = await office.owner({ company: company.id, brands: [brand.id] })
  await office.entry(id, '10.00')
  return id
}
const rowOf = async (owner: number) =>
  (await root.get(`/api/payment/owners?owner=affiliate-${owner}`)).body.rows[0] as Record<string, unknown>
const statesOf = async (owner: number) => (await office.payments(owner)).map(({ state }) => state)

it('the job pays owners of a company on its days alone, and pages say which is next', async () => {
  const holidays = [{ day: '2030-03-11' }]
  const weekly = await ownerOf({ payRhythm: 'week', payDay: 1, holidays })
  const working = await ownerOf({ payRhythm: 'workingDay' })
  const daily = await ownerOf({})
  expect([await rowOf(weekly), await rowOf(working), await rowOf(daily)]).toMatchObject([
    { status: 'payable', nextPayDay: '2030-03-12' },
    { status: 'payable', nextPayDay: '2030-03-11' },
    { status: 'payable', nextPayDay: '2030-03-10' },
  ])
  expect(await payAutomatically(office.context)).toMatchObject({ created: 1, skipped: { not_a_pay_day: 2 } })
  office.pass({ hours: 24 })
  expect(await payAutomatically(office.context)).toMatchObject({ created: 1, skipped: { not_a_pay_day: 1 } })
  office.pass({ hours: 24 })
  expect(await payAutomatically(office.context)).toMatchObject({ created: 1 })
  for (const owner of [weekly, working, daily]) expect(await statesOf(owner)).toEqual(['settled'])
})

it('a person pays on any day', async () => {
  root = await office.asRoot()
  const owner = await ownerOf({ payRhythm: 'month', payDay: 31 })
  expect((await root.post(`/api/payment/affiliate/${owner}`)).status).toBe(200)
})

it('a rhythm says the day that it needs', async () => {
  expect((await root.post('/api/company', { name: 'Weekly', payRhythm: 'week' })).body.errors).toMatchObject({
    payDay: expect.any(String),
  })
  expect((await root.post('/api/company', { name: 'Weekly', payRhythm: 'fortnight' })).status).toBe(400)
})

/** Of what the payments of an owner were. */
const paidTo = async (owner: number) => (await office.payments(owner)).map(({ value }) => value)
/** It is noon of this day. */
const turnTo = async (day: string) => {
  const hours = (Date.parse(`${day}T12:00:00Z`) - office.context.now().getTime()) / 3_600_000
  office.pass({ hours })
  root = await office.asRoot()
}

it('whole months are paid so many days after they end, of an owner with days of its own by those', async () => {
  const company = await buildCompany(root, { payRhythm: 'workingDay', payAfterDays: 15 })
  const brand = await buildBrand(root, { company: company.id })
  const make = async (values: Record<string, unknown> = {}) => {
    const { id } = await office.owner({ company: company.id, brands: [brand.id], ...values })
    for (const [day, value] of [
      ['2030-03-31', '10.00'],
      ['2030-04-01', '5.00'],
      ['2030-04-15', '2.00'],
    ] as const)
      await office.entry(id, value, { day })
    return id
  }
  await turnTo('2030-04-14')
  const [usual, own] = [await make(), await make({ payRhythm: 'week', payDay: 2 })]
  expect(await rowOf(usual)).toMatchObject({ nextPayDay: '2030-04-15' })
  expect(await rowOf(own)).toMatchObject({ nextPayDay: '2030-04-16' })
  await turnTo('2030-04-15')
  await payAutomatically(office.context)
  expect([await paidTo(usual), await paidTo(own)]).toEqual([['10.00'], []])
  // The day after is none of the company's; of the owner it is one, and everything that is over is paid.
  await turnTo('2030-04-16')
  await payAutomatically(office.context)
  expect([await paidTo(usual), await paidTo(own)]).toEqual([['10.00'], ['17.00']])
  // 15 days after April, a Wednesday.
  await turnTo('2030-05-15')
  await payAutomatically(office.context)
  expect([await paidTo(usual), await paidTo(own)]).toEqual([['10.00', '7.00'], ['17.00']])
})

it('a company has a minimum a currency, and the larger of it and the brands holds', async () => {
  const twice = { currency: 'BRL', amount: 50 }
  expect((await root.post('/api/company', { name: 'Twice', minimumPayouts: [twice, twice] })).status).toBe(400)
  const company = await buildCompany(root, { minimumPayouts: [twice, { currency: 'USD', amount: 5 }] })
  const brand = await buildBrand(root, { company: company.id, minimumPayout: 20 })
  const { id } = await office.owner({ company: company.id, brands: [brand.id] })
  await office.entry(id, '49.99')
  expect(await rowOf(id)).toMatchObject({ status: 'below_minimum', minimumPayout: 50 })
  await office.entry(id, '0.01')
  expect(await rowOf(id)).toMatchObject({ status: 'payable', minimumPayout: 50 })
})

it('what a brand has not paid for waits in the job, and a person pays it', async () => {
  const company = await buildCompany(root, {})
  const [slow, quick] = [
    await buildBrand(root, { company: company.id, paidUpTo: '2030-01-31' }),
    await buildBrand(root, { company: company.id }),
  ]
  const { id } = await office.owner({ company: company.id, brands: [slow.id, quick.id] })
  const entryOf = async (brand: number, value: string, day: string) => {
    const entry = await office.entry(id, value, { day })
    await office.database.db.insertInto('entry_part').values({ entry, brand, value }).execute()
  }
  await entryOf(slow.id, '1.00', '2030-01-31')
  await entryOf(slow.id, '2.00', '2030-02-01')
  await entryOf(quick.id, '4.00', '2030-02-02')
  await payAutomatically(office.context)
  expect(await paidTo(id)).toEqual(['5.00'])
  const { version } = (await root.get(`/api/brand/${slow.id}`)).body as { version: number }
  expect((await root.put(`/api/brand/${slow.id}`, { version, paidUpTo: '2030-02-28' })).status).toBe(200)
  await payAutomatically(office.context)
  expect(await paidTo(id)).toEqual(['5.00', '2.00'])
  await entryOf(slow.id, '8.00', '2030-03-01')
  await payAutomatically(office.context)
  expect(await paidTo(id)).toEqual(['5.00', '2.00'])
  expect((await root.post(`/api/payment/affiliate/${id}`)).status).toBe(200)
  expect(await paidTo(id)).toEqual(['5.00', '2.00', '8.00'])
})
