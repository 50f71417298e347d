import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { lockPayment } from '#features/payouts/server/payments/payment.ts'
import { returnPayment } from '#features/payouts/server/payments/paymentTransitions.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { buildBrand, buildCompany } from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/office.ts'
import { invoiceKey } from '#tests/support/money/invoiceKey.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** Invoices as files, from staff and from the portal. */
let office: PayoutOffice
let root: Client
const cnpj = '11222333000181'
const key = invoiceKey(2, cnpj)
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
})
afterAll(() => office?.close())
beforeEach(async () => {
  office.gateway!.behave(() => ({ outcome: 'settled' }))
  root = await office.asRoot()
})

const fileOf = (name: string, text: string) => ({ name, content: Buffer.from(text).toString('base64') })
const xml = ({ issuer = cnpj, number = key, amount = '30.00' } = {}) =>
  fileOf(
    'nota.xml',
    `<NFSe><infNFSe Id="NFS${number}"><nNFSe>123</nNFSe><dhProc>2030-03-09T10:00:00-03:00</dhProc><emit><CNPJ>${issuer}</CNPJ></emit>
    <DPS><valores><vServ>${amount}</vServ></valores></DPS></infNFSe></NFSe>`,
  )
const pdf = fileOf('nota.pdf', '%PDF-1.7 a scan')

async function owing(values: Record<string, unknown> = {}) {
  const company = await buildCompany(root, { invoiceRequired: 'always', approverAgeDays: 0 })
  const brand = await buildBrand(root, { company: company.id })
  const owner = await office.owner({
    company: company.id,
    brands: [brand.id],
    documentType: 'cnpj',
    document: cnpj,
    ...values,
  })
  await office.entry(owner.id, '30.00')
  const { body } = await root.post(`/api/affiliate/${owner.id}/access_key`, { label: 'Portal', scope: 'signIn' })
  const session = await office.nobody.post('/login/affiliate', { token: body.key })
  return { id: owner.id, own: clientOf(office.app, session.body.accessToken) }
}
const enter = (id: number, given: object) =>
  root.post(`/api/payment/affiliate/${id}/invoice`, { currency: 'BRL', ...given })

describe('the file of an invoice', () => {
  it('says the number itself where it is an XML, with what was billed beside what is due', async () => {
    const { id } = await owing()
    const entered = await enter(id, { file: xml({ amount: '28.50' }) })
    expect(entered.body.waiting).toMatchObject([
      { number: key, fileName: 'nota.xml', amount: 28.5, due: 30, issuedOn: '2030-03-09' },
    ])
    const file = await root.get(`/api/payment/invoice/${entered.body.waiting[0].id}/file`)
    expect([file.status, file.headers['content-disposition'], file.body]).toEqual([
      200,
      "attachment; filename*=UTF-8''nota.xml",
      Buffer.from(xml({ amount: '28.50' }).content, 'base64').toString(),
    ])
    await payAutomatically(office.context)
    const [payment] = await office.payments(id)
    expect((await root.get(`/api/payment/${payment!.id}`)).body).toMatchObject({ state: 'settled', invoice: key })
  })

  it('is kept with a number that is typed where it is a PDF', async () => {
    const { id } = await owing()
    expect((await enter(id, { file: pdf })).body).toMatchObject({ errors: { number: 'Must be filled in' } })
    expect((await enter(id, { number: 'nf 5', file: pdf })).body.waiting).toMatchObject([
      { number: 'NF 5', fileName: 'nota.pdf', amount: null },
    ])
  })

  it.each([
    ['of another issuer', { file: xml({ issuer: '99888777000166', number: 'x' }) }, 409, 'invoice_of_another'],
    [
      'with a key whose digit is wrong',
      { file: xml({ number: `${key.slice(0, 49)}${(Number(key[49]) + 1) % 10}` }) },
      400,
      'invoice_key_digit',
    ],
    ['of another number than was typed', { number: '124', file: xml() }, 400, 'invoice_number_differs'],
    [
      'that is neither PDF nor NFS-e',
      { number: '123', file: fileOf('nota.txt', 'Nota 123') },
      400,
      'invalid_invoice_file',
    ],
  ])('%s is refused', async (_, given, status, code) => {
    const { id } = await owing()
    const refused = await enter(id, given)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([status, expect.stringContaining(code)])
  })

  it('is taken from the affiliate itself in the portal, for its own payment alone', async () => {
    const { id, own } = await owing()
    expect((await own.get('/api/portal/invoice')).body).toEqual({ isRequired: true, waiting: [] })
    const sent = await own.post('/api/portal/invoice', { currency: 'BRL', number: '123', file: xml() })
    expect([sent.status, sent.body.waiting]).toMatchObject([200, [{ number: key, fileName: 'nota.xml' }]])
    expect((await root.get(`/api/payment/owners?owner=affiliate-${id}`)).body.rows[0]).toMatchObject({
      status: 'payable',
      invoice: key,
    })
    const [{ id: invoice }] = sent.body.waiting
    expect((await own.get(`/api/payment/invoice/${invoice}/file`)).status).toBe(403)
    const stranger = await owing({ document: '12ABC34501DE35' })
    expect((await stranger.own.get('/api/portal/invoice')).body.waiting).toEqual([])
    expect((await stranger.own.post('/api/portal/invoice', { currency: 'BRL', file: xml() })).body.code).toBe(
      'invoice_of_another',
    )
  })
})

