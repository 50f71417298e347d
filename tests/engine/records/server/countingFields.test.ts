import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAffiliate, buildReward } from '#tests/support/builders.ts'
import { listPath } from '#tests/contract/entities.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

const key = 'kept-key@example.test'
let office: Office
let id: number
beforeAll(async () => {
  office = await openOffice()
  const given = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: key }
  id = (await buildAffiliate(office.root, given)).id
  await office.root.post('/api/affiliate/payment_type', { ids: [id], paymentType: 'manual' })
})
afterAll(() => office.close())

const read = async () => (await office.root.get(`/api/affiliate/${id}`)).body as Record<string, unknown>
const found = async (filter: object) =>
  ((await office.root.get(listPath('affiliate', { filter: { ...filter, id_gte: id, id_lte: id } }))).body as object[])
    .length
const stored = async () =>
  (await sql<{ key: string }>`select payment_key as key from affiliate where id = ${id}`.execute(office.database.db))
    .rows[0]!.key

describe('a value of a field that does not count now', () => {
  test('is kept, and nobody reads, exports or lists it', async () => {
    expect(await stored()).toBe(key)
    expect(await read()).toMatchObject({ paymentType: 'manual', paymentKeyType: null, paymentKey: null })
    const [row] = (await office.root.get(listPath('affiliate', { filter: { id: [id] } }))).body
    expect([row.paymentKeyType, row.paymentKey]).toEqual([null, null])
    const file = await office.root.get(
      `/api/affiliate/export?format=csv&language=en&filter=${encodeURIComponent(JSON.stringify({ id: [id] }))}`,
    )
    expect(file.status).toBe(200)
    expect(String(file.body)).not.toContain(key)
  })

  test.each([
    [{ paymentKey: key }, 0],
    [{ paymentKey: [key] }, 0],
    [{ paymentKey_like: 'kept' }, 0],
    [{ paymentKeyType: 'email' }, 0],
    [{ paymentKey: null }, 1],
    [{ paymentKeyType: [null, 'cpf'] }, 1],
  ])('is not to be guessed by the filter %j', async (filter, count) => {
    expect(await found(filter)).toBe(count)
  })

  test('is not to be guessed by its duplicates, nor by sending it', async () => {
    const duplicates = await office.root.get(`/api/affiliate/duplicates?paymentKey=${key}&paymentKeyType=email`)
    expect(duplicates.body).toEqual({ exists: false, records: [] })
    for (const paymentKey of [key, 'other@example.test']) {
      const answer = await office.root.put(`/api/affiliate/${id}`, { paymentKey })
      expect([answer.status, answer.body.details.paymentKey]).toEqual([400, [{ code: 'not_applicable' }]])
    }
  })

  test('stays as it is when what was read is sent back, and is let go by whoever lets the field count without it', async () => {
    const { isComplete: _, ...sent } = await read()
    expect((await office.root.put(`/api/affiliate/${id}`, { ...sent, alias: 'Seen' })).status).toBe(200)
    expect(await stored()).toBe(key)
    await office.root.put(`/api/affiliate/${id}`, { paymentType: 'automatic' })
    expect(await read()).toMatchObject({ paymentKeyType: 'email', paymentKey: key })
    await office.root.post('/api/affiliate/payment_type', { ids: [id], paymentType: 'manual' })
    await office.root.put(`/api/affiliate/${id}`, { paymentType: 'automatic', paymentKey: null, paymentKeyType: null })
    expect(await stored()).toBeNull()
  })
})

test('rows say nothing of what does not count in them, and are not found by it', async () => {
  const reward = await buildReward(office.root, {
    productType: 'bets',
    calculation: 'dynamic',
    percentage: null,
    tiers: [
      { from: 0, percentage: 10 },
      { from: 100, percentage: 20 },
    ],
  })
  const db = office.database.db
  await sql`update reward set tiers = replace(tiers::text, '"value": null', '"value": 77.25')::jsonb
    where id = ${reward.id}`.execute(db)
  const { tiers } = (await office.root.get(`/api/reward/${reward.id}`)).body
  const unsaid = { value: null, alsoFact: null, alsoComparator: null, alsoAmount: null }
  expect(tiers).toEqual([
    { from: 0, percentage: 10, ...unsaid },
    { from: 100, percentage: 20, ...unsaid },
  ])
  const like = async (text: string) =>
    (await office.root.get(listPath('reward', { filter: { tiers_like: text, id: [reward.id] } }))).body.length
  expect([await like('77.25'), await like('100')]).toEqual([0, 1])
})
