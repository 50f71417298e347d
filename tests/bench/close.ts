/**
 * The daily close of 20,000 affiliates and 300 partners on 3 levels, in the middle of a month: bets, games and deposits
 * of every affiliate on every day of it, tiers, triggers and CPA, three
 * players an affiliate; then the same day closed again, with nothing new. A third close collects garbage as it goes:
 * what is in use then, with a quarter of the affiliates and with all, shows
 * whether memory grows with them. Each time stands beside that of PostgreSQL alone adding up the same days from day to
 * day, measured in the same run: the ratio holds on any machine. Run alone on a quiet machine: node tests/bench/close.ts
 * With `deals` its CPA follows players: conditions within 30 days, a hold, claw-back and a cap.
 */
import { cpus } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { movementColumns } from '#features/activity/server/rollUp/columns.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { type BenchDatabase, startBenchDatabase } from './ingestSupport.ts'
import { buildProgramme } from './support/closeSupport.ts'

const [from, day, partners] = ['2026-10-01', '2026-10-20', 300]
const targetSeconds = 10
const targetRatio = 4

process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\n`)
const hasDeals = process.argv.includes('deals')
for (const affiliates of [5_000, 20_000]) await measure(affiliates)

async function measure(affiliates: number): Promise<void> {
  const bench = await startBenchDatabase()
  try {
    await buildProgramme(bench.database, { affiliates, partners, from, to: day })
    if (hasDeals) await makeDeals(bench)
    await sumAlone(bench)
    for (const what of ['first close', 'closed again']) {
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
      const result = await closeDays(request(bench))
      const seconds = (performance.now() - startedAt) / 1000
      const { user, system } = process.cpuUsage(cpu)
      const alone = await sumAlone(bench)
      const {
        rows: [row],
      } = await sql<{ partners: number }>`select count(*) as partners from entry where partner is not null`.execute(
        bench.database.db,
      )
      process.stdout.write(
        `${affiliates} affiliates, ${what}: ${seconds.toFixed(1)} s (target ${targetSeconds} for 20,000), ` +
          `${(seconds / alone.daily).toFixed(1)} times PostgreSQL alone adding up the same days from day to day (${alone.daily.toFixed(2)} s; target ${targetRatio} times for 20,000), ` +
          `${(seconds / alone.plain).toFixed(1)} times one sum of all of them (${alone.plain.toFixed(2)} s), ` +
          `${((user + system) / 1e6).toFixed(1)} s of this process, ` +
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

/**
 * How long PostgreSQL alone takes to add up the movement that the close reads, every measure of the month's days: `plain`
 * by affiliate and product; `daily` by day as well, accumulated from day to day, as a close has to know it. The middle
 * one of three, in seconds.
 */
async function sumAlone({ database }: BenchDatabase): Promise<{ plain: number; daily: number }> {
  const each = (say: (name: string) => string) => sql.raw(movementColumns.map(({ name }) => say(name)).join(', '))
  const days = sql`day between ${from}::text::date and ${day}::text::date`
  const sums = each((name) => `sum(${name}) as ${name}`)
  const soFar = each((name) => `sum(${name}) over (partition by affiliate, product order by day) as ${name}`)
  // Nothing that is added up is left out by the planner.
  const used = each((name) => `max(${name})`)
  const plain = sql`select ${used} from (
    select affiliate, product, ${sums} from movement where ${days} group by affiliate, product) summed`
  const daily = sql`select ${used} from (select affiliate, product, day, ${soFar} from (
    select affiliate, product, day, ${sums} from movement where ${days} group by affiliate, product, day) daily) summed`
  const middle = async (statement: typeof plain) => {
    const times: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      const startedAt = performance.now()
      await statement.execute(database.db)
      times.push((performance.now() - startedAt) / 1000)
    }
    return times.toSorted((one, other) => one - other)[1]!
  }
  return { plain: await middle(plain), daily: await middle(daily) }
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
