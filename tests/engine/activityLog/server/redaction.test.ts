import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { type Checkpoint, readCheckpoint } from '#engine/activityLog/server/tree/checkpoint.ts'
import { verifyActivityLog } from '#engine/activityLog/server/verifyActivityLog.ts'
import { listPath } from '#tests/contract/entities.ts'
import { asSuperuser } from '#tests/support/database.ts'
import { buildBrand, buildStaff } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let kept: Checkpoint
let line: { id: number }
beforeAll(async () => {
  office = await openOffice()
  const brand = await buildBrand(office.root)
  await office.root.put(`/api/brand/${brand.id}`, { minimumPayout: 77.5, slug: 'told-too-much' })
  line = (
    await office.root.get(
      listPath('activityLog', { filter: { object: 'brand', objectId: String(brand.id) }, sort: ['at', 'DESC'] }),
    )
  ).body[0]
  await sealActivityLog(office.database)
  const whole = await verifyActivityLog(office.database)
  const { origin, current } = currentKeys()
  kept = readCheckpoint((whole as { note: string }).note, { origin, publicKeys: [current.publicBytes] }) as Checkpoint
})
afterAll(() => office.close())

const redact = (id: number | string, fields: unknown, reason: unknown = 'asked for by the person') =>
  office.root.post(`/api/activityLog/${id}/redact`, { fields, reason })
const verify = () => verifyActivityLog(office.database, { kept: [kept] })

describe('what a line of the log tells of a person', () => {
  test('is taken out by root, value by value, and nothing that was proved is lost', async () => {
    expect(await redact(line.id, ['actor', 'changes.slug'])).toMatchObject({
      status: 200,
      body: { id: line.id, redacted: ['actor', expect.stringMatching(/^changes\.\d$/)] },
    })
    const { body } = await office.root.get(`/api/activityLog/${line.id}`)
    expect(body).toMatchObject({ actor: null, operation: 'update', object: 'brand', address: expect.any(String) })
    expect(body.changes).toContainEqual({ field: 'slug', before: null, after: null, redacted: true })
    expect(body.changes).toContainEqual(expect.objectContaining({ field: 'minimumPayout', after: 77.5 }))
    expect(await verify()).toMatchObject({ ok: true, redacted: 1, waiting: 1 })
    expect(await redact(line.id, ['address', 'actor'])).toMatchObject({
      body: { redacted: ['actor', expect.any(String), 'address'] },
    })
    await sealActivityLog(office.database)
    expect(await verify()).toMatchObject({ ok: true, redacted: 1, waiting: 0 })
  })

  test('is nowhere in the line any more, nor what it could be guessed with', async () => {
    const {
      rows: [row],
    } = await sql<{
      text: string
      seed: string | null
      salts: object
    }>`select to_jsonb(l)::text as text, sys_seed as seed, sys_redacted -> 'salts' as salts from activity_log l
      where id = ${line.id}`.execute(office.database.db)
    expect(row!.text).not.toMatch(/root@office\.test|told-too-much/)
    expect(row!.seed).toBeNull()
    expect(Object.keys(row!.salts)).not.toContain('actor')
    expect(Object.keys(row!.salts)).toContain('url')
  })

  test('leaves a line that says who took out what and why, which itself cannot be emptied', async () => {
    const { body } = await office.root.get(
      listPath('activityLog', { filter: { object: 'activityLog', objectId: String(line.id) }, sort: ['at', 'ASC'] }),
    )
    expect(body).toHaveLength(2)
    expect(body[0]).toMatchObject({ operation: 'redact', actor: expect.stringContaining('root@office.test') })
    expect(body[0].changes).toContainEqual({ field: 'actor', before: null, after: 'redacted' })
    expect(body[0].changes).toContainEqual({ field: 'reason', before: null, after: 'asked for by the person' })
    expect((await redact(body[0].id, ['changes.actor'])).status).toBe(400)
    expect((await redact(body[0].id, ['changes.reason'])).status).toBe(200)
    expect(await verify()).toMatchObject({ ok: true, redacted: 2 })
  })

  test('is not put back, or replaced by something else, without being found out', async () => {
    const db = asSuperuser(office.database)
    await db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`update activity_log set actor = 'somebody else' where id = ${line.id}`.execute(transaction)
    })
    expect(await verify()).toMatchObject({ ok: false, reason: 'changed', id: String(line.id) })
    await db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`update activity_log set actor = null where id = ${line.id}`.execute(transaction)
    })
    expect(await verify()).toMatchObject({ ok: true })
  })

  test('is taken out by nobody else, of no line that is not there, and never without a reason', async () => {
    const staff = await buildStaff(office.app, office.root, { roles: ['manager'] })
    expect(
      (await staff.post(`/api/activityLog/${line.id}/redact`, { fields: ['actor'], reason: 'why not' })).status,
    ).toBe(403)
    expect(
      (await office.nobody.post(`/api/activityLog/${line.id}/redact`, { fields: ['actor'], reason: 'why not' })).status,
    ).toBe(401)
    expect((await redact(999_999, ['actor'])).status).toBe(404)
    for (const [fields, reason] of [
      [['object'], 'because'],
      [['changes.nothing'], 'because'],
      [[], 'because'],
      ['actor', 'because'],
      [['url'], ''],
      [['url'], null],
    ] as const) {
      expect((await redact(line.id, fields, reason)).status).toBe(400)
    }
  })
})
