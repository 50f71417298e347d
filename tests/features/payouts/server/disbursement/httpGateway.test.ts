import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { httpGateway } from '#features/payouts/server/disbursement/httpGateway.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import { pollPayments } from '#features/payouts/server/disbursement/pollPayments.ts'
import type { TestGateway } from '#tests/support/gateway.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let gateway: TestGateway
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  gateway = office.gateway!
})
afterAll(() => office.close())
beforeEach(() => gateway.behave(() => ({ outcome: 'accepted' })))

async function paid(value = '50.00') {
  const { id } = await office.owner()
  const entry = await office.entry(id, value)
  const answer = await (await office.asRoot()).post(`/api/payment/affiliate/${id}`)
  expect(answer.status).toBe(200)
  const [payment] = await office.payments(id)
  return { owner: id, entry, payment: payment!.id, transferId: payment!.transferId }
}
const stateOf = async (owner: number) => (await office.payments(owner)).map(({ state }) => state)
const attemptsOf = async (entry: number): Promise<string[]> =>
  (await (await office.asRoot()).get(`/api/entry/${entry}`)).body.attempts.map(
    ({ message }: { message: string }) => message,
  )
function tell(outcome: Parameters<TestGateway['webhook']>[0], headers: Record<string, string> = {}) {
  const [body, signed] = gateway.webhook(outcome)
  return office.app.inject({
    method: 'POST',
    url: '/payouts/webhook',
    payload: body,
    headers: { ...signed, ...headers },
  })
}

describe('a payout over HTTP', () => {
  it('is asked for once, by an id of our own, with amount, currency and key', async () => {
    const { transferId } = await paid('50.00')
    expect(gateway.sends.get(transferId)).toBe(1)
    expect(gateway.payouts.get(transferId)).toMatchObject({
      id: transferId,
      amount: '50.00',
      currency: 'BRL',
      keyType: 'email',
    })
  })

  it('whose answer is lost is unknown, is asked for by its id, and is settled without a second send', async () => {
    gateway.behave(() => ({ outcome: 'settled', losesAnswer: true }))
    const { owner, entry, transferId } = await paid()
    expect(await stateOf(owner)).toEqual(['unknown'])
    expect(await office.statusOf(entry)).toBe('pending')
    const attempts = (await (await office.asRoot()).get(`/api/entry/${entry}`)).body.attempts
    expect(attempts.at(-1)).toMatchObject({
      message: 'Outcome unknown: The gateway could not be reached',
      remark: { code: 'unknown', because: { code: 'unreachable' } },
    })
    office.pass({ seconds: 30 })
    await pollPayments(office.context)
    expect(await stateOf(owner)).toEqual(['settled'])
    expect(await office.statusOf(entry)).toBe('complete')
    expect([gateway.sends.get(transferId), gateway.questions.get(transferId)]).toEqual([1, 1])
  })

  it('that never arrived is sent again under the same id', async () => {
    gateway.behave((_payout, times) => ({ outcome: 'settled', losesRequest: times === 1 }))
    const { owner, transferId } = await paid()
    expect(gateway.payouts.has(transferId)).toBe(false)
    office.pass({ seconds: 30 })
    await pollPayments(office.context)
    expect(await stateOf(owner)).toEqual(['settled'])
    expect(gateway.sends.get(transferId)).toBe(2)
    expect([...gateway.payouts.values()].filter(({ id }) => id === transferId)).toHaveLength(1)
  })

  it('refused for now is tried again after pauses that grow, by the same id', async () => {
    gateway.behave((_payout, times) => ({ outcome: times < 3 ? 'transient' : 'settled' }))
    const { owner, entry, transferId } = await paid()
    expect(await stateOf(owner)).toEqual(['sent'])
    const sendsAfter = async (time: { seconds?: number; minutes?: number }) => {
      office.pass(time)
      await pollPayments(office.context)
      return gateway.sends.get(transferId)
    }
    expect(await sendsAfter({ seconds: 59 })).toBe(1)
    expect(await sendsAfter({ seconds: 2 })).toBe(2)
    expect(await sendsAfter({ minutes: 4 })).toBe(2)
    expect(await sendsAfter({ minutes: 2 })).toBe(3)
    expect(await stateOf(owner)).toEqual(['settled'])
    expect(await attemptsOf(entry)).toEqual([
      'Sent to the gateway',
      'Refused for now: Come back later (try 1)',
      'Sent to the gateway again (try 2)',
      'Refused for now: Come back later (try 2)',
      'Sent to the gateway again (try 3)',
      'Settled',
    ])
  })

  it('refused for now too often is given up: the entries are pending again, with the reason', async () => {
    gateway.behave(() => ({ outcome: 'transient' }))
    const { owner, entry, transferId } = await paid()
    for (let round = 0; round < 8; round += 1) {
      office.pass({ hours: 9 })
      await pollPayments(office.context)
    }
    expect(await stateOf(owner)).toEqual(['rejected'])
    expect(gateway.sends.get(transferId)).toBe(6)
    expect((await attemptsOf(entry)).at(-1)).toBe('Refused, after 6 tries: Come back later')
    gateway.behave(() => ({ outcome: 'settled' }))
    expect((await (await office.asRoot()).post(`/api/payment/affiliate/${owner}`)).status).toBe(200)
    expect(await stateOf(owner)).toEqual(['rejected', 'settled'])
    expect(await office.statusOf(entry)).toBe('complete')
  })

  it('without word from the gateway is asked for less and less often', async () => {
    const { owner, transferId } = await paid()
    for (let minute = 0; minute < 60; minute += 1) {
      office.pass({ minutes: 1 })
      await pollPayments(office.context)
    }
    expect(gateway.questions.get(transferId)).toBeLessThan(10)
    gateway.decide(transferId, 'settled')
    office.pass({ hours: 6 })
    await pollPayments(office.context)
    expect(await stateOf(owner)).toEqual(['settled'])
    expect(gateway.sends.get(transferId)).toBe(1)
  })

  it('goes over plain http to this machine only', () => {
    const make = (url: string) => () => httpGateway({ url, secret: 'sixteen characters', now: () => new Date() })
    for (const url of [
      'http://gateway.example',
      'http://10.0.0.1/',
      'http://127.0.0.1.example/',
      'https://user:word@gateway.example',
    ])
      expect(make(url)).toThrow(/PAYOUT_GATEWAY_URL/)
    for (const url of ['https://gateway.example', 'http://127.0.0.1:9', 'http://localhost/base', 'http://[::1]:9'])
      expect(make(url)).not.toThrow()
  })
})

