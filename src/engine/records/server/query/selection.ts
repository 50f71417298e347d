import { type RawBuilder, sql } from 'kysely'
import { type RecordRequest, requireAccess } from '../recordRequest.ts'
import { scopeCondition } from '../visibility/scope.ts'
import { naturalCollation } from './collation.ts'
import { columnOf, countingColumn, recordAlias } from './columns.ts'
import { type Condition, filterConditions } from './filterConditions.ts'
import { type ListParameters, parseListParameters, type Query } from './listParameters.ts'

/** Which records a request names, and in which order: the same for the page of a list and for a file of all of them. */
export interface Selection {
  readonly parameters: ListParameters
  readonly where: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

async function orderBy(
  { context, resource }: RecordRequest,
  { field, direction }: ListParameters['sort'],
): Promise<RawBuilder<unknown>> {
  const way = sql.raw(direction === 'DESC' ? 'desc' : 'asc')
  if (field === 'id') return sql`${columnOf('id')} ${way}`
  const order = resource.fields[field]?.kind === 'text' ? await naturalCollation(context.database) : sql``
  return sql`${countingColumn(resource, field)} ${order} ${way}, ${columnOf('id')} ${way}`
}

/**
 * The records this person sees that match `filter`, in the order of `sort`, ties by id.
 * @throws ApiError 403 without the role to list, 400 for a malformed or unknown filter, sort or range.
 */
export async function selectionOf(request: RecordRequest, query: Query): Promise<Selection> {
  const { resource, actor } = request
  requireAccess(request, 'list')
  const parameters = parseListParameters({ query, resource, actor })
  const conditions: Condition[] = [
    scopeCondition({ actor, resource, alias: recordAlias }),
    ...filterConditions({ filter: parameters.filter, resource, actor }),
  ]
  return { parameters, where: sql.join(conditions, sql` and `), order: await orderBy(request, parameters.sort) }
}
