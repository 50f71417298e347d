import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStaff, buildBrand } from '#tests/support/builders.ts'
import { openSignalOffice } from '#tests/features/webhooks/server/support.ts'

let office: Awaited<ReturnType<typeof openSignalOffice>>
beforeAll(async () => {
  office = await openSignalOffice()
})
afterAll(() => office.close())

async function take(token: string | undefined, path: string) {
  const answer = await office.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
  const text = answer.statusCode === 200 ? gunzipSync(answer.rawPayload).toString('utf8') : ''
  return {
    status: answer.statusCode,
    lines: text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Record<string, unknown>] : [])),
  }
}
const day = '2026-03-09'

it('the events of a day come as lines of JSON, as many as there are, of the brands one sees', async () => {
  for (let count = 0; count < 3; count += 1) await office.registers()
  const all = await take(office.root.token, `/api/warehouse/events/${day}`)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from event where day = ${day}::text::date`.execute(office.database.db)
  expect(all.lines).toHaveLength(rows[0]!.count)
  expect(all.lines[0]).toMatchObject({ brand: office.brand.id, type: 'registration', day, action: office.link.id })
  expect((await take(office.root.token, '/api/warehouse/events/2026-03-10')).lines).toEqual([])
  const { company } = office.brand
  const other = await buildBrand(office.root, { company })
  const roles = ['manager', 'activityPerAffiliate']
  const staff = await buildStaff(office.app, office.root, { company, allowedBrands: [other.id], roles })
  expect(await take(staff.token, `/api/warehouse/events/${day}`)).toEqual({ status: 200, lines: [] })
})

it('the log of a day is root’s, and says who took what', async () => {
  const today = office.context.now().toISOString().slice(0, 10)
  await take(office.root.token, `/api/warehouse/events/${day}`)
  const { lines } = await take(office.root.token, `/api/warehouse/log/${today}`)
  expect(lines.some((line) => line['operation'] === 'takeFeed' && line['object_id'] === `events ${day}`)).toBe(true)
  const { company, id } = office.brand
  const staff = await buildStaff(office.app, office.root, { company, allowedBrands: [id], roles: ['manager'] })
  expect((await take(staff.token, `/api/warehouse/log/${today}`)).status).toBe(403)
  expect((await take(staff.token, `/api/warehouse/events/${day}`)).status).toBe(403)
  expect((await take(office.root.token, '/api/warehouse/events/2026-13-01')).status).toBe(400)
})
