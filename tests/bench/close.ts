/**
 * The daily close of 20,000 affiliates and 300 partners on 3 levels, in the middle of a month: bets, games and deposits
 * of every affiliate on every day of it, tiers, triggers and CPA, three
 * players an affiliate; then the same day closed again, with nothing new. A third close collects garbage as it goes:
 * what is in use then, with a quarter of the affiliates and with all, shows
 * whether memory grows with them. Run alone on a quiet machine: node tests/bench/close.ts
 * With `deals` its CPA follows players: conditions within 30 days, a hold, claw-back and a cap.
 */
import { cpus } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { type BenchDatabase, startBenchDatabase } from './ingestSupport.ts'
import { buildProgramme } from './support/closeSupport.ts'

const [day, partners] = ['2026-10-20', 300]
const targetSeconds = 10

process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\n`)
const hasDeals = process.argv.includes('deals')
for (const affiliates of [5_000, 20_000]) await measure(affiliates)

async function measure(affiliates: number): Promise<void> {
  const bench = await startBenchDatabase()
  try {
    await buildProgramme(bench.database, { affiliates, partners, from: '2026-10-01', to: day })
    if (hasDeals) await makeDeals(bench)
    for (const what of ['first close', 'closed again']) {
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
      const result = await closeDays(request(bench))
      const seconds = (performance.now() - startedAt) / 1000
      const { user, system } = process.cpuUsage(cpu)
      const {
        rows: [row],
      } = await sql<{ partners: number }>`select count(*) as partners from entry where partner is not null`.execute(
        bench.database.db,
      )
      process.stdout.write(
        `${affiliates} affiliates, ${what}: ${seconds.toFixed(1)} s (target ${targetSeconds} for 20,000), ${((user + system) / 1e6).toFixed(1)} s of this process, ` +
          `${result.affiliateEntries} entries of affiliates, ${row!.partners} of partners\n`,
      )
    }
    let largest = 0
    await closeDays({ ...request(bench), onProgress: () => (largest = Math.max(largest, heapInUse())) })
    process.stdout.write(
      `${affiliates} affiliates: at most ${(largest / 1e6).toFixed(1)} MB of memory in use after each bucket\n`,
    )
  } finally {
    await bench.stop()
  }
}

/** The programme's CPA as a deal that follows players. */
async function makeDeals({ database }: BenchDatabase): Promise<void> {
  const conditions = [{ fact: 'depositSum', amount: 100, within: 30, unit: 'days', since: 'registration' }]
  await sql`update reward_history set conditions = ${JSON.stringify(conditions)}::text::jsonb, hold_days = 0,
      claw_back = 'any', caps = '[{"per": "month", "atMost": 50, "beyond": "later"}]', trigger_condition = null,
      trigger_operation = null, trigger_comparison = null
    from reward where reward.id = reward_history.record and reward.product_type = 'cpa'`.execute(database.db)
}

function request({ database }: BenchDatabase): Parameters<typeof closeDays>[0] {
  return {
    database,
    environment: { businessTimeZone: 'UTC' },
    from: day,
    to: day,
    now: () => new Date('2026-10-21T03:00:00Z'),
    log: (line) => void process.stdout.write(`${line}\n`),
  }
}

/** What is on the heap and not garbage, in bytes. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