describe('a company that writes the invoices of its payees', () => {
  it('gives each payment the next number of its payee and a document to be printed, and asks nobody for one', async () => {
    const { id, own } = await owing()
    const company = (await root.get(`/api/affiliate/${id}`)).body.company
    const { body } = await root.get(`/api/company/${company}`)
    expect((await root.put(`/api/company/${company}`, { version: body.version, selfBilling: true })).status).toBe(200)
    for (const amount of ['12.00', '13.00']) {
      expect((await root.post(`/api/payment/affiliate/${id}`)).status).toBe(200)
      await office.entry(id, amount)
    }
    const payments = await office.payments(id)
    const shown = await Promise.all(
      payments.map(async (each) => (await root.get(`/api/payment/${each.id}`)).body.invoice),
    )
    expect(shown).toEqual([`SB-A${id}-1`, `SB-A${id}-2`])
    const { body: file, headers } = await root.get(`/api/payment/${payments[1]!.id}/invoice/document`)
    expect(headers['content-disposition']).toContain(`SB-A${id}-2.html`)
    expect(file).toMatch(new RegExp(`SB-A${id}-2[^]*${cnpj}[^]*BRL 12,00`))
    const paths = payments.map((payment) => `/api/portal/payment/${payment.id}/invoice`)
    expect((await own.get(paths[1]!)).body).toBe(file)
    expect((await (await owing()).own.get(paths[1]!)).status).toBe(404)
    expect((await own.get(`/api/payment/${payments[1]!.id}/invoice/document`)).status).toBe(403)
  })
})

describe('the series of a payee whose company writes its invoices', () => {
  it('gives a number once: the next payment takes that of one that came back, and of two the other stays unused', async () => {
    const { id } = await owing()
    const company = (await root.get(`/api/affiliate/${id}`)).body.company
    const { body } = await root.get(`/api/company/${company}`)
    expect((await root.put(`/api/company/${company}`, { version: body.version, selfBilling: true })).status).toBe(200)
    const pay = async () => {
      expect((await root.post(`/api/payment/affiliate/${id}`)).status).toBe(200)
      return Number((await office.payments(id)).at(-1)!.id)
    }
    const numberOf = async (payment: number) => (await root.get(`/api/payment/${payment}`)).body.invoice
    const comesBack = (payment: number) =>
      inTransaction(office.database.db, async (db) => {
        const change = { db, actor: systemActor('test'), at: office.context.now(), zone: 'UTC' }
        await returnPayment(change, (await lockPayment(db, { id: payment }))!, 'account closed')
      })
    const first = await pay()
    await office.entry(id, '12.00')
    const second = await pay()
    expect([await numberOf(first), await numberOf(second)]).toEqual([`SB-A${id}-1`, `SB-A${id}-2`])
    await comesBack(first)
    await comesBack(second)
    const place = `/api/payment/affiliate/${id}/invoice`
    expect((await root.get(place)).body).toMatchObject({
      waiting: [{ number: `SB-A${id}-1` }],
      voided: [{ number: `SB-A${id}-2`, voidedAt: expect.any(String) }],
    })
    await sql`delete from owner_hold where owner = ${id}::bigint`.execute(office.database.db)
    expect(await numberOf(await pay())).toBe(`SB-A${id}-1`)
    await office.entry(id, '14.00')
    expect(await numberOf(await pay())).toBe(`SB-A${id}-3`)
  })
})

