import { withoutRepeats } from '#engine/declaration/derive/flatFields.ts'
import { type Kysely, sql } from 'kysely'
import { can } from '#engine/declaration/derive/access.ts'
import { isExternalIdColumn, sourceOfColumn } from '#engine/declaration/derive/exportColumns.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { WritingRequest } from '#engine/records/server/operations/create.ts'
import type { StepUpCredentials, WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import { attemptInWrite, inWrite, removeInWrite, updateInWrite } from '#engine/records/server/writePipeline.ts'
import { lockRecord } from '#engine/records/server/write/storedRecord.ts'
import { setExternalId } from './externalIds.ts'

interface WrittenRow {
  readonly row: number
  readonly operation: 'create' | 'update'
  readonly record: string
  readonly version: number | null
  readonly detail: readonly FieldChange[] | null
}

const chunkRows = 100

/** What is undone, and with which rights. */
export interface UndoOrder {
  readonly request: WritingRequest
  readonly id: number
  readonly source: string
  readonly proof: StepUpCredentials
  readonly batch: string
  readonly onProgress: (done: number, total: number) => Promise<void>
}

/** Those that wait, the last made first: what a later row names goes before what it names. */
async function openRows(db: Kysely<any>, id: number): Promise<WrittenRow[]> {
  const { rows } =
    await sql<WrittenRow>`select row, operation, record::text as record, version, detail from record_import_row
    where import = ${id}::bigint and operation in ('create', 'update') and not undone
    order by operation desc, record desc`.execute(db)
  return rows
}

async function undoRow(
  write: WriteRequest,
  source: string,
  { operation, record, version, detail }: WrittenRow,
): Promise<void> {
  // Only what the import left as it is: somebody's later change stays, and with it the record.
  const now = await lockRecord(write, { id: record, version: version ?? undefined })
  if (operation === 'create') {
    await removeInWrite(write, record)
    return
  }
  const changes = detail ?? []
  const input = Object.fromEntries(
    changes.flatMap(({ field, before }) => (isExternalIdColumn(field) ? [] : [[field, before]])),
  )
  if (Object.keys(input).length > 0)
    await updateInWrite(write, {
      id: record,
      input: { ...withoutRepeats(write.resource, input), version: now.version },
    })
  for (const { field, before } of changes.filter((change) => isExternalIdColumn(change.field))) {
    const value = before as string | null
    await setExternalId(write.transaction, {
      resource: write.resource,
      record,
      source: sourceOfColumn(field) ?? source,
      value,
      now: write.context.now(),
    })
  }
}

async function undoOne(order: UndoOrder, write: WriteRequest, row: WrittenRow): Promise<readonly Problem[]> {
  const operation = row.operation === 'create' ? 'remove' : 'update'
  const { actor, resource } = write
  if (!can({ actor, resource, operation })) return [{ field: 'root', code: 'forbidden' }]
  const attempt = await attemptInWrite(write, () => undoRow(write, order.source, row))
  if (!('asked' in attempt)) return 'problems' in attempt ? attempt.problems : []
  const { given } = order.proof
  if (given.totp === undefined && given.currentPassword === undefined) return [{ field: 'root', code: 'totp_required' }]
  for (const guard of attempt.asked) await guard.prove(write, given)
  order.proof.isTaken = true
  return undoOne(order, write, row)
}

/**
 * Takes back what an import wrote, each record through the write pipeline: what it made goes to the trash, what it changed
 * gets its former values. Records that were changed since, or that others depend on, stay.
 * @returns how many were taken back, and why the others stay
 */
export async function undoRows(
  order: UndoOrder,
): Promise<{ undone: number; kept: { row: number; problems: readonly Problem[] }[] }> {
  const { db } = order.request.context.database
  const rows = await openRows(db, order.id)
  let undone = 0
  const kept: { row: number; problems: readonly Problem[] }[] = []
  for (let from = 0; from < rows.length; from += chunkRows) {
    const chunk = rows.slice(from, from + chunkRows)
    const outcome = await inWrite({ ...order.request, batch: order.batch, proof: order.proof }, async (write) => {
      const done: number[] = []
      const left: typeof kept = []
      for (const row of chunk) {
        const problems = await undoOne(order, write, row)
        if (problems.length === 0) done.push(row.row)
        else left.push({ row: row.row, problems })
      }
      if (done.length > 0)
        await sql`update record_import_row set undone = true where import = ${order.id}::bigint
          and row = any(${`{${done.join(',')}}`}::text::integer[])`.execute(write.transaction)
      return { done, left }
    })
    undone += outcome.done.length
    kept.push(...outcome.left)
    await order.onProgress(Math.min(from + chunkRows, rows.length), rows.length)
  }
  return { undone, kept }
}
