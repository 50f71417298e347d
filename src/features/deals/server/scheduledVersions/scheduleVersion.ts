import { sql } from 'kysely'
import type { ScheduledAnswer } from '../../answers/scheduledVersions.ts'
import { keepsPast } from '#engine/declaration/derive/flatFields.ts'
import { validateRecord } from '#engine/declaration/derive/validator.ts'
import { date } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { readingOn, standInEachOther } from '#engine/values/schedules.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { flattenBlocks } from '#engine/declaration/derive/flatFields.ts'
import { checkExpression } from '#app/server/effects.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { isObject, propertiesOf, parseBody } from '#engine/server/http/bodies.ts'
import { newValues, currentBusinessTime } from '#engine/records/server/change.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { WritingRequest } from '#engine/records/server/operations/create.ts'
import { requireId } from '#engine/records/server/operations/read.ts'
import { requireAccess } from '#engine/records/server/recordRequest.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { lockRecord } from '#engine/records/server/write/storedRecord.ts'
import type { WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import { checkedChange, inWrite, requireStepUp } from '#engine/records/server/writePipeline.ts'
import { openVersions, scheduledAnswer, scheduledColumns, type ScheduledRow } from './readScheduled.ts'

/** A rule that is agreed upon further ahead than this is a slip of the pen. */
const aheadDaysMax = 3_653
const aRecordMax = 20

interface Asked {
  readonly values: AnyRecord
  readonly validFrom: Day
  readonly validUntil: Day | null
  readonly version: unknown
}

/** Reads `{values, validFrom, validUntil?, version?}` beside what proves it. @throws ApiError 400 */
function readAsked(body: unknown): Asked {
  const { values, version, totp: _, currentPassword: __, ...rest } = propertiesOf(body)
  const said = { validFrom: date({ required: true }), validUntil: date() }
  const { validFrom, validUntil } = parseBody(said, rest) as { validFrom: Day; validUntil?: Day | null }
  if (!isObject(values)) throw validationError([{ field: 'values', code: 'required' }])
  return { values, version, validFrom, validUntil: validUntil ?? null }
}

function requireDays({ validFrom, validUntil }: Asked, today: Day): void {
  if (validFrom <= today) throw validationError([{ field: 'validFrom', code: 'schedule_not_ahead' }])
  if (validFrom > addDays(today, aheadDaysMax))
    throw validationError([{ field: 'validFrom', code: 'schedule_too_far' }])
  if (validUntil !== null && validUntil <= validFrom)
    throw validationError([{ field: 'validUntil', code: 'before_begin' }])
}

function requireDated({ resource }: WriteRequest, names: readonly string[]): void {
  const others = names.filter((name) => !keepsPast(resource, name))
  if (others.length > 0) throw validationError(others.map((field) => ({ field, code: 'not_dated' })))
}

/** The values that differ on the first day, once all that is asked of a change was asked of them. */
async function checkedValues(write: WriteRequest, id: string, asked: Asked): Promise<AnyRecord> {
  const { resource, actor, transaction } = write
  const before = await lockRecord(write, { id, version: asked.version })
  requireDated(write, Object.keys(asked.values))
  const open = await openVersions(transaction, { object: resource.name, id })
  if (open.length >= aRecordMax) throw new ApiError('too_many_scheduled', { values: { max: aRecordMax } })
  if (open.some((other) => standInEachOther(other, { ...asked, replaced: null })))
    throw new ApiError('schedule_overlaps', { problems: [{ field: 'validFrom', code: 'schedule_overlaps' }] })
  const then = readingOn(before, open, asked.validFrom) as AnyRecord
  const validated = validateRecord({
    resource,
    operation: 'update',
    input: asked.values,
    current: then,
    actor,
    checkExpression,
    flattenBlocks,
  })
  if (!validated.ok) throw validationError(validated.problems)
  const dated = { ...write, holdsFrom: asked.validFrom }
  const step = await checkedChange(dated, { id, before: then, values: validated.values })
  if (!step) throw new ApiError('schedule_changes_nothing')
  requireDated(write, step.changed)
  await requireStepUp(step)
  return Object.fromEntries(step.changed.map((name) => [name, step.after[name] ?? null]))
}

/**
 * `POST /api/{entity}/{id}/scheduled {values, validFrom, validUntil?}`: dated fields read otherwise from a day to come,
 * up to another one where it is said. All that is asked of a change is asked now, with the first day for the day on
 * which it holds, and again when it begins.
 * @throws ApiError 403, 404, `schedule_overlaps`, `schedule_changes_nothing`, or a problem for each field
 */
export async function scheduleVersion(request: WritingRequest, given: string, body: unknown): Promise<ScheduledAnswer> {
  requireAccess(request, 'update')
  const id = requireId(given)
  const asked = readAsked(body)
  const { resource, actor, context, http } = request
  return inWrite({ ...request, proof: stepUpCredentialsIn(body) }, async (write) => {
    requireDays(asked, write.today)
    const values = await checkedValues(write, id, asked)
    const { validFrom, validUntil } = asked
    const made = sql<ScheduledRow>`insert into scheduled_version
        (object, record, "values", valid_from, valid_until, state, scheduled_by, scheduled_at)
      values (${resource.name}::text, ${id}::text::bigint, ${JSON.stringify(values)}::text::jsonb,
        ${validFrom}::text::date, ${validUntil}::text::date, 'waiting', ${actor.name}::text,
        ${timestamp(context.now())}) returning ${scheduledColumns}`
    const row = (await firstRow(write.transaction, made))!
    const changes = newValues({ ...values, validFrom, ...(validUntil === null ? {} : { validUntil }) })
    const line = { actor, request: http, operation: 'schedule', object: resource.name, objectId: id, changes }
    await logActivity(write.transaction, { ...line, at: context.now() })
    return scheduledAnswer(request, row)
  })
}

/**
 * `DELETE /api/{entity}/{id}/scheduled/{scheduled}`: a version that has not begun never will.
 * @throws ApiError 403, 404, `schedule_begun`
 */
export async function withdrawVersion(
  request: WritingRequest,
  { id: given, scheduled }: { id: string; scheduled: string },
): Promise<ScheduledAnswer> {
  requireAccess(request, 'update')
  const [id, version] = [requireId(given), requireId(scheduled)]
  const { resource, actor, context, http } = request
  return inWrite(request, async (write) => {
    const { transaction } = write
    await lockRecord(write, { id, version: undefined })
    const found = sql<ScheduledRow>`select ${scheduledColumns} from scheduled_version where id = ${version}::text::bigint
      and object = ${resource.name}::text and record = ${id}::text::bigint for update`
    const row = await firstRow(transaction, found)
    if (!row) throw new ApiError('not_found')
    if (row.state !== 'waiting') throw new ApiError('schedule_begun')
    const { at } = currentBusinessTime(context, actor)
    const done = sql<ScheduledRow>`update scheduled_version set state = 'withdrawn', withdrawn_by = ${actor.name}::text,
      withdrawn_at = ${timestamp(at)} where id = ${version}::text::bigint returning ${scheduledColumns}`
    const withdrawn = (await firstRow(transaction, done))!
    const changes = newValues({ ...row.values, validFrom: row.validFrom })
    const line = { actor, request: http, operation: 'unschedule', object: resource.name, objectId: id, changes }
    await logActivity(transaction, { ...line, at })
    return scheduledAnswer(request, withdrawn)
  })
}
