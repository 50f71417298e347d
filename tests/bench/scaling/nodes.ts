import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { withDatabase } from '#engine/server/database/address.ts'
import { buildApp } from '#app/server/app.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { findPostmaster } from '#lib/embeddedPostgres/postmaster.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import type { IngestBrand } from '#features/activity/server/write/ingestContext.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { buildCumulativeTotals } from '#features/reporting/server/cumulativeSums/foldSums.ts'
import { letCoordinatorIn, makeCitusDatabase, startCitus } from '#tests/support/citus.ts'
import { fillDatabase } from '#tests/support/databaseServer.ts'
import { buildLinks, makeRawEvents } from '../ingestSupport.ts'
import { buildProfile } from '../support/closeSupport.ts'
import { root } from './office.ts'
import { processorTicks } from './processes.ts'
import { type Shipped, watchStatements } from './shipped.ts'

const tickMs = 10
const binFolder = '/usr/lib/postgresql/15/bin'
const period = { from: '2026-10-01', to: '2026-10-28' } as const
const brands = 4
const affiliatesOfBrand = 100
const batch = 10_000
const batches = 4
const asks = 5

/** A node of the trial: what it is called, and the process that all others of it come from. */
interface Node {
  readonly name: string
  readonly pid: number
}

/** What one thing costs each node, in milliseconds of its processor, and what workers sent the coordinator for it. */
interface Cost {
  readonly what: string
  readonly nodes: readonly number[]
  readonly shipped?: Shipped
}

/** Whether this machine has what the trial needs. */
export const hasCitus = (): boolean => existsSync(join(binFolder, '../lib/citus.so'))

const header = (names: readonly string[]) =>
  `| nodes | | ${names.map((name) => `${name}, ms`).join(' | ')} | rows to the coordinator |\n|---|---|${names.map(() => '---|').join('')}---|`

/**
 * Has one, two and three nodes do the same work, and tells what each of them spends on it.
 * @returns the lines of a table
 */
export async function measureNodes(): Promise<string[]> {
  const lines = [header(['coordinator', 'worker 1', 'worker 2'])]
  for (const count of [1, 2, 3]) {
    for (const { what, nodes, shipped } of await measure(count)) {
      const cells = [0, 1, 2].map((at) => (nodes[at] === undefined ? '' : figure(nodes[at])))
      const rows = shipped ? `${shipped.rows} of ${shipped.groups} ${shipped.of}` : ''
      lines.push(`| ${count} | ${what} | ${cells.join(' | ')} | ${rows} |`)
    }
  }
  return lines
}

const figure = (milliseconds: number) =>
  milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString('en-US')

