import { randomUUID } from 'node:crypto'
import { type ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import { mayRunAction } from '#engine/declaration/derive/access.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { guardProperty, type ResourceAction } from '#engine/declaration/resource.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { parseId } from '../query/filterValues.ts'
import { pageSizeMax } from '../query/listParameters.ts'
import { stepUpCredentialsIn } from '../write/stepUpCredentials.ts'
import { inWrite, updateInWrite } from '../writePipeline.ts'
import type { WritingRequest } from './create.ts'
import { requireId, selectRecord } from './read.ts'

/** What became of each record of a bulk action. */
export interface BulkOutcome {
  readonly changed: number[]
  readonly refused: { readonly id: number; readonly code: ErrorCode }[]
}

/**
 * What says that a change must be proved first. It concerns whoever asks, not one record: the whole request is refused,
 * so that pages ask for the proof once.
 */
const proofCodes: ReadonlySet<ErrorCode> = new Set([
  'totp_required',
  'invalid_totp',
  'authenticator_locked',
  'step_up_needs_authenticator',
  'current_password_required',
])

/** Undoes a change that was made only to see whether it can be. */
class OnlyTried extends Error {}

/** What is asked of an action: its name, what it is, and what was sent. */
export interface ActionRequest extends WritingRequest {
  readonly name: string
  readonly action: ResourceAction
  readonly body: unknown
}

function readBody(body: unknown): AnyRecord {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  return body as AnyRecord
}

function readIds(ids: unknown, { noneChosen: code = 'required' }: ResourceAction): string[] {
  if (ids === undefined || (Array.isArray(ids) && ids.length === 0)) {
    throw new ApiError(code === 'required' ? 'validation_failed' : code, { problems: [{ field: 'ids', code }] })
  }
  if (!Array.isArray(ids))
    throw validationError([{ field: 'ids', code: 'invalid_type', values: { expected: 'a list of ids' } }])
  if (ids.length > pageSizeMax)
    throw validationError([{ field: 'ids', code: 'too_many_items', values: { max: pageSizeMax } }])
  const parsed = ids.map(parseId)
  if (parsed.includes(null))
    throw validationError([{ field: 'ids', code: 'invalid_type', values: { expected: 'a list of ids' } }])
  return [...new Set(parsed as string[])]
}

function requireAction({ actor, resource, action }: ActionRequest): void {
  if (!mayRunAction({ actor, resource, action })) throw new ApiError('forbidden')
}

/** An action that sets a guarded field takes the proof beside its input. */
function withoutProof({ resource, action }: ActionRequest, body: AnyRecord): AnyRecord {
  if (!action.set || !Object.hasOwn(resource.effects.guarded, action.set)) return body
  const { [guardProperty]: _, ...given } = body
  return given
}

function inputOf(request: ActionRequest, given: AnyRecord): AnyRecord {
  const validated = validateInput({ fields: request.action.input ?? {}, input: given })
  if (!validated.ok) throw validationError(validated.problems)
  return request.action.set ? { [request.action.set]: validated.values[request.action.set] } : validated.values
}

/**
 * `POST /api/{entity}/{action}` with `ids`: the same change to each record, each by itself under one batch id: what a
 * rule forbids for one
 * does not stop the others. Where a guarded field changes and the proof is missing or wrong, nothing was changed and
 * the whole is refused. With `preview: true` each change is made and undone: the answer says what would be changed and
 * what refused.
 */
export async function runBulkAction(request: ActionRequest): Promise<BulkOutcome> {
  requireAction(request)
  const { ids, preview = false, ...given } = withoutProof(request, readBody(request.body))
  if (typeof preview !== 'boolean')
    throw validationError([{ field: 'preview', code: 'invalid_type', values: { expected: 'true or false' } }])
  const parsed = readIds(ids, request.action)
  const input = inputOf(request, given)
  const batch = randomUUID()
  // What is only tried needs no proof: nothing of it stays.
  const proof = preview ? { given: {}, isTaken: true } : stepUpCredentialsIn(request.body)
  const outcome: BulkOutcome = { changed: [], refused: [] }
  for (const id of parsed) {
    try {
      await inWrite({ ...request, batch, proof }, async (write) => {
        await updateInWrite(write, { id, input, operation: request.name, action: request.action })
        if (preview) throw new OnlyTried()
      })
      outcome.changed.push(Number(id))
    } catch (error) {
      if (error instanceof OnlyTried) {
        outcome.changed.push(Number(id))
        continue
      }
      if (!(error instanceof ApiError) || proofCodes.has(error.code)) throw error
      outcome.refused.push({ id: Number(id), code: error.problems[0]?.code ?? error.code })
    }
  }
  return outcome
}

/** `POST /api/{entity}/{id}/{action}`: the action on one record; answers the record as JSON text. */
export async function runAction(request: ActionRequest, id: string): Promise<string> {
  requireAction(request)
  const parsed = requireId(id)
  const input = inputOf(request, withoutProof(request, readBody(request.body ?? {})))
  return inWrite({ ...request, proof: stepUpCredentialsIn(request.body) }, async (write) => {
    await updateInWrite(write, { id: parsed, input, operation: request.name, action: request.action })
    return (await selectRecord(request, parsed, write.transaction)) ?? JSON.stringify({ id: Number(parsed) })
  })
}
