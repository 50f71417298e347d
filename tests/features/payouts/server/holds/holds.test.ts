import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pollPayments } from '#features/payouts/server/disbursement/pollPayments.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { roleKeys } from '#resources/roles.ts'
import { buildBrand, buildCompany, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let root: Client
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
})
afterAll(() => office?.close())
beforeEach(async () => {
  office.gateway!.behave(() => ({ outcome: 'settled' }))
  root = await office.asRoot()
})

const pay = (owner: number) => root.post(`/api/payment/affiliate/${owner}`)
const hold = (owner: number, reason = 'The contract is looked into') =>
  root.post(`/api/payment/affiliate/${owner}/hold`, { reason })
const release = (owner: number, by = root) =>
  by.post(`/api/payment/affiliate/${owner}/release`, { reason: 'All is well' })
const rowOf = async (owner: number) =>
  (await root.get(`/api/payment/owners?owner=affiliate-${owner}`)).body.rows[0] as Record<string, unknown>
const statesOf = async (owner: number) => (await office.payments(owner)).map(({ state }) => state)

async function withEntry(values: Record<string, unknown> = {}, amount = '30.00') {
  const owner = await office.owner(values)
  await office.entry(owner.id, amount)
  return owner
}

/** An owner whose settled payment came back. */
async function returned() {
  const owner = await withEntry()
  await pay(owner.id)
  const [payment] = await office.payments(owner.id)
  const [payload, headers] = office.gateway!.webhook({ id: payment!.transferId, state: 'returned', reason: 'Closed' })
  await office.app.inject({ method: 'POST', url: '/payouts/webhook', payload, headers })
  return owner
}

describe('an owner that a person holds', () => {
  it('is paid by nobody, in no way, and every page says why, until somebody releases it', async () => {
    const { id } = await withEntry()
    const placed = await hold(id)
    expect(placed.body.holds).toMatchObject([
      { cause: 'by_hand', note: 'The contract is looked into', placedBy: 'root@office.test', releasedAt: null },
    ])
    expect((await pay(id)).body).toMatchObject({
      code: 'payment_on_hold',
      values: { reason: 'The contract is looked into' },
    })
    expect((await payAutomatically(office.context)).skipped['payment_on_hold']).toBe(1)
    expect(await rowOf(id)).toMatchObject({ status: 'held', isPayable: false, hold: { cause: 'by_hand' } })
    expect((await hold(id)).status).toBe(409)
    const freed = await release(id)
    expect(freed.body.holds).toMatchObject([{ releasedBy: 'root@office.test', releaseNote: 'All is well' }])
    expect((await release(id)).body.code).toBe('not_on_hold')
    await pay(id)
    expect(await statesOf(id)).toEqual(['settled'])
  })

  it('is not paid by hand either', async () => {
    const { id } = await withEntry({ paymentType: 'manual', paymentKeyType: null, paymentKey: null })
    await hold(id)
    const said = { paidAt: '2030-03-09', currency: 'BRL' }
    expect((await root.post(`/api/payment/affiliate/${id}/manual`, said)).body.code).toBe('payment_on_hold')
    expect(await rowOf(id)).toMatchObject({ status: 'held' })
  })

  it('gets nothing of a payment that was refused for now before', async () => {
    office.gateway!.behave(() => ({ outcome: 'transient' }))
    const { id } = await withEntry()
    await pay(id)
    await hold(id)
    office.gateway!.behave(() => ({ outcome: 'settled' }))
    const [payment] = await office.payments(id)
    for (let round = 0; round < 3; round += 1) {
      office.pass({ minutes: 10 })
      await pollPayments(office.context)
    }
    expect(office.gateway!.sends.get(payment!.transferId)).toBe(1)
    await release(id, await office.asRoot())
    office.pass({ minutes: 6 })
    await pollPayments(office.context)
    expect(await statesOf(id)).toEqual(['settled'])
  })

  it('stands in the log: who, when, why', async () => {
    const { id } = await withEntry()
    await hold(id)
    await release(id)
    const { rows } = await sql`select operation, changes from activity_log
      where object = 'affiliate' and object_id = ${String(id)} and operation in ('hold', 'release') order by id`.execute(
      office.database.db,
    )
    expect(rows).toMatchObject([
      {
        operation: 'hold',
        changes: expect.arrayContaining([expect.objectContaining({ after: 'The contract is looked into' })]),
      },
      { operation: 'release', changes: expect.arrayContaining([expect.objectContaining({ after: 'All is well' })]) },
    ])
  })

  it('is held by whoever has the financial role and sees it', async () => {
    const { id } = await withEntry()
    const company = await buildCompany(root)
    const brand = await buildBrand(root, { company: company.id })
    const stranger = { company: company.id, allowedBrands: [brand.id] }
    const far = await buildStaff(office.app, root, { ...stranger, roles: ['financial'] })
    expect((await far.post(`/api/payment/affiliate/${id}/hold`, { reason: 'R' })).status).toBe(404)
    expect((await far.get(`/api/payment/affiliate/${id}/holds`)).status).toBe(404)
    const other = await buildStaff(office.app, root, { ...stranger, roles: ['affiliate'] })
    expect((await other.post(`/api/payment/affiliate/${id}/hold`, { reason: 'R' })).status).toBe(403)
    expect((await root.post(`/api/payment/affiliate/${id}/hold`, {})).status).toBe(400)
  })
})

