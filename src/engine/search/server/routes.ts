import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { Query } from '#engine/records/server/query/listParameters.ts'
import { findDuplicates, isComparedField } from './duplicates.ts'
import { searchLengthMax, searchRecords, soughtText } from './searchRecords.ts'

const groups = z.array(
  z.object({
    resource: z.string(),
    records: z.array(
      z.object({ id: z.int(), name: z.string(), field: z.string().nullable(), value: z.string().nullable() }),
    ),
    hasMore: z.boolean(),
  }),
)
const duplicates = z.object({ exists: z.boolean(), records: z.array(z.object({ id: z.int(), name: z.string() })) })

function readText({ q, ...others }: Query): string {
  const wrong = Object.keys(others)[0]
  if (wrong !== undefined) throw validationError([{ field: wrong.slice(0, 60), code: 'unknown_filter' }])
  if (typeof q !== 'string') throw new ApiError('invalid_request', { values: { reason: 'q is the text to look for' } })
  if (q.length > searchLengthMax)
    throw validationError([{ field: 'q', code: 'too_long', values: { max: searchLengthMax } }])
  return q
}

/**
 * `GET /api/search?q=` over every resource, and `GET /api/{entity}/duplicates?field=value&except=id` for resources with
 * fields that are compared.
 */
export async function searchRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.get(
    '/api/search',
    {
      schema: {
        tags: ['search'],
        summary: 'A few records of every kind; q is 2 to 100 characters',
        response: { 200: groups },
      },
    },
    async (request, reply) => {
      const actor = await actorOf(request, context)
      const text = soughtText(readText(request.query as Query))
      reply.header('cache-control', 'no-store')
      return text === null ? [] : searchRecords({ context, actor, text })
    },
  )
  for (const resource of Object.values(resources) as unknown as AnyResource[]) {
    if (!Object.values(resource.fields).some(isComparedField)) continue
    const schema = {
      tags: [resource.name],
      summary: `Whether another ${resource.name} has a value: field=value, and except=id for the record itself`,
      response: { 200: duplicates },
    }
    app.get(`/api/${resource.name}/duplicates`, { schema }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return findDuplicates(
        { context, actor: await actorOf(request, context), resource, origin: '' },
        request.query as Query,
      )
    })
  }
}
