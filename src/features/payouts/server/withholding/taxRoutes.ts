import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#engine/declaration/actor.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { inStepUpTransaction, withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { requireWholeCompanyVisible } from '#features/commission/server/periods/changePeriod.ts'
import { listTaxTables, readTaxTable, withLoaders, writeTaxTable } from './taxTables.ts'

/** The company that is meant: one's own; root names it. @throws ApiError `not_found` */
function companyOf({ query }: FastifyRequest, actor: Actor): number {
  const { company } = query as { company?: unknown }
  const named = company === undefined ? actor.company : /^[1-9]\d{0,14}$/.test(String(company)) ? Number(company) : null
  if (named === null || !(actor.root || actor.company === named)) throw new ApiError('not_found')
  return named
}

/**
 * The register of taxes that are kept back: `GET /api/tax?company` lists the tables with their days and who loaded them, `POST /api/tax`
 * loads one. Whoever pays does both; loading asks for the authenticator's code, since it changes what is sent, and that
 * one sees all of the company, since it changes what is sent to everybody.
 */
export function taxRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/tax', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const company = companyOf(request, actor)
    const tables = await listTaxTables(readPrimaryAs(context.database, actor), company)
    // Names of colleagues are for colleagues.
    const isColleague = actor.userId !== null && (actor.root || actor.partner === null)
    const listed = isColleague ? await withLoaders(context.database.db, { company, tables }) : tables
    return reply.header('cache-control', 'no-store').send(listed)
  })
  app.post('/api/tax', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const company = companyOf(request, actor)
    const table = readTaxTable(withoutStepUpCode(request.body))
    const answer = await inStepUpTransaction(context, { request, actor }, async (db) => {
      await requireWholeCompanyVisible(db, actor, company)
      await writeTaxTable(db, { company, table, actor, request: requestOrigin(request), at: context.now() })
      return JSON.stringify({ company, ...table })
    })
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(answer)
  })
}
