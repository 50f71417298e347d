import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import type { DecidedAnswer } from '../answers/applications.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { boolean, text } from '#engine/declaration/fields/index.ts'
import { guardProperty } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { parseIdParam, readTexts } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import { propertiesOf, requireEmptyBody, parseBody } from '#engine/server/http/bodies.ts'
import { linkOrigin } from '#engine/server/http/linkOrigin.ts'
import { withRetryAfter } from '#engine/server/http/retryAfter.ts'
import { sendText } from '#engine/server/mail/sendText.ts'
import { invitationPath, mailedInvitation, mailLimitMs } from '#features/accounts/server/routes.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { approve, askBack, type Decision, refuse } from './decide.ts'
import { readDuplicates } from './duplicates.ts'
import { answerAsked, readAsked } from './links.ts'
import { apply, readForm } from './publicForm.ts'
import { type ApplicationRow, readApplication } from './readApplication.ts'

/** Four documents of half a megabyte in base64, and what is said beside them. */
const bodyLimit = 3_000_000

interface OfBrand {
  Params: { slug: string }
}

/** The public page of a brand that takes applications: what it shows, what is filled in, and the applicant's answer. */
function publicRoutes(app: FastifyInstance, context: AppContext): void {
  app.get<OfBrand>('/api/apply/:slug', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    return readForm(context, request.params.slug)
  })
  app.post<OfBrand>('/api/apply/:slug', { bodyLimit }, (request, reply) =>
    withRetryAfter(reply, async () => {
      const { slug } = request.params
      await apply(context, { slug, body: request.body, http: requestOrigin(request) })
      return { done: true }
    }),
  )
  app.post('/api/apply/link/read', (request, reply) => {
    const { token } = readTexts(request.body, ['token'])
    return withRetryAfter(reply, () => readAsked(context, { token, origin: requestOrigin(request) }))
  })
  app.post('/api/apply/link/answer', { bodyLimit }, (request, reply) =>
    withRetryAfter(reply, async () => {
      await answerAsked(context, request.body, requestOrigin(request))
      return { done: true }
    }),
  )
}

/** @returns whether the mail server took the mail; null where none is set up */
async function mailApplicant(
  { environment: { mail } }: AppContext,
  { id, email, name, language }: ApplicationRow,
  { words, lines }: { words: 'asked' | 'refused'; lines: readonly string[] },
): Promise<boolean | null> {
  if (!mail) return null
  const { translate } = textsFor(language)
  const said = { to: email, id: `application-${id}-${Date.now()}`, subject: translate(`applications.${words}Subject`) }
  const text = [translate(`applications.${words}Mail`, { name }), '', ...lines, ''].join('\n')
  return (await sendText({ ...said, text }, mail, mailLimitMs)).status !== null
}

/** What staff do about an application: who else says the same, and a question, a refusal or an approval. */
export function applicationRoutes(app: FastifyInstance, context: AppContext): void {
  publicRoutes(app, context)
  const path = '/api/application/:id'
  const asked = async (request: FastifyRequest, reply: FastifyReply): Promise<Decision> => {
    void reply.header('cache-control', 'no-store')
    const actor = await actorOf(request, context)
    // Who may make an affiliate decides who becomes one.
    if (!can({ actor, resource: resources.affiliate, operation: 'create' })) throw new ApiError('forbidden')
    const id = parseIdParam(request.params)
    await readApplication(readPrimaryAs(context.database, actor), actor, { id })
    return { actor, id, origin: requestOrigin(request) }
  }
  app.get(`${path}/duplicates`, async (request, reply) => {
    const { actor, id } = await asked(request, reply)
    const db = readPrimaryAs(context.database, actor)
    return readDuplicates(db, actor, await readApplication(db, actor, { id }))
  })
  app.post(`${path}/ask`, async (request, reply): Promise<DecidedAnswer> => {
    const decision = await asked(request, reply)
    const { question } = parseBody({ question: text({ required: true, max: 2000 }) }, request.body)
    const pages = linkOrigin(request, context.environment)
    const { application, link: made } = await askBack(context, decision, String(question))
    const link = `${pages}/application#${made.token}`
    const isMailed = await mailApplicant(context, application, { words: 'asked', lines: [String(question), '', link] })
    return { affiliate: null, link, expiresAt: made.expiresAt.toISOString(), isMailed }
  })
  app.post(`${path}/decline`, async (request, reply): Promise<DecidedAnswer> => {
    const decision = await asked(request, reply)
    const { reason } = parseBody({ reason: text({ required: true, max: 500 }) }, withoutStepUpCode(request.body))
    const application = await refuse(context, decision, String(reason))
    const isMailed = await mailApplicant(context, application, { words: 'refused', lines: [] })
    return { affiliate: null, link: null, expiresAt: null, isMailed }
  })
  app.post(`${path}/approve`, async (request, reply): Promise<DecidedAnswer> => {
    const decision = await asked(request, reply)
    const { rewardProfile, brands, partner, invites: given, [guardProperty]: _, ...rest } = propertiesOf(request.body)
    requireEmptyBody(rest)
    const { invites } = parseBody(
      { invites: boolean({ default: true }) },
      given === undefined ? {} : { invites: given },
    )
    const pages = linkOrigin(request, context.environment)
    const approval = { rewardProfile, brands, partner, invites: Boolean(invites) }
    const { application, affiliate, invitation } = await approve(
      context,
      { ...decision, proof: stepUpCredentialsIn(request.body) },
      approval,
    )
    if (!invitation) return { affiliate, link: null, expiresAt: null, isMailed: null }
    const link = `${pages}${invitationPath(invitation)}`
    const { expiresAt } = invitation
    const isMailed = await mailedInvitation(context, application, { link, expiresAt })
    return { affiliate, link, expiresAt: expiresAt.toISOString(), isMailed }
  })
}
