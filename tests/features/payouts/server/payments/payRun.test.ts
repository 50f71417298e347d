import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildCompany, type BuiltRecord, buildStaff } from '#tests/support/builders.ts'
import { type Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let root: Client
let company: BuiltRecord
let brand: BuiltRecord
let maria: Client
let joao: Client
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0 })
  brand = await buildBrand(root, { company: company.id })
  maria = await buildStaff(office.app, root, { ...staff(), email: 'maria@office.test' })
  joao = await buildStaff(office.app, root, staff())
})
afterAll(() => office?.close())

const staff = () => ({
  company: company.id,
  allowedBrands: [brand.id],
  roles: ['financial', 'paymentByAffiliate', 'affiliate'],
})
const run = (client: Client, body: object, headers?: Record<string, string>) =>
  client.post('/api/payment/run', body, headers)
const byHand = { paymentType: 'manual', paymentKeyType: null, paymentKey: null }

/** An owner with pending entries, as a payee of a run. */
async function payee(values: string[], owner: Record<string, unknown> = {}) {
  const { id } = await office.owner(owner)
  const entries = []
  for (const value of values) entries.push(await office.entry(id, value))
  const value = values.reduce((sum, each) => sum + Math.round(Number(each) * 100), 0) / 100
  const method = 'paymentType' in owner ? 'manual' : 'automatic'
  return { asked: { kind: 'affiliate', id, currency: 'BRL', value, method }, id, entries }
}

