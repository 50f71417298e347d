import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildCompany, buildStaff, builtPassword, type BuiltRecord } from '#tests/support/builders.ts'
import { type Client, signInAs } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let company: BuiltRecord
let brand: BuiltRecord
let maria: Client
let joao: Client
const today = '2030-03-10'
const roles = ['financial', 'paymentByAffiliate', 'affiliate', 'user']

beforeAll(async () => {
  office = await openPayoutOffice()
  const root = await office.asRoot()
  company = await buildCompany(root)
  brand = await buildBrand(root, { company: company.id })
  const rights = { company: company.id, allowedBrands: [brand.id], roles }
  maria = await buildStaff(office.app, root, rights)
  joao = await buildStaff(office.app, root, rights)
})
afterAll(() => office.close())

/** A payment of the sandbox that is settled. */
async function settled(value = '9.50') {
  const owner = await office.owner({ company: company.id, brands: [brand.id] })
  await office.entry(owner.id, value)
  expect((await maria.post(`/api/payment/affiliate/${owner.id}`)).status).toBe(200)
  const [payment] = await office.payments(owner.id)
  expect(payment).toMatchObject({ state: 'settled' })
  const statement = `id,amount,date,status\n${payment!.transferId},${value},${today},returned\n`
  return { owner: owner.id, payment: payment!.id, statement }
}
const reconcile = (by: Client, body: object) => by.post('/api/payment/reconcile', body)
async function confirmedBy(by: Client, statement: string) {
  const { confirmation } = (await reconcile(by, { statement })).body
  return reconcile(by, { statement, confirmation })
}
const stateOf = async (owner: number) => (await office.payments(owner)).map(({ state }) => state)
const codeOf = ({ status, body }: { status: number; body: any }) => (status === 200 ? 200 : `${status} ${body.code}`)
const release = (by: Client, owner: number) => by.post(`/api/payment/affiliate/${owner}/release`, { reason: 'seen' })

