import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#engine/declaration/actor.ts'
import { inIdempotentTransaction } from '#engine/auth/server/idempotency.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testEnvironment } from '#tests/support/office.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
  const owner = asOwner(made.database)
  await sql`create table effect (id bigint generated always as identity primary key)`.execute(owner)
  await sql`grant select, insert on effect to public`.execute(owner)
})
afterAll(() => made.drop())

const actor = (userId: number): Actor => ({
  kind: 'user',
  userId,
  name: `user ${userId}`,
  root: false,
  roles: new Set(),
  company: null,
  allowedBrands: [],
  partner: null,
})

async function pay({
  key,
  body = { amount: 1 },
  userId = 1,
  fails = false,
}: {
  key?: string
  body?: unknown
  userId?: number
  fails?: boolean
}): Promise<{ effect: number }> {
  const request = {
    headers: key === undefined ? {} : { 'idempotency-key': key },
    method: 'POST',
    url: '/api/entry/1/payment',
    body,
  } as FastifyRequest
  const context = { database: made.database, environment: testEnvironment(), now: () => new Date() }
  const answer = await inIdempotentTransaction(context, { request, actor: actor(userId) }, async (transaction) => {
    const { rows } = await sql<{ id: number }>`insert into effect default values returning id`.execute(transaction)
    if (fails) throw new Error('the gateway is gone')
    return JSON.stringify({ effect: rows[0]!.id })
  })
  return JSON.parse(answer) as { effect: number }
}
const effects = async () =>
  (await sql<{ count: number }>`select count(*) from effect`.execute(made.database.db)).rows[0]!.count

describe('a write that moves money', () => {
  test('with the same key and body has one effect and one answer, whether it comes later or twenty times at once', async () => {
    const before = await effects()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay({ key: 'same' })))
    expect(new Set(answers.map(({ effect }) => effect)).size).toBe(1)
    expect(await pay({ key: 'same' })).toEqual(answers[0])
    expect(await effects()).toBe(before + 1)
  })

  test('answers the same to the letter, and to the same body in another order', async () => {
    const context = { database: made.database, environment: testEnvironment(), now: () => new Date() }
    const ask = (body: unknown) =>
      inIdempotentTransaction(
        context,
        {
          request: {
            headers: { 'idempotency-key': 'letter' },
            method: 'POST',
            url: '/api/entry/1/payment',
            body,
          } as unknown as FastifyRequest,
          actor: actor(1),
        },
        async () => '{"value":10.00, "id":1}',
      )
    const first = await ask({ paidAt: '2026-11-20', note: 'n' })
    expect(await ask({ note: 'n', paidAt: '2026-11-20' })).toBe(first)
  })

  test('with a used key and another body is refused', async () => {
    await pay({ key: 'other-body' })
    await expect(pay({ key: 'other-body', body: { amount: 2 } })).rejects.toMatchObject({
      code: 'idempotency_conflict',
      status: 409,
    })
  })

  test('of somebody else may use the same key', async () => {
    const [mine, theirs] = [await pay({ key: 'shared', userId: 1 }), await pay({ key: 'shared', userId: 2 })]
    expect(mine.effect).not.toBe(theirs.effect)
  })

  test('that failed leaves nothing and may be sent again', async () => {
    const before = await effects()
    await expect(pay({ key: 'again', fails: true })).rejects.toThrow('the gateway is gone')
    expect(await effects()).toBe(before)
    expect((await pay({ key: 'again' })).effect).toBeGreaterThan(0)
  })

  test('without a key runs each time; with a key that is no key it is refused', async () => {
    expect((await pay({})).effect).not.toBe((await pay({})).effect)
    await expect(pay({ key: 'x'.repeat(201) })).rejects.toMatchObject({ status: 400 })
  })
})
