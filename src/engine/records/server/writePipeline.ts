import { ownerFor, soleDimension } from '#engine/declaration/actor.ts'
import { sql } from 'kysely'
import { isSelfServiceActor } from '#engine/declaration/actor.ts'
import { withInheritedDefaults } from './write/inheritedDefaults.ts'
import { flattenBlocks } from '#engine/declaration/derive/flatFields.ts'
import { validateRecord } from '#engine/declaration/derive/validator.ts'
import { isVisible } from '#engine/declaration/derive/visibility.ts'
import { recordDifference, sameValue } from '#engine/declaration/derive/difference.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { ResourceAction } from '#engine/declaration/resource.ts'
import { businessDay } from '#engine/values/calendar.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import type { Guard } from './write/effect.ts'
import {
  askingGuards,
  checkExpression,
  declaredGuards,
  runChecks,
  runEffects,
  suspendRecord,
} from '#app/server/effects.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { RecordRequest } from './recordRequest.ts'
import { generatedValues } from './write/generated.ts'
import { moveToTrash } from './trash/moveToTrash.ts'
import { beginHistory, continueHistory, endHistory } from './write/history.ts'
import { refuseHeld, removedTogether } from './write/holders.ts'
import { writeInverse } from './write/inverseWrites.ts'
import { keepPassword } from './write/password.ts'
import { referenceProblems } from './write/references.ts'
import { scopeProblems } from './write/scopeAfter.ts'
import { lockRecord } from './write/storedRecord.ts'
import { storedValues } from './write/storedValues.ts'
import { takenField, uniquenessProblems } from './write/uniqueness.ts'
import type { GivenProof, StepUpCredentials, WriteRequest, WriteStep } from './write/writeRequest.ts'
import { todayOf, zoneOf } from '#engine/records/server/change.ts'
import { clockOf } from '#engine/records/server/visibility/companyClock.ts'

/*
 * Every write goes one way: access -> scope -> validate -> rules -> references -> uniqueness -> checks -> guards ->
 * write -> history -> log -> effects, in one
 * transaction. `inWrite` opens it, the three functions below go the way; the operations add who may and what is
 * answered.
 */

const generatedAttempts = 5

/** Thrown and caught in this file alone: undoes a write that must be proved first. */
class Unproved extends Error {
  readonly guards: readonly Guard[]

  constructor(guards: readonly Guard[]) {
    super('A guarded field changes.')
    this.guards = guards
  }
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw validationError(problems)
}

/**
 * Opens the transaction of a write. What two writes at once could both take (a unique value) is refused as if it had
 * been there before;
 * where the server made that value itself, it makes another one. Where a guarded field changes the write is undone, its
 * proof taken, and the write done again: a proof is used up only by a
 * write that nothing else speaks against.
 */
export async function inWrite<Result>(
  request: RecordRequest & {
    http?: LogOrigin | undefined
    batch?: string | undefined
    proof?: StepUpCredentials | undefined
    isImported?: boolean | undefined
  },
  work: (write: WriteRequest) => Promise<Result>,
): Promise<Result> {
  const { context, resource } = request
  const today = todayOf(context, request.actor)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(context.database.db, (transaction) => work({ ...request, transaction, today }))
    } catch (error) {
      if (error instanceof Unproved && request.proof?.isTaken !== true) {
        const proof = request.proof ?? { given: {}, isTaken: false }
        for (const guard of error.guards) await guard.prove(request, proof.given)
        proof.isTaken = true
        return inWrite({ ...request, proof }, work)
      }
      const taken = takenField(resource, error)
      if (!taken) throw error
      const canBeMade = ['token', 'slug'].includes(resource.fields[taken.field]!.kind)
      if (!canBeMade || attempt === generatedAttempts) throw validationError([taken])
    }
  }
}

/**
 * Proves, ahead of writes that nobody waits for, what guarded fields of a resource ask for.
 * @returns whether anything was proved
 */
export async function proveForImport(
  request: RecordRequest & { http?: LogOrigin | undefined },
  given: GivenProof,
): Promise<boolean> {
  const [guard] = declaredGuards(request.resource)
  await guard?.prove(request, given)
  return guard !== undefined
}

/** What became of one write among several of a transaction. */
export type Attempt<Result> =
  | { readonly result: Result }
  | { readonly problems: readonly Problem[] }
  | { readonly asked: readonly Guard[] }

/**
 * Runs one write of several in a transaction: what it refuses is undone, and the others stay.
 * @returns what was refused, or the guards that ask for a proof first, see {@link inWrite}
 */
