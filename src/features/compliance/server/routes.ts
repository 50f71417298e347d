import type { FastifyInstance, FastifyRequest } from 'fastify'
import { language as languages } from '#resources/choices.ts'
import { resources } from '#resources/index.ts'
import { isPersonal } from '#engine/declaration/derive/personal.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { text } from '#engine/declaration/fields/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { withStepUp } from '#engine/auth/server/twoStep/withStepUp.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { FileLanguage } from '#engine/export/server/texts.ts'
import { withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { exportPerson, personFormats } from './exportPerson.ts'
import { keepPersonalReads, logPersonalDataAccess } from './personalReads.ts'
import { redactRecord } from './redactRecord.ts'

async function rootOf(request: FastifyRequest, context: AppContext) {
  const actor = await actorOf(request, context)
  if (!actor.root) throw new ApiError('user_must_be_root')
  return actor
}

function oneOf<Value extends string>(name: string, given: unknown, values: readonly Value[]): Value {
  const found = given === undefined ? values[0] : values.find((value) => value === given)
  if (found === undefined)
    throw new ApiError('invalid_request', { values: { reason: `${name} is one of ${values.join(', ')}` } })
  return found
}

function readReason(body: unknown): string {
  const fields = { reason: text({ required: true, min: 3, max: 300 }) }
  const validated = validateInput({ fields, input: withoutStepUpCode(body) })
  if (!validated.ok) throw validationError(validated.problems)
  return (validated.values as { reason: string }).reason
}

function personRoutes(app: FastifyInstance, context: AppContext, resource: AnyResource): void {
  const path = `/api/${resource.name}/:id`
  app.get<{ Params: { id: string } }>(`${path}/person`, async (request, reply) => {
    const actor = await rootOf(request, context)
    const id = String(parseIdParam(request.params))
    const { format, language } = request.query as Record<string, unknown>
    const origin = `${request.protocol}://${request.host}`
    const { type, fileName, stream } = await exportPerson(
      {
        context,
        actor,
        resource,
        origin,
        format: oneOf('format', format, personFormats),
        language: oneOf('language', language, languages.values) as FileLanguage,
      },
      id,
    )
    const http = requestOrigin(request)
    logPersonalDataAccess(context, { actor, resource, how: 'person', id, count: 1, address: http.address })
    const line = { actor, request: http, operation: 'exportPerson', object: resource.name, objectId: id, changes: [] }
    await logActivity(context.database.db, { ...line, at: context.now() })
    const named = reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`)
    return named.header('cache-control', 'no-store').send(stream)
  })
  app.post<{ Params: { id: string } }>(`${path}/redact`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const actor = await rootOf(request, context)
    const id = String(parseIdParam(request.params))
    const reason = readReason(request.body)
    const http = requestOrigin(request)
    const { totp } = stepUpCredentialsIn(request.body).given
    const redacted = await withStepUp(context, { actor, origin: http, totp }, (transaction) =>
      redactRecord({ context, actor, resource, origin: '', transaction, http, id, reason }),
    )
    return { id: Number(id), ...redacted }
  })
}

/**
 * `GET /api/{entity}/{id}/person` (everything about the person of a record, `format=json|xlsx`) and
 * `POST /api/{entity}/{id}/redact {reason}` for every resource with personal fields, for root.
 */
export function personalRoutes(app: FastifyInstance, context: AppContext): void {
  keepPersonalReads(app, context)
  for (const resource of Object.values(resources) as unknown as AnyResource[]) {
    if (isPersonal(resource)) personRoutes(app, context, resource)
  }
}
