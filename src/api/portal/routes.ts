import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../config/actor.ts'
import type { PortalDeal, PortalOverview } from '../../config/answers/portal.ts'
import type { OwnTerms } from '../../config/answers/terms.ts'
import { actorOf } from '../auth/authenticate.ts'
import { ofAffiliates } from '../auth/openToAffiliates.ts'
import { readId } from '../auth/requestBody.ts'
import { requestOrigin } from '../auth/requestOrigin.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { readNothing } from '../http/bodies.ts'
import { acceptAs, readOwnTermsOf } from '../money/agree/acceptByKey.ts'
import { readDeal } from './readDeal.ts'
import { readOverview } from './readOverview.ts'

interface Own {
  readonly actor: Actor
  readonly affiliate: number
}

/** The affiliate whose own session asks. @throws ApiError `forbidden` for everybody else */
async function ownOf(request: FastifyRequest, context: AppContext): Promise<Own> {
  const actor = await actorOf(request, context)
  if (actor.affiliate === undefined) throw new ApiError('forbidden')
  return { actor, affiliate: actor.affiliate }
}

const described = (summary: string) => ({ ...ofAffiliates, schema: { tags: ['portal'], summary } })

/** What an affiliate's own pages ask besides its records, reports and statements: `/api/portal/…`. */
export function portalRoutes(app: FastifyInstance, context: AppContext): void {
  app.get(
    '/api/portal/overview',
    described('What the affiliate earned, what is pending and paid, and when the rest comes or why not'),
    async (request, reply): Promise<PortalOverview> => {
      const { actor, affiliate } = await ownOf(request, context)
      void reply.header('cache-control', 'no-store')
      return readOverview(context, actor, affiliate)
    },
  )
  app.get(
    '/api/portal/deal',
    described("The rewards of the affiliate's profile as far as they concern it, and which profiles held before"),
    async (request, reply): Promise<PortalDeal> => {
      void reply.header('cache-control', 'no-store')
      return readDeal(context, (await ownOf(request, context)).affiliate)
    },
  )
  app.post(
    '/api/portal/terms/:id/accept',
    described('The affiliate accepts the terms in force, at this moment'),
    async (request): Promise<OwnTerms | null> => {
      const { affiliate } = await ownOf(request, context)
      readNothing(request.body)
      await acceptAs(context, { affiliate, terms: readId(request.params), http: requestOrigin(request) })
      return readOwnTermsOf(context, affiliate)
    },
  )
}