describe('the webhook', () => {
  it('settles once, however often it comes', async () => {
    const { owner, entry, transferId } = await paid()
    const answers = await Promise.all([1, 2, 3].map(() => tell({ id: transferId, state: 'settled', amount: '50.00' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers.map((answer) => answer.json().changed).toSorted()).toEqual([false, false, true])
    expect(await stateOf(owner)).toEqual(['settled'])
    expect((await attemptsOf(entry)).filter((message) => message === 'Settled')).toHaveLength(1)
  })

  it('that comes before the answer to the send is kept, and the answer changes nothing', async () => {
    gateway.behave(async (payout) => {
      await tell({ id: payout.id, state: 'settled' })
      return { outcome: 'accepted' }
    })
    const { owner } = await paid()
    expect(await stateOf(owner)).toEqual(['settled'])
  })

  it('rejects: the entries are pending again', async () => {
    const { owner, entry, transferId } = await paid()
    await tell({ id: transferId, state: 'rejected', reason: 'Account closed' })
    expect(await stateOf(owner)).toEqual(['rejected'])
    expect((await attemptsOf(entry)).at(-1)).toBe('Refused: Account closed')
  })

  it('of a returned payment opens the amount again, once, as an adjustment entry dated today', async () => {
    const { owner, entry, transferId } = await paid('80.00')
    await tell({ id: transferId, state: 'settled' })
    for (let time = 0; time < 2; time += 1)
      expect((await tell({ id: transferId, state: 'returned', reason: 'No such account' })).statusCode).toBe(200)
    expect(await stateOf(owner)).toEqual(['returned'])
    expect(await office.statusOf(entry)).toBe('complete')
    const { body } = await (
      await office.asRoot()
    ).get(`/api/entry?filter=${encodeURIComponent(JSON.stringify({ affiliate: owner, kind: 'adjustment' }))}`)
    const day = office.context.now().toISOString().slice(0, 10)
    expect(body).toMatchObject([{ value: 80, status: 'pending', day }])
    // The key it came back from is still the owner's: nothing goes there until a person decides.
    office.pass({ hours: 24 * 40 })
    expect((await payAutomatically(office.context)).skipped['payment_returned_before']).toBe(1)
    const root = await office.asRoot()
    expect((await root.post(`/api/payment/affiliate/${owner}`)).body.code).toBe('payment_returned_before')
    expect((await root.post(`/api/payment/affiliate/${owner}/release`, { reason: 'They called' })).status).toBe(200)
    expect((await root.post(`/api/payment/affiliate/${owner}`)).status).toBe(200)
    expect(await stateOf(owner)).toEqual(['returned', 'sent'])
  })

  it('that contradicts what is known moves nothing and is shown', async () => {
    const { owner, entry, transferId } = await paid()
    await tell({ id: transferId, state: 'rejected', reason: 'Account closed' })
    expect((await tell({ id: transferId, state: 'settled' })).json()).toEqual({ received: true, changed: false })
    expect(await stateOf(owner)).toEqual(['rejected'])
    expect((await attemptsOf(entry)).at(-1)).toMatch(/^The gateway says settled, but the payment is rejected/)
  })

  it('with another amount than was sent settles nothing', async () => {
    const { owner, entry, transferId } = await paid()
    expect((await tell({ id: transferId, state: 'settled', amount: '5.00' })).json().changed).toBe(false)
    expect(await stateOf(owner)).toEqual(['sent'])
    expect(await office.statusOf(entry)).toBe('pending')
  })

  it("is refused without the gateway's signature, with an old one, or for another body", async () => {
    const { owner, transferId } = await paid()
    const [body, signed] = gateway.webhook({ id: transferId, state: 'settled' })
    const send = (payload: string, headers: Record<string, string>) =>
      office.app.inject({ method: 'POST', url: '/payouts/webhook', payload, headers })
    expect((await send(body, { 'content-type': 'application/json' })).statusCode).toBe(401)
    expect((await send(body.replace('settled', 'rejected'), signed)).statusCode).toBe(401)
    expect((await send(body, { ...signed, 'x-payout-signature': 'sha256=00' })).statusCode).toBe(401)
    office.pass({ minutes: 6 })
    expect((await send(body, signed)).statusCode).toBe(401)
    expect(await stateOf(owner)).toEqual(['sent'])
  })

  it('knows no other ids, and says what cannot be read', async () => {
    expect((await tell({ id: '00000000-0000-4000-8000-000000000000', state: 'settled' })).statusCode).toBe(404)
    expect((await tell({ id: 'one', state: 'settled' })).statusCode).toBe(400)
    const { transferId } = await paid()
    expect((await tell({ id: transferId, state: 'gone' })).statusCode).toBe(400)
  })
})
