/**
 * `npm run load [-- --connections 10000] [-- --sessions 2000] [-- --minutes 10]`: so many connections that stay open,
 * so many sessions at work over theirs (lists, records, who they are, each after a while of
 * reading), visitors over the others. Tells each minute how long lists and clicks took and what the server's memory is;
 * ends with 0 only where no request failed and the memory does not grow.
 */
import { readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { prepareInstallationSecret } from '#engine/auth/server/installationSecret.ts'
import { insertSession, openWithTokens } from '#engine/auth/server/session/signedIn.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { startBenchDatabase } from '../ingestSupport.ts'
import { Lane, requestText, type ServerProcess, startServerProcess } from '../loadSupport.ts'
import { fillAffiliates } from '../recordsSupport.ts'
import { Figures } from './figures.ts'

const { values: asked } = readOptionsOrEnd({
  options: {
    connections: { type: 'string', default: '10000' },
    sessions: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '10' },
    affiliates: { type: 'string', default: '20000' },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const [connections, sessions] = [Number(asked.connections), Number(asked.sessions)]
const root = { email: 'root@load.example', password: 'Load-Secret-1' }
const secret = 'a secret of the load, long enough for it'
/** How long a person looks at a page before the next one; how long a visitor's browser keeps its connection in use. */
const readingMs = { least: 10_000, most: 30_000 }
const visitMs = { least: 30_000, most: 60_000 }
/** Memory may move with what is under way; what grows by more than this from the middle of the run to its end, leaks. */
const growthMax = 1.15
const links = 200

const between = ({ least, most }: { least: number; most: number }) => least + Math.random() * (most - least)

/** Links of affiliates, for visitors. */
async function makeLinks(context: Pick<AppContext, 'database'>): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`
    with made as (insert into campaign (name, brand) values ('Load', 1) returning id)
    insert into action (name, campaign, affiliate, token)
      select 'Load ' || affiliate.id, made.id, affiliate.id, 'load-' || affiliate.id
      from made, (select id from affiliate where brands @> array[1]::bigint[] order by id limit ${links}) affiliate
    returning token`.execute(context.database.db)
  return rows.map(({ token }) => token)
}

/** Sessions of one person at many places: signing in is not what is measured. */
async function openSessions(context: AppContext): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`select id from "user" where email = ${root.email}`.execute(
    context.database.db,
  )
  const origin = { method: 'POST', url: '/login', userAgent: 'load', address: '127.0.0.1' }
  const tokens: string[] = []
  for (let number = 0; number < sessions; number += 1) {
    const sessionId = await insertSession(context, context.database.db, { userId: rows[0]!.id }, origin)
    const opened = await openWithTokens(context, context.database.db, { sessionId, previousRefreshHash: null })
    tokens.push(opened!.accessToken)
  }
  return tokens
}

const list = (start: number) =>
  `/api/affiliate?${new URLSearchParams({ sort: '["name","ASC"]', range: `[${start},${start + 24}]`, filter: '{}' }).toString()}`

/** What somebody at work asks for next. */
function nextQuestion(): { what: string; path: string } {
  const chance = Math.random()
  if (chance < 0.7) return { what: 'lists', path: list(25 * Math.floor(Math.random() * 40)) }
  if (chance < 0.9) return { what: 'records', path: `/api/affiliate/${1 + Math.floor(Math.random() * 1_000)}` }
  return { what: 'sessions', path: '/api/me' }
}

interface Run {
  readonly server: ServerProcess
  readonly figures: Figures
  isOver: boolean
}

/** After a failure the connection is made anew. */
function again(lane: Lane, { server }: Run): Lane {
  lane.close()
  return new Lane(server.address)
}

async function person(run: Run, token: string): Promise<void> {
  // A connection over which nothing is asked is closed by the server after a while.
  await pause(Math.random() * readingMs.most)
  let lane = new Lane(run.server.address)
  while (!run.isOver) {
    const { what, path } = nextQuestion()
    if (!(await run.figures.time(what, () => lane.ask(requestText({ path, token }))))) lane = again(lane, run)
    await pause(between(readingMs))
  }
  lane.close()
}

async function visitor(run: Run, tokens: readonly string[]): Promise<void> {
  await pause(Math.random() * visitMs.most)
  let lane = new Lane(run.server.address)
  while (!run.isOver) {
    const path = `/t/${tokens[Math.floor(Math.random() * tokens.length)]!}`
    const visit = () => lane.ask(requestText({ path, token: '' }), /^HTTP\/1.1 302/)
    if (!(await run.figures.time('clicks', visit))) lane = again(lane, run)
    await pause(between(visitMs))
  }
  lane.close()
}

/** Connections that a process has open, those to its database among them. */
function openConnections(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

const bench = await startBenchDatabase()
let server: ServerProcess | null = null
try {
  await fillAffiliates(bench.database, Number(asked.affiliates))
  const environment = {
    DATABASE_URL: bench.url,
    ROOT_EMAIL: root.email,
    ROOT_PASSWORD: root.password,
    INSTALLATION_SECRET: secret,
  }
  const tokens = await makeLinks(bench)
  server = await startServerProcess({ ...environment, TRUST_PROXY: '1' })
  const context: AppContext = {
    database: bench.database,
    environment: readEnvironment({ ...environment, LOG_LEVEL: 'silent' }),
    now: () => new Date(),
  }
  await prepareInstallationSecret(context)
  const accessTokens = await openSessions(context)
  const run: Run = { server, figures: new Figures(), isOver: false }
  print(`${cpus().length} x ${cpus()[0]!.model}; ${connections} connections, ${sessions} sessions at work`)
  const everybody: Promise<void>[] = []
  for (let number = 0; number < connections; number += 1) {
    everybody.push(number < sessions ? person(run, accessTokens[number]!) : visitor(run, tokens))
    if (number % 200 === 199) await pause(100)
  }
  const memory: number[] = []
  for (let minute = 1; minute <= Number(asked.minutes); minute += 1) {
    await pause(60_000)
    memory.push(server.memoryMegabytes())
    const open = openConnections(server.pid)
    print(`minute ${minute}: ${run.figures.take()}; ${open} files open, ${memory.at(-1)!.toFixed(0)} MB`)
  }
  run.isOver = true
  print(
    `in all: ${run.figures.all()}, ${[...run.figures.failures.values()].reduce((sum, count) => sum + count, 0)} failed`,
  )
  await Promise.race([Promise.all(everybody), pause(1_000)])
  const { failures } = run.figures
  const [middle, end] = [memory[memory.length >> 1] ?? 0, memory.at(-1) ?? 0]
  if (failures.size > 0) process.stderr.write(`${[...failures].map((each) => each.join(': ')).join('\n')}\n`)
  if (end > middle * growthMax) process.stderr.write(`Memory grew from ${middle.toFixed(0)} to ${end.toFixed(0)} MB.\n`)
  process.exitCode = failures.size > 0 || end > middle * growthMax ? 1 : 0
} finally {
  await server?.stop()
  await bench.stop()
}
// Whoever still reads is left.
process.exit()
