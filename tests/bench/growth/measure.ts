import { sql } from 'kysely'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { buildCumulativeTotals } from '#features/reporting/server/cumulativeSums/foldSums.ts'
import { drive, requestText, type ServerProcess, signIn, startServerProcess } from '../loadSupport.ts'
import { databaseBytes, type GrownOffice, openOffice, period, root, type Size, tellEvents } from './office.ts'

/** What an office of some size costs. */
export interface Cost {
  readonly eventMicros: number
  readonly eventBytes: number
  readonly closeMs: number
  readonly listMs: number
  readonly reportMs: number
  readonly wholeMs: number
  readonly homeMs: number
  readonly listP95Ms: number
  readonly serverMegabytes: number
}

/** Each cost with what a table calls it; processor time unless it says otherwise. */
export const costNames: readonly (readonly [keyof Cost, string])[] = [
  ['eventMicros', 'an event recorded, µs'],
  ['eventBytes', 'an event on disk, bytes'],
  ['closeMs', 'a day closed, ms'],
  ['listMs', 'a list of 25, counted, ms'],
  ['reportMs', "a month's first screen, ms"],
  ['wholeMs', 'the same, all rows, ms'],
  ['homeMs', 'home page, ms'],
  ['listP95Ms', 'list, p95 as waited for, ms'],
  ['serverMegabytes', "the server's memory, MB"],
]

const seconds = 3

/** Opens an office of a size, fills it, asks it, and closes it again. */
export async function measure(size: Size): Promise<Cost> {
  const { office, links } = await openOffice(size)
  let server: ServerProcess | null = null
  try {
    const bytes = await databaseBytes(office)
    const recorded = await cpuOf(office, () => tellEvents(office, links, size))
    const grown = (await databaseBytes(office)) - bytes
    const closeMs = await cpuOf(office, () => closeLastDay(office))
    await buildCumulativeTotals(office.database, period.to)
    await sql`vacuum analyze`.execute(office.database.db)
    server = await startServerProcess({
      DATABASE_URL: office.url,
      ROOT_EMAIL: root.email,
      ROOT_PASSWORD: root.password,
    })
    const asked = await askServer(office, server, size)
    return {
      eventMicros: (recorded * 1000) / size.events,
      eventBytes: grown / size.events,
      closeMs,
      ...asked,
      serverMegabytes: server.memoryMegabytes(),
    }
  } finally {
    await server?.stop()
    await office.stop()
  }
}

async function askServer(
  office: GrownOffice,
  server: ServerProcess,
  { users }: Size,
): Promise<Omit<Cost, 'eventMicros' | 'eventBytes' | 'closeMs' | 'serverMegabytes'>> {
  const token = await signIn(server.address, root)
  const report = `/api/report/affiliateActivity?${new URLSearchParams({ ...period, rows: 'affiliate' }).toString()}`
  const screen = `&${new URLSearchParams({ limit: '50', sort: '["turnover","DESC"]' }).toString()}`
  let number = 0
  /** A filter that changes the question and nothing of the answer, so that no total is remembered. */
  const list = () =>
    `/api/affiliate?${new URLSearchParams({ sort: '["name","ASC"]', range: '[0,24]', filter: JSON.stringify({ createdAt_gte: new Date(Date.UTC(1900, 0, 1 + (number++ % 40_000))).toISOString() }) }).toString()}`
  const cost = async (path: () => string) => {
    const request = () => requestText({ path: path(), token })
    await drive({ address: server.address, request, connections: 1, seconds: 0.3 })
    const before = office.databaseCpuMs() + server.cpuMicroseconds() / 1000
    const { answers, p95Ms } = await drive({ address: server.address, request, connections: users, seconds })
    return { cpuMs: (office.databaseCpuMs() + server.cpuMicroseconds() / 1000 - before) / answers, p95Ms }
  }
  const lists = await cost(list)
  return {
    listMs: lists.cpuMs,
    listP95Ms: lists.p95Ms,
    reportMs: (await cost(() => report + screen)).cpuMs,
    wholeMs: (await cost(() => report)).cpuMs,
    homeMs: (await cost(() => `/api/report/dashboard?${new URLSearchParams(period).toString()}`)).cpuMs,
  }
}

async function closeLastDay({ database }: GrownOffice): Promise<void> {
  await closeDays({
    database,
    environment: { businessTimeZone: 'UTC' },
    from: period.to,
    to: period.to,
    now: () => new Date('2026-10-29T03:00:00Z'),
    log: () => {},
  })
}

/** Processor time of a work, in milliseconds. */
async function cpuOf(office: GrownOffice, work: () => Promise<unknown>): Promise<number> {
  const before = office.cpuMs()
  await work()
  return office.cpuMs() - before
}
