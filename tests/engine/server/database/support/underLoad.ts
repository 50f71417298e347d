import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { withClient } from '#engine/server/database/client.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { eventually } from '#tests/support/eventually.ts'
import { askNodes, batchOf, send, type Told, type ToldNodes } from './toldNodes.ts'

async function storedOf({ office }: Pick<ToldNodes, 'office'>, { brand }: Told) {
  const { rows } = await sql<{ events: number; identities: number; bets: number }>`select
      (select count(*) from event where brand = ${brand.id}) as events,
      (select count(*) from event_identity where brand = ${brand.id}) as identities,
      (select coalesce(sum(bets), 0)::bigint from movement where brand = ${brand.id}) as bets`.execute(
    office.database.db,
  )
  return rows[0]!
}

/**
 * Tells events of both brands, four at a time, each batch until it was taken, and does something to the nodes
 * meanwhile.
 * @param fault is told what was answered so far
 * @returns every status that was answered
 */
export async function underIngest(
  at: ToldNodes,
  fault: (answered: ReadonlySet<number>) => Promise<void>,
): Promise<Set<number>> {
  const before = { near: await storedOf(at, at.near), far: await storedOf(at, at.far) }
  const statuses = new Set<number>()
  const batches = { near: 0, far: 0 }
  let isOver = false
  const lane = async (name: 'near' | 'far') => {
    while (!isOver) {
      const batch = batchOf(at[name])
      for (let status = 0; status !== 200;) {
        ;({ status } = await send(at, at[name], batch))
        statuses.add(status)
        if (status !== 200) await pause(50)
      }
      batches[name] += 1
    }
  }
  const lanes = Promise.all((['near', 'far', 'near', 'far'] as const).map(lane))
  lanes.catch(() => {})
  const enough = (more: number) => {
    const [start, other] = [batches.near, batches.far]
    return eventually(() => batches.near >= start + more && batches.far >= other + more, { withinMs: 60_000 })
  }
  try {
    await enough(3)
    await fault(statuses)
    await enough(3)
  } finally {
    isOver = true
    await lanes
  }
  // What a node was to write when it was lost is finished by the coordinator within a second or two.
  await eventually(async () => (await verifyMovement(at.office.database.db)).length === 0)
  for (const name of ['near', 'far'] as const) {
    const [old, stored] = [before[name], await storedOf(at, at[name])]
    expect([name, stored.events - old.events, stored.identities - old.identities, stored.bets - old.bets]).toEqual([
      name,
      batches[name] * 10,
      batches[name] * 10,
      batches[name] * 8,
    ])
  }
  return statuses
}

/** What came of asking for a report over HTTP; `isCut` where the answer ended before its end. */
interface ReadAnswer {
  readonly status: number
  readonly text: string
  readonly isCut: boolean
}

async function readAnswer({ address, office }: ToldNodes, path: string): Promise<ReadAnswer> {
  let [status, text] = [0, '']
  try {
    const answer = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${office.root.token}` } })
    status = answer.status
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part
    return { status, text, isCut: false }
  } catch {
    return { status, text, isCut: true }
  }
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

/** An answer without the moment of its newest event, which is left out while a worker is away. */
const figuresOf = (text: string): string => text.replace(/("freshness":\[.*\],)?"upTo":("[^"]*"|null)\}$/, '')

/**
 * Asks for reports, each again and again in two lanes, and does something to the nodes meanwhile: an answer has the right
 * figures, or is 503, or ends in the middle of what it says, so that nobody takes it for one.
 * @param fault is told how often each came so far, by `right`, `503` and `cut`
 * @returns how often each came in all
 */
export async function underReports(
  at: ToldNodes,
  paths: readonly string[],
  fault: (seen: readonly ReadonlyMap<string, number>[]) => Promise<void>,
): Promise<readonly ReadonlyMap<string, number>[]> {
  const right = await Promise.all(paths.map((path) => readAnswer(at, path)))
  expect(right.map(({ status, isCut }) => [status, isCut])).toEqual(paths.map(() => [200, false]))
  const seen = paths.map(() => new Map<string, number>())
  let isOver = false
  const lane = async (path: string, which: number) => {
    while (!isOver) {
      const { status, text, isCut } = await readAnswer(at, path)
      if (isCut) expect([path, isJson(text)]).toEqual([path, false])
      else if (status === 200) expect(figuresOf(text)).toBe(figuresOf(right[which]!.text))
      else
        expect([path, status, JSON.parse(text)]).toEqual([path, 503, expect.objectContaining({ code: 'unavailable' })])
      const name = isCut ? 'cut' : status === 200 ? 'right' : '503'
      seen[which]!.set(name, (seen[which]!.get(name) ?? 0) + 1)
    }
  }
  const lanes = Promise.all([...paths, ...paths].map((path, place) => lane(path, place % paths.length)))
  // Awaited below, whatever comes before.
  lanes.catch(() => {})
  const enough = () => {
    const before = seen.map((each) => each.get('right') ?? 0)
    return eventually(() => seen.every((each, which) => (each.get('right') ?? 0) > before[which]! + 1))
  }
  try {
    await enough()
    await fault(seen)
    await enough()
  } finally {
    isOver = true
    await lanes
  }
  return seen
}

/**
 * Kills the coordinator in the moment in which some work waits for what a session of the test's own holds.
 * @param hold what takes it, in a transaction
 * @returns what the work failed with
 */
export async function killWhileHeld(
  { nodes }: Pick<ToldNodes, 'nodes'>,
  hold: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  return withClient(nodes.url, async (client) => {
    await client.query(`begin; ${hold}`)
    const {
      rows: [own],
    } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const failed = work().then(
      () => undefined,
      (error: unknown) => error,
    )
    await eventually(
      async () =>
        (await askNodes({ nodes }, 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [own!.pid]))
          .length > 0,
    )
    await nodes.coordinator.kill()
    return failed
  })
}
