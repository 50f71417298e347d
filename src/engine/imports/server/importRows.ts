import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import { inWrite } from '#engine/records/server/writePipeline.ts'
import {
  aboutMark,
  prepare,
  type RowOutcome,
  type ImportOrder,
  type ImportOutcome,
  type PreparedRow,
  type Learned,
} from './importOrder.ts'
import { RowWriter } from './rowWriter.ts'

/** Rows that are read, written and kept at once. */
const chunkRows = 200

/** Undoes what was only tried. */
class OnlyTried extends Error {}
/** Undoes an import of which something was refused. */
class NotAll extends Error {}

/** A record that a later row makes is not there yet: such rows are taken again after the others. */
const waitsForOthers = (order: ImportOrder, { operation, problems = [] }: RowOutcome): boolean =>
  operation === 'refuse' &&
  problems.some(
    ({ code, field }) =>
      code === 'import_reference_unknown' &&
      order.request.resource.fields[field]?.target === order.request.resource.name,
  )

async function versionsOf(db: Kysely<any>, name: string, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; version: number }>`select id, version from ${sql.table(tableName(name))}
    where id = any(${`{${ids.join(',')}}`}::text::bigint[])`.execute(db)
  return new Map(rows.map(({ id, version }) => [Number(id), version]))
}

/** Takes rows of one transaction, and keeps what became of them in it. */
async function takeRows(
  order: ImportOrder,
  write: WriteRequest,
  {
    rows,
    learned,
    seen,
    onDone,
  }: {
    rows: readonly PreparedRow[]
    learned: Learned
    seen: Map<string, number>
    onDone?: (count: number) => Promise<void> | void
  },
): Promise<{ outcomes: RowOutcome[]; needsProof: boolean }> {
  const writer = new RowWriter(order, write, learned, seen)
  const outcomes: RowOutcome[] = []
  for (let from = 0; from < rows.length; from += chunkRows) {
    outcomes.push(...(await writer.take(rows.slice(from, from + chunkRows))))
    await onDone?.(Math.min(from + chunkRows, rows.length))
  }
  return { outcomes, needsProof: writer.needsProof }
}

async function storeOutcomes(
  { store, request }: ImportOrder,
  db: Kysely<any>,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  if (!store) return
  const written = outcomes.filter(({ operation }) => operation === 'create' || operation === 'update')
  const versions = await versionsOf(
    db,
    request.resource.name,
    written.map(({ record }) => record!),
  )
  await store(
    db,
    written.map((outcome) => ({ ...outcome, version: versions.get(outcome.record!) ?? null })),
  )
}

/** All rows, those that wait for others again, until nothing more comes of it. */
async function inRounds(
  order: ImportOrder,
  rows: readonly PreparedRow[],
  take: (rows: readonly PreparedRow[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  const outcomes = new Map<number, RowOutcome>()
  for (let waiting = rows; waiting.length > 0;) {
    const taken = await take(waiting)
    for (const outcome of taken) outcomes.set(outcome.row, outcome)
    const again = new Set(taken.filter((outcome) => waitsForOthers(order, outcome)).map(({ row }) => row))
    if (again.size === waiting.length) break
    waiting = waiting.filter(({ row }) => again.has(row))
  }
  return rows.map(({ row }) => outcomes.get(row)!)
}

async function atOnce(order: ImportOrder, rows: readonly PreparedRow[], learned: Learned): Promise<ImportOutcome> {
  let [outcomes, needsProof]: [RowOutcome[], boolean] = [[], false]
  try {
    await inWrite({ ...order.request, batch: order.batch, proof: order.proof, isImported: true }, async (write) => {
      const seen = new Map<string, number>()
      outcomes = await inRounds(order, rows, async (some) => {
        const onDone = (count: number) => order.onProgress?.(rows.length - some.length + count)
        const taken = await takeRows(order, write, { rows: some, learned, seen, onDone })
        needsProof ||= taken.needsProof
        return taken.outcomes
      })
      if (order.isTrial) throw new OnlyTried()
      if (outcomes.some(({ operation }) => operation === 'refuse')) throw new NotAll()
      await storeOutcomes(order, write.transaction, outcomes)
    })
  } catch (error) {
    if (error instanceof OnlyTried) return { outcomes, needsProof }
    if (!(error instanceof NotAll)) throw error
    // Nothing was written; what could have been is not told as done.
    outcomes = outcomes.filter(({ operation }) => operation === 'refuse' || operation === 'unchanged')
  }
  return { outcomes, needsProof }
}

async function inChunks(order: ImportOrder, rows: readonly PreparedRow[], learned: Learned): Promise<ImportOutcome> {
  const before = [...(order.done ?? [])].map(([row, record]) => [aboutMark(record), row] as const)
  let [seen, needsProof, done] = [new Map<string, number>(before), false, 0]
  const outcomes = await inRounds(order, rows, async (waiting) => {
    const taken: RowOutcome[] = []
    for (let from = 0; from < waiting.length; from += chunkRows) {
      const chunk = waiting.slice(from, from + chunkRows)
      const kept = await inWrite(
        { ...order.request, batch: order.batch, proof: order.proof, isImported: true },
        async (write) => {
          const tried = new Map(seen)
          const result = await takeRows(order, write, { rows: chunk, learned, seen: tried })
          await storeOutcomes(order, write.transaction, result.outcomes)
          return { ...result, seen: tried }
        },
      )
      seen = kept.seen
      needsProof ||= kept.needsProof
      taken.push(...kept.outcomes)
      done += chunk.length
      await order.onProgress?.(Math.min(done, rows.length))
    }
    return taken
  })
  return { outcomes, needsProof }
}

/**
 * Imports the rows of a file, each through the write pipeline with the rights of whoever asks: a row whose id, external
 * id or unique value belongs to a record changes it, every other makes one. An empty cell says nothing.
 * @throws ApiError where a proof that was given is wrong
 */
export function importRows(given: ImportOrder): Promise<ImportOutcome> {
  const order = { ...given, proof: given.proof ?? { given: {}, isTaken: false } }
  const { rows, learned } = prepare(order)
  const open = rows.filter(({ row }) => !order.done?.has(row))
  return order.isTrial || order.mode === 'all' ? atOnce(order, open, learned) : inChunks(order, open, learned)
}
