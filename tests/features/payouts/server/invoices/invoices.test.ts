import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pollPayments } from '#features/payouts/server/disbursement/pollPayments.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { buildBrand, buildCompany, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { invoiceKey } from '#tests/support/money/invoiceKey.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let root: Client
let last = 0
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
})
afterAll(() => office?.close())
beforeEach(async () => {
  office.gateway!.behave(() => ({ outcome: 'settled' }))
  root = await office.asRoot()
})

const number = () => `NF ${(last += 1)}`
const byHand = { paymentType: 'manual', paymentKeyType: null, paymentKey: null }
const cnpj = '11222333000181'
const keyOf = (document: string) => invoiceKey(2, document)

/** An affiliate of a company that asks for invoices, with something pending. */
async function owing(values: Record<string, unknown> = {}, asks: Record<string, unknown> = {}) {
  const company = await buildCompany(root, { invoiceRequired: 'always', approverAgeDays: 0, ...asks })
  const brand = await buildBrand(root, { company: company.id })
  const owner = await office.owner({ company: company.id, brands: [brand.id], ...values })
  const entry = await office.entry(owner.id, '30.00')
  return { id: owner.id, entry, company, brand }
}
const enter = (owner: number, value: string | null, by = root) =>
  by.post(`/api/payment/affiliate/${owner}/invoice`, { currency: 'BRL', number: value })
const pay = (owner: number, body: object = {}, by = root) => by.post(`/api/payment/affiliate/${owner}`, body)
const payHand = (owner: number, body: object = {}) =>
  root.post(`/api/payment/affiliate/${owner}/manual`, { paidAt: '2030-03-09', currency: 'BRL', ...body })
const rowOf = async (owner: number) =>
  (await root.get(`/api/payment/owners?owner=affiliate-${owner}`)).body.rows[0] as Record<string, unknown>
const paidOf = async (owner: number) => {
  const payments = await office.payments(owner)
  const bodies = await Promise.all(payments.map(async ({ id }) => (await root.get(`/api/payment/${id}`)).body))
  return bodies.map(({ state, invoice }) => [state, invoice])
}
const payee = (id: number, values: object = {}) => ({
  kind: 'affiliate',
  id,
  currency: 'BRL',
  value: 30,
  method: 'automatic',
  ...values,
})

