import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

describe('several entries that were paid by hand', () => {
  let office: PayoutOffice
  let root: Client
  let byHand: BuiltRecord
  const given = { paidAt: '2030-03-09', reference: 'TED 7', note: null }
  const pay = (body: object, headers?: Record<string, string>) =>
    root.post('/api/entry/payment', { ...given, ...body }, headers)

  beforeAll(async () => {
    office = await openPayoutOffice()
    root = await office.asRoot()
    byHand = await office.owner({ paymentType: 'manual', paymentKeyType: null, paymentKey: null })
  })
  afterAll(() => office?.close())

  it('are complete by one payment an owner, with a line in the log each, under one batch', async () => {
    const ids = [await office.entry(byHand.id, '10.00'), await office.entry(byHand.id, '20.00')]
    const { body } = await pay({ ids })
    expect(body).toEqual({ changed: ids, payments: [expect.any(Number)], refused: [] })
    expect((await root.get(`/api/payment/${body.payments[0]}`)).body).toMatchObject({ value: 30, entries: ids })
    expect(await Promise.all(ids.map((id) => office.statusOf(id)))).toEqual(['complete', 'complete'])
    const { rows } = await sql<{
      batches: number
      lines: number
    }>`select count(distinct batch)::int as batches, count(*)::int as lines from activity_log
      where operation = 'confirmManualPayment' and object_id in (${sql.join(ids.map(String))})`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ batches: 1, lines: 2 }])
  })

  it('are refused one by one in the specification’s words, and the others are paid', async () => {
    const automatic = await office.owner()
    const [good, done, notManual, neither] = [
      await office.entry(byHand.id, '1.00'),
      await office.entry(byHand.id, '2.00'),
      await office.entry(automatic.id, '3.00'),
      await office.entry(automatic.id, '4.00'),
    ]
    await sql`update entry set status = 'complete' where id in (${done}, ${neither})`.execute(office.database.db)
    const { body } = await pay({ ids: [neither, good, notManual, done, 999_999] })
    expect(body.changed).toEqual([good])
    expect(body.refused.map(({ id, code }: { id: number; code: string }) => [id, code])).toEqual([
      [done, 'entry_not_pending'],
      [notManual, 'payment_type_not_manual'],
      [neither, 'entry_not_pending_or_manual'],
      [999_999, 'not_found'],
    ])
  })

  it('are paid once when the same call comes twice', async () => {
    const id = await office.entry(byHand.id, '5.00')
    const headers = { 'idempotency-key': 'many-1' }
    const answers = await Promise.all([pay({ ids: [id] }, headers), pay({ ids: [id] }, headers)])
    expect(answers[0]!.body).toMatchObject({ changed: [id], refused: [] })
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    expect(await office.payments(byHand.id)).toHaveLength(3)
  })

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['1'] }],
    [{ ids: [1], paidAt: null }],
    [{ ids: [1], other: 1 }],
    [{ ids: Array.from({ length: 1001 }, (_, index) => index + 1) }],
  ])('are not begun where the call is %j', async (body) => {
    expect((await pay(body)).status).toBe(400)
  })

  it('need the financial role', async () => {
    const staff = await buildStaff(office.app, root, { roles: ['entryByAffiliate'] })
    expect((await staff.post('/api/entry/payment', { ...given, ids: [1] })).status).toBe(403)
  })
})
