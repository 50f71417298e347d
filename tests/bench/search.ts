/**
 * A list of 25 of 100,000 affiliates over HTTP with a real session, unsearched and searched, in turns: by a name with
 * accents as it is typed without them, by one that nobody has, in the search over everything, in a picker, among 100,000
 * payees and in a month's report of as many rows. Run alone on a quiet
 * machine: node tests/bench/search.ts [--affiliates N] [--seconds N] [--rounds N] [--only report]
 */
import { cpus } from 'node:os'
import { sql } from 'kysely'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { startBenchDatabase } from './ingestSupport.ts'
import { drive, median, requestText, signIn, startServerProcess } from './loadSupport.ts'
import { fillAffiliates, serverStatements } from './recordsSupport.ts'

const { values: asked } = readOptionsOrEnd({
  options: {
    affiliates: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
  },
})
const affiliates = Number(asked.affiliates ?? 100_000)
const [connections, seconds, rounds] = [4, Number(asked.seconds ?? 3), Number(asked.rounds ?? 5)]
const root = { email: 'root@bench.example', password: 'Bench-Secret-1' }
const list = (filter: object) =>
  `/api/affiliate?${new URLSearchParams({ sort: '["name","ASC"]', range: '[0,24]', filter: JSON.stringify(filter) }).toString()}`
const payees = (more: string) => `/api/payment/owners?from=0&to=24&sort=name${more}`
const report = (more: string) => `/api/report/affiliates?from=2026-10-01&to=2026-10-31&limit=25${more}`
/** A day long before any record was made: it changes the question, and nothing of the answer. */
const earlyDay = (number: number) => new Date(Date.UTC(1900, 0, 1 + (number % 40_000))).toISOString().slice(0, 10)
const questions: Readonly<Record<string, (place: number) => string>> = {
  unsearched: () => list({}),
  'unsearched, counted': (place: number) => list({ createdAt_gte: earlyDay(place) }),
  'q=joao': () => list({ q: 'joao' }),
  'q=irisbela 4': (place: number) => list({ q: `irisbela ${place % 1000}` }),
  'q=nobody': (place: number) => list({ q: `garconete${place}` }),
  'picker q=joao': () => '/api/affiliate?q=joao',
  payees: () => payees(''),
  'payees q=joao': () => payees('&q=joao'),
  'payees q=irisbela 4': (place: number) => payees(`&q=irisbela%20${place % 1000}`),
  report: () => report(''),
  'report q=joao': () => report('&q=joao'),
  'report q=irisbela 4': (place: number) => report(`&q=irisbela%20${place % 1000}`),
  'over everything': (place: number) => `/api/search?q=irisbela%20${place % 1000}`,
}
const wanted = Object.entries(questions).filter(([name]) => name.includes(asked.only ?? ''))

const bench = await startBenchDatabase()
const server = await (async () => {
  await fillAffiliates(bench.database, affiliates)
  // A name in a hundred has accents, one in a thousand is rare.
  await sql`update affiliate set name = case when id % 1000 = 0 then 'Írisbela Conceição ' || id
    else 'João Provança ' || id end where id % 100 = 0`.execute(bench.database.db)
  // Everybody has something to be paid, and played on one day.
  await sql`insert into entry (day, affiliate, kind, value, currency, status, payment_method)
    select '2026-10-05', id, 'commission', 8.50, 'BRL', 'pending', payment_type from affiliate`.execute(
    bench.database.db,
  )
  await sql`insert into movement_wide (day, brand, affiliate, bets_turnover_minor, bets_payout_minor)
    select '2026-10-05', brands[1], id, 10000, 9000 from affiliate`.execute(bench.database.db)
  await sql`vacuum analyze affiliate, entry, movement_wide`.execute(bench.database.db)
  return startServerProcess({ DATABASE_URL: bench.url, ROOT_EMAIL: root.email, ROOT_PASSWORD: root.password })
})()
try {
  const token = await signIn(server.address, root)
  process.stdout.write(
    `${cpus().length} x ${cpus()[0]!.model}, ${affiliates} affiliates, ${rounds} rounds of ${seconds} s\n`,
  )
  for (const q of ['joao', 'irisbela 4000', 'garconete']) {
    const query = { sort: '["name","ASC"]', range: '[0,24]', filter: JSON.stringify({ q }) }
    const { page } = await serverStatements({
      url: bench.url,
      environment: readEnvironment({ LOG_LEVEL: 'silent' }),
      query,
      id: '1',
    })
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(page)}`.execute(bench.database.db)
    const scans = rows.flatMap((row) => /(?:\w+ )*Scan\b.*?(?= \(|$)/.exec(row['QUERY PLAN'])?.slice(0, 1) ?? [])
    process.stdout.write(`q=${q}: ${[...new Set(scans)].join(', ')}\n`)
  }
  const found = new Map<string, number[]>(wanted.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, question] of wanted) {
      let place = 0
      const request = () => requestText({ path: question((place += 1)), token })
      found.get(name)!.push((await drive({ address: server.address, request, connections, seconds })).medianMs)
    }
  for (const [name, figures] of found)
    process.stdout.write(
      `${name.padEnd(20)} median ${median(figures).toFixed(1)} ms (rounds ${figures.map((ms) => ms.toFixed(1)).join(', ')})\n`,
    )
} finally {
  await server.stop()
  await bench.stop()
}
