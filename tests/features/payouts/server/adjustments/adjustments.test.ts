import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  type BuiltRecord,
  buildStaff,
} from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** What people say an owner is due or owes: no money before another person says so, too. */
let office: PayoutOffice
let root: Client
let brand: BuiltRecord
let [maria, joao]: Client[] = []
const today = '2030-03-10'
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  const company = await buildCompany(root)
  brand = await buildBrand(root, { company: company.id })
  const rights = {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['financial', 'paymentByAffiliate', 'entryByAffiliate', 'affiliate'],
  }
  const [one, other] = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)]
  maria = one
  joao = other
})
afterAll(() => office.close())

const said = (affiliate: number, values: Record<string, unknown> = {}) => ({
  affiliate,
  day: today,
  currency: 'BRL',
  value: 75.5,
  reason: 'Bet settled wrong on 2 March',
  ...values,
})
const byHand = (values: Record<string, unknown> = {}) =>
  buildAffiliate(root, { brands: [brand.id], paymentType: 'manual', ...values })
async function approved(affiliate: number, values: Record<string, unknown> = {}): Promise<number> {
  const { body } = await maria!.post('/api/entry', said(affiliate, values))
  expect((await joao!.post(`/api/entry/${body.id}/approve`)).status).toBe(200)
  return body.id as number
}
const pay = (affiliate: number, values: Record<string, unknown> = {}) =>
  maria!.post(`/api/payment/affiliate/${affiliate}/manual`, {
    paidAt: today,
    reference: 'R',
    currency: 'BRL',
    ...values,
  })

describe('an adjustment by hand', () => {
  it('waits for another person; until then nothing pays or counts it', async () => {
    const { id } = await byHand()
    const asked = await maria!.post('/api/entry', said(id))
    expect([asked.status, asked.body]).toMatchObject([
      200,
      {
        affiliate: id,
        day: today,
        kind: 'adjustment',
        value: 75.5,
        currency: 'BRL',
        status: 'awaiting_approval',
        reason: 'Bet settled wrong on 2 March',
        approvedBy: null,
      },
    ])
    const entry = asked.body.id as number
    expect([
      (await pay(id)).body.code,
      (await maria!.post(`/api/entry/${entry}/payment`, { paidAt: today })).body.code,
    ]).toEqual(['nothing_to_pay', 'entry_not_pending'])
    const report = `/api/report/paymentByAffiliate?from=2030-03-01&to=${today}&affiliate=${id}`
    expect((await root.get(report)).body.rows).toMatchObject([{ qty_entries: 0, pending: 0, paid: 0 }])
    expect((await maria!.post(`/api/entry/${entry}/approve`)).body.code).toBe('approver_not_apart')
    const done = await joao!.post(`/api/entry/${entry}/approve`)
    expect([done.status, done.body]).toMatchObject([
      200,
      { status: 'pending', value: 75.5, requestedBy: asked.body.requestedBy },
    ])
    expect((await root.get(report)).body.rows).toMatchObject([{ qty_entries: 1, pending: 75.5 }])
    expect((await joao!.post(`/api/entry/${entry}/approve`)).body.code).toBe('entry_not_awaiting_approval')
    expect((await pay(id)).body).toMatchObject({ value: 75.5, entries: [entry], state: 'settled' })
  })

  it('is explained by why, by whom, and with what was shown for it', async () => {
    const { id } = await byHand()
    const file = { name: 'Carta do afiliado.txt', content: Buffer.from('Olá').toString('base64') }
    const entry = await approved(id, { file, value: -10 })
    const { body } = await maria!.get(`/api/entry/${entry}/explain`)
    expect(body).toMatchObject({
      total: -10,
      lines: [],
      adjustment: null,
      byHand: { reason: 'Bet settled wrong on 2 March', file: file.name },
    })
    expect(body.byHand.requestedBy).not.toBe(body.byHand.approvedBy)
    const kept = await maria!.get(`/api/entry/${entry}/file`)
    expect([kept.status, kept.body, kept.headers['content-disposition']]).toEqual([
      200,
      'Olá',
      "attachment; filename*=UTF-8''Carta%20do%20afiliado.txt",
    ])
    expect((await maria!.get(`/api/entry/${entry + 1}/file`)).status).toBe(404)
  })

  it('that is declined stays in the list, and is never paid', async () => {
    const { id } = await byHand()
    const entry = (await maria!.post('/api/entry', said(id))).body.id as number
    expect((await joao!.post(`/api/entry/${entry}/decline`, {})).status).toBe(400)
    expect((await joao!.post(`/api/entry/${entry}/decline`, { reason: 'No such bet' })).body).toMatchObject({
      status: 'declined',
    })
    expect([(await joao!.post(`/api/entry/${entry}/approve`)).body.code, (await pay(id)).body.code]).toEqual([
      'entry_not_awaiting_approval',
      'nothing_to_pay',
    ])
  })

  it('is asked for once with one Idempotency-Key, and shown to its brands in parts that add up', async () => {
    const second = await buildBrand(root, { company: brand.company })
    const { id } = await byHand({ brands: [brand.id, second.id] })
    expect((await maria!.post('/api/entry', said(id))).body.code).toBe('partly_visible')
    const headers = { 'idempotency-key': 'adjust-once' }
    const [first, again] = [
      await root.post('/api/entry', said(id, { value: 0.05 }), headers),
      await root.post('/api/entry', said(id, { value: 0.05 }), headers),
    ]
    expect(again.body).toEqual(first.body)
    const { rows } = await sql<{
      brand: number
      value: string
    }>`select brand, value from entry_part where entry = ${first.body.id} order by brand`.execute(office.database.db)
    expect(rows).toEqual([
      { brand: brand.id, value: '0.02' },
      { brand: second.id, value: '0.03' },
    ])
  })

  it('of a partner with nothing below it is of the brands of its company, and of no other', async () => {
    await buildBrand(root, { company: (await buildCompany(root)).id })
    const partner = await buildPartner(root, { company: brand.company })
    const { body } = await root.post('/api/entry', {
      partner: partner.id,
      day: today,
      currency: 'BRL',
      value: 10,
      reason: 'Bonus of the fair',
    })
    const { rows } = await sql<{
      company: number
    }>`select distinct brand.company from entry_part part join brand on brand.id = part.brand
      where part.entry = ${body.id}`.execute(office.database.db)
    expect(rows).toEqual([{ company: brand.company }])
  })

  it.each([
    ['nobody', { affiliate: undefined }, 'affiliate', 'one_owner'],
    ['nothing', { value: 0 }, 'value', 'amount_is_zero'],
    ['a day to come', { day: '2030-03-11' }, 'day', 'in_future'],
    ['another currency than its brands have', { currency: 'USD' }, 'currency', 'invalid_choice'],
    ['no reason', { reason: ' ' }, 'reason', 'required'],
    ['a commission', { kind: 'commission' }, 'kind', 'invalid_choice'],
    ['an advance that is owed', { kind: 'advance', value: -1 }, 'value', 'advance_is_negative'],
    ['a file that is none', { file: { name: 'x', content: '%' } }, 'file', 'invalid_type'],
    ['somebody unknown', { affiliate: 999_999 }, 'affiliate', 'invalid_affiliate'],
  ])('is refused for %s', async (_what, values, field, code) => {
    const { id } = await byHand()
    const answer = await maria!.post('/api/entry', said(id, values))
    expect([answer.status < 500, answer.body.details?.[field]?.[0]?.code ?? answer.body]).toEqual([true, code])
  })
})

