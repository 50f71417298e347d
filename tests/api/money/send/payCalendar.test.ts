import { afterAll, beforeAll, expect, it } from 'vitest'
import { payAutomatically } from '../../../../src/api/money/send/payAutomatically.ts'
import { buildBrand, buildCompany } from '../../../support/builders.ts'
import type { Client } from '../../../support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '../support/payoutOffice.ts'

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