describe('an owner whose company asks for an invoice', () => {
  it('is paid in no way without it, and every place says why', async () => {
    const { id } = await owing()
    const manual = await owing(byHand)
    const missing = { code: 'invoice_missing' }
    expect((await pay(id)).body).toMatchObject(missing)
    expect((await payHand(manual.id)).body).toMatchObject(missing)
    expect((await root.post(`/api/entry/${manual.entry}/payment`, { paidAt: '2030-03-09' })).body).toMatchObject(
      missing,
    )
    const run = await root.post('/api/payment/run', {
      payees: [payee(id), payee(manual.id, { method: 'manual' })],
      paidAt: '2030-03-09',
    })
    expect(run.body).toMatchObject({ payments: [], refused: [missing, missing] })
    expect((await payAutomatically(office.context)).skipped['invoice_missing']).toBe(1)
    for (const owner of [id, manual.id]) {
      expect(await rowOf(owner)).toMatchObject({ status: 'invoice_missing', isPayable: false, needsInvoice: true })
      expect((await root.get(`/api/affiliate/${owner}/head`)).body.payout).toMatchObject([
        { status: 'invoice_missing' },
      ])
      expect(await office.payments(owner)).toEqual([])
    }
    const { items } = (await root.get('/api/dashboard/inbox')).body
    expect(items).toContainEqual(expect.objectContaining({ kind: 'invoiceMissing', count: 2 }))
  })

  it('asks a partner that is a company as well, and takes no key of another document', async () => {
    const company = await buildCompany(root, { invoiceRequired: 'cnpj', approverAgeDays: 0 })
    const asCompany = { company: company.id, documentType: 'cnpj', document: cnpj }
    const [asked, person] = [
      await office.payablePartner(asCompany),
      await office.payablePartner({ company: company.id, documentType: 'cpf', document: '52998224725' }),
    ]
    for (const { id } of [asked, person]) await office.entry(id, '30.00', { kind: 'partner' })
    const statusOf = async (id: number) =>
      (await root.get(`/api/payment/owners?owner=partner-${id}`)).body.rows[0].status
    expect([await statusOf(asked.id), await statusOf(person.id)]).toEqual(['invoice_missing', 'payable'])
    expect((await root.post(`/api/payment/partner/${asked.id}`)).body).toMatchObject({ code: 'invoice_missing' })
    const enterFor = (value: string) =>
      root.post(`/api/payment/partner/${asked.id}/invoice`, { currency: 'BRL', number: value })
    expect((await enterFor(keyOf('99888777000166'))).body).toMatchObject({ code: 'invoice_of_another' })
    expect((await enterFor(keyOf(cnpj))).status).toBe(200)
    expect((await root.post(`/api/payment/partner/${asked.id}`)).status).toBe(200)
    expect(await office.payments(asked.id, 'partner')).toMatchObject([{ state: 'settled' }])
  })

  it('is paid by the job once the number was entered, and the payment keeps it', async () => {
    const { id } = await owing()
    const entered = await enter(id, ' nf  77-b ')
    expect(entered.body).toMatchObject({ isRequired: true, waiting: [{ currency: 'BRL', number: 'NF 77-B' }] })
    expect(await rowOf(id)).toMatchObject({ status: 'payable', invoice: 'NF 77-B' })
    await payAutomatically(office.context)
    expect(await paidOf(id)).toEqual([['settled', 'NF 77-B']])
    expect((await root.get(`/api/payment/affiliate/${id}/invoice`)).body).toEqual({ isRequired: true, waiting: [] })
  })

  it('is paid with a number that is said with the payment: by one, by hand and in a run', async () => {
    const [one, hand, run] = [await owing(), await owing(byHand), await owing()]
    const [first, second, third] = [number(), number(), number()]
    expect((await pay(one.id, { invoice: first })).status).toBe(200)
    expect((await payHand(hand.id, { invoice: second })).status).toBe(200)
    const answer = await root.post('/api/payment/run', { payees: [payee(run.id, { invoice: third })] })
    expect(answer.body).toMatchObject({ payments: [{ id: run.id }], refused: [] })
    expect(await paidOf(one.id)).toEqual([['settled', first]])
    expect(await paidOf(hand.id)).toEqual([['settled', second]])
    expect(await paidOf(run.id)).toEqual([['settled', third]])
  })

  it('needs a number for each payment, and no number twice', async () => {
    const { id } = await owing()
    const used = number()
    await pay(id, { invoice: used })
    await office.entry(id, '12.00')
    expect((await pay(id)).body.code).toBe('invoice_missing')
    expect((await pay(id, { invoice: used })).body.code).toBe('invoice_used')
    expect((await enter(id, used)).body.code).toBe('invoice_used')
    expect((await pay(id, { invoice: number() })).status).toBe(200)
    // Another owner's invoice has its own numbers.
    const other = await owing()
    expect((await pay(other.id, { invoice: used })).status).toBe(200)
  })

  it('is asked by its document where the company asks those with a CNPJ alone', async () => {
    const person = await owing({}, { invoiceRequired: 'cnpj' })
    const firm = await owing({ documentType: 'cnpj', document: cnpj }, { invoiceRequired: 'cnpj' })
    expect((await pay(person.id)).status).toBe(200)
    expect((await pay(firm.id)).body.code).toBe('invoice_missing')
    expect((await pay(firm.id, { invoice: keyOf('99222333000181') })).body.code).toBe('invoice_of_another')
    expect((await pay(firm.id, { invoice: keyOf(cnpj) })).status).toBe(200)
    expect(await paidOf(firm.id)).toEqual([['settled', keyOf(cnpj)]])
  })

  it('refuses what is no number of an invoice', async () => {
    const { id } = await owing()
    for (const wrong of ['nota', keyOf(cnpj).slice(1), '#'.repeat(90), 7]) {
      expect((await root.post(`/api/payment/affiliate/${id}/invoice`, { currency: 'BRL', number: wrong })).status).toBe(
        400,
      )
      expect((await pay(id, { invoice: wrong })).status).toBe(400)
      expect((await root.post('/api/payment/run', { payees: [payee(id, { invoice: wrong })] })).status).toBe(400)
    }
    const misread = keyOf(cnpj).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
    expect((await enter(id, misread)).body).toMatchObject({
      code: 'validation_failed',
      errors: { number: expect.stringContaining('check digit') },
    })
    expect((await rowOf(id)).invoice).toBeNull()
  })

  it('can take back or change the number that waits', async () => {
    const { id } = await owing()
    const [first, second] = [number(), number()]
    await enter(id, first)
    expect((await enter(id, second)).body.waiting).toMatchObject([{ number: second }])
    expect((await enter(id, null)).body.waiting).toEqual([])
    expect((await pay(id)).body.code).toBe('invoice_missing')
    expect((await enter(id, first)).status).toBe(200)
  })
})

