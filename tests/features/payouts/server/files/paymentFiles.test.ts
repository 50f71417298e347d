import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildCompany, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { creditTransferProblems, parseXml, textsAt } from '#tests/support/money/creditTransferRules.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { pollPayments } from '#features/payouts/server/disbursement/pollPayments.ts'

let office: PayoutOffice
let root: Client
let company: BuiltRecord
let brand: BuiltRecord
let maria: Client
let joao: Client
const roles = ['financial', 'paymentByAffiliate', 'affiliate', 'partner']

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root, { iban: 'DE89 3704 0044 0532 0130 00', bic: 'cobadeff' })
  brand = await buildBrand(root, { company: company.id, currency: 'EUR' })
  const rights = { company: company.id, allowedBrands: [brand.id], roles }
  maria = await buildStaff(office.app, root, rights)
  joao = await buildStaff(office.app, root, rights)
})
afterAll(() => office.close())

let number = 0
const abroad = { country: 'MT', taxNumber: '11679112', iban: 'MT84MALT011000012345MTLCAST001S', bic: 'MALTMTMT' }
const without = { paymentKeyType: null, paymentKey: null }
async function affiliateOwed(...values: string[]): Promise<number> {
  number += 1
  const { id } = await office.owner({
    company: company.id,
    brands: [brand.id],
    documentType: 'passport',
    document: `P${2_000_000 + number}`,
    ...without,
    ...abroad,
  })
  for (const value of values) await office.entry(id, value, { currency: 'EUR' })
  return id
}
async function partnerOwed(value: string): Promise<number> {
  const { id } = await office.payablePartner({ company: company.id, ...without, ...abroad })
  await office.entry(id, value, { kind: 'partner', currency: 'EUR' })
  return id
}
const statesOf = async (owner: number, kind?: 'partner') =>
  (await office.payments(owner, kind)).map(({ state }) => state)
const write = (by: Client, more = {}) => by.post('/api/payment/file', { currency: 'EUR', ...more })
const fileText = async (by: Client, id: number) => {
  const { body, text } = (await by.get(`/api/payment/file/${id}`)) as { body: any; text?: string }
  return (text ?? body) as string
}
const reconcile = (by: Client, body: object) => by.post('/api/payment/reconcile', body)
async function confirmed(by: Client, statement: string) {
  const { confirmation } = (await reconcile(by, { statement })).body
  return (await reconcile(by, { statement, confirmation })).body
}
const report = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>BANK-1</MsgId><CreDtTm>2030-03-11T09:00:00</CreDtTm></GrpHdr>
${inside}
</CstmrPmtStsRpt></Document>`
const status = (endToEndId: string, code: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${code}</TxSts>${more}</TxInfAndSts>`
const batch = (
  messageId: string,
  inside: string,
  state = '',
) => `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>
<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${state}</OrgnlGrpInfAndSts>
${inside === '' ? '' : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${inside}</OrgnlPmtInfAndSts>`}`
async function sent(...values: string[]) {
  const owners: number[] = []
  for (const value of values) {
    const owner = await affiliateOwed(value)
    expect((await maria.post(`/api/payment/affiliate/${owner}`)).status).toBe(200)
    owners.push(owner)
  }
  const { body } = await write(maria)
  const ids = await Promise.all(owners.map(async (owner) => (await office.payments(owner))[0]!.transferId))
  return { owners, messageId: body.messageId as string, ids: ids.map((id) => id.replaceAll('-', '')) }
}

describe('payments to IBANs', () => {
  it('are made by the job and by people, wait for a file, and no gateway gets them', async () => {
    const [one, other] = [await affiliateOwed('40.00', '-0.50'), await partnerOwed('12.34')]
    await payAutomatically(office.context)
    office.pass({ minutes: 10 })
    await pollPayments(office.context)
    expect([await statesOf(one), await statesOf(other, 'partner')]).toEqual([['created'], ['created']])
    const { waiting } = (await maria.get('/api/payment/file')).body
    expect(waiting).toEqual([{ company: company.id, currency: 'EUR', payments: 2, value: 51.84 }])

    const { status: code, body } = await write(maria)
    expect([code, body.controlSum, body.payments.length, body.left]).toEqual([200, 51.84, 2, []])
    expect([await statesOf(one), await statesOf(other, 'partner')]).toEqual([['sent'], ['sent']])
    expect((await write(maria)).body.code).toBe('nothing_to_pay')

    const xml = await fileText(joao, body.id)
    const document = parseXml(xml)
    expect(creditTransferProblems(document)).toEqual([])
    const part = 'CstmrCdtTrfInitn/PmtInf'
    expect(textsAt(document, `${part}/DbtrAcct/Id/IBAN`)).toEqual(['DE89370400440532013000'])
    expect(textsAt(document, `${part}/CtrlSum`)).toEqual(['51.84'])
    expect(textsAt(document, `${part}/CdtTrfTxInf/CdtrAgt/FinInstnId/BICFI`)).toEqual(['MALTMTMT', 'MALTMTMT'])
    expect(textsAt(document, `${part}/CdtTrfTxInf/Amt/InstdAmt`).toSorted()).toEqual(['12.34', '39.50'])
    expect(await fileText(joao, body.id)).toBe(xml)
    const { files } = (await joao.get('/api/payment/file')).body
    expect(files[0]).toMatchObject({ id: body.id, messageId: body.messageId, payments: 2, controlSum: 51.84 })
  })

  it('are executed on the day that is asked for, and every download of the file is logged', async () => {
    const owner = await affiliateOwed('22.00')
    await maria.post(`/api/payment/affiliate/${owner}`)
    expect((await write(maria, { executedOn: '2030-03-01' })).body.errors).toHaveProperty('executedOn')
    const { body } = await write(maria, { executedOn: '2030-03-14' })
    const document = parseXml(await fileText(joao, body.id))
    expect(textsAt(document, 'CstmrCdtTrfInitn/PmtInf/ReqdExctnDt/Dt')).toEqual(['2030-03-14'])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from activity_log
      where operation = 'downloadPaymentFile' and object_id = ${String(company.id)}::text
        and changes::text like ${`%${body.messageId}%`}`.execute(office.database.db)
    expect(rows[0]!.count).toBe(1)
  })

  it('are in no file where the company has no account, and in no file of another company', async () => {
    const poor = await buildCompany(root)
    expect((await write(root, { company: poor.id })).body.code).toBe('company_account_missing')
    expect((await write(maria, { company: poor.id })).status).toBe(404)
    const stranger = await buildStaff(office.app, root, { company: poor.id, roles })
    const [{ id }] = (await maria.get('/api/payment/file')).body.files
    expect((await stranger.get(`/api/payment/file/${id}`)).status).toBe(404)
    expect((await stranger.get('/api/payment/file')).body).toEqual({ waiting: [], files: [] })
  })

  it('go out once where two people write a file at the same moment', async () => {
    const owner = await affiliateOwed('21.00')
    await maria.post(`/api/payment/affiliate/${owner}`)
    const answers = await Promise.all([write(maria), write(joao)])
    expect(answers.flatMap(({ body }) => body.payments ?? [])).toHaveLength(1)
  })
})