describe('a manual payment', () => {
  const said = { paidAt: '2030-03-09', currency: 'BRL' }
  const changeOf = async (id: number, values: object) => {
    const { version } = (await root.get(`/api/affiliate/${id}`)).body
    expect((await root.put(`/api/affiliate/${id}`, { ...values, version })).status).toBe(200)
  }
  const byHand = { paymentType: 'manual', paymentKeyType: null, paymentKey: null }
  const causes = ['returned', 'other_person', 'not_checked', 'key_changed']

  it.each(causes)(
    'is refused while the hold %s is in force, in each way, also where it was asked for before',
    async (cause) => {
      const company = await buildCompany(root, { approvalAbove: 20, approverAgeDays: 0 })
      const brand = await buildBrand(root, { company: company.id })
      const { id } = await office.owner({ company: company.id, brands: [brand.id], ...byHand })
      const entry = await office.entry(id, '30.00')
      const later = await office.entry(id, '31.00')
      const staff = { company: company.id, allowedBrands: [brand.id], roles: roleKeys }
      const [asker, colleague] = [await buildStaff(office.app, root, staff), await buildStaff(office.app, root, staff)]
      const asked = await asker.post(`/api/entry/${later}/payment`, { paidAt: said.paidAt })
      expect(asked.status).toBe(200)
      const [{ id: payment } = { id: 0 }] = await office.payments(id)
      await sql`insert into owner_hold (owner_kind, owner, cause, note, placed_at, placed_by, approvals_needed)
      values ('affiliate', ${id}, ${cause}, 'N', now(), 'root', 1)`.execute(office.database.db)
      const codes = [
        (await root.post(`/api/payment/affiliate/${id}/manual`, { ...said, entries: [entry] })).body.code,
        (await root.post(`/api/entry/${entry}/payment`, { paidAt: said.paidAt })).body.code,
        (await root.post('/api/entry/payment', { paidAt: said.paidAt, ids: [entry] })).body.refused[0].code,
        (await colleague.post(`/api/payment/${payment}/approve`)).body.code,
      ]
      expect(new Set(codes.slice(0, 3)).size).toBe(1)
      expect(codes[0]).toMatch(/^(payment_returned_before|key_of_another|key_not_checked|key_change_waits)$/)
      expect(codes[3]).toBe(codes[0])
      expect(await statesOf(id)).toEqual(['created'])
      expect(await rowOf(id)).toMatchObject({ hold: { cause } })
    },
  )

  it('waits for a second person for a day after the key changed, whatever the limit', async () => {
    const { id } = await withEntry()
    await changeOf(id, { paymentKeyType: 'email', paymentKey: `new-${id}@example.com` })
    await changeOf(id, { paymentType: 'manual' })
    expect((await root.post(`/api/payment/affiliate/${id}/manual`, said)).status).toBe(200)
    expect(await statesOf(id)).toEqual(['created'])
    const later = await withEntry()
    await changeOf(later.id, { paymentKeyType: 'email', paymentKey: `new-${later.id}@example.com` })
    await changeOf(later.id, { paymentType: 'manual' })
    office.pass({ hours: 25 })
    root = await office.asRoot()
    await root.post(`/api/payment/affiliate/${later.id}/manual`, said)
    expect(await statesOf(later.id)).toEqual(['settled'])
  })
})

