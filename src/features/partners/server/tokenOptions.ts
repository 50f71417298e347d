import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { optionConditions, optionsJson, requireOptions } from '#engine/records/server/options/recordOptions.ts'
import { naturalCollation } from '#engine/records/server/query/collation.ts'
import { parseId } from '#engine/records/server/query/filterValues.ts'
import type { Query } from '#engine/records/server/query/listParameters.ts'
import type { RecordRequest } from '#engine/records/server/recordRequest.ts'

/** A token as a column: for whoever may list what it belongs to; others choose by name. */
const tokenFor = ({ actor }: Pick<RecordRequest, 'actor'>, token: string, owners: readonly AnyResource[]) =>
  owners.some((resource) => can({ actor, resource, operation: 'list' })) ? sql.ref(token) : sql`null::text`

/**
 * `GET /api/affiliate/all[?idBrand=]`: `[{id, token, name}]` of all affiliates in scope, or of those that work for a
 * brand.
 */
async function readAllAffiliates(request: Omit<RecordRequest, 'resource'>, query: Query): Promise<string> {
  const scoped: RecordRequest = { ...request, resource: resources.affiliate as AnyResource }
  requireOptions(scoped)
  const { idBrand, ...unknown } = query
  const wrong = Object.keys(unknown)[0]
  if (wrong !== undefined) throw validationError([{ field: wrong.slice(0, 60), code: 'unknown_filter' }])
  const brands = [idBrand ?? []].flat().filter((id) => id !== '')
  if (brands.some((id) => parseId(id) === null)) throw validationError([{ field: 'idBrand', code: 'invalid_brand' }])
  const conditions = optionConditions(scoped, brands.length === 0 ? {} : { brands })
  return optionsJson(
    scoped,
    sql`select t.id, ${tokenFor(request, 't.token', [resources.affiliate as AnyResource])} as token, t.name
      from affiliate t where ${sql.join(
        conditions,
        sql`
      and `,
      )}
      order by t.name ${await naturalCollation(request.context.database)}, t.id`,
  )
}

/** `GET /action/all`: `[{action_id, action_name, affiliate_token, campaign_name}]` of all tracking links in scope. */
async function readAllActions(request: Omit<RecordRequest, 'resource'>): Promise<string> {
  const scoped: RecordRequest = { ...request, resource: resources.action as AnyResource }
  requireOptions(scoped)
  return optionsJson(
    scoped,
    sql`select t.id as action_id, t.name as action_name,
      ${tokenFor(request, 'affiliate.token', [resources.affiliate as AnyResource, resources.action as AnyResource])} as
      affiliate_token, campaign.name as campaign_name
    from action t left join affiliate on affiliate.id = t.affiliate left join campaign on campaign.id = t.campaign
    where ${sql.join(
      optionConditions(scoped, {}),
      sql`
      and `,
    )}
      order by t.name ${await naturalCollation(request.context.database)}, t.id`,
  )
}

/** Options with tokens: `GET /api/affiliate/all`, and `GET /action/all`, which stands under `/api` as well. */
export function tokenOptionRoutes(app: FastifyInstance, context: AppContext): void {
  const asked = async (request: FastifyRequest) => ({
    context,
    actor: await actorOf(request, context),
    origin: `${request.protocol}://${request.host}`,
  })
  const answer = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  app.get('/api/affiliate/all', async (request, reply) =>
    reply.headers(answer).send(await readAllAffiliates(await asked(request), request.query as Query)),
  )
  for (const path of ['/action/all', '/api/action/all']) {
    app.get(path, async (request, reply) => reply.headers(answer).send(await readAllActions(await asked(request))))
  }
}
