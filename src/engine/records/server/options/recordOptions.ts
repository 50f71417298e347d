import { sql } from 'kysely'
import { reports } from '#resources/reports/index.ts'
import { resources } from '#resources/index.ts'
import { can, canReadOptions } from '#engine/declaration/derive/access.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { naturalCollation } from '../query/collation.ts'
import { countingColumn, recordAlias, tableAs } from '../query/columns.ts'
import { type Condition, filterConditions } from '../query/filterConditions.ts'
import type { Query } from '../query/listParameters.ts'
import type { RecordRequest } from '../recordRequest.ts'
import { scopeCondition } from '../visibility/scope.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

/** Most options a selector gets; with more it searches by `q`. */
const optionsMax = 10_000

/** Refuses whoever may not choose of a resource. */
export function requireOptions({ actor, resource }: RecordRequest): void {
  if (!canReadOptions({ actor, resource, resources, reports })) throw new ApiError('forbidden')
}

/**
 * Whoever sees only names may narrow by what these names hang on, and by nothing that would tell more of a record; `q=`
 * narrows nothing.
 */
function requireNarrowFilter({ actor, resource }: RecordRequest, query: Query): void {
  if (can({ actor, resource, operation: 'list' })) return
  const kinds = ['reference', 'references', 'choice']
  const wrong = Object.keys(query).find(
    (name) =>
      name !== 'id' &&
      !(name === 'q' && query[name] === '') &&
      name !== resource.title &&
      !kinds.includes(Object.hasOwn(resource.fields, name) ? resource.fields[name]!.kind : ''),
  )
  if (wrong !== undefined) throw validationError([{ field: wrong.slice(0, 60), code: 'unknown_filter' }])
}

/** Which records this person may choose, and of these the ones that match. */
export function optionConditions(request: RecordRequest, query: Query): Condition[] {
  const { resource, actor } = request
  requireNarrowFilter(request, query)
  return [
    scopeCondition({ actor, resource, alias: recordAlias }),
    ...filterConditions({ filter: query, resource, actor }),
  ]
}

/** Options as JSON text. */
export async function optionsJson(request: RecordRequest, rows: ReturnType<typeof sql>): Promise<string> {
  const {
    rows: [answer],
  } = await sql<{ body: string }>`select coalesce(json_agg(row), '[]')::text as body from (${rows}) row`.execute(
    readAs(request.context.database, request.actor),
  )
  return answer!.body
}

/**
 * `GET /api/{entity}?{filterField}=value`: `[{id, name}]` of the records in this person's scope, by name; `?q=` for all
 * of them.
 * @returns JSON text.
 */
export async function readOptions(request: RecordRequest, query: Query): Promise<string> {
  requireOptions(request)
  const { resource, context, actor } = request
  const name = countingColumn(resource, resource.title)
  const order = resource.fields[resource.title]!.kind === 'text' ? await naturalCollation(context.database) : sql``
  return optionsJson(
    request,
    sql`select t.id, ${name}::text as name from ${tableAs(resource, recordAlias, actor)}
    where ${sql.join(
      optionConditions(request, query),
      sql`
      and `,
    )} order by ${name} ${order}, t.id
      limit ${optionsMax}::integer`,
  )
}
