import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lapseUnclaimed } from '#features/payouts/server/payments/lapseUnclaimed.ts'
import { buildBrand, buildCompany } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let root: Client
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
})
afterAll(() => office?.close())

/** It is noon of this day, and the job runs. */
async function runOn(day: string) {
  office.pass({ hours: (Date.parse(`${day}T12:00:00Z`) - office.context.now().getTime()) / 3_600_000 })
  root = await office.asRoot()
  return lapseUnclaimed(office.context)
}
const lapsesOn = async (id: number) => ((await root.get(`/api/affiliate/${id}`)).body as { lapsesOn: string }).lapsesOn
const adjustmentsOf = async (id: number) =>
  (
    await sql<{ id: number; value: string; status: string }>`select id, value, status from entry
      where affiliate = ${id} and kind = 'adjustment' order by id`.execute(office.database.db)
  ).rows

async function ownerBelowMinimum(values: Record<string, unknown> = {}) {
  const company = await buildCompany(root, { lapseMonths: 6, lapseNoticeDays: 30, approverApartDays: 0 })
  const brand = await buildBrand(root, { company: company.id, minimumPayout: 100 })
  const { id } = await office.owner({ company: company.id, brands: [brand.id], ...values })
  return id
}

it('154: what is below the minimum for six months lapses after a notice of 30 days and by a person’s approval', async () => {
  const id = await ownerBelowMinimum()
  await office.entry(id, '40.00', { day: '2030-03-31' })
  await office.entry(id, '7.00', { day: '2030-09-15' })
  await office.entry(id, '-1.00', { day: '2030-09-16' })
  await office.entry(id, '3.00', { day: '2030-04-20' })
  expect(await runOn('2030-08-30')).toMatchObject({ told: 0, asked: 0 })
  // Six months after the 31st of March are over at the end of September: 30 days before it is said.
  expect(await runOn('2030-08-31')).toMatchObject({ told: 1, asked: 0 })
  expect(await lapsesOn(id)).toBe('2030-09-30')
  expect(await runOn('2030-09-29')).toMatchObject({ told: 0, asked: 0 })
  expect(await runOn('2030-09-30')).toMatchObject({ told: 0, asked: 1 })
  expect(await runOn('2030-09-30')).toMatchObject({ told: 0, asked: 0 })
  // What it owes is taken off; what it earned later stays.
  const [asked] = await adjustmentsOf(id)
  expect(asked).toMatchObject({ value: '-39.00', status: 'awaiting_approval' })
  expect((await root.post(`/api/entry/${asked!.id}/approve`)).status).toBe(200)
  // What lapses on the 20th of October has a notice of its own, of as many days.
  expect(await runOn('2030-10-01')).toMatchObject({ told: 1, asked: 0, claimed: 0 })
  expect(await lapsesOn(id)).toBe('2030-10-31')
  expect(await runOn('2030-10-20')).toMatchObject({ told: 0, asked: 0 })
  expect(await adjustmentsOf(id)).toHaveLength(1)
  expect(await runOn('2030-10-31')).toMatchObject({ asked: 1 })
  expect((await adjustmentsOf(id)).map(({ value }) => value)).toEqual(['-39.00', '-3.00'])
})

it('who can be paid before the day, or by it, loses nothing', async () => {
  const id = await ownerBelowMinimum()
  const entry = await office.entry(id, '40.00', { day: '2030-06-30' })
  expect(await runOn('2030-11-30')).toMatchObject({ told: 1 })
  expect(await runOn('2030-12-30')).toMatchObject({ asked: 1 })
  const [asked] = await adjustmentsOf(id)
  // Paid by a person meanwhile: approving it would make a debt.
  expect((await root.post(`/api/payment/affiliate/${id}`)).status).toBe(200)
  const refused = await root.post(`/api/entry/${asked!.id}/approve`)
  expect([refused.status, refused.body.code]).toEqual([422, 'sum_not_positive'])
  expect(await runOn('2030-12-31')).toMatchObject({ claimed: 1 })
  expect((await adjustmentsOf(id)).map(({ status }) => status)).toEqual(['declined'])
  expect(await lapsesOn(id)).toBeNull()
  expect(entry).toBeGreaterThan(0)
})

it('a company that says nothing lets nothing lapse', async () => {
  const company = await buildCompany(root, {})
  const brand = await buildBrand(root, { company: company.id, minimumPayout: 100 })
  const { id } = await office.owner({ company: company.id, brands: [brand.id] })
  await office.entry(id, '40.00', { day: '2010-06-30' })
  await runOn('2031-06-30')
  expect(await lapsesOn(id)).toBeNull()
})
