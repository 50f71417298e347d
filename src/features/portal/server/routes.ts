import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { integer, text } from '#engine/declaration/fields/index.ts'
import { type Actor, isByKey } from '#engine/declaration/actor.ts'
import type { PortalDeal, PortalOverview, PortalTwoStep } from '../answers/portal.ts'
import type { QuestionsAnswer } from '#engine/notes/answers/notes.ts'
import type { OwnTerms } from '#features/deals/answers/terms.ts'
import { actorOf, sessionOf } from '#engine/auth/server/authenticate.ts'
import { closedToViewers, openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { requirePersonalSignIn } from '#engine/auth/server/personalSignIn.ts'
import { parseIdParam, readTexts } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { freshSessionMs } from '#engine/auth/server/session/lifetimes.ts'
import { actorOfSession } from '#engine/auth/server/session/readSession.ts'
import { readOwnTwoStep } from '#engine/auth/server/twoStep/manageTwoStep.ts'
import { twoStepHolderOf } from '#engine/auth/server/twoStep/twoStepHolder.ts'
import { requireRightCode, tryTotp } from '#engine/auth/server/twoStep/verifyTotp.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { withRetryAfter } from '#engine/server/http/retryAfter.ts'
import { limitCalls } from '#engine/server/rateLimit/bruteForce.ts'
import { requireEmptyBody, parseBody } from '#engine/server/http/bodies.ts'
import { acceptAs, readOwnTermsOf } from '#features/deals/server/agreement/acceptByKey.ts'
import { readDeal } from '#features/deals/server/portal/readDeal.ts'
import { markAnswersSeen, readQuestions } from '#engine/notes/server/questions.ts'
import { historyArchive } from './history/historyArchive.ts'
import { readOverview } from './readOverview.ts'
import { viewRoutes } from './viewPortal.ts'

/** All statements of an affiliate are issued for it. */
const historiesPerHour = 6

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

/** The authenticator of whoever signed in for the affiliate: shown to a fresh sign-in, turned on by its first code. */
function twoStepRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/portal/mfa', closedToViewers, async (request, reply): Promise<PortalTwoStep> => {
    void reply.header('cache-control', 'no-store')
    const session = await sessionOf(request, context)
    const { user, createdAt } = session
    const actor = actorOfSession(session, user)
    const holder = twoStepHolderOf(actor)
    if (user.affiliate === undefined || !holder) throw new ApiError('forbidden')
    const isShown = !isByKey(actor) && context.now().getTime() - createdAt.getTime() < freshSessionMs
    return readOwnTwoStep(context, { holder, label: user.email ?? user.name, isFresh: isShown })
  })
  app.post('/api/portal/mfa/confirm', openToAffiliates, async (request) => {
    const { actor } = await ownOf(request, context)
    requirePersonalSignIn(actor)
    const { totp } = readTexts(request.body, ['totp'])
    const outcome = await tryTotp(context, { actor, totp, origin: requestOrigin(request), isConfirmationNeeded: false })
    requireRightCode(outcome)
    return { isConfirmed: true, isLocked: false }
  })
}

/** Of which record the answers were read. */
const seenFields = { object: text({ required: true, max: 60 }), record: integer({ required: true, min: 1 }) }

/** What the affiliate asked about its records, and what it was answered. */
function questionRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/portal/questions', openToAffiliates, async (request, reply): Promise<QuestionsAnswer> => {
    const { actor } = await ownOf(request, context)
    void reply.header('cache-control', 'no-store')
    return readQuestions(readPrimaryAs(context.database, actor), actor)
  })
  app.post('/api/portal/questions/seen', openToAffiliates, async (request) => {
    const { actor } = await ownOf(request, context)
    const { object, record } = parseBody(seenFields, request.body)
    const of = { object: String(object), record: Number(record) }
    await markAnswersSeen(context.database.db, { actor, at: context.now(), ...of })
    return { done: true }
  })
}

/** What an affiliate's own pages ask besides its records, reports and statements: `/api/portal/…`. */
export function portalRoutes(app: FastifyInstance, context: AppContext): void {
  twoStepRoutes(app, context)
  questionRoutes(app, context)
  viewRoutes(app, context)
  app.get('/api/portal/overview', openToAffiliates, async (request, reply): Promise<PortalOverview> => {
    const { actor, affiliate } = await ownOf(request, context)
    void reply.header('cache-control', 'no-store')
    return readOverview(context, actor, affiliate)
  })
  app.get('/api/portal/deal', openToAffiliates, async (request, reply): Promise<PortalDeal> => {
    void reply.header('cache-control', 'no-store')
    return readDeal(context, (await ownOf(request, context)).affiliate)
  })
  app.get('/api/portal/history', closedToViewers, async (request, reply) => {
    const { actor, affiliate } = await ownOf(request, context)
    const limit = { name: 'history', max: historiesPerHour, who: `affiliate ${affiliate}`, seconds: 3600 }
    await withRetryAfter(reply, () => limitCalls(context, limit))
    const archive = historyArchive(context, { actor, affiliate, request: requestOrigin(request) })
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="history-affiliate-${affiliate}.zip"`)
      .send(Readable.from(archive, { objectMode: false }))
  })
  app.post('/api/portal/terms/:id/accept', openToAffiliates, async (request): Promise<OwnTerms | null> => {
    const { affiliate } = await ownOf(request, context)
    requireEmptyBody(request.body)
    const terms = parseIdParam(request.params)
    if ((await readOwnTermsOf(context, affiliate))?.id !== terms) throw new ApiError('not_found')
    await acceptAs(context, { affiliate, terms, http: requestOrigin(request) })
    return readOwnTermsOf(context, affiliate)
  })
}