describe('an invoice', () => {
  it('is left to the next payment by one that is declined, refused or comes back', async () => {
    office.gateway!.behave(() => ({ outcome: 'refused' }))
    const { id } = await owing()
    const used = number()
    await pay(id, { invoice: used })
    expect(await paidOf(id)).toEqual([['rejected', used]])
    expect(await rowOf(id)).toMatchObject({ invoice: used })
    office.gateway!.behave(() => ({ outcome: 'settled' }))
    await pay(id)
    expect(await paidOf(id)).toEqual([
      ['rejected', used],
      ['settled', used],
    ])
    const payment = (await office.payments(id)).at(-1)!
    const [payload, headers] = office.gateway!.webhook({ id: payment.transferId, state: 'returned', reason: 'Closed' })
    await office.app.inject({ method: 'POST', url: '/payouts/webhook', payload, headers })
    expect(await rowOf(id)).toMatchObject({ invoice: used, pendingValue: 30 })
  })

  it('is asked for of a payment that waits for approval, and entered there', async () => {
    const { id, company, brand } = await owing({}, { invoiceRequired: 'never', approvalAbove: 10 })
    const staff = { company: company.id, allowedBrands: [brand.id], roles: ['financial', 'paymentByAffiliate'] }
    const [maria, joao] = [await buildStaff(office.app, root, staff), await buildStaff(office.app, root, staff)]
    const payment = (await pay(id, {}, maria)).body.id as number
    await change(company, { invoiceRequired: 'always' })
    expect((await joao.post(`/api/payment/${payment}/approve`)).body.code).toBe('invoice_missing')
    const used = number()
    const entered = await joao.post(`/api/payment/${payment}/invoice`, { number: used })
    expect(entered.body).toMatchObject({ id: payment, invoice: used })
    expect((await joao.post(`/api/payment/${payment}/approve`)).status).toBe(200)
    expect(await paidOf(id)).toEqual([['settled', used]])
    expect((await joao.post(`/api/payment/${payment}/invoice`, { number: number() })).body.code).toBe('invoice_fixed')
  })

  it('is asked for of a payment that was refused for now before the company asked, and sent once it has one', async () => {
    const { id, company } = await owing({}, { invoiceRequired: 'never' })
    office.gateway!.behave(() => ({ outcome: 'transient' }))
    await pay(id)
    await change(company, { invoiceRequired: 'always' })
    office.gateway!.behave(() => ({ outcome: 'settled' }))
    for (let round = 0; round < 3; round += 1) {
      office.pass({ minutes: 10 })
      await pollPayments(office.context)
    }
    expect((await office.payments(id)).map(({ state }) => state)).toEqual(['sent'])
    root = await office.asRoot()
    const [payment] = await office.payments(id)
    expect((await root.post(`/api/payment/${payment!.id}/invoice`, { number: number() })).status).toBe(200)
    for (let round = 0; round < 3; round += 1) {
      office.pass({ minutes: 20 })
      await pollPayments(office.context)
    }
    expect((await office.payments(id)).map(({ state }) => state)).toEqual(['settled'])
  })

  it('stands on the statement, its paper and the export', async () => {
    const { id } = await owing(byHand)
    const used = number()
    await payHand(id, { invoice: used })
    const range = 'from=2030-03-01&to=2030-03-31&currency=BRL'
    const statement = await root.get(`/api/statement/affiliate/${id}?${range}`)
    expect(statement.body.payments).toMatchObject([{ invoice: used }])
    const paper = await root.get(`/api/statement/affiliate/${id}/document?${range}`)
    expect(JSON.stringify(paper.body.tables)).toContain(used)
    const filter = encodeURIComponent(JSON.stringify({ affiliate: [id] }))
    const file = await root.get(`/api/payment/export?format=csv&language=en&filter=${filter}`)
    expect(String(file.body)).toContain(used)
  })

  it('is entered by who pays and sees the owner', async () => {
    const { id } = await owing()
    const company = await buildCompany(root)
    const brand = await buildBrand(root, { company: company.id })
    const stranger = { company: company.id, allowedBrands: [brand.id] }
    const far = await buildStaff(office.app, root, { ...stranger, roles: ['financial', 'paymentByAffiliate'] })
    expect((await enter(id, number(), far)).status).toBe(404)
    expect((await far.get(`/api/payment/affiliate/${id}/invoice`)).status).toBe(404)
    const other = await buildStaff(office.app, root, { ...stranger, roles: ['affiliate'] })
    expect((await enter(id, number(), other)).status).toBe(403)
  })
})

async function change(company: BuiltRecord, values: object) {
  const { version } = (await root.get(`/api/company/${company.id}`)).body
  expect((await root.put(`/api/company/${company.id}`, { ...values, version })).status).toBe(200)
}
