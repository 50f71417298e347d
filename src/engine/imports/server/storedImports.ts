import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { messageOf } from '#engine/server/http/errors.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import type { ImportColumn, ImportedRow, ImportRefusal, ImportStep, ShownImport } from '../answers/imports.ts'
import type { GivenMapping } from './mapping.ts'
import type { RowOutcome } from './importOrder.ts'

/** How long an import can be taken back. */
export const undoHours = 24
/** How long an import belongs to its server without a sign of life. */
const leaseMs = 60_000
const triesMax = 3
const refusedShown = 1_000
const leftShown = 50
const importsShown = 20
const rowsShown = 200

/** An import that this server works on. */
export interface ClaimedImport {
  readonly id: number
  readonly object: string
  readonly step: ImportStep
  readonly mode: 'all' | 'accepted'
  readonly mapping: GivenMapping
  readonly content: Buffer | null
  readonly createdBy: number | null
  readonly createdByName: string
  readonly isProven: boolean
  readonly askedFrom: { readonly origin?: string; readonly http?: LogOrigin }
  readonly tries: number
}

/** Counts of an import, as they are kept. */
export interface ImportReport {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  readonly undone: number
  readonly needsProof: boolean
}

const claimed = sql`id, object, step, mode, mapping, content, created_by as "createdBy",
  created_by_name as "createdByName", is_proven as "isProven", asked_from as "askedFrom", tries`

/** Keeps a file that somebody sent; it is worked on once it is told to begin. */
export async function storeImport(
  db: Kysely<any>,
  {
    object,
    fileName,
    content,
    actor,
    now,
  }: { object: string; fileName: string; content: Buffer; actor: Actor; now: Date },
): Promise<number> {
  const row = await firstRow(
    db,
    sql<{
      id: number
    }>`insert into record_import (object, file_name, content, bytes, state, created_by, created_by_name,
        created_at, updated_at)
      values (${object}::text, ${fileName}::text, ${content}::bytea, ${content.length}::bigint, 'done',
        ${actor.userId}::bigint, ${actor.name}::text, ${timestamp(now)}, ${timestamp(now)}) returning id`,
  )
  return Number(row!.id)
}

/** What is to be done with a stored file. */
export interface ImportStart {
  readonly id: number
  readonly step: ImportStep
  readonly mode?: 'all' | 'accepted'
  readonly mapping?: GivenMapping
  readonly isProven?: boolean
  readonly askedFrom: ClaimedImport['askedFrom']
  readonly now: Date
  /** This server takes it at once; else the job does. */
  readonly isTaken: boolean
}

/** Begins a step. @returns null where another is under way, or the step cannot follow what was done */
export async function beginStep(db: Kysely<any>, start: ImportStart): Promise<ClaimedImport | null> {
  const { id, step, mode, mapping, isProven = false, askedFrom, now, isTaken } = start
  const lease = timestamp(new Date(now.getTime() + leaseMs))
  const begun = await firstRow(
    db,
    sql<ClaimedImport>`update record_import set step = ${step}::text, state = ${isTaken ? 'running' : 'waiting'}::text,
      tries = ${isTaken ? 1 : 0}::integer, lease_until = ${isTaken ? lease : sql`null`}, progress = null, problem = null,
      problem_values = null, mode = coalesce(${mode ?? null}::text, mode),
      mapping = coalesce(${mapping ? JSON.stringify(mapping) : null}::text::jsonb, mapping),
      is_proven = ${isProven}::boolean, asked_from = ${JSON.stringify(askedFrom)}::text::jsonb, updated_at = ${timestamp(now)}
      where id = ${id}::bigint and state in ('done', 'failed')
        and case ${step}::text when 'undo' then imported_at is not null and undone_at is null
          else imported_at is null and content is not null end
      returning ${claimed}`,
  )
  // What an earlier check said is not so any more.
  if (begun && step !== 'undo') await sql`delete from record_import_row where import = ${id}::bigint`.execute(db)
  return begun ?? null
}

/** Takes the next import that waits, or one whose server died. */
export async function takeImport(db: Kysely<any>, now: Date): Promise<ClaimedImport | null> {
  await sql`update record_import set state = 'failed', problem = 'import_given_up', lease_until = null
    where state = 'running' and lease_until < ${timestamp(now)} and tries >= ${sql.lit(triesMax)}`.execute(db)
  const found = await firstRow(
    db,
    sql<ClaimedImport>`update record_import set state = 'running', tries = tries + 1,
      lease_until = ${timestamp(new Date(now.getTime() + leaseMs))}
      where id = (select id from record_import where state = 'waiting'
        or (state = 'running' and lease_until < ${timestamp(now)}) order by updated_at, id limit 1 for update skip locked)
      returning ${claimed}`,
  )
  return found ?? null
}

const ofTaker = ({ id, tries }: Pick<ClaimedImport, 'id' | 'tries'>) =>
  sql`id = ${id}::bigint and tries = ${tries}::integer and state = 'running'`

