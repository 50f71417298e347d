/**
 * The monthly report by affiliate over HTTP, held against DuckDB over the raw events in the same run. Both add up the
 * same events, and the bench stops where they differ by a cent.
 * Run alone on a quiet machine: npm run bench -- report [--full: 20 million events] [--events N] [--affiliates N]
 * [--behind N: so many months as full as this one lie behind it, which a year is asked of]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { DuckDBInstance } from '@duckdb/node-api'
import { sql } from 'kysely'
import { buildApp } from '#app/server/app.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { foldLock, buildCumulativeTotals } from '#features/reporting/server/cumulativeSums/foldSums.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { type BenchDatabase, startBenchDatabase } from './ingestSupport.ts'
import { median, spread } from './loadSupport.ts'
import { loadMovement, makeEvents, rawReport, repeatMonth } from './support/reportSupport.ts'

const { values: asked } = readOptionsOrEnd({
  options: {
    full: { type: 'boolean' },
    events: { type: 'string' },
    affiliates: { type: 'string' },
    behind: { type: 'string' },
  },
})
const events = asked.full ? 20_000_000 : Number(asked.events ?? 2_000_000)
const affiliates = Number(asked.affiliates ?? 20_000)
const behind = Number(asked.behind ?? 0)
const rounds = 7
/** So many of each first screen that a twentieth of them says something. */
const screens = 60
const lastDay = '2026-10-31'
const month = `from=2026-10-01&to=${lastDay}`
/** What is asked from running sums and day by day, in turns. A window is the first screen of a page. */
const screen = '&limit=50&sort=%5B%22turnover%22,%22DESC%22%5D'
const bothWays = [
  ['affiliateActivity', '&rows=affiliate'],
  ['affiliateActivity', `&rows=affiliate${screen}`],
  ['affiliates', `${screen}`],
  ['general', ''],
  ['generalV2', ''],
  ['dashboard', ''],
  ['lottery', '&limit=50'],
] as const
const firstScreens = [
  ['affiliateActivity', `&rows=affiliate${screen}`],
  ['affiliateActivity', `&rows=affiliate&product=lotto${screen}`],
  ['affiliates', screen],
  ['partners', screen],
  ['general', screen],
  ['generalV2', ''],
  ['lottery', '&limit=50'],
  ['movement', ''],
  ['dashboard', ''],
  ['cpa', '&limit=50'],
  ['paymentByAffiliate', '&limit=50'],
  ['affiliateActivity', `&rows=affiliate,day${screen}`],
] as const
const root = { email: 'root@bench.example', password: 'Bench-Secret-1' }

