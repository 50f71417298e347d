import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import { datedFields } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readScheduled } from './readScheduled.ts'
import { scheduleVersion, withdrawVersion } from './scheduleVersion.ts'

/** `/api/{entity}/{id}/scheduled` of every resource with dated fields: versions that begin on a day to come. */
export function scheduledRoutes(app: FastifyInstance, context: AppContext): void {
  for (const resource of Object.values(resources) as unknown as AnyResource[]) {
    if (datedFields(resource).length === 0) continue
    const asked = async (request: FastifyRequest) => ({
      context,
      actor: await actorOf(request, context),
      resource,
      origin: `${request.protocol}://${request.host}`,
      http: requestOrigin(request),
    })
    const path = `/api/${resource.name}/:id/scheduled`
    app.get<{ Params: { id: string } }>(path, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return readScheduled(await asked(request), request.params.id)
    })
    app.post<{ Params: { id: string } }>(path, async (request) =>
      scheduleVersion(await asked(request), request.params.id, request.body),
    )
    app.delete<{ Params: { id: string; scheduled: string } }>(`${path}/:scheduled`, async (request) =>
      withdrawVersion(await asked(request), request.params),
    )
  }
}