/** Says how far an import is. @returns false where it is not this server's any more */
export async function keepImport(
  db: Kysely<any>,
  taken: ClaimedImport,
  { done, total, now }: { done: number; total: number; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`update record_import set progress = ${JSON.stringify({ done, total })}::text::jsonb,
      lease_until = ${timestamp(new Date(now.getTime() + leaseMs))} where ${ofTaker(taken)} returning id`,
  )
  return row !== undefined
}

/** Gives an import back whose server stops. */
export async function requeueImport(db: Kysely<any>, taken: ClaimedImport): Promise<void> {
  await sql`update record_import set state = 'waiting', tries = tries - 1, lease_until = null where ${ofTaker(taken)}`.execute(
    db,
  )
}

/** Keeps why an import could not be done at all. */
export async function failImport(
  db: Kysely<any>,
  taken: ClaimedImport,
  { code, values }: { code: ErrorCode; values?: MessageValues | undefined },
): Promise<void> {
  await sql`update record_import set state = 'failed', problem = ${code}::text, progress = null, lease_until = null,
    problem_values = ${values ? JSON.stringify(values) : null}::text::jsonb where ${ofTaker(taken)}`.execute(db)
}

/** Keeps what became of rows: of those that were refused why, of those that changed what was there before. */
export async function storeRows(
  db: Kysely<any>,
  id: number,
  outcomes: readonly (RowOutcome & { readonly version?: number | null })[],
): Promise<void> {
  const rows = outcomes
    .filter(({ operation }) => operation !== 'unchanged')
    .map(({ row, operation, record, name, changes, problems, version = null }) => ({
      row,
      operation,
      record,
      name: name?.slice(0, 200) ?? null,
      version,
      detail: problems ?? changes ?? null,
    }))
  if (rows.length === 0) return
  await sql`insert into record_import_row (import, row, operation, record, name, version, detail)
    select ${id}::bigint, row, operation, record, name, version, detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given (row integer, operation text, record bigint, name text, version integer, detail jsonb)
    on conflict (import, row) do update set operation = excluded.operation, record = excluded.record,
      name = excluded.name, version = excluded.version, detail = excluded.detail`.execute(db)
}

/** Ends a step with what came of it. */
export async function finishImport(
  db: Kysely<any>,
  taken: ClaimedImport,
  {
    report,
    columns,
    isWritten,
    now,
  }: { report: ImportReport; columns?: readonly ImportColumn[]; isWritten: boolean; now: Date },
): Promise<void> {
  const at = timestamp(now)
  await sql`update record_import set state = 'done', report = ${JSON.stringify(report)}::text::jsonb,
    columns = coalesce(${columns ? JSON.stringify(columns) : null}::text::jsonb, columns), progress = null, lease_until = null,
    imported_at = ${taken.step === 'import' && isWritten ? at : sql`imported_at`},
    undone_at = ${taken.step === 'undo' ? at : sql`undone_at`},
    content = ${isWritten ? sql`null` : sql`content`} where ${ofTaker(taken)}`.execute(db)
}

interface StoredImport {
  readonly id: number
  readonly object: string
  readonly file_name: string
  readonly mode: 'all' | 'accepted'
  readonly mapping: GivenMapping
  readonly step: ImportStep
  readonly state: ShownImport['state']
  readonly progress: ShownImport['progress']
  readonly report: Partial<ImportReport> | null
  readonly columns: readonly ImportColumn[]
  readonly problem: ErrorCode | null
  readonly problem_values: MessageValues | null
  readonly created_by_name: string
  readonly created_at: Date
  readonly imported_at: Date | null
  readonly undone_at: Date | null
}

/** A refused cell as it is kept. */
type KeptProblem = Pick<ImportRefusal, 'field' | 'code' | 'values' | 'cell'>

async function readRefusals(
  db: Kysely<any>,
  id: number,
  { operation, limit }: { operation: 'refuse' | 'create'; limit: number },
): Promise<ImportRefusal[]> {
  const { rows } = await sql<{
    row: number
    name: string | null
    detail: readonly KeptProblem[]
  }>`select row, name, detail
    from record_import_row where import = ${id}::bigint and operation = ${operation}::text and detail is not null
    order by row limit ${limit}::integer`.execute(db)
  return rows.flatMap(({ row, name, detail }) =>
    detail.map(({ field, code, values, cell }) => ({
      row,
      field,
      code,
      message: messageOf(code, values),
      ...(values ? { values } : {}),
      name,
      cell: cell ?? null,
    })),
  )
}

