import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverSandboxWebhooks } from '#features/payouts/server/disbursement/deliverSandboxWebhooks.ts'
import { pollPayments } from '#features/payouts/server/disbursement/pollPayments.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
beforeAll(async () => {
  office = await openPayoutOffice()
})
afterAll(() => office.close())

async function payNow(owner: number) {
  return (await office.asRoot()).post(`/api/payment/affiliate/${owner}`)
}
const attemptsOf = async (entry: number): Promise<string[]> =>
  (await (await office.asRoot()).get(`/api/entry/${entry}`)).body.attempts.map(
    ({ message }: { message: string }) => message,
  )

describe('pay now through the sandbox gateway', () => {
  it('settles up to 10.00 at once and completes every entry of it', async () => {
    const { id } = await office.owner()
    const entries = [await office.entry(id, '4.00'), await office.entry(id, '7.00'), await office.entry(id, '-1.00')]
    const answer = await payNow(id)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ affiliate: id, value: 10, entries, method: 'automatic' })
    expect(await office.payments(id)).toMatchObject([{ state: 'settled', value: '10.00' }])
    expect(await Promise.all(entries.map(office.statusOf))).toEqual(['complete', 'complete', 'complete'])
    expect(await attemptsOf(entries[0]!)).toEqual(['Sent to the gateway', 'Settled'])
    const { body } = await (await office.asRoot()).get(`/api/payment/${answer.body.id}`)
    expect(body).toMatchObject({
      state: 'settled',
      requestedBy: 'root@office.test',
      awaitsApproval: false,
      paidAt: '2030-03-10T12:00:00.000Z',
    })
  })

  it('accepts 10.01 to 20.00, hears of the refusal later, and leaves the entries pending with the reason', async () => {
    const { id } = await office.owner()
    const entry = await office.entry(id, '10.01')
    await payNow(id)
    expect(await office.payments(id)).toMatchObject([{ state: 'sent' }])
    expect(await deliverSandboxWebhooks(office.context)).toBe(0)
    office.pass({ seconds: 3 })
    expect(await deliverSandboxWebhooks(office.context)).toBe(1)
    expect(await office.payments(id)).toMatchObject([{ state: 'rejected' }])
    expect(await office.statusOf(entry)).toBe('pending')
    expect((await attemptsOf(entry)).at(-1)).toBe('Refused: The sandbox rejects amounts from 10.01 to 20.00')
  })

  it('settles above 20.00 after a delay', async () => {
    const { id } = await office.owner()
    const entry = await office.entry(id, '20.01')
    await payNow(id)
    expect(await office.statusOf(entry)).toBe('pending')
    office.pass({ seconds: 3 })
    await deliverSandboxWebhooks(office.context)
    expect(await office.payments(id)).toMatchObject([{ state: 'settled' }])
    expect(await office.statusOf(entry)).toBe('complete')
  })

  it('refuses a key that begins with fail at once', async () => {
    const { id } = await office.owner({ paymentKey: 'fail@example.com' })
    const entry = await office.entry(id, '5.00')
    await payNow(id)
    expect(await office.payments(id)).toMatchObject([{ state: 'rejected' }])
    expect(await attemptsOf(entry)).toEqual([
      'Sent to the gateway',
      'Refused: The sandbox refuses keys that begin with "fail"',
    ])
  })

  it('never answers a key that begins with timeout: the payment is unknown and is asked for, never sent again', async () => {
    const { id } = await office.owner({ paymentKey: 'timeout@example.com' })
    const entry = await office.entry(id, '5.00')
    await payNow(id)
    expect(await office.payments(id)).toMatchObject([{ state: 'unknown' }])
    office.pass({ minutes: 5 })
    expect(await pollPayments(office.context)).toBe(1)
    expect(await office.payments(id)).toMatchObject([{ state: 'unknown' }])
    expect((await attemptsOf(entry)).filter((message) => message.startsWith('Sent'))).toHaveLength(1)
    expect((await payNow(id)).body.code).toBe('payment_in_flight')
  })
})

describe('pay now refuses', () => {
  it.each([
    [
      'who is paid by hand',
      { paymentType: 'manual', paymentKeyType: null, paymentKey: null },
      ['5.00'],
      422,
      'payment_type_not_automatic',
    ],
    ['who has no key', { paymentKeyType: null, paymentKey: null }, ['5.00'], 422, 'payment_key_missing'],
    ['who has nothing pending', {}, [], 409, 'nothing_to_pay'],
    ['a sum that is not positive', {}, ['5.00', '-5.00'], 422, 'sum_not_positive'],
  ] as const)('%s', async (_who, values, amounts, status, code) => {
    const { id } = await office.owner(values)
    for (const amount of amounts) await office.entry(id, amount)
    const answer = await payNow(id)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(await office.payments(id)).toEqual([])
  })

  it('whose key was changed within a day, and not after it', async () => {
    const owner = await office.owner()
    await office.entry(owner.id, '3.00')
    const changed = await (
      await office.asRoot()
    ).put(`/api/affiliate/${owner.id}`, { ...owner, isComplete: undefined, paymentKey: 'another@example.com' })
    expect(changed.status).toBe(200)
    office.pass({ hours: 23 })
    expect((await payNow(owner.id)).body.code).toBe('payment_held')
    office.pass({ hours: 2 })
    expect((await payNow(owner.id)).status).toBe(200)
  })

  it('an owner that does not exist, and one without both roles', async () => {
    expect((await payNow(999_999)).status).toBe(404)
    expect((await office.nobody.post('/api/payment/affiliate/1')).status).toBe(401)
  })
})

describe('an Idempotency-Key', () => {
  it('gives the same answer and pays once, also when the requests come at once', async () => {
    const { id } = await office.owner()
    await office.entry(id, '6.00')
    const root = await office.asRoot()
    const send = () =>
      root.post(`/api/payment/affiliate/${id}`, {}, { 'idempotency-key': `pay ${id}`.replace(' ', '-') })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[1]!.body).toEqual(answers[0]!.body)
    await office.entry(id, '1.00')
    expect((await send()).body).toEqual(answers[0]!.body)
    expect(await office.payments(id)).toHaveLength(1)
  })

  it('is not needed for one payment of twenty requests at once', async () => {
    const { id } = await office.owner()
    await office.entry(id, '6.00')
    const root = await office.asRoot()
    const answers = await Promise.all(Array.from({ length: 20 }, () => root.post(`/api/payment/affiliate/${id}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await office.payments(id)).toHaveLength(1)
  })
})

describe('a partner', () => {
  it('is paid like an affiliate', async () => {
    const { id } = await office.payablePartner()
    const entry = await office.entry(id, '9.00', { kind: 'partner' })
    const answer = await (await office.asRoot()).post(`/api/payment/partner/${id}`)
    expect(answer.body).toMatchObject({ partner: id, value: 9 })
    expect(await office.statusOf(entry)).toBe('complete')
  })
})

describe('a server that listens', () => {
  it("tells the sandbox's outcomes by itself", async () => {
    await office.app.listen({ port: 0, host: '127.0.0.1' })
    const { id } = await office.owner()
    const entry = await office.entry(id, '75.00')
    await payNow(id)
    office.pass({ seconds: 3 })
    await eventually(async () => (await office.statusOf(entry)) === 'complete')
    expect(await office.payments(id)).toMatchObject([{ state: 'settled' }])
  })
})
