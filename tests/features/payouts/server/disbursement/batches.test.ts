import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pollPayments } from '#features/payouts/server/disbursement/pollPayments.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import type { TestGateway } from '#tests/support/gateway.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let gateway: TestGateway
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  gateway = office.gateway!
})
afterAll(() => office?.close())
beforeEach(() => {
  gateway.behave(() => ({ outcome: 'settled' }))
  gateway.knowKeys(() => ({ nameMatches: true, documentMatches: true }))
})

async function owners(count: number, key = 'batch'): Promise<{ id: number; key: string }[]> {
  const made = []
  for (let each = 0; each < count; each += 1) {
    const paymentKey = `${key}${each}-${Math.random().toString(36).slice(2)}@example.com`
    const { id } = await office.owner({ paymentKey })
    await office.entry(id, '10.00')
    made.push({ id, key: paymentKey })
  }
  return made
}
const statesOf = async (all: readonly { id: number }[]) =>
  (await Promise.all(all.map(({ id }) => office.payments(id)))).map((payments) => payments.map(({ state }) => state))
const paidOf = (key: string) => [...gateway.payouts.values()].filter((payout) => payout.key === key)

describe('the automatic payments, through a gateway that takes batches', () => {
  it('go in one call, each by its own id, and each has its own outcome', async () => {
    const [fine, bad] = [await owners(3), await owners(1, 'bad')]
    gateway.behave(({ key }) => ({ outcome: key.startsWith('bad') ? 'refused' : 'settled' }))
    const before = gateway.batches.size
    expect(await payAutomatically(office.context)).toMatchObject({ created: 4 })
    expect([...gateway.batches.values()].slice(before)).toEqual([4])
    expect(await statesOf([...fine, ...bad])).toEqual([['settled'], ['settled'], ['settled'], ['rejected']])
  })

  it('whose answer is lost are asked for one by one, and nothing is paid twice', async () => {
    const all = await owners(5)
    let isFirst = true
    gateway.behave(() => {
      const losesAnswer = isFirst
      isFirst = false
      return { outcome: 'settled', losesAnswer }
    })
    await payAutomatically(office.context)
    expect(await statesOf(all)).toEqual(all.map(() => ['unknown']))
    office.pass({ minutes: 3 })
    await pollPayments(office.context)
    expect(await statesOf(all)).toEqual(all.map(() => ['settled']))
    for (const { key } of all) expect(paidOf(key)).toHaveLength(1)
  })

  it('leave out who is not the right person', async () => {
    const [fine, thief] = [await owners(2), await owners(1, 'thief')]
    gateway.knowKeys(({ key }) => ({ nameMatches: true, documentMatches: !key.startsWith('thief') }))
    await payAutomatically(office.context)
    expect(await statesOf([...fine, ...thief])).toEqual([['settled'], ['settled'], []])
    expect(paidOf(thief[0]!.key)).toEqual([])
  })

  it('of a run of people go together as well', async () => {
    const all = await owners(2)
    const before = gateway.batches.size
    const payees = all.map(({ id }) => ({ kind: 'affiliate', id, currency: 'BRL', value: 10, method: 'automatic' }))
    expect((await (await office.asRoot()).post('/api/payment/run', { payees })).body.payments).toHaveLength(2)
    expect([...gateway.batches.values()].slice(before)).toEqual([2])
    expect(await statesOf(all)).toEqual([['settled'], ['settled']])
  })
})

describe('a payment that is written down as sent', () => {
  it('is sent at once or not at all: whoever is late leaves it to those who ask for it', async () => {
    const [one] = await owners(1)
    let late = office.context.now().getTime()
    // A machine that stands still again and again.
    await payAutomatically({ ...office.context, now: () => new Date((late += 21_000)) })
    expect([await statesOf([one!]), paidOf(one!.key)]).toEqual([[['sent']], []])
    office.pass({ minutes: 10 })
    await pollPayments(office.context)
    expect([await statesOf([one!]), paidOf(one!.key).length]).toEqual([[['settled']], 1])
  })
})

describe('through a gateway that takes no batches', () => {
  it('payments go one by one, and nothing is tried before', async () => {
    const single = await openPayoutOffice({ withGateway: true })
    try {
      single.gateway!.speakBatches(false)
      single.gateway!.behave(() => ({ outcome: 'settled' }))
      const made = [await single.owner(), await single.owner()]
      for (const { id } of made) await single.entry(id, '10.00')
      expect(await payAutomatically(single.context)).toMatchObject({ created: 2 })
      for (const { id } of made) expect(await single.payments(id)).toMatchObject([{ state: 'settled' }])
      expect([single.gateway!.batches.size, [...single.gateway!.sends.values()]]).toEqual([0, [1, 1]])
    } finally {
      await single.close()
    }
  })

  it('none is written down long before it is sent', async () => {
    const single = await openPayoutOffice({ withGateway: true })
    try {
      single.gateway!.speakBatches(false)
      const most: number[] = []
      single.gateway!.behave(async () => {
        const { rows } = await sql`select from payment where state = 'sent'`.execute(single.database.db)
        most.push(rows.length)
        return { outcome: 'settled', latencyMs: 20 }
      })
      for (let each = 0; each < 12; each += 1) await single.entry((await single.owner()).id, '10.00')
      expect(await payAutomatically(single.context)).toMatchObject({ created: 12 })
      expect([most.length, Math.max(...most)]).toEqual([12, 4])
    } finally {
      await single.close()
    }
  })
})
