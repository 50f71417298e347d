import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import { buildBrand, buildCompany, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/* What one dishonest colleague with every role but root tries, so as to pay alone. */

let office: PayoutOffice
let company: BuiltRecord
let brand: BuiltRecord
let elsewhere: BuiltRecord
let mallory: Client
let root: Client

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0, keyChanges: 'second' })
  brand = await buildBrand(root, { company: company.id })
  elsewhere = await buildBrand(root, { company: (await buildCompany(root)).id })
  mallory = await buildStaff(office.app, root, { company: company.id, allowedBrands: [brand.id], roles: roleKeys })
})
afterAll(() => office?.close())

const due = async (values: object = {}) => {
  const owner = await office.owner({ company: company.id, brands: [brand.id], ...values })
  await office.entry(owner.id, '500.00')
  return owner
}
const pay = (id: number) => mallory.post(`/api/payment/affiliate/${id}`)
const codeOf = ({ status, body }: { status: number; body: any }) => (status === 200 ? 200 : body.code)

describe('one colleague with every role', () => {
  it('cannot raise the limit or let key changes go by themselves: the settings of a company are root’s', async () => {
    const { version } = company
    const asked = { approvalAbove: 1_000_000, keyChanges: 'wait', approverApartDays: 0, version }
    expect((await mallory.put(`/api/company/${company.id}`, asked)).status).toBe(403)
    expect((await mallory.post('/api/company', { name: 'Without limits' })).status).toBe(403)
  })

  it('cannot give the payee brands of a company without a limit', async () => {
    const { id, version } = await due()
    expect((await mallory.put(`/api/affiliate/${id}`, { version, brands: [elsewhere.id] })).status).toBe(400)
    expect((await mallory.put(`/api/affiliate/${id}`, { version, brands: [] })).status).toBe(400)
    expect((await pay(id)).body.awaitsApproval).toBe(true)
  })

  it('cannot move a brand to a company without a limit', async () => {
    const { id } = await due()
    const moved = await mallory.put(`/api/brand/${brand.id}`, { version: brand.version, company: elsewhere.company })
    expect(moved.status).not.toBe(200)
    expect((await pay(id)).body.awaitsApproval).toBe(true)
  })

  it('cannot end a key’s hold by changing the key back, by removing and restoring the payee, or by its type', async () => {
    const owner = await due()
    const { paymentKeyType, paymentKey } = (await root.get(`/api/affiliate/${owner.id}`)).body
    const put = async (values: object) => {
      const { version } = (await mallory.get(`/api/affiliate/${owner.id}`)).body
      return (await mallory.put(`/api/affiliate/${owner.id}`, { ...values, version })).status
    }
    expect(await put({ paymentKeyType: 'email', paymentKey: 'mallory@elsewhere.example' })).toBe(200)
    expect(await put({ paymentKeyType, paymentKey })).toBe(200)
    expect(await put({ paymentKeyType: 'email', paymentKey: 'mallory@elsewhere.example' })).toBe(200)
    expect(codeOf(await pay(owner.id))).toBe('key_change_waits')
    expect(codeOf(await mallory.post(`/api/payment/affiliate/${owner.id}/release`, { reason: 'R' }))).toBe(
      'approver_not_apart',
    )
    expect(await put({ paymentType: 'manual', paymentKeyType: null, paymentKey: null })).toBe(200)
    const said = { paidAt: '2030-03-09', currency: 'BRL' }
    expect(codeOf(await mallory.post(`/api/payment/affiliate/${owner.id}/manual`, said))).toBe('key_change_waits')
    const removed = await mallory.delete(`/api/affiliate/${owner.id}`)
    if (removed.status === 200) {
      const [item] = (await mallory.get('/api/trash')).body
      await mallory.post(`/api/trash/${item.id}/restore`, {})
    }
    expect(codeOf(await mallory.post(`/api/payment/affiliate/${owner.id}/manual`, said))).toBe('key_change_waits')
  })

  it('cannot withdraw what was approved and send another sum or to another key on the same approval', async () => {
    const colleague = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: roleKeys,
    })
    const owner = await due()
    const { id } = (await pay(owner.id)).body
    expect(codeOf(await mallory.post(`/api/payment/${id}/approve`))).toBe('approver_not_apart')
    expect((await mallory.post(`/api/payment/${id}/decline`, { reason: 'again' })).status).toBe(200)
    expect(codeOf(await colleague.post(`/api/payment/${id}/approve`))).not.toBe(200)
    expect((await mallory.put(`/api/payment/${id}`, { value: 1 })).status).toBeGreaterThanOrEqual(400)
  })

  it('cannot pay in ten sums on one day, nor by adding entries of several payees', async () => {
    const states = []
    for (let count = 0; count < 3; count += 1) {
      const owner = await office.owner({ company: company.id, brands: [brand.id] })
      await office.entry(owner.id, '99.00')
      states.push((await pay(owner.id)).body.awaitsApproval)
    }
    expect(states.slice(1)).toEqual([true, true])
  })

  it('cannot become root, give itself an author-free account, or edit the roles of who decides', async () => {
    const me = (await mallory.get('/api/me')).body
    const own = (await mallory.get(`/api/user/${me.id ?? me.user?.id}`)).body
    expect((await mallory.put(`/api/user/${own.id}`, { version: own.version, root: true })).status).not.toBe(200)
    const puppet = await buildStaff(office.app, mallory, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: roleKeys,
    })
    const second = await buildStaff(office.app, puppet, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: roleKeys,
    })
    const { id } = await due()
    const payment = (await pay(id)).body.id
    for (const by of [puppet, second])
      expect(codeOf(await by.post(`/api/payment/${payment}/approve`))).toBe('approver_not_apart')
  })
})

