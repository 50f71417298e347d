import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { text } from '#engine/declaration/fields/index.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { withStepUp } from '#engine/auth/server/twoStep/withStepUp.ts'
import { withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { currentKeys } from './keys/currentKeys.ts'
import { redactLine } from './redaction/redactLine.ts'
import { verifierKey } from './tree/checkpoint.ts'

const fieldsMax = 50
const nameLengthMax = 100

/** What is to be redacted. @throws ApiError the problem of each field */
function readWanted(body: unknown): { fields: string[]; reason: string } {
  const isObject = body !== null && typeof body === 'object' && !Array.isArray(body)
  const { fields, ...others } = (isObject ? body : {}) as Record<string, unknown>
  const validated = validateInput({ fields: { reason: text({ required: true, min: 3, max: 300 }) }, input: others })
  const problems = validated.ok ? [] : [...validated.problems]
  const isList =
    Array.isArray(fields) && fields.every((name) => typeof name === 'string' && name.length <= nameLengthMax)
  if (!isList || fields.length === 0) problems.push({ field: 'fields', code: 'required' })
  else if (fields.length > fieldsMax)
    problems.push({ field: 'fields', code: 'too_many_items', values: { max: fieldsMax } })
  if (problems.length > 0 || !validated.ok) throw validationError(problems)
  return { fields: fields as string[], reason: (validated.values as { reason: string }).reason }
}

const verifier = join(import.meta.dirname, '../../../cli/verifyStatement.mjs')

/**
 * What somebody outside checks a statement with, without a session: `GET /log/key`, the public key that signs the log
 * now, and `GET /log/verifyStatement.mjs`, the program.
 */
function publicRoutes(app: FastifyInstance): void {
  app.get('/log/key', async (_request, reply) => {
    const { origin, current } = currentKeys()
    return reply.type('text/plain; charset=utf-8').send(`${verifierKey(origin, current.publicBytes)}\n`)
  })
  app.get('/log/verifyStatement.mjs', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-disposition', 'attachment; filename="verifyStatement.mjs"')
      .send(await readFile(verifier)),
  )
}

/**
 * `POST /api/activityLog/{id}/redact {fields, reason}`, for root, with the authenticator's code of whoever has one:
 * takes personal values out of a line that stays proved.
 */
export function logRoutes(app: FastifyInstance, context: AppContext): void {
  publicRoutes(app)
  app.post('/api/activityLog/:id/redact', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const actor = await actorOf(request, context)
    if (!actor.root) throw new ApiError('user_must_be_root')
    const id = parseIdParam(request.params)
    const wanted = {
      actor,
      request: requestOrigin(request),
      at: context.now(),
      id: String(id),
      ...readWanted(withoutStepUpCode(request.body)),
    }
    const redacted = await withStepUp(
      context,
      { actor, origin: wanted.request, totp: stepUpCredentialsIn(request.body).given.totp },
      (db) => redactLine(db, wanted),
    )
    return { id, redacted }
  })
}
