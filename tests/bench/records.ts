/**
 * Lists and records of 100,000 affiliates over HTTP with a real session, held against pgbench running the server's own
 * statements on the same database, and against the floor of what HTTP costs, Fastify and pg alone sending the same
 * bytes, in turns. Needs pgbench (Debian: postgresql-contrib or postgresql-client). Run alone on a quiet machine:
 * npm run bench -- records [--affiliates N] [--seconds N] [--rounds N] [--profile FOLDER: a processor profile of the
 * server]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { startBenchDatabase } from './ingestSupport.ts'
import { drive, median, requestText, type ServerProcess, signIn, spread, startServerProcess } from './loadSupport.ts'
import { fillAffiliates, findProgram, pgbench, serverStatements } from './recordsSupport.ts'

const { values: asked } = readOptionsOrEnd({
  options: {
    affiliates: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    profile: { type: 'string' },
  },
})
const affiliates = Number(asked.affiliates ?? 100_000)
const [connections, seconds, rounds] = [8, Number(asked.seconds ?? 4), Number(asked.rounds ?? 5)]
const root = { email: 'root@bench.example', password: 'Bench-Secret-1' }
/** A day long before any record was made: filtering from it on changes the question, and nothing of the answer. */
const earlyDay = (number: number) => new Date(Date.UTC(1900, 0, 1 + (number % 40_000))).toISOString().slice(0, 10)
const filter = { paymentType: 'automatic' }
const list = (more: Record<string, unknown> = {}) =>
  `/api/affiliate?${new URLSearchParams({ sort: '["name","ASC"]', range: '[0,24]', filter: JSON.stringify({ ...filter, ...more }) }).toString()}`

const program = findProgram('pgbench')
if (!program) {
  process.stderr.write(
    'pgbench is not on this machine; without it there is nothing to hold the figures against. Install it (Debian: apt-get install postgresql-contrib).\n',
  )
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'affiliate-bench-pgbench-'))
const bench = await startBenchDatabase()
const started: ServerProcess[] = []
try {
  await fillAffiliates(bench.database, affiliates)
  const server = await startServerProcess(
    { DATABASE_URL: bench.url, ROOT_EMAIL: root.email, ROOT_PASSWORD: root.password },
    asked.profile ? ['--cpu-prof', `--cpu-prof-dir=${asked.profile}`] : [],
  )
  started.push(server)
  await measure(server, await signIn(server.address, root))
} finally {
  for (const each of started) await each.stop()
  await bench.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(running: ServerProcess, token: string): Promise<void> {
  process.stdout.write(
    `${cpus().length} x ${cpus()[0]!.model}, ${affiliates} affiliates, ${connections} connections, ${rounds} rounds of ${seconds} s each\n`,
  )
  const environment = readEnvironment({ LOG_LEVEL: 'silent' })
  const query = (path: string) => Object.fromEntries(new URL(path, running.address).searchParams)
  const { page, record } = await serverStatements({ url: bench.url, environment, query: query(list()), id: '1' })
  const counted = await serverStatements({
    url: bench.url,
    environment,
    query: query(list({ createdAt_gte: earlyDay(1) })),
    id: '1',
  })
  const both = `${counted.count};\n${counted.page};\n`
  const floor = await startServerProcess(
    {
      DATABASE_URL: bench.url,
      STATEMENTS: JSON.stringify({
        counted: counted.page.replace(/^select /, `select page.body, (${counted.count}) as total, `),
        page,
        record: record.replace("'1'", '$1'),
      }),
    },
    [],
    { script: 'tests/bench/support/bareServer.process.ts' },
  )
  started.push(floor)
  let number = 0
  const ask = (path: (each: number) => string) => (): string => requestText({ path: path(number++), token })
  const anyId = (each: number) => 1 + ((each * 7919) % affiliates)
  await compare(
    { running, floor },
    {
      what: 'list of 25, total counted each time',
      statements: both,
      target: 0.9,
      request: ask((each) => list({ createdAt_gte: earlyDay(each) })),
      bare: ask(() => '/counted'),
    },
  )
  await compare(
    { running, floor },
    {
      what: 'list of 25, total remembered until a write',
      statements: both,
      target: 3,
      request: ask(() => list()),
      bare: ask(() => '/page'),
    },
  )
  await compare(
    { running, floor },
    {
      what: 'page of 25 alone (the same list, its total remembered)',
      statements: `${page};\n`,
      target: 0.18,
      request: ask(() => list()),
      bare: ask(() => '/page'),
    },
  )
  await compare(
    { running, floor },
    {
      what: 'one record',
      statements: `\\set id random(1, ${affiliates})\n${record.replace("'1'", ':id')};\n`,
      target: 0.2,
      request: ask((each) => `/api/affiliate/${anyId(each)}`),
      bare: ask((each) => `/record?id=${anyId(each)}`),
    },
  )
}

interface Comparison {
  readonly what: string
  readonly statements: string
  readonly target: number
  readonly request: () => string
  /** The same bytes, asked of the bare server. */
  readonly bare: () => string
}

async function compare(
  { running, floor }: { running: ServerProcess; floor: ServerProcess },
  { what, statements, target, request, bare }: Comparison,
): Promise<void> {
  const file = join(folder, 'script.sql')
  const [ours, ratios, floors, cpu, medians]: number[][] = [[], [], [], [], []]
  await drive({ address: running.address, request, connections, seconds: 1 })
  await drive({ address: floor.address, request: bare, connections, seconds: 1 })
  for (let round = 0; round < rounds; round += 1) {
    const reference = pgbench(program!, { url: bench.url, statements, clients: connections, seconds, file })
    const before = running.cpuMicroseconds()
    const driven = await drive({ address: running.address, request, connections, seconds })
    cpu!.push((running.cpuMicroseconds() - before) / driven.answers)
    const least = await drive({ address: floor.address, request: bare, connections, seconds })
    ours!.push(driven.perSecond)
    medians!.push(driven.medianMs)
    ratios!.push(driven.perSecond / reference)
    floors!.push(least.perSecond / reference)
  }
  process.stdout.write(
    `${what}: ${spread(ours!)} a second, ${spread(ratios!, 2)} of pgbench (target ${target}), Fastify and pg alone ${spread(floors!, 2)}, ` +
      `${Math.round(median(cpu!))} us of the server's processor a request, median ${median(medians!).toFixed(1)} ms\n`,
  )
}
