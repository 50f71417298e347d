import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import { keyScope } from '#resources/choices.ts'
import { isSelfServiceActor } from '#engine/declaration/actor.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { choice, type FieldMap, moment, text } from '#engine/declaration/fields/index.ts'
import type { AppContext } from '#engine/server/context.ts'
import { openToAffiliates } from '../openToAffiliates.ts'
import { isStepUpRequired } from '../twoStep/stepUp.ts'
import type { KeyScope, OfferedScope } from '../../answers/accessKeys.ts'
import { actorOf } from '../authenticate.ts'
import { requirePersonalSignIn } from '../personalSignIn.ts'
import { parseIdParam } from '../requestBody.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { withoutStepUpCode } from '../idempotency.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { requireVisibleHolder, requireFullVisibilityOfOwner, requireMayMakeScope } from './keyHolder.ts'
import { type KeyOwner, keyOwners } from './keyInForce.ts'
import { createKey, endKey, type KeyMaking, type KeyWrite, listKeys, rotateKey, type WantedKey } from './manageKeys.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

const rotatedFields = { scope: choice(keyScope), expiresAt: moment() }
const wantedFields = { label: text({ required: true, max: 80 }), ...rotatedFields }

/** What a key is to be. @throws ApiError the problem of each field; `in_past` for an end that is over */
function readWanted(fields: FieldMap, body: unknown, now: Date): WantedKey {
  const validated = validateInput({ fields, input: body ?? {} })
  if (!validated.ok) throw validationError([...validated.problems])
  const { label = '', scope, expiresAt } = validated.values as Partial<Record<string, string>> & { scope?: KeyScope }
  const end = expiresAt ? new Date(expiresAt) : null
  if (end && end <= now) throw validationError([{ field: 'expiresAt', code: 'in_past' }])
  return { label, scope: scope ?? null, expiresAt: end }
}

/**
 * `/api/{affiliate|partner}/{id}/access_key`: whoever may change the owner makes, lists, rotates and ends its keys.
 * Nobody else hears that there are any.
 */
export function accessKeyRoutes(app: FastifyInstance, context: AppContext): void {
  for (const kind of keyOwners) ownerRoutes(app, context, kind)
}

/** The code by which something is refused; null where it is not. */
async function refusalOf(check: () => Promise<void>): Promise<ErrorCode | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

function ownerRoutes(app: FastifyInstance, context: AppContext, kind: KeyOwner): void {
  const path = `/api/${kind}/:id/access_key`
  const asked = async (request: FastifyRequest): Promise<KeyWrite> => {
    const actor = await actorOf(request, context)
    if (!can({ actor, resource: resources[kind], operation: 'update' })) throw new ApiError('forbidden')
    const holder = { kind, id: parseIdParam(request.params) }
    await requireVisibleHolder(readPrimaryAs(context.database, actor), actor, holder)
    return { actor, holder, origin: requestOrigin(request) }
  }
  const toChange = async (request: FastifyRequest): Promise<KeyWrite> => {
    const write = await asked(request)
    requirePersonalSignIn(write.actor)
    return write
  }
  const requireMayMake = async ({ actor, holder }: KeyWrite) => {
    requirePersonalSignIn(actor)
    await requireFullVisibilityOfOwner(context.database.db, actor, holder)
    // An open session that somebody found must not make keys that outlive it.
    if (isSelfServiceActor(actor) && !(await isStepUpRequired(context.database.db, actor)))
      throw new ApiError('step_up_needs_authenticator')
  }
  const toMake = async (request: FastifyRequest): Promise<KeyMaking> => {
    const write = await asked(request)
    await requireMayMake(write)
    return { ...write, totp: stepUpCredentialsIn(request.body).given.totp }
  }
  const keyIdOf = (request: FastifyRequest) => parseIdParam({ id: (request.params as { keyId: string }).keyId })
  const open = kind === 'affiliate' ? openToAffiliates : {}
  app.post(path, open, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const write = await toMake(request)
    return createKey(context, write, readWanted(wantedFields, withoutStepUpCode(request.body), context.now()))
  })
  app.get(path, open, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return listKeys(context.database.db, (await asked(request)).holder)
  })
  app.get(`${path}/scope`, open, async (request, reply): Promise<OfferedScope[]> => {
    reply.header('cache-control', 'no-store')
    const write = await asked(request)
    const refusal = await refusalOf(() => requireMayMake(write))
    return Promise.all(
      keyScope.values.map(async (scope) => ({
        scope,
        refusal: refusal ?? (await refusalOf(async () => requireMayMakeScope(write.actor, scope))),
      })),
    )
  })
  app.delete(`${path}/:keyId`, open, async (request) => endKey(context, await toChange(request), keyIdOf(request)))
  app.post(`${path}/:keyId/rotate`, open, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const write = await toMake(request)
    const wanted = readWanted(rotatedFields, withoutStepUpCode(request.body), context.now())
    return rotateKey(context, write, keyIdOf(request), wanted)
  })
}
