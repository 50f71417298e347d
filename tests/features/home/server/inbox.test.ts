import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

describe('the inbox of the home page', () => {
  let office: PayoutOffice
  let root: Client
  const inbox = async (client: Client = root) => (await client.get('/api/dashboard/inbox')).body
  const itemOf = async (kind: string, client: Client = root) =>
    (await inbox(client)).items.find((item: { kind: string }) => item.kind === kind)
  const staffOf = async (brand: number, roles: readonly string[]) => {
    const { company } = (await root.get(`/api/brand/${brand}`)).body
    return buildStaff(office.app, root, { company, allowedBrands: [brand], roles })
  }

  beforeAll(async () => {
    office = await openPayoutOffice()
    root = await office.asRoot()
  })
  afterAll(() => office?.close())

  it('leads through the first steps where nothing is there, and says which are done', async () => {
    const stepsOf = async () =>
      Object.fromEntries(
        (await inbox()).steps.map(({ step, isDone }: { step: string; isDone: boolean }) => [step, isDone]),
      )
    expect(Object.values(await stepsOf())).not.toContain(true)
    const brand = await buildBrand(root)
    expect(await stepsOf()).toMatchObject({ brand: true, affiliate: false, close: false })
    expect((await inbox(await staffOf(brand.id, ['brand']))).steps).toBeNull()
  })

  it('says what is due and what stands against it, a currency by itself, to whoever may pay', async () => {
    const ready = await office.owner()
    await office.entry(ready.id, '20.50')
    await office.entry(ready.id, '7.00', { currency: 'EUR' })
    expect(await itemOf('payable')).toEqual({
      kind: 'payable',
      count: 2,
      totals: [
        { currency: 'BRL', value: 20.5 },
        { currency: 'EUR', value: 7 },
      ],
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    const [brand] = ready.brands
    expect((await inbox(await staffOf(brand, ['financial', 'paymentByAffiliate']))).items).toHaveLength(1)
    expect((await inbox(await staffOf(brand, ['financial']))).items).toEqual([])
  })

  it('says since when an owner is held, and when a job failed', async () => {
    const held = await office.owner()
    await office.entry(held.id, '5.00')
    await root.post(`/api/payment/affiliate/${held.id}/hold`, { reason: 'Asked for papers' })
    expect(await itemOf('held')).toMatchObject({ count: 1, since: expect.stringMatching(/T/) })
    await sql`insert into job (kind, state, finished_at) values ('cleanUp', 'failed', '2030-03-01T01:02:03Z')`.execute(
      office.database.db,
    )
    expect(await itemOf('failedJobs')).toEqual({ kind: 'failedJobs', count: 1, since: '2030-03-01T01:02:03.000Z' })
  })

  it('tells of tasks and mentions to whom they are for alone', async () => {
    const owner = await office.owner()
    const colleague = await staffOf(owner.brands[0], ['affiliate'])
    const { id } = (await colleague.get('/api/me')).body
    await root.post(`/api/affiliate/${owner.id}/note`, { text: 'Call', taskFor: id, mentions: [id] })
    expect(await itemOf('tasks', colleague)).toMatchObject({ count: 1 })
    expect(await itemOf('mentions', colleague)).toMatchObject({ count: 1 })
    expect(await itemOf('tasks')).toBeUndefined()
  })

  it('tells of adjustments that another person asked for, with their money and age', async () => {
    const owner = await office.owner()
    await sql`insert into entry (day, affiliate, kind, value, currency, status, payment_method, requested_by)
      values ('2030-03-01', ${owner.id}, 'adjustment', 12.30, 'BRL', 'awaiting_approval', 'automatic', 'somebody')`.execute(
      office.database.db,
    )
    expect(await itemOf('adjustments')).toMatchObject({ count: 1, totals: [{ currency: 'BRL', value: 12.3 }] })
  })
})

describe('who earns most and whose earnings fall', () => {
  let office: PayoutOffice
  let root: Client
  beforeAll(async () => {
    office = await openPayoutOffice()
    root = await office.asRoot()
  })
  afterAll(() => office?.close())

  it('is said against the same days of the month before, for whoever reads entries', async () => {
    const [rising, falling, gone] = [await office.owner(), await office.owner(), await office.owner()]
    await office.entry(rising.id, '90.00', { day: '2030-03-02' })
    await office.entry(falling.id, '30.00', { day: '2030-03-02' })
    await office.entry(falling.id, '40.00', { day: '2030-02-02' })
    await office.entry(gone.id, '50.00', { day: '2030-02-10' })
    // Not among the same days.
    await office.entry(rising.id, '500.00', { day: '2030-02-11' })
    const { body } = await root.get('/api/dashboard/movers')
    const named = (movers: { affiliate: number }[]) => movers.map(({ affiliate }) => affiliate)
    expect(named(body.top)).toEqual([rising.id, falling.id])
    expect(named(body.falling)).toEqual([gone.id, falling.id])
    expect(body.top[0]).toMatchObject({ value: 90, before: 0, currency: 'BRL' })
    const { company } = (await root.get(`/api/brand/${rising.brands[0]}`)).body
    const other = await buildStaff(office.app, root, { company, allowedBrands: [], roles: ['home'] })
    expect((await other.get('/api/dashboard/movers')).status).toBe(403)
  })
})
