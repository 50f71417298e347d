import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { evaluateFormula } from './evaluateExpression.ts'
import { hierarchyAnswer, readHierarchy } from './readHierarchy.ts'
import { tokenOptionRoutes } from './tokenOptions.ts'

/**
 * The partner hierarchy as a whole, `GET /api/partner/hierarchy`, and formulas tried,
 * `POST /api/partnerLevel/evaluate`.
 */
export async function hierarchyRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  tokenOptionRoutes(app, context)
  app.get(
    '/api/partner/hierarchy',
    {
      schema: {
        tags: ['partner'],
        summary: 'Levels, partners, and what hangs on each',
        response: { 200: hierarchyAnswer },
      },
    },
    async (request, reply) => {
      const actor = await actorOf(request, context)
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(await readHierarchy(context, actor))
    },
  )
  app.post(
    '/api/partnerLevel/evaluate',
    {
      schema: {
        tags: ['partnerLevel'],
        summary: 'The result of {expression, values?}; 422 with the place of what is wrong',
        response: { 200: z.object({ result: z.number() }) },
      },
    },
    async (request) => {
      const actor = await actorOf(request, context)
      return evaluateFormula({ actor, body: request.body })
    },
  )
}