describe('a pay run', () => {
  it('pays each payee once, net, whether by the gateway or by hand', async () => {
    const [sent, hand] = [await payee(['30.00', '-10.00']), await payee(['5.00', '7.50'], byHand)]
    const { status, body } = await run(root, {
      payees: [hand.asked, sent.asked],
      paidAt: '2030-03-09',
      reference: 'TED 7',
    })
    expect(status).toBe(200)
    expect(body.refused).toEqual([])
    expect(body.payments).toMatchObject([
      { id: sent.id, value: 20, method: 'automatic', awaitsApproval: false, isApproval: false },
      { id: hand.id, value: 12.5, method: 'manual', awaitsApproval: false, isApproval: false },
    ])
    expect(await office.payments(sent.id)).toMatchObject([{ state: 'sent', value: '20.00' }])
    expect(await office.payments(hand.id)).toMatchObject([{ state: 'settled', value: '12.50' }])
    expect(await office.statusOf(hand.entries[0]!)).toBe('complete')
  })

  it('pays what was seen: who is due another sum by now is refused, with nothing of it left, and the others are paid', async () => {
    const [changed, good] = [await payee(['30.00']), await payee(['8.00'])]
    await office.entry(changed.id, '1.00')
    const { body } = await run(root, { payees: [changed.asked, good.asked] })
    expect(body.refused).toEqual([
      { kind: 'affiliate', id: changed.id, currency: 'BRL', code: 'amount_changed', values: { value: '31.00' } },
    ])
    expect(body.payments.map(({ id }: { id: number }) => id)).toEqual([good.id])
    expect(await office.payments(changed.id)).toEqual([])
    expect(await office.statusOf(changed.entries[0]!)).toBe('pending')
  })

  it('pays a part where one is asked for, and leaves the rest pending', async () => {
    const [sent, hand] = [await payee(['30.00', '10.00']), await payee(['5.00'], byHand)]
    const { body } = await run(root, {
      payees: [
        { ...sent.asked, amount: 32.5 },
        { ...hand.asked, amount: 6 },
      ],
      paidAt: '2030-03-09',
    })
    expect(body.payments).toMatchObject([{ id: sent.id, value: 32.5 }])
    expect(body.refused).toMatchObject([{ id: hand.id, code: 'more_than_owed' }])
    const { body: owners } = await root.get('/api/payment/owners')
    expect(owners.rows.find(({ id }: { id: number }) => id === sent.id)).toMatchObject({ pendingValue: 7.5 })
  })

  it('asks a second person above the limit, who approves with the rest of a run of their own', async () => {
    const large = await payee(['150.00'], { brands: [brand.id] })
    const asked = await run(maria, { payees: [large.asked] })
    expect(asked.body.payments).toMatchObject([{ awaitsApproval: true }])
    const payment = asked.body.payments[0].payment as number
    expect((await run(maria, { approvals: [payment] })).body).toMatchObject({
      payments: [],
      refused: [{ payment, code: 'approver_not_apart' }],
    })
    expect((await run(joao, { approvals: [payment] })).body.payments).toMatchObject([
      { payment, id: large.id, kind: 'affiliate', value: 150, isApproval: true },
    ])
    expect(await office.payments(large.id)).toMatchObject([{ state: 'sent', awaitsApproval: false }])
  })

  it('is done once for an Idempotency-Key, also when it comes twice at once', async () => {
    const one = await payee(['9.00'])
    const headers = { 'idempotency-key': 'run-1' }
    const answers = await Promise.all([
      run(root, { payees: [one.asked] }, headers),
      run(root, { payees: [one.asked] }, headers),
    ])
    expect(answers[0].body).toEqual(answers[1].body)
    expect(await office.payments(one.id)).toHaveLength(1)
  })

  it('tells people of another company nothing of whom they name, and needs both roles', async () => {
    const one = await payee(['9.00'])
    const other = await buildCompany(root)
    const stranger = await buildStaff(office.app, root, { ...staff(), company: other.id, allowedBrands: [] })
    const { kind, id, currency } = one.asked as { kind: string; id: number; currency: string }
    expect((await run(stranger, { payees: [one.asked] })).body).toEqual({
      payments: [],
      refused: [{ kind, id, currency, code: 'not_found' }],
    })
    const half = await buildStaff(office.app, root, { ...staff(), roles: ['financial'] })
    expect((await run(half, { payees: [one.asked] })).status).toBe(403)
    expect(await office.payments(one.id)).toEqual([])
  })

  it('takes one code of the authenticator for all of it', async () => {
    const ana = await buildStaff(office.app, root, { ...staff(), email: 'ana@office.test' })
    const { body: mfa } = await ana.get(`/api/user/${(await ana.get('/api/me')).body.id}/mfa`)
    const totp = URI.parse(mfa.otpauthUrl as string) as import('otpauth').TOTP
    const code = () => totp.generate({ timestamp: office.context.now().getTime() })
    await ana.post(`/api/user/${(await ana.get('/api/me')).body.id}/mfa/confirm`, { totp: code() })
    office.pass({ seconds: 60 })
    const payees = [await payee(['3.00'], { brands: [brand.id] }), await payee(['4.00'], { brands: [brand.id] })]
    const body = { payees: payees.map(({ asked }) => asked) }
    const refused = await run(ana, body)
    expect(refused.body.code).toBe('totp_required')
    expect((await run(ana, { ...body, totp: code() })).body.payments).toHaveLength(2)
  })

  it.each([
    [{}],
    [{ payees: [] }],
    [{ payees: 'all' }],
    [{ payees: [{ kind: 'affiliate', id: 1, currency: 'BRL', value: 0, method: 'automatic' }] }],
    [{ payees: [{ kind: 'brand', id: 1, currency: 'BRL', value: 1, method: 'automatic' }] }],
    [{ payees: [{ kind: 'affiliate', id: 1, currency: 'BRL', value: 1, method: 'manual' }] }],
    [{ payees: [{ kind: 'affiliate', id: 1, currency: 'BRL', value: 1, method: 'automatic', other: 1 }] }],
    [{ approvals: ['1'] }],
    [{ approvals: Array.from({ length: 201 }, (_, index) => index + 1) }],
    [{ approvals: [1], other: 1 }],
  ])('is not begun where it is asked %j', async (body) => {
    expect((await run(root, body)).status).toBe(400)
  })
})
