import type { Kysely } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import { keepsPast } from '#engine/declaration/derive/flatFields.ts'
import { datedFields } from '#engine/declaration/derive/table.ts'
import { validateRecord } from '#engine/declaration/derive/validator.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { flattenBlocks } from '#engine/declaration/derive/flatFields.ts'
import { checkExpression } from '#app/server/effects.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { readDatedState } from '#engine/records/server/write/correctHistory.ts'
import { lockRecord } from '#engine/records/server/write/storedRecord.ts'
import { checkedChange } from '#engine/records/server/writePipeline.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'
import type { PlayerMove } from '#features/activity/server/players/movedPlayers.ts'
import type { IngestBrand } from '#features/activity/server/write/ingestContext.ts'
import { requireWholeCompanyVisible } from '../periods/changePeriod.ts'

/** What somebody asks for: that dated fields of a record read otherwise from a past day on. */
export interface CorrectionOrder {
  readonly object: string
  readonly id: string
  readonly values: AnyRecord
  readonly validFrom: Day
  /** Two people want it although it is worse than what affiliates accepted; then it may begin today as well. */
  readonly force?: boolean
}

/** An order that can be carried out. */
export interface PreparedCorrection extends CorrectionOrder {
  readonly resource: AnyResource
  /** Null where its records are everybody's. */
  readonly company: number | null
  /** The values that differ from what was in force on the first day. */
  readonly values: AnyRecord
  readonly changes: readonly FieldChange[]
  /** Those of them that still hold, and so are the record's own from now on. */
  readonly present: AnyRecord
  readonly presentChanges: readonly FieldChange[]
  /** The first day on which one of the fields was given another value later; null where none was. */
  readonly validTo: Day | null
  /** Players given to another link, where that is what is corrected; the first day on which any of them did anything. */
  readonly move?: Omit<PlayerMove, 'correction'> & { readonly brand: IngestBrand; readonly firstDay: Day }
}

const resources: Readonly<Record<string, AnyResource>> = allResources

/** The resources whose records can be corrected from a past day on: those with dated fields. */
export function correctable(name: string): AnyResource | null {
  const resource = Object.hasOwn(resources, name) ? resources[name]! : null
  return resource && datedFields(resource).length > 0 ? resource : null
}

/**
 * Asks that somebody sees all that a rule may be behind: all brands of its company, or everything where it is nobody's.
 * @throws ApiError `partly_visible`
 */
export async function requireWholeOf(db: Kysely<any>, actor: Actor, company: number | null): Promise<void> {
  if (company !== null) await requireWholeCompanyVisible(db, actor, company)
  else if (!seesAll(actor)) throw new ApiError('partly_visible')
}

function requireDated(resource: AnyResource, values: AnyRecord): void {
  const others = Object.keys(values).filter((name) => !keepsPast(resource, name))
  if (others.length > 0) throw validationError(others.map((field) => ({ field, code: 'not_dated' })))
}

/**
 * Looks at an order as if its values were saved on its first day: who may, which record, whether the values can be
 * taken. The record stays locked until the transaction ends; nothing is written.
 * @param operation what whoever looks at it must be allowed with the record: who asks changes it, who approves reads it
 * @throws ApiError `forbidden`, `not_found`, `partly_visible`, `correction_not_past`, `correction_changes_nothing`, or
 * with a problem for each field
 */
export async function prepareCorrection(
  change: WriteContext,
  context: AppContext,
  order: CorrectionOrder,
  operation: 'update' | 'read' = 'update',
): Promise<PreparedCorrection> {
  const { db, actor, request } = change
  const resource = correctable(order.object)
  if (!resource) throw validationError([{ field: 'object', code: 'not_dated' }])
  if (!can({ actor, resource, operation })) throw new ApiError('forbidden')
  const today = businessDay(change)
  if (order.validFrom > today || (order.validFrom === today && !order.force))
    throw validationError([{ field: 'validFrom', code: 'correction_not_past' }])
  const dates = { today, holdsFrom: order.validFrom, isForced: order.force ?? false }
  const write = { context, actor, resource, origin: '', transaction: db, ...dates, http: request }
  const current = await lockRecord(write, { id: order.id, version: undefined })
  const company = (current['company'] ?? null) as number | null
  await requireWholeOf(db, actor, company)
  requireDated(resource, order.values)
  const history = { transaction: db, resource, id: order.id }
  const state = await readDatedState(history, order.validFrom)
  if (!state) throw new ApiError('not_found')
  const then = { ...current, ...state.values }
  const validated = validateRecord({
    resource,
    operation: 'update',
    input: order.values,
    current: then,
    actor,
    checkExpression,
    flattenBlocks,
  })
  if (!validated.ok) throw validationError(validated.problems)
  const step = await checkedChange(write, { id: order.id, before: then, values: validated.values })
  if (!step) throw new ApiError('correction_changes_nothing')
  requireDated(resource, Object.fromEntries(step.changed.map((name) => [name, null])))
  // What blocks say is in the fields below; their keys are of today.
  const changed = step.changed.filter((name) => !resource.fields[name]!.over)
  const pick = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, step.after[name]]))
  const changesOf = (names: readonly string[], before: AnyRecord): FieldChange[] =>
    names.map((field) => ({ field, before: before[field] ?? null, after: step.after[field] ?? null }))
  const present = changed.filter((name) => state.heldUntil(name) === null)
  const ends = changed.flatMap((name) => state.heldUntil(name) ?? [])
  return {
    ...order,
    resource,
    company,
    values: pick(changed),
    changes: changesOf(changed, then),
    present: pick(present),
    presentChanges: changesOf(present, current),
    validTo: ends.toSorted()[0] ?? null,
  }
}
