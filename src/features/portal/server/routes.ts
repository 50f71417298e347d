import type { FastifyInstance, FastifyRequest } from 'fastify'
import { integer, text } from '../../config/fields/index.ts'
import type { Actor } from '../../config/actor.ts'
import type { PortalDeal, PortalOverview, PortalTwoStep } from '../../config/answers/portal.ts'
import type { QuestionsAnswer } from '../../config/answers/notes.ts'
import type { OwnTerms } from '../../config/answers/terms.ts'
import { actorOf, sessionOf } from '../auth/authenticate.ts'
import { ofAffiliates } from '../auth/openToAffiliates.ts'
import { readId, readTexts } from '../auth/requestBody.ts'
import { requestOrigin } from '../auth/requestOrigin.ts'
import { freshSessionMs } from '../auth/session/lifetimes.ts'
import { actorOfSession } from '../auth/session/readSession.ts'
import { readOwnTwoStep } from '../auth/twoStep/manageTwoStep.ts'
import { twoStepHolderOf } from '../auth/twoStep/twoStepHolder.ts'
import { tryTotp } from '../auth/twoStep/verifyTotp.ts'
import type { AppContext } from '../context.ts'
import { readPrimaryAs } from '../database/fence/openFence.ts'
import { ApiError } from '../errors.ts'
import { readNothing, readValues } from '../http/bodies.ts'
import { acceptAs, readOwnTermsOf } from '../money/agree/acceptByKey.ts'
import { readDeal } from './readDeal.ts'
import { markAnswersSeen, readQuestions } from './questions.ts'
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

/** The authenticator of whoever signed in for the affiliate: shown to a fresh sign-in, turned on by its first code. */
function twoStepRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/portal/mfa', ofAffiliates, async (request, reply): Promise<PortalTwoStep> => {
    void reply.header('cache-control', 'no-store')
    const session = await sessionOf(request, context)
    const { user, createdAt } = session
    const holder = twoStepHolderOf(actorOfSession(session, user))
    if (user.affiliate === undefined || !holder) throw new ApiError('forbidden')
    const isFresh = context.now().getTime() - createdAt.getTime() < freshSessionMs
    return readOwnTwoStep(context, { holder, label: user.email ?? user.name, isFresh })
  })
  app.post('/api/portal/mfa/confirm', ofAffiliates, async (request) => {
    const { actor } = await ownOf(request, context)
    const { totp } = readTexts(request.body, ['totp'])
    const outcome = await tryTotp(context, { actor, totp, origin: requestOrigin(request), isConfirmationNeeded: false })
    if (outcome !== 'right') throw new ApiError(outcome)
    return { isConfirmed: true, isLocked: false }
  })
}

/** Of which record the answers were read. */
const seenFields = { object: text({ required: true, max: 60 }), record: integer({ required: true, min: 1 }) }

/** What the affiliate asked about its records, and what it was answered. */
function questionRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/portal/questions', ofAffiliates, async (request, reply): Promise<QuestionsAnswer> => {
    const { actor } = await ownOf(request, context)
    void reply.header('cache-control', 'no-store')
    return readQuestions(readPrimaryAs(context.database, actor), actor)
  })
  app.post('/api/portal/questions/seen', ofAffiliates, async (request) => {
    const { actor } = await ownOf(request, context)
    const { object, record } = readValues(seenFields, request.body)
    const of = { object: String(object), record: Number(record) }
    await markAnswersSeen(context.database.db, { actor, at: context.now(), ...of })
    return { done: true }
  })
}

/** What an affiliate's own pages ask besides its records, reports and statements: `/api/portal/…`. */
export function portalRoutes(app: FastifyInstance, context: AppContext): void {
  twoStepRoutes(app, context)
  questionRoutes(app, context)
  app.get('/api/portal/overview', ofAffiliates, async (request, reply): Promise<PortalOverview> => {
    const { actor, affiliate } = await ownOf(request, context)
    void reply.header('cache-control', 'no-store')
    return readOverview(context, actor, affiliate)
  })
  app.get('/api/portal/deal', ofAffiliates, async (request, reply): Promise<PortalDeal> => {
    void reply.header('cache-control', 'no-store')
    return readDeal(context, (await ownOf(request, context)).affiliate)
  })
  app.post('/api/portal/terms/:id/accept', ofAffiliates, async (request): Promise<OwnTerms | null> => {
    const { affiliate } = await ownOf(request, context)
    readNothing(request.body)
    const terms = readId(request.params)
    if ((await readOwnTermsOf(context, affiliate))?.id !== terms) throw new ApiError('not_found')
    await acceptAs(context, { affiliate, terms, http: requestOrigin(request) })
    return readOwnTermsOf(context, affiliate)
  })
}
