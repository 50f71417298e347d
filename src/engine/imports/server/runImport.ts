import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { resources as allResources } from '#resources/index.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { readUserActor } from '#engine/auth/server/session/readSession.ts'
import { textsOfAll } from '#engine/export/server/texts.ts'
import type { StepUpCredentials } from '#engine/records/server/write/writeRequest.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { sql } from 'kysely'
import type { ImportColumn } from '../answers/imports.ts'
import type { ImportOutcome } from './importOrder.ts'
import { importRows } from './importRows.ts'
import {
  type GivenMapping,
  type ImportMapping,
  type MatchedColumn,
  matchColumns,
  parseMapping,
  usualSource,
} from './mapping.ts'
import {
  type ClaimedImport,
  failImport,
  finishImport,
  type ImportReport,
  keepImport,
  keepMapping,
  readMapping,
  requeueImport,
  storeRows,
} from './storedImports.ts'
import type { FileTable } from './table/fileTable.ts'
import { readTableInThread } from './table/readTable.ts'
import { undoRows } from './undoRows.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources
const samplesShown = 3
const progressMs = 1_000

/** Somebody took the import away, or this server stops. */
class ImportLeft extends Error {}

/** The file's table with where each of its columns goes. */
export interface MatchedTable {
  readonly table: FileTable
  readonly columns: readonly MatchedColumn[]
  readonly mapping: ImportMapping
}

/** Matches the columns of a table, as the caller says, as the company did last, else by names. */
export async function matchTable(
  { database }: Pick<AppContext, 'database'>,
  { table, resource, actor, given }: { table: FileTable; resource: AnyResource; actor: Actor; given: GivenMapping },
): Promise<MatchedTable> {
  const saved = await readMapping(database.db, actor.company, resource.name)
  const said = parseMapping(given, table.heads)
  const columns = matchColumns(table.heads, { resource, texts: textsOfAll(), given: said, saved })
  return {
    table,
    columns,
    mapping: {
      columns: Object.fromEntries(columns.map(({ head, field }) => [head, field])),
      values: mergedValues(saved.values, said.values),
      defaults: said.defaults ?? {},
      cells: said.cells ?? {},
      names: said.names ?? {},
      source: said.source ?? saved.source ?? usualSource,
    },
  }
}

function mergedValues(
  saved: ImportMapping['values'] = {},
  said: ImportMapping['values'] = {},
): ImportMapping['values'] {
  return Object.fromEntries(
    [...new Set([...Object.keys(saved), ...Object.keys(said)])].map((field) => [
      field,
      { ...saved[field], ...said[field] },
    ]),
  )
}

function shownColumns({ table, columns }: MatchedTable): ImportColumn[] {
  return columns.map((column, place) => {
    const filled = table.rows
      .map(({ cells }) => cells[place])
      .filter((cell) => cell !== null && cell !== undefined && cell !== '')
    const samples = [...new Set(filled.slice(0, 50).map((cell) => String(cell).slice(0, 60)))].slice(0, samplesShown)
    return { ...column, samples }
  })
}

function reportOf(
  { outcomes, needsProof }: ImportOutcome,
  before: { created: number; updated: number; rows: number },
): ImportReport {
  const count = (wanted: string) => outcomes.filter(({ operation }) => operation === wanted).length
  return {
    rows: before.rows,
    created: before.created + count('create'),
    updated: before.updated + count('update'),
    unchanged: count('unchanged'),
    refused: count('refuse'),
    undone: 0,
    needsProof,
  }
}

/** Rows that an earlier run of this import has written: a server that dies leaves them. */
async function writtenBefore(
  { database }: AppContext,
  id: number,
): Promise<{ rows: ReadonlyMap<number, number>; created: number; updated: number }> {
  const { rows } = await sql<{
    row: number
    record: number
    operation: string
  }>`select row, record, operation from record_import_row
    where import = ${id}::bigint and operation in ('create', 'update')`.execute(database.db)
  const created = rows.filter(({ operation }) => operation === 'create').length
  const written = new Map(rows.map(({ row, record }) => [row, Number(record)]))
  return { rows: written, created, updated: rows.length - created }
}

interface Work {
  readonly context: AppContext
  readonly taken: ClaimedImport
  readonly actor: Actor
  readonly resource: AnyResource
  readonly proof: StepUpCredentials
  readonly onProgress: (done: number, total: number) => Promise<void>
}

const requestOf = ({ context, actor, resource, taken }: Work) => ({
  context,
  actor,
  resource,
  origin: taken.askedFrom.origin ?? '',
  http: taken.askedFrom.http,
})
const batchOf = ({ id }: ClaimedImport) => `import-${id}`

