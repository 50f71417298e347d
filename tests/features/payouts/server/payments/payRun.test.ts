import { sql } from 'kysely'
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
let joao: Awaited<ReturnType<typeof buildStaff>>
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
const ask = (client: Client, path: string, body: object) => client.post(`/api/payment/${path}`, body)
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
    expect(body.payments.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toMatchObject([
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

describe('the preview of a pay run', () => {
  const unseen = ({ payment: _, ...rest }: Record<string, unknown>) => rest

  it('adds limits up over the run, the longest wait first, and says why each waits and for whom', async () => {
    const ines = await buildStaff(office.app, root, { ...staff(), email: 'ines@office.test' })
    // Sees none of these affiliates, so that it approves nothing of theirs.
    const narrow = { ...staff(), name: 'Narrow', email: 'narrow@office.test', ownAffiliates: true }
    await buildStaff(office.app, root, narrow)
    const place = { brands: [brand.id] }
    const [large, late, old, middle] = [
      await payee(['150.00'], place),
      await payee(['30.00'], place),
      await payee(['60.00'], place),
      await payee(['40.00'], place),
    ]
    for (const [who, day] of [
      [large, '2030-01-01'],
      [old, '2030-01-02'],
      [middle, '2030-01-03'],
      [late, '2030-01-04'],
    ] as const)
      await sql`update entry set day = ${day}::text::date where id = ${who.entries[0]!}`.execute(office.database.db)
    const payees = [large, late, old, middle].map(({ asked }) => asked)
    const preview = await ask(ines, 'run/preview', { payees })
    expect(preview.status).toBe(200)
    const told = (answer: any) =>
      answer.payments.map((made: any) => [made.id, made.value, made.awaitsApproval, made.waits?.code ?? null])
    expect(told(preview.body)).toEqual([
      [old.id, 60, false, null],
      [middle.id, 40, false, null],
      [late.id, 30, true, 'asker'],
      [large.id, 150, true, 'payment'],
    ])
    const { waits } = preview.body.payments[2]
    expect(waits).toMatchObject({ limit: 100, before: 100 })
    expect(waits.approvers).toContain(joao.user.name)
    expect(waits.approvers).not.toContain(ines.user.name)
    expect(waits.approvers).not.toContain(narrow.name)
    for (const { id } of [large, late, old, middle]) expect(await office.payments(id)).toEqual([])

    const asked = payees.map((each: any) => ({
      ...each,
      awaitsApproval: preview.body.payments.find((made: any) => made.id === each.id).awaitsApproval,
    }))
    const { body } = await run(ines, { payees: asked })
    expect(body.payments.map(unseen)).toEqual(preview.body.payments.map(unseen))
    for (const { id } of [old, middle]) expect(await office.payments(id)).toMatchObject([{ state: 'sent' }])

    const [waiting] = (await joao.get('/api/payment/run')).body.filter(({ run: name }: any) => name !== null)
    expect(waiting).toMatchObject({ isOwn: false, totals: [{ currency: 'BRL', value: 180 }] })
    expect(waiting.payments.map(({ id }: any) => id).toSorted()).toEqual([large.id, late.id].toSorted())
    const approvals = waiting.payments.map(({ payment }: any) => payment)
    const approved = (await run(joao, { approvals })).body
    expect([approved.payments.length, approved.refused]).toEqual([2, []])
    const lines = await root.get(
      `/api/activityLog?sort=["id","ASC"]&range=[0,99]&filter=${JSON.stringify({ batch: waiting.run })}`,
    )
    expect(lines.body.map(({ operation }: any) => operation)).toEqual(['create', 'create', 'create', 'create'])
  })

  it('keeps nothing, whoever asks and however often', async () => {
    const one = await payee(['12.00'])
    for (const path of ['run/preview', `affiliate/${one.id}/preview`])
      expect((await ask(root, path, path.startsWith('run') ? { payees: [one.asked] } : {})).status).toBe(200)
    expect(await office.payments(one.id)).toEqual([])
    expect(await office.statusOf(one.entries[0]!)).toBe('pending')
  })

  it('and what is paid do not differ: nothing of a run is done where one of it changed meanwhile', async () => {
    const [one, other] = [await payee(['11.00']), await payee(['12.00'])]
    await office.entry(other.id, '1.00')
    const payees = [one, other].map(({ asked }) => ({ ...asked, awaitsApproval: false }))
    const { status, body } = await run(root, { payees })
    expect([status, body.code]).toEqual([409, 'run_changed'])
    expect(await office.payments(one.id)).toEqual([])
  })

  it('says of one entry that is paid by hand whether it would wait', async () => {
    const hand = await payee(['70.00', '101.00'], { ...byHand, brands: [brand.id] })
    const states: string[] = []
    const rosa = await buildStaff(office.app, root, { ...staff(), roles: [...staff().roles, 'entryByAffiliate'] })
    for (const entry of hand.entries) {
      const { body } = await rosa.post(`/api/entry/${entry}/payment/preview`, { paidAt: '2030-03-09' })
      states.push(body.status as string)
    }
    expect(states).toEqual(['complete', 'pending'])
    expect(await office.payments(hand.id)).toEqual([])
  })
})
