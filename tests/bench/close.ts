/**
 * The daily close of 20,000 affiliates and 300 partners on 3 levels, in the middle of a month: bets, games and deposits of every affiliate on every day of it, tiers, triggers and CPA, three
 * players an affiliate. The same with a quarter of the affiliates shows that memory does not grow with them. Run alone on a quiet machine: node tests/bench/close.ts
 */
import { cpus } from 'node:os'
import { sql } from 'kysely'
import { closeDays } from '../../src/api/payments/close/closeDays.ts'
import { startBenchDatabase } from './ingestSupport.ts'
import { buildProgramme } from './closeSupport.ts'

const [day, partners] = ['2026-10-20', 300]
const targetSeconds = 10

process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\n`)
for (const affiliates of [5_000, 20_000]) await measure(affiliates)

async function measure(affiliates: number): Promise<void> {
  const bench = await startBenchDatabase()
  try {
    await buildProgramme(bench.database, { affiliates, partners, from: '2026-10-01', to: day })
    for (const what of ['first close', 'closed again']) {
      const sampler = sampleMemory()
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
      const result = await closeDays({ database: bench.database, environment: { businessTimeZone: 'UTC' }, from: day, to: day, now: () => new Date('2026-10-21T03:00:00Z'), log: (line) => void process.stdout.write(`${line}\n`) })
      const seconds = (performance.now() - startedAt) / 1000
      const { user, system } = process.cpuUsage(cpu)
      const { rows: [row] } = await sql<{ partners: number }>`select count(*) as partners from entry where partner is not null`.execute(bench.database.db)
      process.stdout.write(`${affiliates} affiliates, ${what}: ${seconds.toFixed(1)} s (target ${targetSeconds} for 20,000), ${((user + system) / 1e6).toFixed(1)} s of this process, ` +
        `${result.affiliateEntries} entries of affiliates, ${row!.partners} of partners, heap at most ${sampler.stop()} MB\n`)
    }
  } finally {
    await bench.stop()
  }
}

/** Watches the heap. @returns the largest in MB at the end */
function sampleMemory(): { stop(): number } {
  let largest = 0
  const look = () => (largest = Math.max(largest, process.memoryUsage().heapUsed))
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      look()
      return Math.round(largest / 1e6)
    },
  }
}