describe('an owner whose payment came back', () => {
  it('is paid neither by the job nor by a person, until a person releases it', async () => {
    const { id } = await returned()
    expect(await rowOf(id)).toMatchObject({ status: 'held', hold: { cause: 'returned', note: 'Closed' } })
    for (let run = 0; run < 2; run += 1) {
      await payAutomatically(office.context)
      office.pass({ hours: 24 })
    }
    root = await office.asRoot()
    expect((await pay(id)).body.code).toBe('payment_returned_before')
    expect(await statesOf(id)).toEqual(['returned'])
    await release(id)
    await payAutomatically(office.context)
    expect(await statesOf(id)).toEqual(['returned', 'settled'])
  })

  it('is paid again once its key is another', async () => {
    const owner = await returned()
    await root.put(`/api/affiliate/${owner.id}`, { paymentKey: 'mended@example.com', version: owner.version })
    office.pass({ hours: 25 })
    await payAutomatically(office.context)
    expect(await statesOf(owner.id)).toEqual(['returned', 'settled'])
    root = await office.asRoot()
    expect((await root.get(`/api/payment/affiliate/${owner.id}/holds`)).body.holds).toMatchObject([
      { cause: 'returned', releaseNote: 'payment_key_changed' },
    ])
  })
})

describe('an approval', () => {
  /** A payment above the limit, of an owner whose key was changed within a day: approved, it waits. */
  async function approvedAndWaiting() {
    const company = await buildCompany(root, { approvalAbove: 10, approverAgeDays: 0 })
    const brand = await buildBrand(root, { company: company.id })
    const staff = { company: company.id, allowedBrands: [brand.id], roles: ['financial', 'paymentByAffiliate'] }
    const [maria, joao] = [await buildStaff(office.app, root, staff), await buildStaff(office.app, root, staff)]
    const owner = await withEntry({ brands: [brand.id] })
    const payment = (await maria.post(`/api/payment/affiliate/${owner.id}`)).body.id as number
    const change = async (values: object) => {
      const { version } = (await root.get(`/api/affiliate/${owner.id}`)).body
      expect((await root.put(`/api/affiliate/${owner.id}`, { ...values, version })).status).toBe(200)
    }
    await change({ paymentKey: 'first@example.com' })
    expect((await joao.post(`/api/payment/${payment}/approve`)).status).toBe(200)
    expect(await office.payments(owner.id)).toMatchObject([{ state: 'created', awaitsApproval: false }])
    return { id: owner.id, payment, change, joao }
  }
  const follow = async () => {
    office.pass({ hours: 50 })
    await pollPayments(office.context)
    root = await office.asRoot()
  }

  it('sends what was approved, once nothing holds it any more', async () => {
    const { id } = await approvedAndWaiting()
    await follow()
    expect(await statesOf(id)).toEqual(['settled'])
  })

  it.each([
    ['key', { paymentKey: 'second@example.com' }],
    ['owner', { name: 'Somebody Else' }],
  ])('is void where the %s is another by then, and is asked for again', async (_what, values) => {
    const { id, payment, change } = await approvedAndWaiting()
    await change(values)
    await follow()
    expect(await office.payments(id)).toMatchObject([{ state: 'created', awaitsApproval: true }])
    const { body } = await root.get(`/api/payment/${payment}`)
    expect(body.approvedBy).toBeNull()
    expect(body.attempts.at(-1)).toMatchObject({ remark: { code: 'approvalVoid' } })
    expect((await root.post(`/api/payment/${payment}/approve`)).status).toBe(200)
    expect(await statesOf(id)).toEqual(['settled'])
  })

  it('is void where the amount is another', async () => {
    const { id, payment } = await approvedAndWaiting()
    await sql`update payment set value = value + 1 where id = ${payment}`.execute(office.database.db)
    await follow()
    expect(await office.payments(id)).toMatchObject([{ state: 'created', awaitsApproval: true }])
  })

  it('is not given while somebody holds the owner', async () => {
    const { id, payment, change } = await approvedAndWaiting()
    await change({ paymentKey: 'third@example.com' })
    await follow()
    await hold(id)
    expect((await root.post(`/api/payment/${payment}/approve`)).body.code).toBe('payment_on_hold')
  })
})
