import { sql } from 'kysely'
import { readableFields } from '#engine/declaration/derive/access.ts'
import { withStoredBlocks } from '#engine/declaration/derive/flatFields.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type LoggedWrite, readChanges } from '#engine/activityLog/server/activityLog.ts'
import { selectRecord } from '../operations/read.ts'
import { maskedFields, recordColumns, tableAs } from '../query/columns.ts'
import { scopeCondition } from '../visibility/scope.ts'
import type { WriteRequest } from './writeRequest.ts'

const shownChangesMax = 20

async function changesSince(write: WriteRequest, { id, count }: { id: string; count: number }): Promise<LoggedWrite[]> {
  const { resource, actor, transaction } = write
  const masked = maskedFields({ resource, actor })
  const shown = readableFields({ actor, resource }).filter((name) => !masked.includes(name))
  const logged = await readChanges(transaction, {
    object: resource.name,
    objectId: id,
    count: Math.min(count, shownChangesMax),
    fields: Object.keys(resource.fields),
  })
  return logged.map((change) => ({ ...change, changes: change.changes.filter(({ field }) => shown.includes(field)) }))
}

async function staleVersion(
  write: WriteRequest,
  { id, given, stored }: { id: string; given: number; stored: number },
): Promise<ApiError> {
  const current = await selectRecord(write, id, write.transaction)
  const changes = await changesSince(write, { id, count: Math.max(stored - given, 1) })
  return new ApiError('stale_version', {
    extra: { current: current === null ? null : (JSON.parse(current) as AnyRecord), changesSince: changes },
  })
}

/** The stored record with every field, unmasked, as the API carries it: what validation and differences work on. */
export async function lockRecord(
  write: WriteRequest,
  { id, version }: { id: string; version: unknown },
): Promise<AnyRecord> {
  const { resource, actor, transaction } = write
  const found = sql`t.id = ${id}::text::bigint and ${scopeCondition({ actor, resource, alias: 't' })}`
  // First the lock, then the values: a statement that waited for the lock would still see some of what was there
  // before.
  const locked = await sql`select from ${tableAs(resource)} where ${found} for update of t`.execute(transaction)
  if (locked.rows.length === 0) throw new ApiError('not_found')
  const { rows } = await sql<{
    record: string
  }>`select row_to_json(stored)::text as record from (select ${recordColumns({ resource })} from ${tableAs(resource)}
    where ${found}) stored`.execute(transaction)
  if (!rows[0]) throw new ApiError('not_found')
  const record = withStoredBlocks(resource, JSON.parse(rows[0].record) as AnyRecord)
  const stored = record.version as number
  if (version === undefined || version === stored) return record
  // Whatever else is given as a version is not the stored one; what is no number tells nothing about how old it is.
  throw await staleVersion(write, {
    id,
    given: Number.isSafeInteger(version) ? (version as number) : stored - 1,
    stored,
  })
}