const folder = mkdtempSync(join(tmpdir(), 'affiliate-bench-files-'))
// The database may run as another user, and reads the files that DuckDB writes.
chmodSync(folder, 0o755)
const bench = await startBenchDatabase()
const duck = await (
  await DuckDBInstance.create(join(folder, 'events.duckdb'), { threads: String(cpus().length) })
).connect()
const environment = readEnvironment({
  LOG_LEVEL: 'silent',
  DEMO: '0',
  FEATURES: 'all',
  ROOT_EMAIL: root.email,
  ROOT_PASSWORD: root.password,
})
await ensureRootUser({ database: bench.database, environment })
const app = await buildApp({ database: bench.database, environment })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
print(`${cpus().length} x ${cpus()[0]!.model}, ${events} events, ${affiliates} affiliates, 4 products`)
try {
  await makeEvents(duck, { events, affiliates })
  await loadMovement({ duck, database: bench.database, folder, affiliates })
  for (let months = 1; months <= behind; months += 1) await repeatMonth(bench.database, months)
  await untilSettled(bench)
  await sql`vacuum analyze running_day`.execute(bench.database.db)
  print(await sizes(bench))
  const token = await signIn()
  const scan = await compare(token, 'affiliateActivity')
  for (const name of ['affiliates', 'general', 'generalV2', 'dashboard', 'movement', 'cpa'])
    await compareTime(token, name)
  await compareTime(token, 'affiliateActivity', '&affiliate=7')
  await compareTime(token, 'affiliateActivity', '&product=lotto')
  for (const [name, query] of firstScreens) await compareScreen(token, { name, query, scan })
  if (behind >= 12) await compareYear(token)
  await bench.database.db.transaction().execute(async (transaction) => {
    // Nobody makes running sums while it is said here how far they reach.
    await sql`select pg_advisory_xact_lock(${foldLock}::bigint)`.execute(transaction)
    for (const [name, query] of bothWays) await compareWays(token, name, query)
  })
} finally {
  await app.close()
  duck.closeSync()
  await bench.stop()
  rmSync(folder, { recursive: true, force: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function sizes({ database }: BenchDatabase): Promise<string> {
  const { rows } = await sql<{
    name: string
    rows: number
    size: string
  }>`select relname as name, reltuples::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size
    from pg_class
    where relname in ('movement', 'movement_wide', 'commission', 'commission_wide', 'running_day') order by 1`.execute(
    database.db,
  )
  return rows.map(({ name, rows: count, size }) => `${name} ${count} rows, ${size}`).join('; ')
}

/** Makes the running sums, unless the server beside it is at it: then once it is done. */
async function untilSettled({ database }: BenchDatabase): Promise<void> {
  for (;;) {
    await buildCumulativeTotals(database, lastDay)
    const { rows } = await sql`select 1 from running_state where through >= ${lastDay}::text::date
      and not exists (select from running_mark)`.execute(database.db)
    if (rows.length > 0) return
    await pause(500)
  }
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(root),
  })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

async function askReport(
  token: string,
  name: string,
  query = '',
  range = month,
): Promise<{ rows: Record<string, number>[] }> {
  const answer = await fetch(`${address}/api/report/${name}?${range}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { rows: Record<string, number>[] }
}

/** How long each work took in each round, in turns. */
async function inTurns(works: readonly (() => Promise<unknown>)[], times = rounds): Promise<number[][]> {
  const taken = works.map((): number[] => [])
  for (let round = 0; round < times; round += 1)
    for (const [index, work] of works.entries()) {
      const begun = performance.now()
      await work()
      taken[index]!.push(performance.now() - begun)
    }
  return taken
}

/** From running sums and day by day, one after the other in each round; the rows must be the same. */
async function compareWays(token: string, name: string, query: string): Promise<void> {
  const times: Record<string, number[]> = { [lastDay]: [], '2026-09-30': [] }
  const answers = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    for (const through of Object.keys(times)) {
      await sql`update running_state set through = ${through}::text::date, totals_through = ${through}::text::date`.execute(
        bench.database.db,
      )
      const begun = performance.now()
      const { rows } = await askReport(token, name, query)
      times[through]!.push(performance.now() - begun)
      answers.add(JSON.stringify(rows))
    }
  }
  if (answers.size > 1) throw new Error(`${name}${query}: other rows from running sums than day by day`)
  print(
    `${name}${query}: ${spread(times[lastDay]!)} ms from running sums, ${spread(times['2026-09-30']!)} ms day by day`,
  )
}

/** @returns the milliseconds that DuckDB takes for a whole scan of the events, the middle of the rounds */
async function compare(token: string, name: string): Promise<number> {
  const [ours, theirs] = [await askReport(token, name), await rawReport(duck)]
  const columns = Object.keys(theirs[0]!).filter((column) => column !== 'affiliate')
  const byAffiliate = new Map(ours.rows.map((row) => [row['affiliate'], row]))
  for (const row of theirs) {
    for (const column of columns) {
      if (byAffiliate.get(row['affiliate'])?.[column] !== row[column])
        throw new Error(
          `Affiliate ${row['affiliate']}, ${column}: ${byAffiliate.get(row['affiliate'])?.[column]} here, ${row[column]} in DuckDB`,
        )
    }
  }
  const [here, there] = await inTurns([() => askReport(token, name), () => rawReport(duck)])
  const ratios = here!.map((time, round) => time / there![round]!)
  print(
    `${name} by affiliate, one month: ${spread(here!)} ms over HTTP (${ours.rows.length} rows), DuckDB ${spread(there!)} ms, ratio ${spread(ratios, 2)} (target 0.25 at most, with 20 million events)`,
  )
  return median(there!)
}

async function compareTime(token: string, name: string, query = ''): Promise<void> {
  const { rows } = await askReport(token, name, query)
  const [times] = await inTurns([() => askReport(token, name, query)])
  print(`${name}${query}: ${spread(times!)} ms, ${rows.length} rows`)
}

/** The first screen as a page asks for it, often enough to say how long one of twenty takes at least. */
async function compareScreen(
  token: string,
  { name, query, scan }: { name: string; query: string; scan: number },
): Promise<void> {
  await askReport(token, name, query)
  const [times] = await inTurns([() => askReport(token, name, query)], screens)
  const slow = times!.toSorted((one, other) => one - other)[Math.ceil(screens * 0.95) - 1]!
  print(
    `first screen, ${name}${query}: ${spread(times!)} ms, p95 ${slow.toFixed(0)} ms (target 100 at most), ${(slow / scan).toFixed(3)} of a whole scan by DuckDB`,
  )
}

/** A year by affiliate beside a month by affiliate, in turns: both of days that are over. */
async function compareYear(token: string): Promise<void> {
  const query = `&rows=affiliate${screen}`
  const ask = (range: string) => askReport(token, 'affiliateActivity', query, range)
  await ask('year=2026-10')
  const [year, own] = await inTurns([() => ask('year=2026-10'), () => ask(month)], screens)
  const ratios = year!.map((time, round) => time / own![round]!)
  print(
    `a year by affiliate, first screen: ${spread(year!)} ms, a month ${spread(own!)} ms, ratio ${spread(ratios, 2)} (target 1.5 at most)`,
  )
}
