import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAffiliate } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { listPath } from '#tests/contract/entities.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const logOf = async (object: string, id: number) =>
  (await office.root.get(listPath('activityLog', { filter: { object, objectId: String(id) }, sort: ['id', 'ASC'] })))
    .body as { operation: string; batch: string | null }[]

describe('the bulk set of payment type', () => {
  test('changes who may be changed under one batch, and names who may not with the reason', async () => {
    const pays = await buildAffiliate(office.root, {
      paymentType: 'automatic',
      paymentKeyType: 'email',
      paymentKey: 'a@example.test',
    })
    const passport = await buildAffiliate(office.root, {
      documentType: 'passport',
      document: 'AB123456',
      paymentType: 'manual',
    })
    const answer = await office.root.post('/api/affiliate/payment_type', {
      ids: [pays.id, passport.id, 999_999],
      paymentType: 'manual',
    })
    expect(answer.body).toEqual({ changed: [pays.id, passport.id], refused: [{ id: 999_999, code: 'not_found' }] })
    const [, line] = await logOf('affiliate', pays.id)
    expect(line).toMatchObject({ operation: 'setPaymentType', batch: expect.any(String) })
    const refused = await office.root.post('/api/affiliate/payment_type', {
      ids: [passport.id],
      paymentType: 'automatic',
    })
    expect(refused.body).toEqual({ changed: [], refused: [{ id: passport.id, code: expect.any(String) }] })
  })

  test('refuses who would be paid automatically without a key, and tries without changing anything', async () => {
    const [pays, keyless] = [
      await buildAffiliate(office.root, {
        paymentType: 'automatic',
        paymentKeyType: 'email',
        paymentKey: 'b@example.test',
      }),
      await buildAffiliate(office.root),
    ]
    await office.root.post('/api/affiliate/payment_type', { ids: [pays.id], paymentType: 'manual' })
    const typeOf = async (id: number) => (await office.root.get(`/api/affiliate/${id}`)).body.paymentType
    const expected = { changed: [pays.id], refused: [{ id: keyless.id, code: 'payment_key_missing' }] }
    const asked = { ids: [pays.id, keyless.id], paymentType: 'automatic' }
    const lines = (await logOf('affiliate', pays.id)).length
    expect((await office.root.post('/api/affiliate/payment_type', { ...asked, preview: true })).body).toEqual(expected)
    expect([await typeOf(pays.id), (await logOf('affiliate', pays.id)).length]).toEqual(['manual', lines])
    expect((await office.root.post('/api/affiliate/payment_type', asked)).body).toEqual(expected)
    expect([await typeOf(pays.id), await typeOf(keyless.id)]).toEqual(['automatic', 'manual'])
    expect((await office.root.post('/api/affiliate/payment_type', { ...asked, preview: 'yes' })).status).toBe(400)
  })

  test('needs at least one affiliate and a payment type that exists', async () => {
    const none = await office.root.post('/api/affiliate/payment_type', { ids: [], paymentType: 'manual' })
    expect([none.status, none.body.message]).toEqual([400, 'At least one affiliate must be selected'])
    expect((await office.root.post('/api/affiliate/payment_type', { ids: [1], paymentType: 'cash' })).status).toBe(400)
    expect((await office.root.post('/api/affiliate/payment_type', { ids: ['x'], paymentType: 'manual' })).status).toBe(
      400,
    )
    expect((await office.root.post('/api/affiliate/payment_type', { ids: [1] })).status).toBe(400)
    expect(
      (await office.root.post('/api/affiliate/payment_type', { ids: [1], paymentType: 'manual', name: 'x' })).status,
    ).toBe(400)
  })
})
