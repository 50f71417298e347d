import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import type { IngestBrand } from '#features/activity/server/write/ingestContext.ts'
import { type BenchDatabase, buildLinks, makeRawEvents, startBenchDatabase } from '../ingestSupport.ts'
import { buildProfile } from '../support/closeSupport.ts'

/** How large an office is. */
export interface Size {
  readonly events: number
  readonly affiliates: number
  readonly brands: number
  /** Who ask at once. */
  readonly users: number
}

/** The days on which something happens, all of one month. */
export const period = { from: '2026-10-01', to: '2026-10-28' } as const
export const root = { email: 'root@bench.example', password: 'Bench-Secret-1' }
const days = 28
const batchSize = 5_000
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** An office that is open. */
export interface GrownOffice extends BenchDatabase {
  /** Milliseconds of processor time so far, of the database's processes and this one. */
  cpuMs(): number
  /** Milliseconds of the database's processes alone. */
  databaseCpuMs(): number
}

interface LinkedBrand {
  readonly brand: IngestBrand
  readonly tokens: string[]
}

/** Opens an office of so many brands and affiliates, all with a profile, in which nothing has happened yet. */
export async function openOffice({ affiliates, brands }: Size): Promise<{ office: GrownOffice; links: LinkedBrand[] }> {
  const bench = await startBenchDatabase()
  const { db } = bench.database
  const profile = await buildProfile(bench.database)
  const links: LinkedBrand[] = []
  for (let number = 0; number < brands; number += 1)
    links.push(await buildLinks(bench.database, Math.ceil(affiliates / brands)))
  await sql`update affiliate set reward_profile = ${profile}, payment_type = 'manual'`.execute(db)
  await sql`insert into affiliate_history (record, valid_from, reward_profile) select id, '-infinity', reward_profile
    from affiliate`.execute(db)
  const environment = readEnvironment({
    LOG_LEVEL: 'silent',
    DEMO: '0',
    FEATURES: 'all',
    ROOT_EMAIL: root.email,
    ROOT_PASSWORD: root.password,
  })
  await ensureRootUser({ database: bench.database, environment })
  await sql`analyze`.execute(db)
  const pid = await postmasterOf(bench)
  const databaseCpuMs = () => processorMs(pid)
  const own = () => process.cpuUsage()
  return {
    office: { ...bench, databaseCpuMs, cpuMs: () => databaseCpuMs() + (own().user + own().system) / 1000 },
    links,
  }
}

/** Tells all events, brand after brand, a batch at a time. */
export async function tellEvents(
  { database }: GrownOffice,
  links: readonly LinkedBrand[],
  { events }: Size,
): Promise<void> {
  const check = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date('2026-11-01T00:00:00Z') })
  const size = Math.min(batchSize, Math.ceil(events / links.length))
  const batches = Math.ceil(events / size)
  for (let number = 0; number < batches; number += 1) {
    const { brand, tokens } = links[number % links.length]!
    const raws = makeRawEvents({ tokens, count: size, prefix: `grow-${number}` })
    const checked = raws.map((raw, index) => {
      const result = check({ ...raw, occurred_at: momentOf(number + index) })
      if (!result.ok) throw new Error(result.code)
      return result.event
    })
    await recordEvents({ database, brand, events: checked })
  }
}

/** A moment on one of the month's days. */
function momentOf(number: number): string {
  return new Date(Date.UTC(2026, 9, 1 + (number % days), 12, 0, number % 3_600)).toISOString()
}

/** What the database takes on disk, in bytes. */
export async function databaseBytes({ database }: BenchDatabase): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(
    database.db,
  )
  return Number(rows[0]!.bytes)
}

/** The process that all others of the database come from: the parent of the one that serves us. */
async function postmasterOf({ database }: BenchDatabase): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  return statOf(rows[0]!.pid)!.parent
}

/** Processor time of a process, of those it has and those that it had, in milliseconds. */
function processorMs(pid: number): number {
  const own = statOf(pid)
  const children = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null
    return stat?.parent === pid ? [stat.ticks] : []
  })
  return tickMs * [own!.ticks + own!.ended, ...children].reduce((sum, each) => sum + each, 0)
}

function statOf(pid: number): { parent: number; ticks: number; ended: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! }
  } catch {
    return null
  }
}
