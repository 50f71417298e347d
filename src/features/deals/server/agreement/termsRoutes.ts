import type { FastifyInstance } from 'fastify'
import type { OwnTerms, TermsInForce } from '../../answers/terms.ts'
import { text } from '#engine/declaration/fields/index.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { resources } from '#resources/index.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { readAcceptedVersions } from './acceptedVersions.ts'
import { acceptByKey, readOwnTerms } from './acceptByKey.ts'

const said = { affiliateToken: text({ required: true, max: 64 }) }
const keyIn = (given: unknown): string => parseBody(said, given).affiliateToken as string

/**
 * What an affiliate reads and accepts by its own access key, without a session, and who accepted which version of a
 * rule.
 */
export function termsRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/terms/in_force', async (request, reply): Promise<TermsInForce> => {
    void reply.header('cache-control', 'no-store')
    return { terms: await readOwnTerms(context, { key: keyIn(request.query), address: request.ip }) }
  })
  for (const name of ['reward', 'rewardProfile'] as const)
    app.get<{ Params: { id: string } }>(`/api/${name}/:id/accepted`, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const asked = { context, actor: await actorOf(request, context), resource: resources[name], origin: '' }
      return readAcceptedVersions(asked, request.params.id)
    })
  app.post('/api/terms/:id/accept', async (request): Promise<OwnTerms> => {
    const given = { key: keyIn(request.body), address: request.ip }
    await acceptByKey(context, { ...given, terms: parseIdParam(request.params), http: requestOrigin(request) })
    return (await readOwnTerms(context, given))!
  })
}
