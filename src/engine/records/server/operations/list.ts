import { type RawBuilder, sql } from 'kysely'
import { recordAlias, recordColumns, tableAs } from '../query/columns.ts'
import { textOf } from '../query/compiledOnce.ts'
import { type ListParameters, pageSizeMax, type Query } from '../query/listParameters.ts'
import { maskJson } from '../query/masked.ts'
import { type RememberedTotal, cachedTotal } from '../query/rememberedTotals.ts'
import { selectionOf } from '../query/selection.ts'
import type { RecordRequest } from '../recordRequest.ts'
import { withNames } from './embeddedNames.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

/** A page of records as JSON text, and where it stands among all that match. */
export interface ListAnswer {
  readonly body: string
  /** `brand 0-24/319` */
  readonly contentRange: string
}

interface ListRow {
  total: string | null
  body: string
  length: number
  session: string | null
}

/** `{"id":[...]}` asks for these records whatever the range says. */
function asksForIds(filter: ListParameters['filter']): boolean {
  return Array.isArray(filter.id)
}

/** The page's total: of named ids what is found, else counted, or remembered since nobody has written. */
async function totalOf(
  { context, resource, actor }: RecordRequest,
  filter: ListParameters['filter'],
  where: RawBuilder<unknown>,
): Promise<RememberedTotal> {
  if (asksForIds(filter)) return { column: sql`page.length::text`, take: (length) => length! }
  const count = sql`select count(*)::text from ${tableAs(resource, recordAlias, actor)} where ${where}`
  return cachedTotal({ database: context.database, resource, actor, count, key: textOf(where) })
}

/** Numbers that nearly every list asks for. */
const usualNumbers = new Set([0, 1, 5, 10, 20, 25, 50, 100, 1000])

/**
 * A limit or offset. A usual one is part of the text: PostgreSQL keeps a plan only where it knows how few rows are
 * wanted, and would otherwise plan every list anew, which takes
 * longer than reading 25 records. The others are parameters, so that there are only so many texts.
 */
function planned(number: number): RawBuilder<unknown> {
  return usualNumbers.has(number) ? sql.raw(String(number)) : sql`${number}::text::bigint`
}

function listQuery(
  request: RecordRequest,
  {
    range,
    where,
    order,
    total,
  }: { range: ListParameters['range']; where: RawBuilder<unknown>; order: RawBuilder<unknown>; total: RememberedTotal },
): RawBuilder<ListRow> {
  const { resource, actor, origin, check } = request
  return sql<ListRow>`select ${total.column} as total, ${check?.column ?? sql`null`} as session, page.body, page.length
    from (
    select coalesce(json_agg(row), '[]')::text as body, count(*)::integer as length from (
      select ${recordColumns({ resource, actor, origin })} from ${tableAs(resource, recordAlias, actor)} where ${where}
      order by ${order} limit ${planned(range.to - range.from + 1)} offset ${planned(range.from)}
    ) row
  ) page`
}

/**
 * `GET /api/{entity}?sort&range&filter&embed`: a page of the records this person sees, with the names of what they
 * refer to where these are asked for.
 * @throws ApiError 403 without the role, 400 for a malformed or unknown filter, sort or range.
 */
export async function listRecords(request: RecordRequest, query: Query): Promise<ListAnswer> {
  const { context, resource, actor, check } = request
  const { parameters, where, order } = await selectionOf(request, query)
  const range = asksForIds(parameters.filter) ? { from: 0, to: pageSizeMax - 1 } : parameters.range
  const total = await totalOf(request, parameters.filter, where)
  const statement = listQuery(request, { range, where, total, order })
  const {
    rows: [row],
  } = await statement.execute(readAs(context.database, actor))
  check?.take(row!.session)
  const to = range.from + Math.max(row!.length - 1, 0)
  const body = await withNames(request, maskJson({ json: row!.body, resource, actor }), parameters.embed)
  return { body, contentRange: `${resource.name} ${range.from}-${to}/${total.take(row!.total)}` }
}
