import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { CorrectionPreview } from '../../answers/corrections.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { Day } from '#engine/values/calendar.ts'
import { userAccounts } from '#engine/auth/server/authorship.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import type { TransitionEffect, TransitionStep } from '#engine/records/server/transitions/transitionEffect.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { keepDifferences, totalsOf } from './differences.ts'
import { type Posted, postCorrection } from './postCorrection.ts'
import {
  type CorrectionOrder,
  type PreparedCorrection,
  prepareCorrection,
  requireWholeOf,
} from './prepareCorrection.ts'
import { isMove, movedBy, prepareMove, type PreparedMove } from './prepareMove.ts'
import { readPreview } from './readPreview.ts'

/** An order with why it is asked for. */
export type ReasonedOrder = CorrectionOrder & { readonly reason: string }

interface CorrectionRow {
  readonly id: number
  readonly company: number | null
  readonly object: string
  readonly objectId: string
  readonly validFrom: Day
  readonly state: string
  readonly values: AnyRecord
  readonly force: boolean
  readonly askedBy: number | null
  readonly digest: string
}

/** Looks at an order, of dated fields or of players. */
const prepare = (
  change: WriteContext,
  context: AppContext,
  order: CorrectionOrder,
  operation?: 'update' | 'read',
): Promise<PreparedCorrection> => (isMove(order) ? prepareMove : prepareCorrection)(change, context, order, operation)

/** Carries a correction out and undoes it: what is left is what it would come to. */
async function tryCorrection(change: WriteContext, prepared: PreparedCorrection, id: number): Promise<Posted> {
  const { db } = change
  await sql`savepoint before_correction`.execute(db)
  const posted = await postCorrection(change, prepared, id)
  await sql`rollback to savepoint before_correction`.execute(db)
  return posted
}

async function keepPreview(
  change: WriteContext,
  id: number,
  prepared: PreparedCorrection,
  posted: Posted,
): Promise<void> {
  const { db, at } = change
  const problems = posted.problems.map(({ message: _, ...problem }) => problem)
  await sql`insert into correction_preview (correction, changes, valid_to, totals, problems, digest, previewed_at,
      moved)
    values (${id}::bigint, ${JSON.stringify(prepared.changes)}::text::jsonb, ${prepared.validTo}::text::date,
      ${JSON.stringify(totalsOf(posted.differences))}::text::jsonb, ${JSON.stringify(problems)}::text::jsonb,
      ${posted.digest}::text, ${timestamp(at)},
      ${prepared.move ? JSON.stringify(movedBy(prepared as PreparedMove)) : null}::text::jsonb)
    on conflict (correction) do update set changes = excluded.changes, valid_to = excluded.valid_to,
      totals = excluded.totals, problems = excluded.problems, digest = excluded.digest,
      previewed_at = excluded.previewed_at, moved = excluded.moved`.execute(db)
  await keepDifferences(db, id, posted.differences)
}

async function insertOrder(change: WriteContext, order: ReasonedOrder, prepared: PreparedCorrection): Promise<number> {
  const { db, actor, at } = change
  const { object, id: objectId, validFrom, reason } = order
  const made = sql<{
    id: number
  }>`insert into correction (created_at, updated_at, company, object, object_id, valid_from,
      reason, state, requested_by, forced)
    values (${timestamp(at)}, ${timestamp(at)}, ${prepared.company}::bigint, ${object}::text, ${objectId}::text::bigint,
      ${validFrom}::text::date, ${reason}::text, 'waiting', ${actor.name}::text,
      ${order.force ?? false}::boolean) returning id`
  const { id } = (await firstRow(db, made))!
  await sql`insert into correction_order (correction, asked_by, "values")
    values (${id}::bigint, ${actor.userId}::bigint, ${JSON.stringify(order.values)}::text::jsonb)`.execute(db)
  return id
}

/**
 * What a correction would come to, nothing of which stays: the caller rolls its transaction back.
 * @throws ApiError as {@link prepareCorrection} does
 */
export async function previewCorrection(
  change: WriteContext,
  context: AppContext,
  order: ReasonedOrder,
): Promise<CorrectionPreview> {
  const prepared = await prepare(change, context, order)
  const id = await insertOrder(change, order, prepared)
  await keepPreview(change, id, prepared, await tryCorrection(change, prepared, id))
  return readPreview(change.db, id)
}

/**
 * Somebody asks for a correction: what it would come to is kept with it, and nothing else changes before another person
 * approves it.
 * @returns its id
 * @throws ApiError as {@link prepareCorrection} does
 */
