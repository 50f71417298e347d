import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { withDatabase } from '#engine/server/database/address.ts'
import { withClient } from '#engine/server/database/client.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { makeCitusDatabase } from '#tests/support/citus.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent, unique } from '#tests/features/activity/server/support/activity.ts'
import { handedOn } from '#tests/support/server.ts'

/** The commands, as people run them, on a database whose events lie on workers. */
const workers = inject('databaseWorkerUrls')

let test: TestDatabase
let folder: string
const restored = `test_restored_${randomBytes(4).toString('hex')}`

async function command(name: string, url: string, ...options: string[]): Promise<string> {
  const env = { ...handedOn(), DATABASE_URL: url, LOG_KEYS: process.env.LOG_KEYS, DATA_DIR: folder }
  const run = await promisify(execFile)(process.execPath, [`src/cli/${name}.ts`, ...options], { env })
  return run.stdout
}

describe.skipIf(workers.length === 0)('a backup of several nodes', () => {
  const asked = (url: string, text: string) => withClient(url, async (client) => (await client.query(text)).rows)
  const counted = `select brand, count(*)::integer as events, sum(amount)::text as amount, count(player)::integer as
    players from event group by brand order by brand`

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'office-backups-'))
    test = await createTestDatabase()
    for (let each = 0; each < 4; each += 1) {
      const brand = await buildBrand(test.database)
      const action = await buildAction(test.database, brand)
      const player_ref = unique('p')
      const bet = (at: string) =>
        buildEvent({ type: 'bet', player_ref, product: 'bets', amount: '7.50', occurred_at: at })
      await recordEvents({ database: test.database, brand, events: [bet('2026-02-10T12:00:00Z')] })
      const registration = buildEvent({ type: 'registration', player_ref, action_token: action.token })
      await recordEvents({ database: test.database, brand, events: [registration, bet('2026-04-10T12:00:00Z')] })
    }
    await sealActivityLog(test.database)
  })
  afterAll(async () => {
    await test.drop()
    for (const url of [inject('databaseServerUrl'), ...workers])
      await asked(url, `drop database if exists ${restored} with (force)`)
    rmSync(folder, { recursive: true })
  })

  it('comes back on one node, and from there on several, whole', async () => {
    const key = join(folder, 'key')
    const recipient = /age1\w+/.exec(await command('backup', test.url, '--make-key', key))![0]
    await command('backup', test.url, '--to', folder, '--key', recipient)
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.age'))
    const servers = { coordinator: { url: inject('databaseServerUrl') }, workers: workers.map((url) => ({ url })) }
    await makeCitusDatabase(servers, restored)
    const url = withDatabase(inject('databaseServerUrl'), restored)
    const said = await command('restore', url, join(folder, file!), '--identity', key)
    expect(said).toContain('Movement is the sum of its events.')
    const before = await asked(test.url, counted)
    expect(before).toHaveLength(4)
    expect(await asked(url, counted)).toEqual(before)
    expect(await asked(url, 'select logicalrelid::text from pg_dist_partition')).toEqual([])
    expect(await command('distribute', url)).toContain('Done')
    expect(await asked(url, counted)).toEqual(before)
    const past = 'select brand, event_id, affiliate from event_past order by brand, event_id'
    expect(await asked(url, past)).toEqual(await asked(test.url, past))
    expect(await command('verifyMovement', url)).toBeTruthy()
  }, 240_000)
})
