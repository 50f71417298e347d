import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { buildBrand, buildCompany, type BuiltRecord, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** What one person pays in a day, and what one payee gets, adds up, whichever way it is paid. */
let office: PayoutOffice
let root: Client
let company: BuiltRecord
let brand: BuiltRecord
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0 })
  brand = await buildBrand(root, { company: company.id })
})
afterAll(() => office.close())

const staff = (values: Record<string, unknown> = {}) =>
  buildStaff(office.app, root, {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['financial', 'paymentByAffiliate', 'affiliate', 'entryByAffiliate'],
    ...values,
  })
const byHandOwner = () =>
  office.owner({ brands: [brand.id], paymentType: 'manual', paymentKey: null, paymentKeyType: null })
const bank = { paidAt: '2030-03-09', reference: 'TED 77', note: 'By the branch' }
const payEntry = (by: Client, entry: number) => by.post(`/api/entry/${entry}/payment`, bank)
const newest = async (owner: number) => (await office.payments(owner)).at(-1)!

async function payNow(by: Client, value: string) {
  const owner = await office.owner({ brands: [brand.id] })
  await office.entry(owner.id, value)
  return (await by.post(`/api/payment/affiliate/${owner.id}`)).body.awaitsApproval as boolean
}

describe('the amounts of a business day', () => {
  it('add up for whoever asks, by a gateway and by hand, and begin anew the day after', async () => {
    const maria = await staff()
    expect(await payNow(maria, '60.00')).toBe(false)
    const owner = await byHandOwner()
    expect((await payEntry(maria, await office.entry(owner.id, '40.00'))).body.status).toBe('complete')
    expect(await payNow(maria, '0.01')).toBe(true)
    expect(await payNow(await staff(), '0.01')).toBe(false)
    office.pass({ hours: 15 })
    root = await office.asRoot()
    expect(await payNow(await staff(), '100.00')).toBe(false)
  })

  it('add up for a payee, whoever asks', async () => {
    const owner = await byHandOwner()
    expect((await payEntry(await staff(), await office.entry(owner.id, '70.00'))).body.status).toBe('complete')
    expect((await payEntry(await staff(), await office.entry(owner.id, '30.01'))).body.status).toBe('pending')
    const paid = await office.owner({ brands: [brand.id] })
    await office.entry(paid.id, '90.00')
    expect(await payAutomatically(office.context)).toMatchObject({ created: 1, awaitingApproval: 0 })
    office.pass({ seconds: 40 })
  })

  it('of two at once are not each taken for the first', async () => {
    const maria = await staff()
    const owners = [await byHandOwner(), await byHandOwner(), await byHandOwner()]
    const entries: number[] = []
    for (const { id } of owners) entries.push(await office.entry(id, '60.00'))
    const answers = await Promise.all(entries.map((entry) => payEntry(maria, entry)))
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['complete', 'pending', 'pending'])
  })

  it('of another company make no difference', async () => {
    const free = await buildCompany(root)
    const elsewhere = await buildBrand(root, { company: free.id })
    const boss = await buildStaff(office.app, root, { company: company.id, root: true })
    const owner = await office.owner({
      brands: [elsewhere.id],
      paymentType: 'manual',
      paymentKey: null,
      paymentKeyType: null,
    })
    expect((await payEntry(boss, await office.entry(owner.id, '5000.00'))).body.status).toBe('complete')
    expect((await payEntry(boss, await office.entry((await byHandOwner()).id, '100.00'))).body.status).toBe('complete')
    expect((await payEntry(boss, await office.entry((await byHandOwner()).id, '0.01'))).body.status).toBe('pending')
  })
})

