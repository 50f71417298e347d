/**
 * The first screen of cohorts over HTTP: 36 months of as many affiliates as are asked for, each with players of several
 * countries and beginnings in every month. The sums are made up in SQL; how they are made of events is tested elsewhere.
 * Run alone on a quiet machine: npm run bench -- cohorts [--affiliates N]
 */
import { cpus } from 'node:os'
import { sql } from 'kysely'
import { buildApp } from '#app/server/app.ts'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { totalKey, totalsByMonth } from '#features/reporting/server/cohorts/foldCohorts.ts'
import { cohortColumns } from '#features/reporting/server/cohorts/cohortRows.ts'
import { startBenchDatabase } from './ingestSupport.ts'
import { median } from './loadSupport.ts'

const { values: asked } = readOptionsOrEnd({ options: { affiliates: { type: 'string' } } })
const affiliates = Number(asked.affiliates ?? 20_000)
/** So many of each question that a twentieth of them says something. */
const times = 60
const root = { email: 'root@bench.example', password: 'Bench-Secret-1' }
const range = 'from=2023-11-01&to=2026-10-31'
const questions = [
  '',
  '&cohortBy=firstDeposit',
  '&rows=cohort',
  '&country=BR',
  '&affiliate=7',
  '&campaign=1&affiliate=7',
]

const bench = await startBenchDatabase()
const { db } = bench.database
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
const print = (line: string) => process.stdout.write(`${line}\n`)
print(`${cpus().length} x ${cpus()[0]!.model}, ${affiliates} affiliates, 36 months`)
try {
  await fill()
  const { rows } = await sql<{ months: number; totals: number }>`select (select count(*) from cohort_month) as months,
    (select count(*) from cohort_total) as totals`.execute(db)
  print(`${rows[0]!.months} sums of affiliates, ${rows[0]!.totals} of brands`)
  const token = await signIn()
  for (const question of questions) await compare(token, question)
} finally {
  await app.close()
  await bench.stop()
}

/** Four rows an affiliate and month: its new players, two earlier cohorts of other countries, and what has no player. */
async function fill(): Promise<void> {
  await sql`insert into company (name) values ('Bench')`.execute(db)
  await sql`insert into brand (name, slug, site, company, currency) values ('Bench', 'bench', 'https://bench.example',
    1, 'BRL')`.execute(db)
  await sql`insert into campaign (name, brand) values ('Bench', 1)`.execute(db)
  await sql`insert into affiliate (company, name, token, brands) select 1, 'Affiliate ' || n, 'af-bench-' || n,
    '{1}'::bigint[] from generate_series(1, ${affiliates}::integer) n`.execute(db)
  await sql`insert into action (name, campaign, affiliate, token) select 'Link', 1, id, 'ac-bench-' || id
    from affiliate`.execute(db)
  await sql`insert into cohort_month (month, brand, affiliate, action, country, registered, deposited,
      ${sql.join(cohortColumns.map((name) => sql.id(name)))})
    select month, 1, affiliate, affiliate, country, registered, deposited,
      ${sql.join(cohortColumns.map((_, index) => sql`(1 + (affiliate * 7 + kind * 13 + ${index}::integer) % 900)::bigint`))}
    from generate_series(0, 35) since, generate_series(1, ${affiliates}::integer) affiliate, generate_series(0, 3) kind,
      lateral (select (date '2023-11-01' + make_interval(months => since))::date as month) own,
      lateral (select case kind when 3 then null
          else (month - make_interval(months => least(since, kind * (1 + affiliate % 11))))::date end as registered) began,
      lateral (select case when kind = 3 then null else least(month, registered + make_interval(months => kind))::date end as deposited,
        case kind when 3 then '' else (array['BR', 'PT', 'MX'])[1 + (affiliate + kind) % 3] end as country) more`.execute(
    db,
  )
  await sql`insert into cohort_total (${sql.join(totalKey.map((name) => sql.id(name)))},
      ${sql.join(cohortColumns.map((name) => sql.id(name)))}) ${totalsByMonth(sql`is not null`)}`.execute(db)
  await sql`insert into cohort_state (through) values ('2026-10-31')`.execute(db)
  for (const table of ['cohort_month', 'cohort_total', 'affiliate', 'action'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(root),
  })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

async function compare(token: string, question: string): Promise<void> {
  const path = `/api/report/cohorts?${range}${question}`
  const taken: number[] = []
  let rows = 0
  for (let turn = 0; turn <= times; turn += 1) {
    const begun = performance.now()
    const answer = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const body = (await answer.json()) as { rows?: unknown[] }
    if (!body.rows) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`)
    rows = body.rows.length
    // The first one reads what all others find in memory.
    if (turn > 0) taken.push(performance.now() - begun)
  }
  const sorted = taken.toSorted((one, other) => one - other)
  const slow = sorted[Math.ceil(times * 0.95) - 1]!
  print(
    `cohorts${question}: ${median(taken).toFixed(0)} ms (${sorted[0]!.toFixed(0)} to ${sorted.at(-1)!.toFixed(0)}), p95 ${slow.toFixed(0)} ms (target 100 at most), ${rows} rows`,
  )
}
