import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import { missingKeys, missingKeysNotice } from '#engine/activityLog/server/keys/missingKeys.ts'
import { isProved } from '#engine/activityLog/server/lines/lineProof.ts'
import { storedLines } from '#engine/activityLog/server/lines/storedLines.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { verifyActivityLog } from '#engine/activityLog/server/verifyActivityLog.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase()
})
afterAll(() => made.drop())

const actor = systemActor('test')
const write = (changes: { field: string; before: unknown; after: unknown }[]) =>
  logActivity(made.database.db, {
    actor,
    operation: 'update',
    object: 'brand',
    objectId: 1,
    changes,
    request: { method: 'PUT', url: `/api/${'é'.repeat(299)}😀`, address: '192.0.2.1' },
  })

describe('a line of the log', () => {
  test('is proved by its HMAC as PostgreSQL gives it back, whatever it holds', async () => {
    const values = fc
      .anything({
        withDate: true,
        maxDepth: 3,
        values: [
          fc.string(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.integer(),
          fc.boolean(),
          fc.constant(null),
        ],
        // Names without a character that JSON escapes: V8 may read such a name as another one (nodejs/node issue 63785).
        key: fc.string().filter((name) => !/["\\]/.test(name)),
      })
      .filter((value) => !/\\u0000/.test(JSON.stringify(value) ?? ''))
    await fc.assert(
      fc.asyncProperty(values, values, async (before, after) => {
        await write([{ field: 'name', before, after }])
        const [line] = await storedLines(made.database.db, sql`order by line.id desc limit 1`)
        expect(isProved(line!, currentKeys().current)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  test('is found out before it is sealed, too: changed, given another key, copied or put in by hand', async () => {
    const forge = async (statement: ReturnType<typeof sql>) => {
      const db = asOwner(made.database)
      return db.transaction().execute(async (transaction) => {
        await sql`alter table activity_log disable trigger all`.execute(transaction)
        await statement.execute(transaction)
        await sql`alter table activity_log enable trigger all`.execute(transaction)
      })
    }
    await sealActivityLog(made.database)
    await write([])
    const id = sql`(select max(id) from activity_log)`
    expect(await verifyActivityLog(made.database)).toMatchObject({ ok: true, waiting: 1 })
    await forge(sql`update activity_log set address = '198.51.100.1' where id = ${id}`)
    expect(await verifyActivityLog(made.database)).toMatchObject({ ok: false, reason: 'changed', position: null })
    await forge(sql`update activity_log set address = '192.0.2.1', sys_key = 'mine' where id = ${id}`)
    expect(await verifyActivityLog(made.database)).toMatchObject({ ok: false, reason: 'unknown_key' })
    await forge(sql`update activity_log set sys_key = ${currentKeys().current.id} where id = ${id}`)
    expect(await verifyActivityLog(made.database)).toMatchObject({ ok: true, waiting: 1 })
    const columns = sql.raw(
      'at, actor, method, url, operation, object, object_id, address, changes, sys_key, sys_seed, sys_mac',
    )
    await forge(sql`insert into activity_log (${columns}) select ${columns} from activity_log where id = ${id}`)
    expect(await verifyActivityLog(made.database)).toMatchObject({ ok: false, reason: 'inserted' })
    await forge(sql`update activity_log set sys_key = null, sys_seed = null, sys_mac = null where id = ${id}`)
    expect(await verifyActivityLog(made.database)).toMatchObject({ ok: false, reason: 'inserted' })
    await sealActivityLog(made.database)
    expect(await verifyActivityLog(made.database)).toMatchObject({
      ok: false,
      reason: 'inserted',
      position: expect.any(Number),
    })
  })
})

test('a key ring that lacks a key of sealed lines is told by the names of the keys', async () => {
  const { keys, current } = currentKeys()
  await write([{ field: 'name', before: null, after: 'one' }])
  await sealActivityLog(made.database)
  expect(await missingKeys(made.database.db, { keys })).toEqual([])
  expect(await missingKeys(made.database.db, { keys: new Map() })).toEqual([current.id])
  expect(missingKeysNotice([current.id])).toContain(current.id)
})

test('lines that are older than the keys are sealed when the tree begins, and never later', async () => {
  const older = await createTestDatabase()
  const insert = (actorName: string) =>
    sql`insert into activity_log (at, actor, operation, object, object_id) values (now(), ${actorName}, 'update',
      'brand', '1')`.execute(older.database.db)
  try {
    for (const name of ['first', 'second']) await insert(name)
    await sql`update log_head set adopted_up_to = (select max(id) from activity_log)`.execute(older.database.db)
    await sealActivityLog(older.database)
    expect(await verifyActivityLog(older.database)).toMatchObject({ ok: true, lines: 2 })
    await insert('third')
    await sql`update log_head set adopted_up_to = (select max(id) from activity_log)`.execute(older.database.db)
    await sealActivityLog(older.database)
    expect(await verifyActivityLog(older.database)).toMatchObject({ ok: false, position: 3, reason: 'inserted' })
  } finally {
    await older.drop()
  }
})