describe('an advance', () => {
  it('is taken back by an adjustment of the opposite amount once it is paid, whichever way, and once', async () => {
    const { id } = await byHand()
    const entry = await approved(id, { kind: 'advance', value: 300 })
    expect((await pay(id)).body).toMatchObject({ value: 300 })
    await office.entry(id, '120.00')
    const pending = (
      await maria!.get(
        `/api/entry?sort=["id","ASC"]&range=[0,9]&filter=${JSON.stringify({ affiliate: id, status: 'pending' })}`,
      )
    ).body
    expect(pending).toMatchObject([
      { kind: 'adjustment', value: -300, day: today },
      { kind: 'commission', value: 120 },
    ])
    expect((await maria!.get(`/api/entry/${entry}/explain`)).body.adjustedBy).toMatchObject([
      { value: -300, reason: 'advance_taken_back' },
    ])
    expect((await pay(id)).body.code).toBe('sum_not_positive')
    const automatic = await office.owner({ brands: [brand.id] })
    await sql`delete from payment_hold`.execute(office.database.db)
    await approved(automatic.id, { kind: 'advance', value: 9 })
    expect((await joao!.post(`/api/payment/affiliate/${automatic.id}`)).status).toBe(200)
    const { rows } =
      await sql`select kind, value, status from entry where affiliate = ${automatic.id} order by id`.execute(
        office.database.db,
      )
    expect(rows).toEqual([
      { kind: 'advance', value: '9.00', status: 'complete' },
      { kind: 'adjustment', value: '-9.00', status: 'pending' },
    ])
  })
})
