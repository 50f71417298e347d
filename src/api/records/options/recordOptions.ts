import { sql } from 'kysely'
import { reports } from '../../../../resources/reports/index.ts'
import { resources } from '../../../../resources/index.ts'
import { can, canReadOptions } from '../../../config/derive/access.ts'
import type { AnyResource } from '../../../config/resource.ts'
import { ApiError, problemsError } from '../../errors.ts'
import { peoplesOrder } from '../query/collation.ts'
import { countingColumn, recordAlias, tableAs } from '../query/columns.ts'
import { type Condition, filterConditions } from '../query/filterConditions.ts'
import type { Query } from '../query/listParameters.ts'
import type { RecordRequest } from '../recordRequest.ts'
import { scopeCondition } from '../../visibility/scope.ts'
import { readAs } from '../../database/fence/openFence.ts'

/** Most options a selector gets; with more it searches by `q`. */
const optionsMax = 10_000

function requireOptions({ actor, resource }: RecordRequest): void {
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
  if (wrong !== undefined) throw problemsError([{ field: wrong.slice(0, 60), code: 'unknown_filter' }])
}

function conditionsOf(request: RecordRequest, query: Query): Condition[] {
  const { resource, actor } = request
  requireNarrowFilter(request, query)
  return [
    scopeCondition({ actor, resource, alias: recordAlias }),
    ...filterConditions({ filter: query, resource, actor }),
  ]
}

async function jsonOf(request: RecordRequest, rows: ReturnType<typeof sql>): Promise<string> {
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
  const order = resource.fields[resource.title]!.kind === 'text' ? await peoplesOrder(context.database) : sql``
  return jsonOf(
    request,
    sql`select t.id, ${name}::text as name from ${tableAs(resource, recordAlias, actor)}
    where ${sql.join(
      conditionsOf(request, query),
      sql`
      and `,
    )} order by ${name} ${order}, t.id
      limit ${optionsMax}::integer`,
  )
}

/** A token as a column: for whoever may list what it belongs to; others choose by name. */
const tokenFor = ({ actor }: Pick<RecordRequest, 'actor'>, token: string, owners: readonly AnyResource[]) =>
  owners.some((resource) => can({ actor, resource, operation: 'list' })) ? sql.ref(token) : sql`null::text`

/**
 * `GET /api/affiliate/all[?idBrand=]`: `[{id, token, name}]` of all affiliates in scope, or of those that work for a
 * brand.
 */
export async function readAllAffiliates(request: Omit<RecordRequest, 'resource'>, query: Query): Promise<string> {
  const scoped: RecordRequest = { ...request, resource: resources.affiliate as AnyResource }
  requireOptions(scoped)
  const { idBrand, ...unknown } = query
  const wrong = Object.keys(unknown)[0]
  if (wrong !== undefined) throw problemsError([{ field: wrong.slice(0, 60), code: 'unknown_filter' }])
  const conditions = conditionsOf(scoped, idBrand === undefined ? {} : { brands: idBrand })
  return jsonOf(
    scoped,
    sql`select t.id, ${tokenFor(request, 't.token', [resources.affiliate as AnyResource])} as token, t.name
      from affiliate t where ${sql.join(
        conditions,
        sql`
      and `,
      )}
      order by t.name ${await peoplesOrder(request.context.database)}, t.id`,
  )
}

/** `GET /action/all`: `[{action_id, action_name, affiliate_token, campaign_name}]` of all tracking links in scope. */
export async function readAllActions(request: Omit<RecordRequest, 'resource'>): Promise<string> {
  const scoped: RecordRequest = { ...request, resource: resources.action as AnyResource }
  requireOptions(scoped)
  return jsonOf(
    scoped,
    sql`select t.id as action_id, t.name as action_name,
      ${tokenFor(request, 'affiliate.token', [resources.affiliate as AnyResource, resources.action as AnyResource])} as
      affiliate_token, campaign.name as campaign_name
    from action t left join affiliate on affiliate.id = t.affiliate left join campaign on campaign.id = t.campaign
    where ${sql.join(
      conditionsOf(scoped, {}),
      sql`
      and `,
    )}
      order by t.name ${await peoplesOrder(request.context.database)}, t.id`,
  )
}
