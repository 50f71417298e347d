import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** Whatever way a payment by hand is confirmed: one payment an owner and currency, and no more than is owed. */
let office: PayoutOffice
let root: Client
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
})
afterAll(() => office?.close())

const said = { paidAt: '2030-03-09', reference: 'TED 9' }
const byHand = () => office.owner({ paymentType: 'manual', paymentKeyType: null, paymentKey: null })
const payEntry = (entry: number, given: object = {}) => root.post(`/api/entry/${entry}/payment`, { ...said, ...given })
const payMany = (ids: readonly number[], given: object = {}) =>
  root.post('/api/entry/payment', { ...said, ...given, ids })
const payOwner = (owner: number, given: object = {}) =>
  root.post(`/api/payment/affiliate/${owner}/manual`, { ...said, currency: 'BRL', ...given })

/** An owner who earned 500.00 and owes 495.00 of it. */
async function indebted() {
  const { id } = await byHand()
  return { id, earned: await office.entry(id, '500.00'), debt: await office.entry(id, '-495.00') }
}

describe('what is owed with all debts', () => {
  it('is the most that is paid by hand, by an entry, several of them, or chosen ones of an owner', async () => {
    const { id, earned } = await indebted()
    expect(await payEntry(earned)).toMatchObject({ status: 422, body: { code: 'more_than_owed' } })
    expect((await payMany([earned])).body).toEqual({
      changed: [],
      payments: [],
      refused: [{ id: earned, code: 'more_than_owed' }],
    })
    expect((await payOwner(id, { entries: [earned] })).body.code).toBe('more_than_owed')
    expect(await office.payments(id)).toEqual([])
  })

  it('is one payment of the net sum, also where entries are confirmed one by one', async () => {
    const { id, earned, debt } = await indebted()
    const { body } = await payMany([earned, debt])
    expect(body).toMatchObject({ changed: [earned, debt], payments: [expect.any(Number)], refused: [] })
    expect(await office.payments(id)).toMatchObject([{ state: 'settled', value: '5.00' }])
  })

  it('is paid once where somebody confirms each of two entries that together are more', async () => {
    const { id } = await byHand()
    const entries = [await office.entry(id, '60.00'), await office.entry(id, '50.00')]
    await office.entry(id, '-50.00')
    const answers = await Promise.all(entries.map((entry) => payEntry(entry)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await office.payments(id)).toHaveLength(1)
  })

  it('is nothing of a debt alone', async () => {
    const { debt } = await indebted()
    expect((await payEntry(debt)).body.code).toBe('sum_not_positive')
  })
})

describe('several entries', () => {
  it('are one payment an owner and currency', async () => {
    const [one, other] = [await byHand(), await byHand()]
    const ids: number[] = []
    for (let each = 0; each < 10; each += 1) ids.push(await office.entry(one.id, '7.00'))
    ids.push(await office.entry(one.id, '3.00', { currency: 'EUR' }), await office.entry(other.id, '4.00'))
    expect((await payMany(ids)).body.payments).toHaveLength(3)
    const { rows } = await sql`select value, currency, reference from payment
      where affiliate in (${one.id}, ${other.id}) order by value desc`.execute(office.database.db)
    expect(rows).toEqual([
      { value: '70.00', currency: 'BRL', reference: 'TED 9' },
      { value: '4.00', currency: 'BRL', reference: 'TED 9' },
      { value: '3.00', currency: 'EUR', reference: 'TED 9' },
    ])
  })
})

describe('the day of a payment by hand', () => {
  it.each(['1900-01-01', '1999-12-31T12:00:00Z'])('is not %s', async (paidAt) => {
    const { id } = await byHand()
    const entry = await office.entry(id, '5.00')
    const answers = [
      await payEntry(entry, { paidAt }),
      await payMany([entry], { paidAt }),
      await payOwner(id, { paidAt }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: { paidAt: expect.any(String) } },
      })
    expect(await office.payments(id)).toEqual([])
  })

  it("is not before the owner's first entry, and may be that day", async () => {
    const { id } = await byHand()
    const entry = await office.entry(id, '5.00', { day: '2030-02-10' })
    const later = await office.entry(id, '6.00', { day: '2030-02-20' })
    expect((await payEntry(later, { paidAt: '2030-02-09' })).body).toMatchObject({
      code: 'validation_failed',
      details: { paidAt: [{ code: 'before_first_entry', values: { day: '2030-02-10' } }] },
    })
    expect((await payMany([later], { paidAt: '2030-02-09' })).body.refused).toEqual([
      { id: later, code: 'before_first_entry', values: { day: '2030-02-10' } },
    ])
    expect((await payEntry(later, { paidAt: '2030-02-10' })).status).toBe(200)
    expect((await payEntry(entry, { paidAt: '2030-02-10' })).status).toBe(200)
  })
})
