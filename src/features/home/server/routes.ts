import type { FastifyInstance } from 'fastify'
import { reports } from '#resources/reports/index.ts'
import { mayReadReport } from '#engine/declaration/derive/access.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { attentionAnswer, readAttention } from './attention.ts'
import { readInbox } from './inbox.ts'
import { readMovers } from './movers.ts'

/**
 * The calls of the home page besides its report, for users who may open the dashboard: `GET /api/dashboard/inbox`, the
 * user's pending work; `/movers`, the highest and the falling earnings; `/attention`, the freshness of each brand's feed
 * and what needs a person.
 */
export async function dashboardRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.get(
    '/api/dashboard/attention',
    {
      schema: {
        tags: ['dashboard'],
        summary: 'Newest event of each brand, and what needs attention; null where not for the reader',
        response: { 200: attentionAnswer },
      },
    },
    async (request, reply) => {
      const actor = await actorOf(request, context)
      if (!mayReadReport({ actor, report: reports.dashboard })) throw new ApiError('forbidden')
      reply.header('cache-control', 'no-store')
      return readAttention(context, actor)
    },
  )
  app.get('/api/dashboard/inbox', async (request, reply) => {
    const actor = await actorOf(request, context)
    return reply.header('cache-control', 'no-store').send(await readInbox(context, actor))
  })
  app.get('/api/dashboard/movers', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['entryByAffiliate'])
    return reply.header('cache-control', 'no-store').send(await readMovers(context, actor))
  })
}
