import { type RawBuilder, sql } from 'kysely'
import { peoplesOrder } from '../query/collation.ts'
import { recordColumns, columnOf, recordAlias, tableAs } from '../query/columns.ts'
import { type Condition, filterConditions } from '../query/filterConditions.ts'
import { type ListParameters, pageSizeMax, parseListParameters, type Query } from '../query/listParameters.ts'
import { maskJson } from '../query/masked.ts'
import { type RecordRequest, requireAccess } from '../recordRequest.ts'
import { scopeCondition } from '../scope.ts'

/** A page of records as JSON text, and where it stands among all that match. */
export interface ListAnswer {
  readonly body: string
  /** `brand 0-24/319` */
  readonly contentRange: string
}

interface ListRow { total: string; body: string; length: string }

/** `{"id":[...]}` asks for these records whatever the range says. */
function asksForIds(filter: ListParameters['filter']): boolean {
  return Array.isArray(filter.id)
}

async function orderBy({ context, resource }: RecordRequest, { field, direction }: ListParameters['sort']): Promise<RawBuilder<unknown>> {
  const way = sql.raw(direction === 'DESC' ? 'desc' : 'asc')
  if (field === 'id') return sql`${columnOf('id')} ${way}`
  const order = resource.fields[field]?.kind === 'text' ? await peoplesOrder(context.database) : sql``
  return sql`${columnOf(field)} ${order} ${way}, ${columnOf('id')} ${way}`
}

function listQuery(request: RecordRequest, parameters: ListParameters, order: RawBuilder<unknown>): RawBuilder<ListRow> {
  const { resource, actor, origin } = request
  const conditions: Condition[] = [scopeCondition({ actor, resource, alias: recordAlias }), ...filterConditions({ filter: parameters.filter, resource, actor })]
  const where = sql.join(conditions, sql` and `)
  const { from, to } = asksForIds(parameters.filter) ? { from: 0, to: pageSizeMax - 1 } : parameters.range
  return sql<ListRow>`select (select count(*) from ${tableAs(resource)} where ${where}) as total, page.body, page.length from (
    select coalesce(json_agg(row), '[]')::text as body, count(*) as length from (
      select ${recordColumns({ resource, actor, origin })} from ${tableAs(resource)} where ${where}
      order by ${order} limit ${to - from + 1}::text::bigint offset ${from}::text::bigint
    ) row
  ) page`
}

/**
 * `GET /api/{entity}?sort&range&filter`: a page of the records this person sees.
 * @throws ApiError 403 without the role, 400 for a malformed or unknown filter, sort or range.
 */
export async function listRecords(request: RecordRequest, query: Query): Promise<ListAnswer> {
  const { context, resource, actor } = request
  requireAccess(request, 'list')
  const parameters = parseListParameters({ query, resource, actor })
  const { rows: [row] } = await listQuery(request, parameters, await orderBy(request, parameters.sort)).execute(context.database.readDb)
  const { total, body, length } = row!
  const from = asksForIds(parameters.filter) ? 0 : parameters.range.from
  const to = Number(length) === 0 ? from : from + Number(length) - 1
  return { body: maskJson({ json: body, resource, actor }), contentRange: `${resource.name} ${from}-${to}/${total}` }
}