describe('a payment that an affiliate asks for', () => {
  const open = async (values: Record<string, unknown> = {}) => {
    const company = await buildCompany(root, { approverAgeDays: 0, takesPaymentRequests: true, ...values })
    const brand = await buildBrand(root, { company: company.id, minimumPayout: 25 })
    const owner = await office.owner({
      company: company.id,
      brands: [brand.id],
      paymentType: 'manual',
      paymentKeyType: null,
      paymentKey: null,
    })
    const { body } = await root.post(`/api/affiliate/${owner.id}/access_key`, { label: 'Portal', scope: 'signIn' })
    const session = await office.nobody.post('/login/affiliate', { token: body.key })
    return { id: owner.id, own: clientOf(office.app, session.body.accessToken) }
  }
  const ask = (own: Client) => own.post('/api/portal/payment_request', { currency: 'BRL' })
  const payoutOf = async (own: Client) => (await own.get('/api/portal/overview')).body.payouts[0]
  const rowOf = async (id: number) => (await root.get(`/api/payment/owners?owner=affiliate-${id}`)).body.rows[0]

  it('waits once it reaches the minimum, and is answered by the payment', async () => {
    const { id, own } = await open()
    await office.entry(id, '20.00')
    expect(await payoutOf(own)).toMatchObject({ canRequest: false, request: null })
    expect((await ask(own)).body.code).toBe('below_minimum_payout')
    await office.entry(id, '10.00')
    expect(await payoutOf(own)).toMatchObject({ canRequest: true, request: null })
    expect((await ask(own)).body).toMatchObject({ currency: 'BRL', value: 30, state: 'waiting' })
    expect((await ask(own)).status).toBe(200)
    expect(await payoutOf(own)).toMatchObject({ canRequest: false, request: { state: 'waiting', value: 30 } })
    expect(await rowOf(id)).toMatchObject({ request: { value: 30 } })
    const paid = await root.post(`/api/payment/affiliate/${id}/manual`, { paidAt: '2030-03-09', currency: 'BRL' })
    expect(paid.status).toBe(200)
    await office.entry(id, '40.00')
    expect(await payoutOf(own)).toMatchObject({ canRequest: true, request: { state: 'paid' } })
    expect((await rowOf(id)).request).toBeUndefined()
  })

  it('is declined with a reason that the affiliate reads, and can be asked for again', async () => {
    const { id, own } = await open()
    await office.entry(id, '30.00')
    await ask(own)
    const { request } = await rowOf(id)
    const decline = () => root.post(`/api/payment/request/${request.id}/decline`, { reason: 'Send the contract first' })
    expect((await decline()).status).toBe(200)
    expect((await decline()).body.code).toBe('request_decided')
    expect(await payoutOf(own)).toMatchObject({
      canRequest: true,
      request: { state: 'declined', reason: 'Send the contract first' },
    })
    expect((await ask(own)).body).toMatchObject({ state: 'waiting' })
  })

  it('is refused where the company takes none, and of whoever is held', async () => {
    const closed = await open({ takesPaymentRequests: false })
    await office.entry(closed.id, '30.00')
    expect((await ask(closed.own)).body.code).toBe('requests_closed')
    const held = await open()
    await office.entry(held.id, '30.00')
    await root.post(`/api/payment/affiliate/${held.id}/hold`, { reason: 'Looked into' })
    expect((await ask(held.own)).body.code).toBe('payment_on_hold')
    expect((await root.post('/api/portal/payment_request', { currency: 'BRL' })).status).toBe(403)
  })
})