export async function attemptInWrite<Result>(
  write: WriteRequest,
  work: () => Promise<Result>,
): Promise<Attempt<Result>> {
  const { transaction, resource } = write
  await sql`savepoint one_write`.execute(transaction)
  try {
    const result = await work()
    await sql`release savepoint one_write`.execute(transaction)
    return { result }
  } catch (error) {
    const taken = takenField(resource, error)
    if (!(error instanceof ApiError || error instanceof Unproved || taken)) throw error
    await sql`rollback to savepoint one_write`.execute(transaction)
    await sql`release savepoint one_write`.execute(transaction)
    if (error instanceof Unproved) return { asked: error.guards }
    if (taken) return { problems: [taken] }
    const { problems, code, values } = error as ApiError
    return { problems: problems.length > 0 ? problems : [{ field: 'root', code, ...(values ? { values } : {}) }] }
  }
}

/** Has what is refused stand where it was said. */
async function placing<Result>(
  place: ((problem: Problem) => Problem) | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw place && error instanceof ApiError && error.problems.length > 0 ? error.placed(place) : error
  }
}

/** The write on the day of those whose record it is: who acts for several may sit elsewhere. */
async function onDayOf(write: WriteRequest, record: AnyRecord): Promise<WriteRequest> {
  const owner = record[soleDimension] ?? null
  if (!write.actor.root || owner === null || owner === ownerFor(write.actor)) return write
  const clock = await clockOf(write.transaction, owner)
  return { ...write, clock, today: todayOf(write.context, clock) }
}

/** What a write that is no change of fields passes: the checks of the record, then its guards. */
export async function requireChecks(step: WriteStep): Promise<void> {
  refuse(await runChecks(step))
  await requireStepUp(step)
}

async function checkAll(step: WriteStep): Promise<void> {
  refuse([...(await referenceProblems(step)), ...(await uniquenessProblems(step))])
  refuse(await runChecks(step))
}

/** Ends a write that must be proved first, see {@link inWrite}. */
export async function requireStepUp(step: WriteStep): Promise<void> {
  if (step.proof?.isTaken) return
  const guards = await askingGuards(step)
  if (guards.length > 0) throw new Unproved(guards)
}

async function finish(step: WriteStep, operation: string = step.operation): Promise<void> {
  const { actor, http, resource, id, before, after, batch, context } = step
  await logActivity(step.transaction, {
    actor,
    request: http,
    operation,
    object: resource.name,
    objectId: id!,
    changes: recordDifference({ resource, before, after }),
    batch,
    at: context.now(),
  })
  await runEffects(step)
}

/**
 * Makes a record from what somebody sent, in the caller's write.
 * @returns its id.
 * @throws ApiError with a problem for each field that cannot be taken.
 */
export async function createInWrite(write: WriteRequest, input: unknown): Promise<string> {
  const { resource, actor, transaction, isImported } = write
  const whole = await withInheritedDefaults(transaction, { resource, actor, input })
  const validated = validateRecord({
    resource,
    operation: 'create',
    input: whole,
    actor,
    checkExpression,
    flattenBlocks,
    isImported,
  })
  if (!validated.ok) throw validationError(validated.problems)
  const generated = await generatedValues({ transaction, resource, values: validated.values, actor })
  const values: AnyRecord = { ...validated.values, ...generated }
  const step: WriteStep = {
    ...(await onDayOf(write, values)),
    operation: 'create',
    id: null,
    before: null,
    after: values,
    changed: Object.keys(values),
  }
  await placing(validated.placed, () =>
    checkAll({ ...step, changed: step.changed.filter((name) => !(name in generated)) }),
  )
  await requireStepUp(step)
  const stored = storedValues({ resource, values })
  const now = sql`${write.context.now().toISOString()}::text::timestamptz`
  const {
    rows: [row],
  } = await sql<{ id: string }>`insert into ${sql.table(tableName(resource.name))}
    (${sql.join([...stored.map(({ column }) => column), sql`created_at`, sql`updated_at`])})
    values (${sql.join([...stored.map(({ value }) => value), now, now])}) returning id::text as id`.execute(transaction)
  const written: WriteStep = { ...step, id: row!.id }
  await keepPassword(written)
  await writeInverse(written)
  await beginHistory({ ...written, id: row!.id, record: values })
  refuse(await scopeProblems(written))
  await finish(written)
  return row!.id
}

/**
 * What a record lacks for the value that an action sets, of the fields that count for it; nothing where it has that
 * value already.
 */
function unmetNeeds(
  { action, resource }: Pick<WriteRequest, 'resource'> & { action: ResourceAction | undefined },
  before: AnyRecord,
  values: AnyRecord,
): Problem[] {
  const { set, needs } = action ?? {}
  if (!set || !needs || values[set] !== needs.value || before[set] === needs.value) return []
  const after: AnyRecord = { ...before, ...values }
  const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
  const counting = needs.fields.filter((field) => isVisible({ resource, field, record: after }))
  return counting.some((name) => isEmpty(after[name])) ? [{ field: set, code: needs.code }] : []
}