export async function askCorrection(change: WriteContext, context: AppContext, order: ReasonedOrder): Promise<number> {
  const prepared = await prepare(change, context, order)
  const id = await insertOrder(change, order, prepared)
  const posted = await tryCorrection(change, prepared, id)
  await keepPreview(change, id, prepared, posted)
  const { object, validFrom, reason, force = false } = order
  const said = { object, objectId: Number(order.id), validFrom, reason, ...(force ? { forced: force } : {}) }
  const changes = newValues({
    ...said,
    values: order.values,
    totals: totalsOf(posted.differences),
    digest: posted.digest,
  })
  await writeAuditEntry(change, { operation: 'propose', object: 'correction', objectId: id, changes })
  return id
}

/**
 * The correction behind an id, where this person sees all of its company.
 * @param lock keeps it from others until the transaction ends
 * @throws ApiError `not_found`, `partly_visible`
 */
export async function readCorrection(
  db: Kysely<any>,
  { actor, id, lock = false }: Pick<WriteContext, 'actor'> & { id: number; lock?: boolean },
): Promise<CorrectionRow> {
  const isVisible = scopeCondition({ actor, resource: resources.correction, alias: 'correction' })
  const row = await firstRow(
    db,
    sql<CorrectionRow>`select correction.id, correction.company, correction.object,
        correction.object_id::text as "objectId", correction.valid_from::text as "validFrom", correction.state,
        asked."values", correction.forced as force, asked.asked_by as "askedBy", preview.digest
      from correction join correction_order asked on asked.correction = correction.id
        join correction_preview preview on preview.correction = correction.id
      where correction.id = ${String(id)}::text::bigint and ${isVisible}
      ${lock ? sql`for update of correction` : sql``}`,
  )
  if (!row) throw new ApiError('not_found')
  await requireWholeOf(db, actor, row.company)
  return row
}

async function lockWaiting({ db, actor }: WriteContext, id: number): Promise<CorrectionRow> {
  const row = await readCorrection(db, { actor, id, lock: true })
  if (row.state !== 'waiting') throw new ApiError('correction_not_waiting')
  return row
}

const orderOf = ({ object, objectId, values, validFrom, force }: CorrectionRow): CorrectionOrder => {
  return { object, id: objectId, values, validFrom, force }
}

/**
 * What a correction that waits comes to by now is kept in the place of what it came to before.
 * @throws ApiError `not_found`, `partly_visible`, `correction_not_waiting`, and as {@link prepareCorrection} does
 */
export async function renewPreview(change: WriteContext, context: AppContext, id: number): Promise<void> {
  const row = await lockWaiting(change, id)
  const prepared = await prepare(change, context, orderOf(row), 'read')
  await keepPreview(change, id, prepared, await tryCorrection(change, prepared, id))
}

/** Who decided is kept with the order. */
const closeOrder = ({ db, actor, id }: TransitionStep) =>
  sql`update correction_order set decided_by = ${actor.userId}::bigint where correction = ${id}::bigint`.execute(db)

/**
 * A second person approves a correction: the rule reads as corrected from its day on, pending entries of open periods
 * are rewritten, and what differs elsewhere is posted as adjustments of today that name it. It is posted only where it
 * comes to what was previewed, to the cent: to the `digest` of the preview that this person saw.
 * @throws ApiError `partly_visible`, `correction_changed`, and as {@link prepareCorrection} does
 */
export const approveCorrection: TransitionEffect = {
  authors: async ({ db, actor, id }) => userAccounts((await readCorrection(db, { actor, id })).askedBy),
  async work(step) {
    const { db, actor, id, context, input } = step
    const row = await readCorrection(db, { actor, id })
    if (input['digest'] !== row.digest) throw new ApiError('correction_changed')
    const prepared = await prepare(step, context, orderOf(row), 'read')
    const posted = await postCorrection(step, prepared, id)
    if (posted.digest !== row.digest) throw new ApiError('correction_changed')
    await keepPreview(step, id, prepared, posted)
    await closeOrder(step)
    return { logged: { totals: totalsOf(posted.differences), digest: posted.digest } }
  },
}

/**
 * Somebody declines a correction, whoever asked for it among them: nothing of it is done, for good.
 * @throws ApiError `partly_visible`
 */
export const closeCorrection: TransitionEffect = async (step) => {
  await readCorrection(step.db, step)
  await closeOrder(step)
}
