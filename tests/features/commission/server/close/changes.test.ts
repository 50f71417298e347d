import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noChanges, plusChanges } from '#features/commission/server/close/writeEntries.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeEach(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-03-20T12:00:00Z') })
})
afterEach(() => given.drop())

const percent30 = { productType: 'bets', percentage: 30 } as const
const countEntries = async () =>
  (await sql<{ count: number }>`select count(*) as count from entry`.execute(given.database.db)).rows[0]!.count

/** Two days of three affiliates below a partner. */
async function twoDays(): Promise<number[]> {
  const partner = await world.partner({ level: await world.level(1), percentage: 10 })
  const profile = await world.profile([percent30])
  const affiliates: number[] = []
  for (let index = 0; index < 3; index += 1) affiliates.push(await world.affiliate({ profile, partner }))
  for (const affiliate of affiliates)
    for (const day of ['2026-03-12', '2026-03-13']) await world.activity({ affiliate, day, turnover: 100 })
  return affiliates
}

describe('a close tells', () => {
  test('what it wrote of affiliates and partners, and the second time that everything stays as it is', async () => {
    await twoDays()
    expect(await world.close('2026-03-12', '2026-03-13')).toMatchObject({
      days: 2,
      newDays: 2,
      changes: { ...noChanges, added: 8 },
    })
    expect(await world.close('2026-03-12', '2026-03-14')).toMatchObject({
      days: 3,
      newDays: 1,
      changes: { ...noChanges, unchanged: 8 },
    })
  })

  test('what late activity corrected, and what it adjusted where an entry was complete, once', async () => {
    const [first, second] = await twoDays()
    await world.close('2026-03-12', '2026-03-13')
    const [paid] = await world.entries({ affiliate: first! })
    await world.complete([paid!.id])
    for (const affiliate of [first!, second!]) await world.activity({ affiliate, day: '2026-03-12', turnover: 50 })
    // The complete day is adjusted. The day after it, both days of the second affiliate and both of the partner are
    // explained by other sums now; the third affiliate's day stays.
    expect(await world.close('2026-03-13')).toMatchObject({
      newDays: 0,
      changes: { ...noChanges, adjusted: 1, corrected: 5, unchanged: 1 },
    })
    expect(await countEntries()).toBe(9)
    expect((await world.close('2026-03-12', '2026-03-13')).changes).toEqual({ ...noChanges, unchanged: 8 })
  })

  test('the truth when four run at once: together they wrote each entry and closed each day once', async () => {
    await twoDays()
    const results = await Promise.all([1, 2, 3, 4].map(() => world.close('2026-03-12', '2026-03-13')))
    const { added, corrected, removed, adjusted } = results.map(({ changes }) => changes).reduce(plusChanges)
    expect({ added, removed, adjusted }).toEqual({ added: await countEntries(), removed: 0, adjusted: 0 })
    expect(corrected).toBeLessThanOrEqual(2 * 3)
    expect(results.reduce((sum, { newDays }) => sum + newDays, 0)).toBe(2)
  })
})