async function shownOf(db: Kysely<any>, stored: StoredImport): Promise<ShownImport> {
  const { report, imported_at: importedAt, undone_at: undoneAt } = stored
  const until = importedAt && !undoneAt ? new Date(importedAt.getTime() + undoHours * 3_600_000) : null
  return {
    id: Number(stored.id),
    entity: stored.object,
    fileName: stored.file_name,
    mode: stored.mode,
    step: stored.step,
    state: stored.state,
    progress: stored.progress,
    rows: report?.rows ?? 0,
    created: report?.created ?? 0,
    updated: report?.updated ?? 0,
    unchanged: report?.unchanged ?? 0,
    refused: await readRefusals(db, Number(stored.id), { operation: 'refuse', limit: refusedShown }),
    leftEmpty: await readRefusals(db, Number(stored.id), { operation: 'create', limit: leftShown }),
    refusedRows: report?.refused ?? 0,
    undone: report?.undone ?? 0,
    columns: stored.columns,
    source: stored.mapping.source ?? 'import',
    cells: stored.mapping.cells ?? {},
    needsProof: report?.needsProof ?? false,
    problem: stored.problem && {
      code: stored.problem,
      ...(stored.problem_values ? { values: stored.problem_values } : {}),
    },
    createdBy: stored.created_by_name,
    createdAt: stored.created_at.toISOString(),
    importedAt: importedAt?.toISOString() ?? null,
    undoUntil: until?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
  }
}

/** Whose imports somebody reads: their own; root and commands all. */
const isOwn = (actor: Actor) =>
  actor.root || actor.kind === 'system' ? sql`true` : sql`created_by = ${actor.userId}::bigint`

/** An import of whoever asks; null where there is none of this id. */
export async function readImport(db: Kysely<any>, actor: Actor, id: number): Promise<ShownImport | null> {
  const stored = await firstRow(
    db,
    sql<StoredImport>`select * from record_import where id = ${id}::bigint and ${isOwn(actor)}`,
  )
  return stored ? shownOf(db, stored) : null
}

/** The newest imports of whoever asks. */
export async function listImports(db: Kysely<any>, actor: Actor, object: string | undefined): Promise<ShownImport[]> {
  const { rows } = await sql<StoredImport>`select * from record_import where ${isOwn(actor)}
    and (${object ?? null}::text is null or object = ${object ?? null}::text) order by id desc limit ${sql.lit(importsShown)}`.execute(
    db,
  )
  return Promise.all(rows.map((stored) => shownOf(db, stored)))
}

/** Rows of an import by what became of them, in the order of the file. */
export async function readRows(
  db: Kysely<any>,
  id: number,
  { operation, offset }: { operation: string; offset: number },
): Promise<ImportedRow[]> {
  const { rows } = await sql<
    Omit<ImportedRow, 'changes'> & { detail: readonly FieldChange[] | null }
  >`select row, operation,
      record, name, case when operation = 'update' then detail end as detail
    from record_import_row where import = ${id}::bigint and operation = ${operation}::text
    order by row limit ${sql.lit(rowsShown)} offset ${offset}::integer`.execute(db)
  return rows.map(({ detail, record, ...row }) => ({
    ...row,
    record: record === null ? null : Number(record),
    changes: detail ?? [],
  }))
}

/** Removes a stored file that was not imported. */
export async function removeImport(db: Kysely<any>, id: number): Promise<void> {
  await sql`delete from record_import where id = ${id}::bigint and state in ('done', 'failed')`.execute(db)
}

/** How a company matched columns of such files last. */
export async function readMapping(db: Kysely<any>, company: number | null, object: string): Promise<GivenMapping> {
  const row = await firstRow(
    db,
    sql<{
      mapping: GivenMapping
    }>`select mapping from import_mapping where company = ${company}::bigint and object = ${object}::text`,
  )
  return row?.mapping ?? {}
}

/** Remembers how a company matched columns, beside what it matched before. */
export async function keepMapping(
  db: Kysely<any>,
  { company, object, mapping, now }: { company: number | null; object: string; mapping: GivenMapping; now: Date },
): Promise<void> {
  if (company === null) return
  const before = await readMapping(db, company, object)
  const columns = { ...before.columns, ...mapping.columns }
  const values = Object.fromEntries(
    [...new Set([...Object.keys(before.values ?? {}), ...Object.keys(mapping.values ?? {})])].map((field) => [
      field,
      { ...before.values?.[field], ...mapping.values?.[field] },
    ]),
  )
  const kept = { columns, values, ...(mapping.source ? { source: mapping.source } : {}) }
  await sql`insert into import_mapping (company, object, mapping, updated_at)
    values (${company}::bigint, ${object}::text, ${JSON.stringify(kept)}::text::jsonb, ${timestamp(now)})
    on conflict (company, object) do update set mapping = excluded.mapping, updated_at = excluded.updated_at`.execute(
    db,
  )
}

/** Removes what is over: files nobody imported, rows that cannot be taken back any more. */
export async function removeOldImports(db: Kysely<any>, now: Date): Promise<void> {
  const old = timestamp(new Date(now.getTime() - 7 * 86_400_000))
  await sql`delete from record_import_row using record_import where record_import.id = record_import_row.import
    and record_import.updated_at < ${old}`.execute(db)
  await sql`update record_import set content = null where content is not null and updated_at < ${old}`.execute(db)
  await sql`delete from record_import where updated_at < ${timestamp(new Date(now.getTime() - 400 * 86_400_000))}`.execute(
    db,
  )
}