describe('a status report of the bank', () => {
  it('settles, rejects and lets wait each payment that it names, by its end-to-end id', async () => {
    const { owners, messageId, ids } = await sent('30.00', '31.00', '32.00')
    const refused = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Closed &amp; gone</AddtlInf></StsRsnInf>'
    const amount = '<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">30.00</InstdAmt></Amt></OrgnlTxRef>'
    const inside = [status(ids[0]!, 'ACSC', amount), status(ids[1]!, 'RJCT', refused), status(ids[2]!, 'PDNG')]
    const statement = report(batch(messageId, inside.join('\n')))
    const compared = (await reconcile(maria, { statement })).body
    expect(compared.lines.slice(0, 3).map(({ finding }: any) => finding)).toEqual(['settle', 'reject', 'matched'])
    expect(compared.lines[1].there.text).toContain('AC04 Closed & gone')
    expect((await confirmed(maria, statement)).changed).toHaveLength(2)
    expect(await Promise.all(owners.map((owner) => statesOf(owner)))).toEqual([['settled'], ['rejected'], ['sent']])
    // What is due again by one person's word is released by another.
    const release = (by: Client) => by.post(`/api/payment/affiliate/${owners[1]}/release`, { reason: 'seen' })
    expect((await release(maria)).body.code).toBe('approver_not_apart')
    expect((await release(joao)).status).toBe(200)
  })

  it('is of all payments of the file where it names none of them', async () => {
    const { owners, messageId } = await sent('33.00', '34.00')
    const statement = report(batch(messageId, '', '<GrpSts>ACSC</GrpSts>'))
    expect((await confirmed(maria, statement)).changed).toHaveLength(2)
    expect(await Promise.all(owners.map((owner) => statesOf(owner)))).toEqual([['settled'], ['settled']])
  })

  it('moves nothing by a code that no table has, by another amount, or by an id that is not ours', async () => {
    const { owners, messageId, ids } = await sent('35.00', '36.00')
    const other = '<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">35.01</InstdAmt></Amt></OrgnlTxRef>'
    const inside = [status(ids[0]!, 'ACSC', other), status(ids[1]!, 'ZZZZ'), status('f'.repeat(32), 'ACSC')]
    const statement = report(batch(messageId, inside.join('\n')))
    const { lines } = (await reconcile(maria, { statement })).body
    expect(lines.slice(0, 3).map(({ finding }: any) => finding)).toEqual([
      'amount_differs',
      'unknown_code',
      'missing_here',
    ])
    expect((await confirmed(maria, statement)).changed).toEqual([])
    expect(await Promise.all(owners.map((owner) => statesOf(owner)))).toEqual([['sent'], ['sent']])
  })

  it.each([
    ['of another message', report('').replace('pain.002.001.10', 'pain.008.001.02'), 'format'],
    ['with a document type', report('').replace('<Document', '<!DOCTYPE a><Document'), 'header'],
    ['that names nothing', report(''), 'cut_off'],
    ['that is cut off', report('').slice(0, -30), 'cut_off'],
  ])('%s is refused with the reason', async (_, statement, problem) => {
    const { status: code, body } = await reconcile(maria, { statement })
    expect([code, body.code, body.values.problem]).toEqual([422, 'invalid_statement', problem])
  })
})

describe('a payment to an IBAN', () => {
  it('waits after the account changed, as after a change of a PIX key', async () => {
    const owner = await affiliateOwed('20.00')
    await maria.post(`/api/payment/affiliate/${owner}`)
    const { version } = (await root.get(`/api/affiliate/${owner}`)).body
    const iban = 'DE75512108001245126199'
    expect((await root.put(`/api/affiliate/${owner}`, { version, iban })).status).toBe(200)
    const { body } = await write(maria)
    expect([body.id, body.payments, body.left.length]).toEqual([null, [], 1])
    office.pass({ hours: 25 })
    // The sessions of before are over.
    expect((await write(await office.asRoot(), { company: company.id })).body.payments).toHaveLength(1)
  })
})