async function checkOrImport(work: Work): Promise<void> {
  const { context, taken, actor, resource, proof, onProgress } = work
  const { db } = context.database
  const table = await readTableInThread(taken.content!)
  const matched = await matchTable(context, { table, resource, actor, given: taken.mapping })
  const isTrial = taken.step === 'check'
  const before = isTrial
    ? { rows: new Map<number, number>(), created: 0, updated: 0 }
    : await writtenBefore(context, taken.id)
  const outcome = await importRows({
    ...matched,
    request: requestOf(work),
    mode: taken.mode,
    isTrial,
    proof,
    batch: batchOf(taken),
    done: before.rows,
    store: (transaction, outcomes) => storeRows(transaction, taken.id, outcomes),
    onProgress: (done) => onProgress(done, table.rows.length),
  })
  const isRefusedWhole = taken.mode === 'all' && outcome.outcomes.some(({ operation }) => operation === 'refuse')
  const isWritten = !isTrial && !isRefusedWhole
  await storeRows(
    db,
    taken.id,
    isTrial ? outcome.outcomes : outcome.outcomes.filter(({ operation }) => operation === 'refuse'),
  )
  const needsProof = outcome.needsProof || (!isTrial && proof.isTaken)
  const report = reportOf({ ...outcome, needsProof }, { ...before, rows: table.rows.length })
  if (isWritten)
    await keepMapping(db, {
      company: actor.company,
      object: resource.name,
      mapping: matched.mapping,
      now: context.now(),
    })
  await finishImport(db, taken, { report, columns: shownColumns(matched), isWritten, now: context.now() })
}

async function undo(work: Work): Promise<void> {
  const { context, taken, proof, onProgress } = work
  const source = taken.mapping.source ?? usualSource
  const { undone, kept } = await undoRows({
    request: requestOf(work),
    id: taken.id,
    source,
    proof,
    batch: batchOf(taken),
    onProgress,
  })
  const { db } = context.database
  // Why a row stays is told in the place of what the import said of it.
  const rows = kept.map(({ row, problems }) => ({
    row,
    operation: 'refuse' as const,
    record: null,
    name: null,
    problems: problems.map((problem) => ({ ...problem, cell: null })),
  }))
  await sql`delete from record_import_row where import = ${taken.id}::bigint and operation = 'refuse'`.execute(db)
  await storeRows(db, taken.id, rows)
  const report: ImportReport = {
    rows: undone + kept.length,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: kept.length,
    undone,
    needsProof: false,
  }
  await finishImport(db, taken, { report, isWritten: true, now: context.now() })
}

/**
 * Does the step of an import that this server has taken, and keeps what came of it. What cannot be done at all is kept
 * as its problem; an import that is cut off is gone on with by the next run.
 * @param actor whoever asks now; else the rights of who began it, as they are at this moment
 * @throws ApiError what cannot be done at all, where somebody waits for it
 */
export async function runImport(
  context: AppContext,
  taken: ClaimedImport,
  {
    actor: present,
    proof,
    signal,
    onProgress,
  }: {
    actor?: Actor
    proof?: StepUpCredentials
    signal?: AbortSignal
    onProgress?: (progress: { done: number; total: number }) => void
  } = {},
): Promise<void> {
  const { db } = context.database
  let keptAt = Date.now()
  const keep = async (done: number, total: number) => {
    onProgress?.({ done, total })
    if (signal?.aborted) throw new ImportLeft()
    if (Date.now() - keptAt < progressMs) return
    keptAt = Date.now()
    if (!(await keepImport(db, taken, { done, total, now: context.now() }))) throw new ImportLeft()
  }
  try {
    const actor =
      present ?? (taken.createdBy === null ? systemActor('import') : await readUserActor(db, taken.createdBy))
    const resource = resources[taken.object]
    if (!actor || !resource) throw new ApiError('forbidden')
    const work = {
      context,
      taken,
      actor,
      resource,
      proof: proof ?? { given: {}, isTaken: taken.isProven },
      onProgress: keep,
    }
    await (taken.step === 'undo' ? undo(work) : checkOrImport(work))
  } catch (error) {
    if (error instanceof ImportLeft) return requeueImport(db, taken)
    if (!(error instanceof ApiError)) throw error
    await failImport(db, taken, {
      code: error.problems[0]?.code ?? error.code,
      values: error.problems[0]?.values ?? error.values,
    })
    if (present) throw error
  }
}
