import type { FastifyInstance } from 'fastify'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readHead } from './readHead.ts'

/** `GET /api/{resource}/{id}/head` for every resource whose page declares one. */
export function recordHeadRoutes(app: FastifyInstance, context: AppContext): void {
  for (const resource of Object.values(resources) as unknown as AnyResource[]) {
    if (!resource.page) continue
    app.get(`/api/${resource.name}/:id/head`, async (request, reply) => {
      const actor = await actorOf(request, context)
      const head = await readHead({ context, actor, resource, id: parseIdParam(request.params) })
      return reply.header('cache-control', 'no-store').send(head)
    })
  }
}
