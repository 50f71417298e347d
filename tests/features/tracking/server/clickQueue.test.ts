import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#engine/server/database/connect.ts'
import { ClickQueue } from '#features/tracking/server/clickQueue.ts'
import { makeClickId } from '#features/tracking/server/visit.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent } from '#tests/features/activity/server/support/activity.ts'
import { buildAction as buildLink } from '#tests/support/builders.ts'
import { openOffice } from '#tests/support/office.ts'
import { openDatabase } from '#engine/server/database/connect.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function setUp() {
  const brand = await buildBrand(test.database)
  const { token, id } = await buildAction(test.database, brand)
  const click = () => ({
    brand,
    event: buildEvent({ type: 'click', event_id: makeClickId(new Date()), action_token: token }),
  })
  const counted = async () =>
    (
      await sql<{
        clicks: number
      }>`select coalesce(sum(clicks), 0)::integer as clicks from movement where action = ${id}`.execute(
        test.database.db,
      )
    ).rows[0]!.clicks
  return { click, counted }
}

/** A database that is away until it is mended. */
function brokenDatabase(): { database: Pick<Database, 'db'>; mend: () => void } {
  const gone = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
  let db = gone.db
  return {
    database: {
      get db() {
        return db
      },
    },
    mend: () => (db = test.database.db),
  }
}

describe('the queue of clicks', () => {
  it('writes what it holds when it is closed', async () => {
    const { click, counted } = await setUp()
    const queue = new ClickQueue({ database: test.database })
    for (let number = 0; number < 500; number += 1) await queue.add(click())
    await queue.close()
    expect([await counted(), queue.size]).toEqual([500, 0])
  })

  it('writes at once what still comes after it was closed', async () => {
    const { click, counted } = await setUp()
    const queue = new ClickQueue({ database: test.database })
    await queue.close()
    await queue.add(click())
    expect([await counted(), queue.size]).toEqual([1, 0])
  })

  it('makes who comes next wait when it is full, and drops nobody', async () => {
    const { click, counted } = await setUp()
    const queue = new ClickQueue({ database: test.database, capacity: 10 })
    await Promise.all(Array.from({ length: 95 }, () => queue.add(click())))
    expect(await counted()).toBeGreaterThan(0)
    await queue.close()
    expect(await counted()).toBe(95)
  })

  it('keeps what it cannot write and writes it once the database is back', async () => {
    const { click, counted } = await setUp()
    const { database, mend } = brokenDatabase()
    const errors: unknown[] = []
    const queue = new ClickQueue({ database, capacity: 3, onError: (error) => errors.push(error) })
    for (let number = 0; number < 3; number += 1) await queue.add(click())
    await expect(queue.add(click())).rejects.toThrow()
    expect(queue.size).toBe(3)
    mend()
    await queue.close()
    expect([await counted(), queue.size]).toEqual([3, 0])
  })

  it('is written before the server ends', async () => {
    const office = await openOffice()
    const action = await buildLink(office.root)
    await Promise.all(Array.from({ length: 40 }, () => office.app.inject(`/t/${action.token}`)))
    await office.app.close()
    const { rows } = await sql`select clicks from movement where action = ${action.id}`.execute(office.database.db)
    expect(rows).toEqual([{ clicks: 40 }])
    await office.close()
  })
})