describe('a bank statement that says that a settled payment came back', () => {
  it('changes nothing by one person, who can neither approve the stored file nor pay again', async () => {
    const { owner, payment, statement } = await settled()
    const { body } = await confirmedBy(maria, statement)
    expect(body).toMatchObject({ changed: [], waiting: [payment], statement: expect.any(Number) })
    expect(await stateOf(owner)).toEqual(['settled'])
    const { confirmation } = (await maria.get(`/api/bankStatement/${body.statement}`)).body
    expect(codeOf(await maria.post(`/api/bankStatement/${body.statement}/approve`, { confirmation }))).toBe(
      '422 approver_not_apart',
    )
    expect((await maria.post(`/api/payment/affiliate/${owner}`)).status).not.toBe(200)
    const puppet = await buildStaff(office.app, maria, { company: company.id, allowedBrands: [brand.id], roles })
    expect((await confirmedBy(puppet, statement)).body).toMatchObject({ changed: [], waiting: [payment] })
    expect(codeOf(await puppet.post(`/api/bankStatement/${body.statement}/approve`, { confirmation }))).toBe(
      '422 approver_not_apart',
    )
    expect(await stateOf(owner)).toEqual(['settled'])
  })

  it('is approved by another person, with the file as it was stored; its uploader does not release what is due again', async () => {
    const { owner, payment, statement } = await settled()
    const { body } = await confirmedBy(maria, statement)
    const waiting = (await joao.get('/api/bankStatement')).body
    expect(waiting.find(({ id }: BuiltRecord) => id === body.statement)).toMatchObject({
      payments: [payment],
      isAuthor: false,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { confirmation } = (await joao.get(`/api/bankStatement/${body.statement}`)).body
    const approved = await joao.post(`/api/bankStatement/${body.statement}/approve`, { confirmation })
    expect(approved.body).toEqual({ changed: [payment] })
    expect(await stateOf(owner)).toEqual(['returned'])
    expect((await joao.get(`/api/bankStatement/${body.statement}`)).status).toBe(404)
    expect(codeOf(await release(maria, owner))).toBe('422 approver_not_apart')
    expect(codeOf(await release(joao, owner))).toBe(200)
  })

  it('counts as approved where another person confirms the same file, and not where they only looked at it', async () => {
    const { owner, payment, statement } = await settled()
    await reconcile(joao, { statement })
    expect((await confirmedBy(maria, statement)).body).toMatchObject({ changed: [], waiting: [payment] })
    expect((await confirmedBy(joao, statement)).body).toEqual({ changed: [payment] })
    expect(await stateOf(owner)).toEqual(['returned'])
  })

  it('is declined by anybody, and then nothing of it waits', async () => {
    const { owner, statement } = await settled()
    const { body } = await confirmedBy(maria, statement)
    expect((await joao.post(`/api/bankStatement/${body.statement}/decline`, { reason: 'typed' })).status).toBe(200)
    expect((await joao.get('/api/bankStatement')).body.map(({ id }: BuiltRecord) => id)).not.toContain(body.statement)
    expect(await stateOf(owner)).toEqual(['settled'])
  })
})

describe('a bank statement that says that a sent payment was refused', () => {
  it('frees its entries, and holds the payee until another person than who confirmed it releases them', async () => {
    const owner = await office.owner({ company: company.id, brands: [brand.id] })
    await office.entry(owner.id, '1119.46')
    await maria.post(`/api/payment/affiliate/${owner.id}`)
    const [payment] = await office.payments(owner.id)
    expect(payment!.state).toBe('sent')
    const statement = `id,amount,date,status\n${payment!.transferId},1119.46,${today},rejected\n`
    expect((await confirmedBy(maria, statement)).body).toEqual({ changed: [payment!.id] })
    expect(await stateOf(owner.id)).toEqual(['rejected'])
    expect(codeOf(await maria.post(`/api/payment/affiliate/${owner.id}`))).toBe('409 payment_returned_before')
    expect(codeOf(await release(maria, owner.id))).toBe('422 approver_not_apart')
    const { version } = (await maria.get(`/api/affiliate/${owner.id}`)).body
    const key = { version, paymentKeyType: 'email', paymentKey: 'elsewhere@example.com' }
    expect((await maria.put(`/api/affiliate/${owner.id}`, key)).status).toBe(200)
    office.pass({ hours: 25 })
    const again = await signInAs(office.app, { email: String((maria as any).user.email), password: builtPassword })
    expect(codeOf(await again.post(`/api/payment/affiliate/${owner.id}`))).toBe('409 payment_returned_before')
    const other = await signInAs(office.app, { email: String((joao as any).user.email), password: builtPassword })
    expect(codeOf(await release(other, owner.id))).toBe(200)
  })
})

describe('a code of a bank that one person explained', () => {
  const put = (row: string, place: number, text: string) =>
    row.slice(0, place - 1) + text + row.slice(place - 1 + text.length)
  const rowOf = (...parts: readonly (readonly [number, string])[]) =>
    parts.reduce((row, [place, text]) => put(row, place, text), ' '.repeat(240))
  /** A return of CNAB 240 about one payment, with an occurrence that no table has. */
  const fileOf = (payment: number, code: string) =>
    [
      rowOf([1, '34100000']),
      rowOf([1, '34100011']),
      rowOf([1, '3410001300001A'], [74, String(payment)], [94, '10032030'], [120, '000000000000950'], [231, code]),
      rowOf([1, '34100015']),
      rowOf([1, '34199999'], [24, '000005']),
    ].join('\r\n')
  /** By another person than in the other tests: each has a session of this moment. */
  const staff = async () => {
    const root = await office.asRoot()
    return buildStaff(office.app, root, { company: company.id, allowedBrands: [brand.id], roles })
  }
  const explain = async (by: Client, code: string, means: string) =>
    expect(codeOf(await by.post('/api/payment/bank_code', { bank: '341', code, means, company: company.id }))).toBe(200)

  it('makes them an author of what a colleague confirms by it: they do not release the payee', async () => {
    const [explaining, confirming, other] = [await staff(), await staff(), await staff()]
    const owner = await office.owner({ company: company.id, brands: [brand.id] })
    await office.entry(owner.id, '9.50')
    expect((await confirming.post(`/api/payment/affiliate/${owner.id}`)).status).toBe(200)
    const [payment] = await office.payments(owner.id)
    const statement = fileOf(payment!.id, 'Q7')
    await explain(explaining, 'Q7', 'returned')
    await confirmedBy(confirming, statement)
    expect(codeOf(await confirmedBy(explaining, statement))).toBe(200)
    expect(await stateOf(owner.id)).toEqual(['settled'])
    expect((await confirmedBy(other, statement)).body).toEqual({ changed: [payment!.id] })
    for (const by of [explaining, confirming])
      expect(codeOf(await release(by, owner.id))).toBe('422 approver_not_apart')
    expect(codeOf(await release(other, owner.id))).toBe(200)
  })
})
