import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { buildBrand } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** A part of what is pending: chosen entries, or an amount. The rest stays pending, and no cent is made or lost. */
let office: PayoutOffice
let root: Client
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  office.gateway!.behave(() => ({ outcome: 'settled' }))
  root = await office.asRoot()
})
afterAll(() => office?.close())

const byHand = { paymentType: 'manual', paymentKeyType: null, paymentKey: null }
const pay = (owner: number, part: object) => root.post(`/api/payment/affiliate/${owner}`, part)
const payByHand = (owner: number, part: object) =>
  root.post(`/api/payment/affiliate/${owner}/manual`, { paidAt: '2030-03-09', currency: 'BRL', ...part })
const sumOf = async (owner: number, status: string) => {
  const { rows } = await sql<{ value: string }>`select coalesce(sum(value), 0)::numeric(18, 2) as value from entry
    where affiliate = ${owner} and status = ${status}`.execute(office.database.db)
  return rows[0]!.value
}

async function owner(values: readonly string[], given: Record<string, unknown> = {}) {
  const { id } = await office.owner(given)
  const entries: number[] = []
  for (const value of values) entries.push(await office.entry(id, value))
  return { id, entries }
}

describe('an amount of what is pending', () => {
  it.each([
    ['by the gateway', {}, pay],
    ['by hand', byHand, payByHand],
  ])('is paid %s, the oldest entries first; the rest stays pending', async (_how, given, ask) => {
    const { id, entries } = await owner(['30.00', '50.00', '-10.00', '40.00'], given)
    const { status, body } = await ask(id, { amount: 60 })
    expect([status, body.value]).toEqual([200, 60])
    expect(await office.payments(id)).toMatchObject([{ state: 'settled', value: '60.00' }])
    expect([await sumOf(id, 'complete'), await sumOf(id, 'pending')]).toEqual(['60.00', '50.00'])
    expect(await Promise.all(entries.map(office.statusOf))).toEqual(['complete', 'complete', 'pending', 'pending'])
    expect((await ask(id, {})).body.value).toBe(50)
    expect([await sumOf(id, 'complete'), await sumOf(id, 'pending')]).toEqual(['110.00', '0.00'])
  })

  it('splits the last entry by two adjustments that come to nothing, brand by brand, so that no cost is told twice', async () => {
    const brands = [(await buildBrand(root)).id, (await buildBrand(root)).id]
    const { id, entries } = await owner(['100.00'], { brands })
    await sql`insert into entry_part (entry, brand, value) values (${entries[0]}, ${brands[0]}, 66.67),
      (${entries[0]}, ${brands[1]}, 33.33)`.execute(office.database.db)
    await pay(id, { amount: 40 })
    const { rows } = await sql<{ value: string; status: string; reason: string; parts: string[] }>`
      select entry.value, entry.status, adjusting.reason,
        array(select value::text from entry_part where entry_part.entry = entry.id order by brand) as parts
      from entry join entry_adjustment adjusting on adjusting.entry = entry.id
      where adjusting.source_entry = ${entries[0]} order by adjusting.number`.execute(office.database.db)
    expect(rows).toEqual([
      { value: '-60.00', status: 'complete', reason: 'partial_payment', parts: ['-40.00', '-20.00'] },
      { value: '60.00', status: 'pending', reason: 'partial_payment', parts: ['40.00', '20.00'] },
    ])
    const { rows: ledger } = await sql<{ account: string; amount: string }>`select account,
        sum(amount)::numeric(18, 2) as amount from posting where affiliate = ${id}
      and account in ('cost', 'payable') group by 1 order by 1`.execute(office.database.db)
    // Of 100.00 that were earned 40.00 were paid.
    expect(ledger.map(({ account, amount }) => [account, Math.abs(Number(amount))])).toEqual([
      ['cost', 100],
      ['payable', 60],
    ])
  })

  it('is no more than is owed, more than nothing, and not asked for beside entries', async () => {
    const { id, entries } = await owner(['30.00', '-10.00'])
    expect((await pay(id, { amount: 20.01 })).body.code).toBe('more_than_owed')
    expect((await pay(id, { amount: 0 })).status).toBe(400)
    expect((await pay(id, { amount: 5, entries })).status).toBe(400)
    expect((await pay(id, { amount: 'all' })).status).toBe(400)
    expect((await pay(id, { amount: 20 })).body.value).toBe(20)
  })

  it('that is refused leaves what is pending as much as it was', async () => {
    const { id } = await owner(['30.00'])
    office.gateway!.behave(() => ({ outcome: 'refused' }))
    await pay(id, { amount: 12.34 })
    office.gateway!.behave(() => ({ outcome: 'settled' }))
    expect(await sumOf(id, 'pending')).toBe('30.00')
    expect((await pay(id, {})).body.value).toBe(30)
  })
})

describe('an entry that was split for a payment that was refused', () => {
  it('is not removed by a close that finds nothing earned any more: the difference stands beside it', async () => {
    const { id, entries } = await owner(['30.00'])
    office.gateway!.behave(() => ({ outcome: 'refused' }))
    await pay(id, { amount: 12.34 })
    office.gateway!.behave(() => ({ outcome: 'settled' }))
    const { rows } = await sql<{ day: string }>`select day::text as day from entry
      where id = ${entries[0]}`.execute(office.database.db)
    const day = rows[0]!.day
    await sql`insert into dirty_day (affiliate, day) values (${id}, ${day}::text::date)`.execute(office.database.db)
    const close = () => closeDays({ ...office.context, from: day, to: day, log: () => {} })
    await close()
    expect(await sumOf(id, 'pending')).toBe('0.00')
    await close()
    expect(await sumOf(id, 'pending')).toBe('0.00')
  })
})

describe('chosen entries of what is pending', () => {
  it('are one payment; the rest stays pending', async () => {
    const { id, entries } = await owner(['30.00', '50.00', '-10.00'])
    expect((await pay(id, { entries: [entries[1], entries[2]] })).body).toMatchObject({
      value: 40,
      entries: [entries[1], entries[2]],
    })
    expect(await sumOf(id, 'pending')).toBe('30.00')
  })

  it('are not more than is owed with all debts, nor of somebody else', async () => {
    const [{ id, entries }, other] = [await owner(['500.00', '-495.00']), await owner(['5.00'])]
    expect((await pay(id, { entries: [entries[0]] })).body.code).toBe('more_than_owed')
    expect((await pay(id, { entries: other.entries })).body.code).toBe('entry_not_pending')
    expect(await office.payments(id)).toEqual([])
  })
})
