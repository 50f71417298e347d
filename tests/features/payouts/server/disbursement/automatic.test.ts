import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { buildBrand } from '#tests/support/builders.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  office.gateway!.behave(() => ({ outcome: 'settled' }))
})
afterAll(() => office.close())

const statesOf = async (owner: number, kind?: 'partner') =>
  (await office.payments(owner, kind)).map(({ state, value }) => `${state} ${value}`)

describe('the automatic payments', () => {
  it('pay each owner whose pending sum is positive once, in one payment, affiliates and partners alike', async () => {
    const one = await office.owner()
    const other = await office.payablePartner()
    const entries = [
      await office.entry(one.id, '30.00'),
      await office.entry(one.id, '-5.50'),
      await office.entry(other.id, '12.00', { kind: 'partner' }),
    ]
    const run = await payAutomatically(office.context)
    expect(run.created).toBe(2)
    expect(await statesOf(one.id)).toEqual(['settled 24.50'])
    expect(await statesOf(other.id, 'partner')).toEqual(['settled 12.00'])
    expect(await Promise.all(entries.map(office.statusOf))).toEqual(['complete', 'complete', 'complete'])
    expect((await payAutomatically(office.context)).created).toBe(0)
  })

  it('pay once when four runs start at the same moment', async () => {
    const owners = await Promise.all([1, 2, 3, 4, 5].map(() => office.owner()))
    for (const { id } of owners) await office.entry(id, '40.00')
    const runs = await Promise.all([1, 2, 3, 4].map(() => payAutomatically(office.context)))
    expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(5)
    for (const { id } of owners) expect(await statesOf(id)).toEqual(['settled 40.00'])
  })

  it('leave out who is below the largest minimum payout of its brands, until it is reached', async () => {
    const root = await office.asRoot()
    const brands = [
      (await buildBrand(root, { minimumPayout: 20 })).id,
      (await buildBrand(root, { minimumPayout: 100 })).id,
    ]
    const { id } = await office.owner({ brands })
    await office.entry(id, '99.99')
    expect((await payAutomatically(office.context)).skipped).toEqual({ below_minimum_payout: 1 })
    await office.entry(id, '0.01')
    await payAutomatically(office.context)
    expect(await statesOf(id)).toEqual(['settled 100.00'])
  })

  it('leave out negative sums, and owners without key or paid by hand, each with its reason', async () => {
    const negative = await office.owner()
    const owners = [
      await office.owner({ paymentKeyType: null, paymentKey: null }),
      await office.owner({ paymentType: 'manual', paymentKeyType: null, paymentKey: null }),
    ]
    await office.entry(negative.id, '-10.00')
    for (const { id } of owners) await office.entry(id, '10.00')
    const { created, skipped } = await payAutomatically(office.context)
    expect({ created, skipped }).toEqual({
      created: 0,
      skipped: { sum_not_positive: 1, payment_key_missing: 1, payment_type_not_automatic: 1 },
    })
  })

  it('pay what is pending in each currency apart, held to the minimum of its brands alone', async () => {
    const root = await office.asRoot()
    const brands = [
      (await buildBrand(root, { currency: 'BRL', minimumPayout: 1000 })).id,
      (await buildBrand(root, { currency: 'EUR' })).id,
    ]
    const { id } = await office.owner({ brands })
    await office.entry(id, '10.00')
    for (const value of ['7.00', '8.00']) await office.entry(id, value, { currency: 'EUR' })
    expect(await payAutomatically(office.context)).toMatchObject({ created: 1, skipped: { below_minimum_payout: 1 } })
    const { rows } = await sql`select value, currency from payment where affiliate = ${id}`.execute(
      office.context.database.db,
    )
    expect(rows).toEqual([{ value: '15.00', currency: 'EUR' }])
    const {
      rows: [order],
    } = await sql<{ currency: string }>`select currency from payment_transfer order by payment desc limit 1`.execute(
      office.context.database.db,
    )
    expect(order!.currency).toBe('EUR')
    // Asked for by a person: which of two is to be said.
    await office.entry(id, '1.00', { currency: 'EUR' })
    expect((await root.post(`/api/payment/affiliate/${id}`, {})).body.code).toBe('currencies_differ')
    expect((await root.post(`/api/payment/affiliate/${id}`, { currency: 'BRL' })).body).toMatchObject({
      value: 10,
      currency: 'BRL',
    })
  })

  it('leave the present day alone, which still earns', async () => {
    const { id } = await office.owner()
    await office.entry(id, '10.00', { day: '2030-03-10' })
    await office.entry(id, '11.00', { day: '2030-03-09' })
    await payAutomatically(office.context)
    expect(await statesOf(id)).toEqual(['settled 11.00'])
  })

  it('leave out for a day whose key was changed', async () => {
    const owner = await office.owner()
    await office.entry(owner.id, '10.00')
    await (
      await office.asRoot()
    ).put(`/api/affiliate/${owner.id}`, { paymentKey: 'new@example.com', version: owner.version })
    expect((await payAutomatically(office.context)).skipped.payment_held).toBe(1)
    office.pass({ hours: 25 })
    await payAutomatically(office.context)
    expect(await statesOf(owner.id)).toEqual(['settled 10.00'])
  })

  it('do not try a refused payment again on the same day, but do once the record is corrected', async () => {
    office.gateway!.behave(({ key }) => ({ outcome: key.startsWith('wrong') ? 'refused' : 'settled' }))
    const owner = await office.owner({ paymentKey: 'wrong@example.com' })
    await office.entry(owner.id, '10.00')
    await payAutomatically(office.context)
    expect((await payAutomatically(office.context)).skipped.payment_rejected_before).toBe(1)
    office.pass({ minutes: 1 })
    await (
      await office.asRoot()
    ).put(`/api/affiliate/${owner.id}`, { paymentKey: 'right@example.com', version: owner.version })
    office.pass({ hours: 25 })
    await payAutomatically(office.context)
    expect(await statesOf(owner.id)).toEqual(['rejected 10.00', 'settled 10.00'])
  })
})