describe('a payment by hand above the amount', () => {
  it('is kept as it was said, holds its entry, and is done when another person approves it', async () => {
    const [maria, joao] = [await staff(), await staff()]
    const owner = await byHandOwner()
    const entry = await office.entry(owner.id, '250.00')
    expect((await payEntry(maria, entry)).body.status).toBe('pending')
    const { id, ...waiting } = await newest(owner.id)
    expect(waiting).toMatchObject({ state: 'created', awaitsApproval: true })
    expect((await payEntry(maria, entry)).body.code).toBe('entry_not_pending')
    const listed = (await joao.get('/api/payment/owners?status=awaiting_approval')).body.rows.filter(
      (row: { id: number }) => row.id === owner.id,
    )
    expect(listed).toMatchObject([{ payment: { id, value: 250, requestedBy: maria.user.email } }])
    expect((await maria.post(`/api/payment/${id}/approve`)).body.code).toBe('approver_not_apart')
    expect((await joao.post(`/api/payment/${id}/approve`)).body).toMatchObject({
      state: 'settled',
      method: 'manual',
      reference: bank.reference,
      note: bank.note,
      paidAt: expect.stringContaining('2030-03-09'),
      requestedBy: maria.user.email,
      approvedBy: joao.user.email,
    })
    expect(await office.statusOf(entry)).toBe('complete')
  })

  it('that is declined frees its entry', async () => {
    const [maria, joao] = [await staff(), await staff()]
    const owner = await byHandOwner()
    const entry = await office.entry(owner.id, '250.00')
    await payEntry(maria, entry)
    expect(
      (await joao.post(`/api/payment/${(await newest(owner.id)).id}/decline`, { reason: 'Not by us' })).status,
    ).toBe(200)
    expect([await office.payments(owner.id), await office.statusOf(entry)]).toEqual([[], 'pending'])
    expect((await payEntry(maria, entry)).body.status).toBe('pending')
  })

  it('is told where several entries are confirmed at once, by what each owner is paid in one sum', async () => {
    const owner = await byHandOwner()
    const ids = [await office.entry(owner.id, '60.00'), await office.entry(owner.id, '60.00')]
    expect((await (await staff()).post('/api/entry/payment', { ...bank, ids })).body).toMatchObject({
      changed: [],
      awaiting: ids,
      refused: [],
    })
    const small = await office.entry((await byHandOwner()).id, '20.00')
    expect((await (await staff()).post('/api/entry/payment', { ...bank, ids: [small] })).body.changed).toEqual([small])
  })
})

describe('what was paid to an owner by hand in one sum', () => {
  const said = { ...bank, currency: 'BRL' }

  it('is one payment over all that is pending, debts among it, or over the entries named; the same key gives the same answer', async () => {
    const maria = await staff()
    const owner = await byHandOwner()
    const [one, two, debt] = [
      await office.entry(owner.id, '50.00'),
      await office.entry(owner.id, '30.00'),
      await office.entry(owner.id, '-10.00'),
    ]
    const first = await maria.post(
      `/api/payment/affiliate/${owner.id}/manual`,
      { ...said, entries: [two] },
      { 'idempotency-key': 'sum 1' },
    )
    expect(first.body).toMatchObject({
      value: 30,
      state: 'settled',
      method: 'manual',
      entries: [two],
      reference: 'TED 77',
    })
    expect(
      (
        await maria.post(
          `/api/payment/affiliate/${owner.id}/manual`,
          { ...said, entries: [two] },
          { 'idempotency-key': 'sum 1' },
        )
      ).body,
    ).toEqual(first.body)
    expect((await maria.post(`/api/payment/affiliate/${owner.id}/manual`, said)).body).toMatchObject({
      value: 40,
      entries: [one, debt],
    })
    for (const entry of [one, two, debt]) expect(await office.statusOf(entry)).toBe('complete')
    expect((await maria.post(`/api/payment/affiliate/${owner.id}/manual`, said)).body.code).toBe('nothing_to_pay')
  })

  it('waits for another person above the amount, and completes all its entries then', async () => {
    const [maria, joao] = [await staff(), await staff()]
    const owner = await byHandOwner()
    const entries = [await office.entry(owner.id, '60.00'), await office.entry(owner.id, '60.00')]
    const { body } = await maria.post(`/api/payment/affiliate/${owner.id}/manual`, said)
    expect(body).toMatchObject({ value: 120, state: 'created', awaitsApproval: true })
    expect((await joao.post(`/api/payment/${body.id}/approve`)).body.state).toBe('settled')
    for (const entry of entries) expect(await office.statusOf(entry)).toBe('complete')
  })

  it('is refused where it cannot be', async () => {
    const maria = await staff()
    const [owner, other] = [await byHandOwner(), await byHandOwner()]
    const [entry, foreign] = [await office.entry(owner.id, '-5.00'), await office.entry(other.id, '5.00')]
    const pay = async (given: Record<string, unknown>, id = owner.id, by: Client = maria) =>
      (await by.post(`/api/payment/affiliate/${id}/manual`, { ...said, ...given })).body.code
    expect(await pay({})).toBe('sum_not_positive')
    expect(await pay({ currency: 'USD' })).toBe('currency_of_entries')
    expect(await pay({ currency: undefined })).toBe('validation_failed')
    expect(await pay({ entries: [entry, foreign] })).toBe('invalid_entry')
    expect(await pay({ paidAt: '2031-01-01' })).toBe('validation_failed')
    const automatic = await office.owner({ brands: [brand.id] })
    await office.entry(automatic.id, '5.00')
    expect(await pay({}, automatic.id)).toBe('payment_type_not_manual')
    expect(await pay({}, other.id, await staff({ roles: ['paymentByAffiliate'] }))).toBe('forbidden')
    const far = await buildCompany(root)
    expect(await pay({}, other.id, await staff({ company: far.id, allowedBrands: [] }))).toBe('not_found')
    expect(await office.statusOf(entry)).toBe('pending')
  })
})
