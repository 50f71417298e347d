import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { feedText, writeFeed } from './support/feeds.ts'
import { handedOn } from '#tests/support/server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const rows = 40_000

/** The import command as a process of its own, as people start it. */
function startImport(path: string, ...more: string[]) {
  const child = spawn(process.execPath, ['src/cli/importFeed.ts', path, '--brand', 'cut-off', ...more], {
    cwd: root,
    env: { ...handedOn(), DATABASE_URL: test.url, DATA_DIR: '/nonexistent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => output }
}

const eventsStored = async () =>
  (await sql<{ count: number }>`select count(*) as count from event`.execute(test.database.db)).rows[0]!.count

function feed(): string {
  const types = ['click', 'registration', 'deposit', 'bet', 'win']
  return feedText(
    Array.from({ length: rows }, (_, id) => {
      const type = types[id % types.length]!
      const isMoney = type === 'bet' || type === 'win' || type === 'deposit'
      return {
        event_id: `e${id}`,
        type,
        occurred_at: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString(),
        player_ref: `p${id % 997}`,
        action_token: `aff${id % 7}-${id % 3}`,
        ...(isMoney ? { product: 'bets', amount: ((id % 5000) / 100 + 0.01).toFixed(2), currency: 'BRL' } : {}),
      }
    }),
  )
}

describe('an import', () => {
  it('that is killed again and again and run again ends as if it had run once', async () => {
    const path = writeFeed(feed())
    for (const stored of [1, 10_000, 25_000]) {
      const run = startImport(path, '--create-missing')
      await eventually(
        async () => ((await eventsStored()) >= stored || run.child.exitCode !== null ? true : undefined),
        { what: () => `${stored} events:\n${run.output()}` },
      )
      run.child.kill('SIGKILL')
      await run.ended
      expect(await verifyMovement(test.database.db)).toEqual([])
    }
    const last = startImport(path, '--create-missing')
    expect([await last.ended, last.output()]).toEqual([0, expect.stringContaining(`rows                 ${rows}`)])
    expect(await eventsStored()).toBe(rows)
    expect(await verifyMovement(test.database.db)).toEqual([])
    const { rows: sums } =
      await sql`select sum(turnover) as turnover, sum(clicks)::integer as clicks, sum(registrations)::integer as
        registrations, sum(ftd)::integer as ftd from movement`.execute(test.database.db)
    const cents = Array.from({ length: rows }, (_, id) => (id % 5 === 3 ? (id % 5000) + 1 : 0)).reduce(
      (sum, each) => sum + each,
      0,
    )
    expect(sums).toEqual([{ turnover: (cents / 100).toFixed(2), clicks: rows / 5, registrations: rows / 5, ftd: 997 }])
  }, 120_000)

  it('ends with 0 only where everything asked was done', async () => {
    const click = { event_id: 'only', type: 'click', occurred_at: '2026-01-01T00:00:00Z', action_token: 'nobodys' }
    const refused = startImport(writeFeed(feedText([click])), '--dry-run')
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('line 2: unknown_action (only)')
    for (const [run, message] of [
      [startImport('/nonexistent.csv'), 'There is no file'],
      [startImport(writeFeed('x'), '--planet', 'earth'), 'npm run import --'],
      [startImport(writeFeed('x')), 'names no column'],
    ] as const) {
      expect(await run.ended).toBe(1)
      expect(run.output()).toContain(message)
    }
  }, 60_000)
})
