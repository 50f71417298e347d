import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { verifyActivityLog } from '#engine/activityLog/server/verifyActivityLog.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { asOwner } from '#tests/support/database.ts'
import { buildBrand, buildCampaign, buildStaff } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { listPath } from '#tests/contract/entities.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

/** Changes the log as somebody with the database's own rights could. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await asOwner(office.database)
    .transaction()
    .execute(async (transaction) => {
      await sql`alter table activity_log disable trigger all`.execute(transaction)
      await statement.execute(transaction)
      await sql`alter table activity_log enable trigger all`.execute(transaction)
    })
}

describe('the activity log', () => {
  test('says who did what, from where, field by field, without the query of the address', async () => {
    const brand = await buildBrand(office.root)
    await office.app.inject({
      method: 'PUT',
      url: `/api/brand/${brand.id}?secret=x`,
      payload: { minimumPayout: 9.5 },
      headers: { authorization: `Bearer ${office.root.token}` },
      remoteAddress: '192.0.2.7',
    })
    const { body } = await office.root.get(
      listPath('activityLog', { filter: { object: 'brand', objectId: String(brand.id) }, sort: ['at', 'DESC'] }),
    )
    expect(body[0]).toMatchObject({
      actor: expect.stringContaining('root@office.test'),
      method: 'PUT',
      url: `/api/brand/${brand.id}`,
      operation: 'update',
      object: 'brand',
      objectId: String(brand.id),
      address: '192.0.2.7',
      changes: [{ field: 'minimumPayout', before: 0, after: 9.5 }],
    })
  })

  test('tells how many lines a batch has, and has each batch as one line where it is asked so', async () => {
    const campaigns = [await buildCampaign(office.root), await buildCampaign(office.root)]
    for (const { id } of campaigns)
      await logActivity(office.database.db, {
        actor: systemActor('test'),
        operation: 'update',
        object: 'campaign',
        objectId: id,
        changes: [],
        batch: 'batch-of-two',
      })
    const lines = async (filter: object) =>
      (await office.root.get(listPath('activityLog', { filter, sort: ['id', 'ASC'] }))).body
    expect(await lines({ batch: 'batch-of-two' })).toMatchObject([
      { objectId: String(campaigns[0]!.id), batchSize: 2, continues: false },
      { objectId: String(campaigns[1]!.id), batchSize: 2, continues: true },
    ])
    expect(await lines({ batch: 'batch-of-two', continues: false })).toHaveLength(1)
    const alone = await lines({ object: 'campaign', objectId: String(campaigns[0]!.id), continues: false })
    expect(alone).toMatchObject([{ operation: 'create', batchSize: 0 }, { batch: 'batch-of-two' }])
  })

  test('is searched by a field that changed and by a value it had', async () => {
    const { id } = await buildCampaign(office.root)
    await office.root.put(`/api/campaign/${id}`, { promoCode: 'SOUGHT77' })
    const found = async (filter: object) =>
      (await office.root.get(listPath('activityLog', { filter: { object: 'campaign', ...filter } }))).body.map(
        ({ objectId }: { objectId: string }) => objectId,
      )
    expect(await found({ changes_like: 'sought77' })).toEqual([String(id)])
    expect(await found({ q: 'SOUGHT77' })).toEqual([String(id)])
    expect(await found({ changes_like: '"field": "promoCode"', objectId: String(id) })).toContain(String(id))
  })

  test('keeps nothing of a write that failed', async () => {
    const count = async () =>
      (await sql<{ count: number }>`select count(*) from activity_log`.execute(office.database.db)).rows[0]!.count
    const campaign = await buildCampaign(office.root)
    const before = await count()
    expect((await office.root.put(`/api/campaign/${campaign.id}`, { name: 'Changed', brand: 999_999 })).status).toBe(
      400,
    )
    expect(await count()).toBe(before)
  })

  test('is read by root alone', async () => {
    const staff = await buildStaff(office.app, office.root, { roles: ['manager', 'user', 'financial'] })
    expect((await staff.get(listPath('activityLog', { filter: {} }))).status).toBe(403)
  })

  test('is only ever added to: the database refuses changes, removals and emptying', async () => {
    await sealActivityLog(office.database)
    for (const statement of [
      sql`update activity_log set actor = 'somebody else'`,
      sql`delete from activity_log`,
      sql`truncate activity_log`,
      sql`update activity_log set sys_hash = 'x'`,
      sql`update activity_log set sys_position = null`,
    ]) {
      await expect(statement.execute(asOwner(office.database))).rejects.toThrow('only ever added to')
    }
  })

  test('is whole as written, also with writes and seals at once', async () => {
    const brand = await buildBrand(office.root)
    await Promise.all([
      ...Array.from({ length: 30 }, (_, number) =>
        office.root.put(`/api/brand/${brand.id}`, { minimumPayout: number + 1 }),
      ),
      ...Array.from({ length: 5 }, () => sealActivityLog(office.database)),
    ])
    await sealActivityLog(office.database)
    const {
      rows: [row],
    } = await sql<{ count: number }>`select count(*) from activity_log`.execute(office.database.db)
    expect(await verifyActivityLog(office.database)).toMatchObject({ ok: true, lines: row!.count, waiting: 0 })
  })

  test('shows where a line was changed, taken out, or cut off from the end', async () => {
    const {
      rows: [last],
    } = await sql<{
      id: number
      position: number
      actor: string
    }>`select id, sys_position as position, actor from activity_log order by sys_position desc limit 1`.execute(
      office.database.db,
    )
    await tamper(sql`update activity_log set actor = 'somebody else' where id = ${last!.id}`)
    expect(await verifyActivityLog(office.database)).toMatchObject({
      ok: false,
      position: last!.position,
      reason: 'changed',
    })
    await tamper(sql`update activity_log set actor = ${last!.actor} where id = ${last!.id}`)
    expect(await verifyActivityLog(office.database)).toMatchObject({ ok: true })
    await tamper(sql`delete from activity_log where id = ${last!.id}`)
    expect(await verifyActivityLog(office.database)).toMatchObject({
      ok: false,
      lines: last!.position - 1,
      position: last!.position,
      reason: 'cut_off',
    })
    await tamper(sql`delete from activity_log where sys_position = 2`)
    expect(await verifyActivityLog(office.database)).toMatchObject({ ok: false, position: 2, reason: 'missing' })
  })
})
