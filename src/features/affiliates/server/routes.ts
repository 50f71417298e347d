import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ProvedSite, SiteDecisions } from '../answers/sites.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { proveSite, readDecisions } from './readDecisions.ts'

/**
 * The site behind an id, as far as somebody sees it.
 * @throws ApiError `not_found`
 */
async function seenSite(context: AppContext, actor: Actor, id: number): Promise<number> {
  const isVisible = scopeCondition({ actor, resource: resources.affiliateSite, alias: 'site' })
  const statement = sql<{ id: number }>`select id from affiliate_site site
    where id = ${String(id)}::text::bigint and ${isVisible}`
  const row = await firstRow(readAs(context.database, actor), statement)
  if (!row) throw new ApiError('not_found')
  return row.id
}

function officeRoutes(app: FastifyInstance, context: AppContext): void {
  const asked = async (request: FastifyRequest): Promise<Actor> => {
    const actor = await actorOf(request, context)
    if (!can({ actor, resource: resources.affiliateSite, operation: 'read' })) throw new ApiError('forbidden')
    return actor
  }
  app.get('/api/affiliateSite/:id/decision', async (request): Promise<SiteDecisions> => {
    const actor = await asked(request)
    const site = await seenSite(context, actor, parseIdParam(request.params))
    return { decisions: await readDecisions(readAs(context.database, actor), site, { hasPeople: true }) }
  })
  app.get('/api/affiliateSite/:id/proof', async (request): Promise<ProvedSite> => {
    const actor = await asked(request)
    return proveSite(context.database, await seenSite(context, actor, parseIdParam(request.params)))
  })
}

/** What both sides read of the decisions about sites and profiles of affiliates. */
export function siteRoutes(app: FastifyInstance, context: AppContext): void {
  officeRoutes(app, context)
  app.get('/api/portal/site/:id/decision', openToAffiliates, async (request, reply): Promise<SiteDecisions> => {
    const actor = await actorOf(request, context)
    if (actor.affiliate === undefined) throw new ApiError('forbidden')
    void reply.header('cache-control', 'no-store')
    const site = await seenSite(context, actor, parseIdParam(request.params))
    return { decisions: await readDecisions(context.database.db, site, { hasPeople: false }) }
  })
}
