import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollPayments } from '#features/payouts/server/disbursement/pollPayments.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { buildBrand, buildCompany, builtPassword, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import { type Client, signInAs } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let brand: BuiltRecord
let company: BuiltRecord
let maria: Client
let joao: Client
beforeAll(async () => {
  office = await openPayoutOffice()
  const root = await office.asRoot()
  company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0 })
  brand = await buildBrand(root, { company: company.id })
  const staff = {
    company: company.id,
    allowedBrands: [brand.id],
    roles: ['financial', 'paymentByAffiliate', 'affiliate'],
  }
  maria = await buildStaff(office.app, root, { ...staff, email: 'maria@office.test' })
  joao = await buildStaff(office.app, root, { ...staff, email: 'joao@office.test' })
})
afterAll(() => office.close())

async function requested(value: string) {
  const { id } = await office.owner({ brands: [brand.id] })
  const entry = await office.entry(id, value)
  const { body } = await maria.post(`/api/payment/affiliate/${id}`)
  return { owner: id, entry, payment: body.id as number, body }
}

describe('a payment above the amount of its company', () => {
  it('up to the amount needs nobody else', async () => {
    const { owner, body } = await requested('100.00')
    expect(body.awaitsApproval).toBe(false)
    expect(await office.payments(owner)).toMatchObject([{ state: 'sent' }])
  })

  it('above it is sent when another person has approved it, not before and not by whoever asked', async () => {
    const { owner, payment, body } = await requested('100.01')
    expect(body).toMatchObject({ state: 'created', awaitsApproval: true, requestedBy: 'maria@office.test' })
    expect(await office.payments(owner)).toMatchObject([{ state: 'created', awaitsApproval: true }])
    const own = await maria.post(`/api/payment/${payment}/approve`)
    expect([own.status, own.body.code]).toEqual([422, 'approver_not_apart'])
    expect((await joao.post(`/api/payment/${payment}/approve`)).status).toBe(200)
    expect(await office.payments(owner)).toMatchObject([{ state: 'sent', awaitsApproval: false }])
    expect((await joao.get(`/api/payment/${payment}`)).body).toMatchObject({ approvedBy: 'joao@office.test' })
    const again = await joao.post(`/api/payment/${payment}/approve`)
    expect([again.status, again.body.code]).toEqual([409, 'payment_not_awaiting_approval'])
  })

  it('made by the job waits for one person', async () => {
    const { id } = await office.owner({ brands: [brand.id] })
    await office.entry(id, '150.00')
    expect(await payAutomatically(office.context)).toMatchObject({ created: 1, awaitingApproval: 1 })
    const [payment] = await office.payments(id)
    expect(payment!.state).toBe('created')
    expect((await maria.post(`/api/payment/${payment!.id}/approve`)).status).toBe(200)
    expect(await office.payments(id)).toMatchObject([{ state: 'sent' }])
  })

  it('that is declined frees its entries, stays in the log, and is not made again at once', async () => {
    const { owner, entry, payment } = await requested('300.00')
    expect((await joao.post(`/api/payment/${payment}/decline`, {})).status).toBe(400)
    expect((await joao.post(`/api/payment/${payment}/decline`, { reason: 'Fraud is being looked into' })).status).toBe(
      200,
    )
    expect(await office.payments(owner)).toEqual([])
    expect(await office.statusOf(entry)).toBe('pending')
    expect((await payAutomatically(office.context)).skipped.payment_held).toBe(1)
    const log = await (
      await office.asRoot()
    ).get(
      `/api/activityLog?filter=${encodeURIComponent(JSON.stringify({ object: 'payment', objectId: String(payment), operation: 'withdraw' }))}`,
    )
    expect(log.body).toHaveLength(1)
    expect(log.body[0].changes).toContainEqual({ field: 'reason', before: null, after: 'Fraud is being looked into' })
  })

  it('is not there for people of another company, and not for one role alone', async () => {
    const { payment } = await requested('120.00')
    const root = await office.asRoot()
    const other = await buildCompany(root)
    const stranger = await buildStaff(office.app, root, {
      company: other.id,
      allowedBrands: [(await buildBrand(root, { company: other.id })).id],
      roles: ['financial', 'paymentByAffiliate'],
    })
    expect((await stranger.post(`/api/payment/${payment}/approve`)).status).toBe(404)
    await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: ['financial'],
      email: 'ana@office.test',
    })
    const ana = await signInAs(office.app, { email: 'ana@office.test', password: builtPassword })
    expect((await ana.post(`/api/payment/${payment}/approve`)).status).toBe(403)
  })
})

/** The clock was turned on by more than a session lasts. */
async function signInAgain(): Promise<void> {
  maria = await signInAs(office.app, { email: 'maria@office.test', password: builtPassword })
  joao = await signInAs(office.app, { email: 'joao@office.test', password: builtPassword })
}

describe('a payment that waits', () => {
  it('is not sent whole where a debt came meanwhile: the next one is net of it', async () => {
    const { owner, payment } = await requested('300.00')
    const debt = { affiliate: owner, day: '2030-03-09', currency: 'BRL', value: -250, reason: 'Chargeback' }
    const { body: asked } = await maria.post('/api/entry', debt)
    expect((await joao.post(`/api/entry/${asked.id}/approve`)).status).toBe(200)
    const approved = await joao.post(`/api/payment/${payment}/approve`)
    expect([approved.status, approved.body.code]).toEqual([422, 'more_than_owed'])
    expect((await joao.post(`/api/payment/${payment}/decline`, { reason: 'Owes since' })).status).toBe(200)
    office.pass({ hours: 25 })
    const { body } = await (await office.asRoot()).post(`/api/payment/affiliate/${owner}`)
    expect(body).toMatchObject({ value: 50, awaitsApproval: false })
  })

  it('that waited for its key is withdrawn where a debt came meanwhile', async () => {
    await signInAgain()
    const root = await office.asRoot()
    const { owner, payment } = await requested('300.00')
    await root.put(`/api/affiliate/${owner}`, { paymentKey: `other${owner}@example.com` })
    expect((await joao.post(`/api/payment/${payment}/approve`)).status).toBe(200)
    expect(await office.payments(owner)).toMatchObject([{ state: 'created' }])
    const debt = { affiliate: owner, day: '2030-03-09', currency: 'BRL', value: -299, reason: 'Chargeback' }
    const { body: asked } = await maria.post('/api/entry', debt)
    expect((await joao.post(`/api/entry/${asked.id}/approve`)).status).toBe(200)
    office.pass({ hours: 25 })
    await pollPayments(office.context)
    expect(await office.payments(owner)).toEqual([])
    const { body } = await (await office.asRoot()).post(`/api/payment/affiliate/${owner}`)
    expect(body).toMatchObject({ value: 1 })
  })
})
