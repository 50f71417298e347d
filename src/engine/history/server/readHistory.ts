import { sql } from 'kysely'
import { readableFields } from '#engine/declaration/derive/access.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { datedFields, historyTableName } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { requireId } from '#engine/records/server/operations/read.ts'
import { columnOf, recordAlias, tableAs } from '#engine/records/server/query/columns.ts'
import { countingValue } from '#engine/records/server/query/counting.ts'
import { maskRecord } from '#engine/records/server/query/masked.ts'
import { type RecordRequest, requireAccess } from '#engine/records/server/recordRequest.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { zoneOf } from '#engine/records/server/change.ts'

/** What the dated fields of a record were over some days. */
export interface HistoryRow {
  /** The rule version that an entry's line names. */
  readonly id: number
  /** The first day on which it held; null from the beginning of time. */
  readonly validFrom: Day | null
  /** The day from which it no longer held; null while it does. */
  readonly validTo: Day | null
  /** The dated fields this person may read, as the API carries them. */
  readonly values: AnyRecord
  /** Who made the change, and when (ISO 8601); null where the activity log does not say. */
  readonly changedBy: string | null
  readonly changedAt: string | null
  /** The correction that has it read so from a day before it was typed; null where it was typed on its first day. */
  readonly correction: number | null
}

interface StoredRow {
  id: number
  valid_from: Day | null
  valid_to: Day | null
  values: string
  correction: number | null
  corrected_by: string | null
  corrected_at: Date | null
}
interface Author {
  readonly actor: string
  readonly at: string
  readonly day: Day
  readonly isFirst: boolean
}

/** More changes than a rule can have seen; a bound all the same. */
const rowsMax = 500

async function requireVisible({ context, actor, resource }: RecordRequest, id: string): Promise<void> {
  const { rows } = await sql`select from ${tableAs(resource)}
    where ${columnOf('id')} = ${id}::text::bigint
      and ${scopeCondition({ actor, resource, alias: recordAlias })}`.execute(readPrimaryAs(context.database, actor))
  if (rows.length === 0) throw new ApiError('not_found')
}

async function storedRows(
  { context, resource }: RecordRequest,
  id: string,
  names: readonly string[],
): Promise<StoredRow[]> {
  const dated = datedFields(resource)
  // Whether a field counted is said by the values of those days, and by what has no days as it is now.
  const valueOf = (other: string) => (dated.includes(other) ? columnOf(other, 'h') : columnOf(other))
  const values = sql.join(
    names.map((name) => {
      const column = columnOf(name, 'h')
      const value = resource.fields[name]!.kind === 'percent' ? sql`trim_scale(${column})` : column
      return sql`${countingValue({ resource, name, valueOf }, value)} as ${sql.id(name)}`
    }),
  )
  const { rows } =
    await sql<StoredRow>`select h.id, case when isfinite(h.valid_from) then h.valid_from::text end as valid_from,
      h.valid_to::text as valid_to,
      row_to_json(dated)::text as values, made.id as correction, made.requested_by as corrected_by,
      made.decided_at as corrected_at
    from ${sql.table(historyTableName(resource.name))} h join ${tableAs(resource)} on t.id = h.record
      left join lateral (select correction.* from correction_version made join correction on correction.id = made.correction
        where made.object = ${resource.name}::text and made.version = h.id and made.content is null limit 1) made on true,
      lateral (select ${values}) dated
    where h.record = ${id}::text::bigint order by h.valid_from desc limit ${rowsMax}::integer`.execute(
      context.database.db,
    )
  return rows
}

/** Who made the record and who changed one of these fields, oldest first. */
async function authors(
  { context, resource, actor }: RecordRequest,
  id: string,
  names: readonly string[],
): Promise<Author[]> {
  const { rows } = await sql<{
    actor: string
    at: Date
    operation: string
  }>`select actor, at, operation from activity_log
    where object = ${resource.name}::text and object_id = ${id}::text
      and (operation = 'create' or jsonb_path_exists(changes, '$[*].field ? (@ == $names[*])',
        jsonb_build_object('names', ${JSON.stringify(names)}::text::jsonb)))
    order by id`.execute(context.database.db)
  const zone = zoneOf(context, actor)
  return rows.map(({ actor, at, operation }) => ({
    actor,
    at: at.toISOString(),
    day: businessDay({ at, zone }),
    isFirst: operation === 'create',
  }))
}

/** Rows that differ only in what this person may not see are one: the days of a hidden change are hidden too. */
function merged(rows: readonly HistoryRow[]): HistoryRow[] {
  const result: HistoryRow[] = []
  for (const row of rows) {
    const later = result.at(-1)
    if (later && sameValue(later.values, row.values)) result[result.length - 1] = { ...row, validTo: later.validTo }
    else result.push(row)
  }
  return result
}

/**
 * `GET /api/{entity}/{id}/history`: what the dated fields of a record were and from when, the newest first.
 * @throws ApiError 403 without the role to read the record, 404 where it is outside this person's scope.
 */
export async function readHistory(request: RecordRequest, given: string): Promise<HistoryRow[]> {
  const { resource, actor } = request
  requireAccess(request, 'read')
  const id = requireId(given)
  await requireVisible(request, id)
  const readable = readableFields({ actor, resource })
  const names = datedFields(resource).filter((name) => readable.includes(name))
  if (names.length === 0) return []
  const [rows, changes] = await Promise.all([storedRows(request, id, names), authors(request, id, names)])
  const authorOf = (from: Day | null) =>
    changes.findLast(({ day, isFirst }) => (from === null ? isFirst : day === from && !isFirst))
  return merged(
    rows.map((row) => {
      const { id: version, valid_from: validFrom, valid_to: validTo, correction } = row
      const author = correction === null ? authorOf(validFrom) : undefined
      const record = JSON.parse(row.values) as AnyRecord
      return {
        id: Number(version),
        validFrom,
        validTo,
        values: maskRecord({ record, resource, actor }),
        changedBy: row.corrected_by ?? author?.actor ?? null,
        changedAt: row.corrected_at?.toISOString() ?? author?.at ?? null,
        correction,
      }
    }),
  )
}
