import { type Kysely, sql } from 'kysely'
import { readableFields } from '#engine/declaration/derive/access.ts'
import type { ScheduledAnswer } from '../../answers/scheduledVersions.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { Scheduled } from '#engine/values/schedules.ts'
import { requireId, selectRecord } from '#engine/records/server/operations/read.ts'
import { maskRecord } from '#engine/records/server/query/masked.ts'
import { type RecordRequest, requireAccess } from '#engine/records/server/recordRequest.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

/** A version as it is kept. */
export interface ScheduledRow extends Scheduled {
  readonly id: number
  readonly object: string
  readonly record: string
  readonly values: AnyRecord
  readonly state: ScheduledAnswer['state']
  readonly problem: string | null
  readonly scheduledBy: string
  readonly scheduledAt: Date
  readonly withdrawnBy: string | null
  readonly withdrawnAt: Date | null
}

/** The columns of a version, by the names it has here. */
export const scheduledColumns = sql`id, object, record::text as record, "values", replaced,
  valid_from::text as "validFrom", valid_until::text as "validUntil", state, problem, scheduled_by as "scheduledBy",
  scheduled_at as "scheduledAt", withdrawn_by as "withdrawnBy", withdrawn_at as "withdrawnAt"`

/** The versions of a record that are still to begin or to end, those that begin first first. */
export async function openVersions(
  db: Kysely<any>,
  { object, id }: { object: string; id: string },
): Promise<ScheduledRow[]> {
  const { rows } = await sql<ScheduledRow>`select ${scheduledColumns} from scheduled_version
    where object = ${object}::text and record = ${id}::text::bigint
      and (state = 'waiting' or (state = 'begun' and valid_until is not null))
    order by valid_from, id`.execute(db)
  return rows
}

/** A version as somebody may read it. */
export function scheduledAnswer({ resource, actor }: RecordRequest, row: ScheduledRow): ScheduledAnswer {
  const readable = readableFields({ actor, resource })
  const record = Object.fromEntries(Object.entries(row.values).filter(([name]) => readable.includes(name)))
  const { id, validFrom, validUntil, state, problem, scheduledBy, scheduledAt, withdrawnBy, withdrawnAt } = row
  return {
    id: Number(id),
    validFrom,
    validUntil,
    values: maskRecord({ record, resource, actor }),
    state,
    problem,
    scheduledBy,
    scheduledAt: scheduledAt.toISOString(),
    withdrawnBy,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }
}

/**
 * `GET /api/{entity}/{id}/scheduled`: the versions that were scheduled for a record, whatever became of them, the last
 * to begin first.
 * @throws ApiError 403 without the role to read the record, 404 where it is outside this person's scope.
 */
export async function readScheduled(request: RecordRequest, given: string): Promise<ScheduledAnswer[]> {
  requireAccess(request, 'read')
  const { context, actor, resource } = request
  const id = requireId(given)
  const db = readPrimaryAs(context.database, actor)
  if ((await selectRecord(request, id, db)) === null) throw new ApiError('not_found')
  const { rows } = await sql<ScheduledRow>`select ${scheduledColumns} from scheduled_version
    where object = ${resource.name}::text and record = ${id}::text::bigint
    order by valid_from desc, id desc limit 500`.execute(db)
  return rows.map((row) => scheduledAnswer(request, row)).filter(({ values }) => Object.keys(values).length > 0)
}