/**
 * Changes a record by what somebody sent, in the caller's write. Properties that are missing stay; where nothing
 * differs nothing is written.
 * @param operation the name of the action in the activity log; `update` where nothing is said.
 * @param action what is done, where it asks something of the record.
 * @throws ApiError 404 outside the scope, 409 where it is based on an older version, else a problem for each field that
 * cannot be taken.
 */
export async function updateInWrite(
  write: WriteRequest,
  { id, input, operation, action }: { id: string; input: unknown; operation?: string; action?: ResourceAction },
): Promise<void> {
  const { resource, actor } = write
  const before = await lockRecord(write, { id, version: (input as AnyRecord | null)?.version })
  const opened = isSelfServiceActor(actor) ? action?.set : undefined
  const asked = {
    resource,
    operation: 'update',
    input,
    current: before,
    actor,
    opened,
    checkExpression,
    flattenBlocks,
  } as const
  const validated = validateRecord(asked)
  if (!validated.ok) throw validationError(validated.problems)
  refuse(unmetNeeds({ action, resource }, before, validated.values))
  await placing(validated.placed, () => applyChange(write, { id, before, values: validated.values, operation }))
}

/**
 * Asks all that is asked of a change, and writes nothing.
 * @returns the change as checks and effects read it; null where nothing differs.
 * @throws ApiError with a problem for each field that cannot be taken.
 */
export async function checkedChange(
  write: WriteRequest,
  { id, before, values }: { id: string; before: AnyRecord; values: AnyRecord },
): Promise<(WriteStep & { readonly after: AnyRecord }) | null> {
  const changed = Object.keys(values).filter(
    (name) => write.resource.fields[name]!.kind === 'password' || !sameValue(values[name], before[name]),
  )
  if (changed.length === 0) return null
  const after = { ...before, ...Object.fromEntries(changed.map((name) => [name, values[name]])) }
  const step = { ...(await onDayOf(write, before)), operation: 'update', id, before, after, changed } as const
  await checkAll(step)
  return step
}

/**
 * Writes values that are valid by themselves over a locked record: checks, history, log and effects as for every
 * change.
 * @param before the record as `lockRecord` answered it.
 */
export async function applyChange(
  write: WriteRequest,
  {
    id,
    before,
    values,
    operation = 'update',
  }: { id: string; before: AnyRecord; values: AnyRecord; operation?: string | undefined },
): Promise<void> {
  const { resource, transaction, context } = write
  const step = await checkedChange(write, { id, before, values })
  if (!step) return
  const { after, changed } = step
  const given = Object.fromEntries(changed.map((name) => [name, values[name]]))
  await requireStepUp(step)
  const assignments = storedValues({ resource, values: given }).map(({ column, value }) => sql`${column} = ${value}`)
  await sql`update ${sql.table(tableName(resource.name))}
    set ${sql.join([
      ...assignments,
      sql`version = version +
    1`,
      sql`updated_at
    = ${context.now().toISOString()}::text::timestamptz`,
    ])}
    where id = ${id}::text::bigint`.execute(transaction)
  await keepPassword(step)
  await writeInverse(step)
  const madeOn = businessDay({ at: String(before.createdAt), zone: zoneOf(context, step.clock ?? step.actor) })
  const holdsFrom = step.holdsFrom ?? step.today
  await continueHistory({ ...step, id, record: after, today: holdsFrom, isNew: madeOn === step.today }, changed)
  refuse(await scopeProblems(step))
  await finish(step, operation)
}

/** Suspends a record in the caller's write, as its button does. */
export async function suspendInWrite(write: WriteRequest, id: string, reason: string): Promise<void> {
  await suspendRecord(write, id, reason)
}

/**
 * Removes a record in the caller's write.
 * @returns the record as it was.
 * @throws ApiError 404 outside the scope, 409 where something refers to it or it has history.
 */
export async function removeInWrite(write: WriteRequest, id: string): Promise<AnyRecord> {
  const { resource, transaction } = write
  const before = await lockRecord(write, { id, version: undefined })
  const step: WriteStep = { ...write, operation: 'remove', id, before, after: null, changed: [] }
  refuse(await runChecks(step))
  for (const { resource: other, id: dependent } of await removedTogether(step))
    await removeInWrite({ ...write, resource: other }, dependent)
  await refuseHeld(step)
  await moveToTrash(step)
  await endHistory({ transaction, resource, id })
  await finish(step)
  await sql`delete from external_id where object = ${resource.name}::text and record = ${id}::text::bigint`.execute(
    transaction,
  )
  if (resource.notes)
    await sql`delete from note where object = ${resource.name}::text and record = ${id}::text::bigint`.execute(
      transaction,
    )
  await sql`delete from ${sql.table(tableName(resource.name))} where id = ${id}::text::bigint`.execute(transaction)
  return before
}