describe('a key that one colleague changes, where the company only waits a day', () => {
  const waiting = async () => {
    const { id } = await buildCompany(root, { keyChanges: 'wait', approverAgeDays: 0 })
    const { id: ownBrand } = await buildBrand(root, { company: id })
    const staff = { company: id, allowedBrands: [ownBrand], roles: roleKeys }
    const owner = await office.owner({ company: id, brands: [ownBrand] })
    const [one, other] = [await buildStaff(office.app, root, staff), await buildStaff(office.app, root, staff)]
    return { owner, one, other }
  }
  const change = async (by: Client, id: number, values: object) => {
    const { version } = (await root.get(`/api/affiliate/${id}`)).body
    expect((await by.put(`/api/affiliate/${id}`, { version, ...values })).status).toBe(200)
  }
  const causes = async (id: number) =>
    ((await root.get(`/api/payment/affiliate/${id}/holds`)).body.holds as { cause: string }[]).map(({ cause }) => cause)

  it('waits for another person, whatever day it is by then', async () => {
    const { owner, one, other } = await waiting()
    await office.entry(owner.id, '80.00')
    await change(one, owner.id, { paymentKey: 'one@elsewhere.example' })
    expect(codeOf(await other.post(`/api/payment/affiliate/${owner.id}`))).toBe('key_change_waits')
    const release = (by: Client) => by.post(`/api/payment/affiliate/${owner.id}/release`, { reason: 'R' })
    expect(codeOf(await release(one))).toBe('approver_not_apart')
    expect(codeOf(await release(other))).toBe(200)
  })

  it('waits as well where the key was taken away first, or there was none while something was earned', async () => {
    const { owner, one } = await waiting()
    await change(one, owner.id, { paymentType: 'manual', paymentKeyType: null, paymentKey: null })
    expect(await causes(owner.id)).toEqual(['key_changed'])
    const keyless = { paymentType: 'manual', paymentKeyType: null, paymentKey: null }
    const { id } = await office.owner({ company: owner.company, brands: owner.brands, ...keyless })
    const first = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'first@elsewhere.example' }
    await office.entry(id, '80.00')
    await change(one, id, first)
    expect(await causes(id)).toEqual(['key_changed'])
  })

  it('does not wait for another one where it is the first of an affiliate that earned nothing, or root’s', async () => {
    const { owner, one } = await waiting()
    const keyless = { paymentType: 'manual', paymentKeyType: null, paymentKey: null }
    const { id } = await office.owner({ company: owner.company, brands: owner.brands, ...keyless })
    await change(one, id, { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'own@own.example' })
    expect(await causes(id)).toEqual([])
    await change(root, owner.id, { paymentKey: 'root@elsewhere.example' })
    expect(await causes(owner.id)).toEqual([])
  })
})