async function measure(count: number): Promise<Cost[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'affiliate-nodes-'))
  const servers = await startCitus({ dataDir, binFolder, workers: count - 1 })
  const nodes = ['coordinator', ...servers.workers.map((_, at) => `worker${at + 1}`)].map((name) => ({
    name,
    pid: findPostmaster(join(dataDir, name, 'postgres'))!.pid,
  }))
  try {
    // What is explained is asked of workers by the coordinator as by a client of its own.
    await letCoordinatorIn(join(dataDir, 'coordinator'), servers.coordinator.url)
    await makeCitusDatabase(servers, 'nodes')
    const url = withDatabase(servers.coordinator.url, 'nodes')
    await fillDatabase(url, { isDistributed: count > 1 })
    const database = openDatabase({ url, maxConnections: 4 })
    try {
      return await work({ database, nodes })
    } finally {
      await database.close()
    }
  } finally {
    await Promise.all([servers.coordinator, ...servers.workers].map((server) => server.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Trial {
  readonly database: Database
  readonly nodes: readonly Node[]
}

/** Processor time that a work takes on each node, for one of `times`. */
async function costOf({ nodes }: Trial, work: () => Promise<unknown>, times = 1): Promise<number[]> {
  const before = nodes.map(({ pid }) => processorTicks(pid))
  await work()
  return nodes.map(({ pid }, at) => ((processorTicks(pid) - before[at]!) * tickMs) / times)
}

async function work(trial: Trial): Promise<Cost[]> {
  const { database } = trial
  const links = await build(database)
  // The first batches of a connection plan what the others find planned.
  await tell(database, links, { from: 0, count: brands })
  const told = await costOf(trial, () => tell(database, links, { from: brands, count: batches }), batches)
  await sql`analyze`.execute(database.db)
  const watch = watchStatements(database)
  const closed = await costOf(trial, () => closeLastDay(database))
  const qualified = await sql<{ count: number }>`select count(*)::integer as count from cpa_qualification`.execute(
    database.db,
  )
  const ofClose = await watch.shipped('players that qualify', qualified.rows[0]!.count)
  await buildCumulativeTotals(database, period.to)
  const reports = await measureReports(trial)
  return [{ what: '10,000 events', nodes: told }, { what: 'a day closed', nodes: closed, shipped: ofClose }, ...reports]
}

async function measureReports(trial: Trial): Promise<Cost[]> {
  const environment = readEnvironment({
    LOG_LEVEL: 'silent',
    DEMO: '0',
    FEATURES: 'all',
    ROOT_EMAIL: root.email,
    ROOT_PASSWORD: root.password,
  })
  await ensureRootUser({ database: trial.database, environment })
  const app = await buildApp({ database: trial.database, environment, now: () => new Date('2026-11-01T12:00:00Z') })
  const { accessToken } = (await app.inject({ method: 'POST', url: '/login', payload: root })).json<{
    accessToken: string
  }>()
  const costs: Cost[] = []
  for (const { what, path } of [
    { what: "a month's report by affiliate (sums)", path: 'affiliateActivity' },
    { what: "a month's report by sub id (events)", path: 'subIds' },
  ]) {
    const address = `/api/report/${path}?${new URLSearchParams(period).toString()}`
    const ask = async () => {
      const answer = await app.inject({ url: address, headers: { authorization: `Bearer ${accessToken}` } })
      if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode} ${answer.body}`)
    }
    await ask()
    const nodes = await costOf(
      trial,
      async () => {
        for (let each = 0; each < asks; each += 1) await ask()
      },
      asks,
    )
    costs.push({ what, nodes })
  }
  await app.close()
  return costs
}

interface LinkedBrand {
  readonly brand: IngestBrand
  readonly tokens: string[]
}

async function build(database: Database): Promise<LinkedBrand[]> {
  const { db } = database
  const profile = await buildProfile(database)
  const links: LinkedBrand[] = []
  for (let number = 0; number < brands; number += 1) links.push(await buildLinks(database, affiliatesOfBrand))
  await sql`update affiliate set reward_profile = ${profile}, payment_type = 'manual'`.execute(db)
  await sql`insert into affiliate_history (record, valid_from, reward_profile) select id, '-infinity', reward_profile
    from affiliate`.execute(db)
  return links
}

/** Tells batches of the month, brand after brand. */
async function tell(
  database: Database,
  links: readonly LinkedBrand[],
  { from, count }: { from: number; count: number },
): Promise<void> {
  const check = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date('2026-11-01T00:00:00Z') })
  for (let number = from; number < from + count; number += 1) {
    const { brand, tokens } = links[number % brands]!
    const events = makeRawEvents({ tokens, count: batch, prefix: `node-${number}` }).map((raw, index) => {
      const at = Date.UTC(2026, 9, 1 + ((number + index) % 28), 12, 0, index % 3_600)
      const checked = check({ ...raw, occurred_at: new Date(at).toISOString(), sub1: `s${index % 5}` })
      if (!checked.ok) throw new Error(checked.code)
      return checked.event
    })
    await recordEvents({ database, brand, events })
  }
}

async function closeLastDay(database: Database): Promise<void> {
  await closeDays({
    database,
    environment: { businessTimeZone: 'UTC' },
    from: period.to,
    to: period.to,
    now: () => new Date('2026-10-29T03:00:00Z'),
    log: () => {},
  })
}
