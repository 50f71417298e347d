import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '../auth/authenticate.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { readPage, readView } from './readView.ts'
import { listViews, removeView, saveView } from './savedViews.ts'

/** Views are kept with a user; who reads by a partner's token has no place to keep them. */
async function userOf(request: FastifyRequest, context: AppContext): Promise<number> {
  const { userId } = await actorOf(request, context)
  if (userId === null) throw new ApiError('forbidden')
  return userId
}

/** One's own saved views: `GET /api/me/view?report={name}` or `?list={entity}`, `POST /api/me/view {report or list, name, query}`, `DELETE /api/me/view/{id}`. */
export function savedViewRoutes(app: FastifyInstance, context: AppContext): void {
  const tags = ['session']
  app.get<{ Querystring: { report?: unknown; list?: unknown } }>('/api/me/view', { schema: { tags, summary: 'One\'s own saved views of a report or list' } }, async (request) => {
    const userId = await userOf(request, context)
    return listViews(context, { userId, page: readPage(request.query) })
  })
  app.post('/api/me/view', { schema: { tags, summary: 'Save a view of a report or list; one of the same name is replaced' } }, async (request) => {
    const userId = await userOf(request, context)
    return saveView(context, { userId, view: readView(request.body) })
  })
  app.delete<{ Params: { id: string } }>('/api/me/view/:id', { schema: { tags, summary: 'Forget a saved view' } }, async (request) => {
    const userId = await userOf(request, context)
    if (!/^[1-9][0-9]{0,14}$/.test(request.params.id)) throw new ApiError('invalid_id')
    const id = Number(request.params.id)
    await removeView(context, { userId, id })
    return { id }
  })
}
