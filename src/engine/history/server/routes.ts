import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { datedFields } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readHistory } from './readHistory.ts'

const row = z.object({
  id: z.int(),
  validFrom: z.string().nullable().describe('null from the beginning of time'),
  validTo: z.string().nullable().describe('the day from which it no longer held'),
  values: z.record(z.string(), z.unknown()),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
  correction: z.int().nullable().describe('which had it read so from a day before it was typed'),
})

/** `GET /api/{entity}/{id}/history` for every resource with dated fields. */
export async function historyRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  for (const resource of Object.values(resources) as unknown as AnyResource[]) {
    if (datedFields(resource).length === 0) continue
    const schema = {
      tags: [resource.name],
      summary: `What the dated fields of a ${resource.name} were, and from when`,
      response: { 200: z.array(row) },
    }
    app.get<{ Params: { id: string } }>(`/api/${resource.name}/:id/history`, { schema }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return readHistory({ context, actor: await actorOf(request, context), resource, origin: '' }, request.params.id)
    })
  }
}
