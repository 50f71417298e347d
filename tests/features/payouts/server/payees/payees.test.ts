import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildCompany, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

interface Row {
  kind: string
  id: number
  status: string
  dueValue: number
  pendingValue: number
  isPayable: boolean
  needsApproval: boolean
  missing: string[]
  payment: { id: number; state: string; reason: string | null } | null
}

describe('the owners to whom something is due', () => {
  let office: PayoutOffice
  let root: Client
  const list = async (query = '', client: Client = root) =>
    (await client.get(`/api/payment/owners?to=99${query}`)).body as {
      rows: Row[]
      total: number
      counts: Record<string, { count: number; totals: { currency: string; value: number }[] }>
    }
  const rowOf = async (id: number, kind = 'affiliate') =>
    (await list(`&kind=${kind}`)).rows.find((row) => row.id === id)!

  beforeAll(async () => {
    office = await openPayoutOffice()
    root = await office.asRoot()
  })
  afterAll(() => office?.close())

  it('are payable where nothing stands against it', async () => {
    const { id } = await office.owner()
    await office.entry(id, '120.50')
    expect(await rowOf(id)).toMatchObject({
      status: 'payable',
      dueValue: 120.5,
      pendingValue: 120.5,
      isPayable: true,
      needsApproval: false,
      payment: null,
    })
  })

  it('are found by a name without its accents', async () => {
    const { id } = await office.owner({ name: 'João D’Ávila' })
    await office.entry(id, '60.00')
    expect((await list(`&q=${encodeURIComponent('joao davila')}`)).rows.map((row) => row.id)).toEqual([id])
  })

  it.each([
    ['negative', '-5.00', {}, false],
    ['manual', '50.00', { paymentType: 'manual', paymentKeyType: null, paymentKey: null }, false],
  ])('say %s where the sum is %s', async (status, value, values, isPayable) => {
    const { id } = await office.owner(values)
    await office.entry(id, value)
    expect(await rowOf(id)).toMatchObject({ status, isPayable })
  })

  it('say that the sum is below the minimum of their brand, and may be paid by a person all the same', async () => {
    const brand = await buildBrand(root, { minimumPayout: 100 })
    const { id } = await office.owner({ brands: [brand.id] })
    await office.entry(id, '99.99')
    expect(await rowOf(id)).toMatchObject({ status: 'below_minimum', isPayable: true })
  })

  it('show a refused payment with its reason', async () => {
    const { id } = await office.owner({ paymentKey: 'fail@example.com' })
    await office.entry(id, '30.00')
    // A refusal before the last change of the record would not count.
    office.pass({ seconds: 1 })
    await root.post(`/api/payment/affiliate/${id}`, {})
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: 'failed', isPayable: true, payment: { state: 'rejected' } })
    expect(row.payment!.reason).not.toBe('')
  })

  it('keep what is under way in sight, although no entry of it is free', async () => {
    const { id } = await office.payablePartner()
    await office.entry(id, '500.00', { kind: 'partner' })
    await root.post(`/api/payment/partner/${id}`, {})
    expect(await rowOf(id, 'partner')).toMatchObject({
      status: 'in_flight',
      dueValue: 500,
      pendingValue: 0,
      isPayable: false,
    })
  })

  it('wait for another person above the amount of their company', async () => {
    const company = await buildCompany(root, { approvalAbove: 100 })
    const brand = await buildBrand(root, { company: company.id })
    const { id } = await office.owner({ brands: [brand.id] })
    await office.entry(id, '100.01')
    expect(await rowOf(id)).toMatchObject({ status: 'payable', needsApproval: true })
    await root.post(`/api/payment/affiliate/${id}`, {})
    expect(await rowOf(id)).toMatchObject({ status: 'awaiting_approval', isPayable: false, payment: { isOwn: true } })
  })

  it('wait for another person where the day adds up above it, for the payee and for whoever asks, as the payment itself would', async () => {
    const company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0 })
    const brand = await buildBrand(root, { company: company.id })
    const staff = () =>
      buildStaff(office.app, root, {
        company: company.id,
        allowedBrands: [brand.id],
        roles: ['financial', 'paymentByAffiliate'],
      })
    const [maria, joao] = [await staff(), await staff()]
    const [paid, other] = [await office.owner({ brands: [brand.id] }), await office.owner({ brands: [brand.id] })]
    const readBy = async (client: Client, { id }: { id: number }) =>
      (await list('&kind=affiliate', client)).rows.find((row) => row.id === id)!.needsApproval
    await office.entry(paid.id, '60.00')
    const payType = (type: string) =>
      sql`update affiliate set payment_type = ${type} where id = ${paid.id}`.execute(office.database.db)
    await payType('manual')
    expect(
      (
        await maria.post(`/api/payment/affiliate/${paid.id}/manual`, {
          paidAt: '2030-03-09',
          reference: 'TED 77',
          currency: 'BRL',
        })
      ).body.state,
    ).toBe('settled')
    await payType('automatic')
    await office.entry(paid.id, '50.00')
    await office.entry(other.id, '50.00')
    expect([
      await readBy(maria, paid),
      await readBy(maria, other),
      await readBy(joao, paid),
      await readBy(joao, other),
    ]).toEqual([true, true, true, false])
    expect((await joao.post(`/api/payment/affiliate/${other.id}`)).body.awaitsApproval).toBe(false)
    expect((await joao.post(`/api/payment/affiliate/${paid.id}`)).body.awaitsApproval).toBe(true)
  })

  it('are counted by status whatever status is asked for, and add up to what is due', async () => {
    const all = await list()
    const some = await list('&status=payable,failed')
    expect(some.counts).toEqual(all.counts)
    expect(some.total).toBe(all.counts['payable']!.count + all.counts['failed']!.count)
    expect(new Set(some.rows.map(({ status }) => status))).toEqual(new Set(['payable', 'failed']))
    const cents = all.rows.reduce((sum, { dueValue }) => sum + Math.round(dueValue * 100), 0)
    expect(
      Object.values(all.counts)
        .flatMap(({ totals }) => totals)
        .reduce((sum, { value }) => sum + Math.round(value * 100), 0),
    ).toBe(cents)
  })

  it('come in the order asked for, in pages', async () => {
    const { rows } = await list('&sort=dueValue')
    expect(rows.map(({ dueValue }) => dueValue)).toEqual(
      rows.map(({ dueValue }) => dueValue).toSorted((one, other) => one - other),
    )
    expect((await root.get('/api/payment/owners?sort=dueValue&from=1&to=1')).body.rows).toEqual([rows[1]])
  })

  it('are only those of brands one sees', async () => {
    const company = await buildCompany(root)
    const brand = await buildBrand(root, { company: company.id })
    const own = await office.owner({ brands: [brand.id] })
    await office.entry(own.id, '10.00')
    const staff = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: ['financial', 'paymentByAffiliate'],
    })
    expect((await list('&kind=affiliate', staff)).rows.map(({ kind, id }) => [kind, id])).toEqual([
      ['affiliate', own.id],
    ])
  })

  it('are for whoever holds both roles', async () => {
    const staff = await buildStaff(office.app, root, { roles: ['financial'] })
    expect((await staff.get('/api/payment/owners')).status).toBe(403)
    expect((await office.nobody.get('/api/payment/owners')).status).toBe(401)
  })

  it.each([
    'kind=brand',
    'status=late',
    'brand=x',
    'sort=cpf',
    'from=-1',
    'from=5&to=4',
    'to=1000',
    'other=1',
    'q=%00',
  ])('refuse %s', async (query) => {
    expect((await root.get(`/api/payment/owners?${query}`)).status).toBe(400)
  })
})
