import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { FeatureInUse } from '../answers/features.ts'
import type { InvitationAnswer, InvitedAnswer } from '../answers/people.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { requireFullVisibilityOfOwner, requireMayLetIn } from '#engine/auth/server/accessKeys/keyHolder.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { parseIdParam, readTexts } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { withStepUp } from '#engine/auth/server/twoStep/withStepUp.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import { requireEmptyBody } from '#engine/server/http/bodies.ts'
import { linkOrigin } from '#engine/server/http/linkOrigin.ts'
import { withRetryAfter } from '#engine/server/http/retryAfter.ts'
import { sendText } from '#engine/server/mail/sendText.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { readFeaturesInUse } from './effects/features.ts'
import { acceptInvitation, makeInvitation, type MadeInvitation, readInvitation } from './invitations.ts'

/** How long a mail server may take to answer while somebody waits. */
export const mailLimitMs = 10_000

/** One of an affiliate's people, as far as inviting asks. */
interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly language: string | null
  readonly affiliate: number
  readonly suspended: boolean
}

/** @throws ApiError `not_found` where this person does not see it */
async function visiblePerson(db: Kysely<any>, actor: Actor, id: number): Promise<Person> {
  const isVisible = scopeCondition({ actor, resource: resources.affiliateUser, alias: 'someone' })
  const person = await firstRow(
    db,
    sql<Person>`select id, email, name, language, affiliate, suspended from affiliate_user someone
      where id = ${id}::bigint and ${isVisible}`,
  )
  if (!person) throw new ApiError('not_found')
  return { ...person, id: Number(person.id), affiliate: Number(person.affiliate) }
}

/** Mails the link of an invitation. @returns whether the mail server took it; null where none is set up */
export async function mailedInvitation(
  { environment: { mail } }: AppContext,
  { email, name, language }: Pick<Person, 'email' | 'name' | 'language'>,
  { link, expiresAt }: { link: string; expiresAt: Date },
): Promise<boolean | null> {
  if (!mail) return null
  const { translate } = textsFor(language)
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const lines = [translate('people.mailText', { name }), '', link, '', translate('people.mailUntil', { until })]
  const said = { to: email, id: `invitation-${expiresAt.getTime()}`, subject: translate('people.mailSubject') }
  return (await sendText({ ...said, text: [...lines, ''].join('\n') }, mail, mailLimitMs)).status !== null
}

/** The page that a link leads to. The token stands behind `#`, which browsers keep to themselves. */
export const invitationPath = ({ token }: MadeInvitation): string => `/invitation#${token}`

/**
 * `POST /api/affiliateUser/{id}/invite` for whoever may change the affiliate's people; `POST /api/invitation/read` and
 * `/accept` for whoever has the link; `GET /api/company/{id}/feature` for root.
 */
export function peopleRoutes(app: FastifyInstance, context: AppContext): void {
  app.post('/api/affiliateUser/:id/invite', async (request, reply): Promise<InvitationAnswer> => {
    void reply.header('cache-control', 'no-store')
    const actor = await actorOf(request, context)
    if (!can({ actor, resource: resources.affiliateUser, operation: 'update' })) throw new ApiError('forbidden')
    const person = await visiblePerson(readPrimaryAs(context.database, actor), actor, parseIdParam(request.params))
    requireMayLetIn(actor)
    await requireFullVisibilityOfOwner(context.database.db, actor, { kind: 'affiliate', id: person.affiliate })
    requireEmptyBody(withoutStepUpCode(request.body))
    if (person.suspended) throw new ApiError('person_suspended')
    const pages = linkOrigin(request, context.environment)
    const origin = requestOrigin(request)
    const made = await withStepUp(
      context,
      { actor, origin, totp: stepUpCredentialsIn(request.body).given.totp },
      (db) =>
        makeInvitation(context, { ...currentBusinessTime(context, actor), db, actor, request: origin }, person.id),
    )
    const [link, expiresAt] = [`${pages}${invitationPath(made)}`, made.expiresAt]
    const isMailed = await mailedInvitation(context, person, { link, expiresAt })
    return { link, expiresAt: expiresAt.toISOString(), isMailed }
  })
  app.get('/api/company/:id/feature', async (request, reply): Promise<FeatureInUse[]> => {
    void reply.header('cache-control', 'no-store')
    const actor = await actorOf(request, context)
    if (!actor.root) throw new ApiError('user_must_be_root')
    return readFeaturesInUse(readPrimaryAs(context.database, actor), parseIdParam(request.params))
  })
  app.post('/api/invitation/read', async (request, reply): Promise<InvitedAnswer> => {
    const { token } = readTexts(request.body, ['token'])
    return withRetryAfter(reply, () => readInvitation(context, { token, origin: requestOrigin(request) }))
  })
  app.post('/api/invitation/accept', async (request, reply): Promise<Pick<InvitedAnswer, 'email'>> => {
    const given = readTexts(request.body, ['token', 'password', 'passwordConfirmation'])
    return withRetryAfter(reply, () => acceptInvitation(context, { ...given, origin: requestOrigin(request) }))
  })
}
