import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can, mayReadReport } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { reportNamed } from '#features/reporting/server/reportQuestion.ts'
import { readPage, readView, type ViewedPage } from './readView.ts'
import { listViews, removeView, saveView } from './savedViews.ts'

/** Views are kept with a user; who reads by a partner's token has no place to keep them. */
async function userOf(request: FastifyRequest, context: AppContext): Promise<Actor & { readonly userId: number }> {
  const actor = await actorOf(request, context)
  if (actor.userId === null) throw new ApiError('forbidden')
  return { ...actor, userId: actor.userId }
}

/** A page is looked at, and its views with it, by whoever may open it. */
function requirePage(actor: Actor, { kind, name }: ViewedPage): void {
  const mayOpen =
    kind === 'report'
      ? mayReadReport({ actor, report: reportNamed(name) })
      : can({ actor, resource: (resources as Readonly<Record<string, AnyResource>>)[name]!, operation: 'list' })
  if (!mayOpen) throw new ApiError('forbidden')
}

/**
 * One's own saved views: `GET /api/me/view?report={name}` or `?list={entity}`,
 * `POST /api/me/view {report or list, name, query}`, `DELETE /api/me/view/{id}`.
 */
export function savedViewRoutes(app: FastifyInstance, context: AppContext): void {
  const tags = ['session']
  app.get<{ Querystring: { report?: unknown; list?: unknown } }>(
    '/api/me/view',
    { schema: { tags, summary: "One's own saved views of a report or list" } },
    async (request) => {
      const actor = await userOf(request, context)
      const page = readPage(request.query)
      requirePage(actor, page)
      return listViews(context, { userId: actor.userId, page })
    },
  )
  app.post(
    '/api/me/view',
    { schema: { tags, summary: 'Save a view of a report or list; one of the same name is replaced' } },
    async (request) => {
      const actor = await userOf(request, context)
      const view = readView(request.body)
      requirePage(actor, view.page)
      return saveView(context, { userId: actor.userId, view })
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/me/view/:id',
    { schema: { tags, summary: 'Forget a saved view' } },
    async (request) => {
      const { userId } = await userOf(request, context)
      if (!/^[1-9][0-9]{0,14}$/.test(request.params.id)) throw new ApiError('invalid_id')
      const id = Number(request.params.id)
      await removeView(context, { userId, id })
      return { id }
    },
  )
}
