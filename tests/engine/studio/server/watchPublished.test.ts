import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Ask, watchPublished } from '#cli/support/followPublished.ts'
import { publishedPath } from '#lib/overlay/inForce.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
const folder = mkdtempSync(join(tmpdir(), 'published-'))
beforeAll(async () => {
  vi.stubEnv('DATA_DIR', folder)
  office = await openOffice()
})
afterAll(async () => {
  await office.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (statement: string) => (await sql.raw(statement).execute(office.database.db)).rows

/** A server that looks for what was published; it is counted as begun anew when its turn comes. */
function openServer(ask: Ask) {
  let begun = 0
  const end = watchPublished(ask, () => (begun += 1), { everyMs: 5 })
  return { end, begun: () => begun }
}

/** Until each of so many looks has come to its end. */
function countLooks() {
  let looks = 0
  const ask: Ask = async <Row extends object>(statement: string) => {
    const rows = (await run(statement)) as Row[]
    looks += 1
    return rows
  }
  const more = async (count: number) => {
    const until = looks + count
    await expect.poll(() => looks).toBeGreaterThan(until)
  }
  return { ask, more }
}

it('of several servers one begins anew at a time, by the role that serves', async () => {
  const { ask, more } = countLooks()
  const servers = [openServer(ask), openServer(ask), openServer(ask)]
  const begun = () => servers.reduce((sum, server) => sum + server.begun(), 0)
  await more(6)
  expect([begun(), existsSync(publishedPath())]).toEqual([0, false])
  expect(
    (await office.root.put('/api/studio/draft', { overlay: { menu: { registers: ['user'] } }, basedOn: 0 })).body,
  ).toEqual({ problems: [] })
  expect((await office.root.post('/api/studio/publish', {})).status).toBe(200)
  for (const turn of [1, 2, 3]) {
    await expect.poll(begun).toBe(turn)
    if (turn < 3) await more(12)
    expect(begun()).toBe(turn)
    await run("update overlay set turn_at = turn_at - interval '1 minute'")
  }
  expect(existsSync(publishedPath())).toBe(true)
  await Promise.all(servers.map(({ end }) => end()))
})

it('asks again when the database did not answer', async () => {
  const { ask, more } = countLooks()
  let failures = 3
  const server = openServer(async (statement) => {
    if (failures-- > 0) throw new Error('Connection terminated')
    return ask(statement)
  })
  await run("update overlay set turn_at = turn_at - interval '1 minute'")
  await more(0)
  await expect.poll(server.begun).toBe(1)
  await server.end()
})
