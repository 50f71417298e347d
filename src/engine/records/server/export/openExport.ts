import { type Kysely, sql } from 'kysely'
import { type ExportedField, isExternalIdColumn } from '#engine/declaration/derive/exportColumns.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { CellValue } from '#engine/values/spreadsheet/cells.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { FileTexts } from '#engine/export/server/texts.ts'
import { externalIdsSql } from '../externalIdSql.ts'
import { recordAlias, recordColumns, tableAs } from '../query/columns.ts'
import { maskRecords } from '../query/masked.ts'
import type { Selection } from '../query/selection.ts'
import type { RecordRequest } from '../recordRequest.ts'
import { rowOf } from './cells.ts'
import { NameLookup } from './nameLookup.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

/**
 * Records fetched at a time: enough that fetching costs little, few enough that other requests are answered in between.
 */
const batchSize = 500
/** A reader that takes nothing for so long has gone; its transaction must not hold a session. */
const patienceMs = 60_000
/** Exports under way at once: each holds a session of the pool, and the rest of the office must go on. */
const underWayMax = 4

const underWay = new WeakMap<Database, number>()

/** All records that match, while they are read: from one snapshot, some at a time. */
export interface OpenExport {
  readonly total: number
  readonly names: NameLookup
  /** Rows of cells, read as they are taken. */
  readonly rows: AsyncIterable<readonly (readonly CellValue[])[]>
  /** Ends the reading, whether or not all was read. Whoever opens an export closes it. */
  readonly close: () => Promise<void>
}

interface OpenRequest {
  readonly request: RecordRequest
  readonly selection: Selection
  readonly fields: readonly ExportedField[]
  readonly texts: FileTexts
}

async function declareCursor(
  db: Kysely<any>,
  { request, fields, selection: { where, order } }: OpenRequest,
): Promise<number> {
  const { resource, actor, origin } = request
  // All rows are wanted: a plan that is quick for the first ones would be the slower one.
  await sql`select set_config('cursor_tuple_fraction', '1', true), set_config('idle_in_transaction_session_timeout',
    ${String(patienceMs)}, true)`.execute(db)
  const {
    rows: [counted],
  } = await sql<{
    total: number
  }>`select count(*) as total from ${tableAs(resource, recordAlias, actor)} where ${where}`.execute(db)
  const hasExternal = fields.some(({ name }) => isExternalIdColumn(name))
  const external = hasExternal ? sql`, ${externalIdsSql(resource, recordAlias)} as "externalIds"` : sql``
  await sql`declare export no scroll cursor for select row_to_json(row)::text as json from (
    select ${recordColumns({ resource, actor, origin, isFile: true })}${external} from ${tableAs(resource, recordAlias, actor)}
      where ${where} order by ${order}
  ) row`.execute(db)
  return Number(counted!.total)
}

async function fetchBatch(db: Kysely<any>, { resource, actor }: RecordRequest): Promise<readonly AnyRecord[]> {
  const { rows } = await sql<{ json: string }>`fetch ${sql.lit(batchSize)} from export`.execute(db)
  const read = rows.map(({ json }) => JSON.parse(json) as AnyRecord & { externalIds?: AnyRecord })
  const masked = maskRecords({ records: read, resource, actor })
  const hasExternal = read[0]?.externalIds !== undefined
  return hasExternal ? masked.map((record, place) => ({ ...record, ...read[place]!.externalIds })) : masked
}

/**
 * Counts this export among those under way.
 * @returns what takes it off again, once.
 * @throws ApiError 429 where there are too many.
 */
function takePlace(database: Database): () => void {
  const count = underWay.get(database) ?? 0
  if (count >= underWayMax) throw new ApiError('too_many_requests')
  underWay.set(database, count + 1)
  let isTaken = true
  return () => {
    if (isTaken) underWay.set(database, underWay.get(database)! - 1)
    isTaken = false
  }
}

/**
 * Begins to read all records of a selection by a cursor, in a transaction that sees one state of the database
 * throughout.
 * @throws ApiError 429 where too many exports are under way.
 */
export async function openExport(opened: OpenRequest): Promise<OpenExport> {
  const { request, fields, texts } = opened
  const { database } = request.context
  const leavePlace = takePlace(database)
  try {
    const transaction = await readAs(database, request.actor)
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    let isOpen = true
    const close = async () => {
      if (!isOpen) return
      isOpen = false
      leavePlace()
      await transaction.rollback().execute()
    }
    try {
      const total = await declareCursor(transaction, opened)
      const names = new NameLookup(request, transaction)
      const targets = fields.flatMap(({ name, field }) => (field?.target ? [{ name, target: field.target }] : []))
      const first = await fetchBatch(transaction, request)
      async function* rows() {
        for (let batch = first; ; batch = await fetchBatch(transaction, request)) {
          await names.learnFrom(batch, targets)
          yield batch.map((record) => rowOf(record, fields, { names, texts }))
          if (batch.length < batchSize) return
        }
      }
      return { total, names, rows: rows(), close }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    leavePlace()
    throw error
  }
}
