import { type Kysely, sql } from 'kysely'
import { ApiError } from '#engine/server/http/errors.ts'
import { columnOf, recordAlias, recordColumns, tableAs } from '../query/columns.ts'
import { parseId, typedValue } from '../query/filterValues.ts'
import { maskJson } from '../query/masked.ts'
import { type RecordRequest, requireAccess } from '../recordRequest.ts'
import { scopeCondition } from '../visibility/scope.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

/** An id of a path as text; 404 where it is none. */
export function requireId(id: string): string {
  const parsed = parseId(id)
  if (parsed === null) throw new ApiError('not_found')
  return parsed
}

/**
 * One record as this person sees it, as JSON text; null where there is none in their scope.
 * @param db a transaction sees its own writes.
 */
export async function selectRecord(request: RecordRequest, id: string, db: Kysely<unknown>): Promise<string | null> {
  const { resource, actor, origin, check } = request
  const {
    rows: [row],
  } = await sql<{ record: string | null; session: string | null }>`select (select row_to_json(found)::text from (
    select ${recordColumns({ resource, actor, origin })} from ${tableAs(resource, recordAlias, actor)}
    where ${columnOf('id')} = ${typedValue(id, 'reference')}
      and ${scopeCondition({ actor, resource, alias: recordAlias })}
  ) found) as record, ${check?.column ?? sql`null`} as session`.execute(db)
  check?.take(row!.session)
  return row!.record === null ? null : maskJson({ json: row!.record, resource, actor })
}

/**
 * `GET /api/{entity}/{id}`.
 * @returns JSON text.
 * @throws ApiError 403 without the role, 404 where there is no such record or it lies outside this person's scope.
 */
export async function readRecord(request: RecordRequest, id: string): Promise<string> {
  requireAccess(request, 'read')
  const record = await selectRecord(request, requireId(id), readPrimaryAs(request.context.database, request.actor))
  if (record === null) throw new ApiError('not_found')
  return record
}
