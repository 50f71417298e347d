import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { SignalQueueAnswer, SignalTestAnswer } from '../answers/webhooks.ts'
import type { SignalKind } from '#rules/webhooks.ts'
import type { AppContext } from '#engine/server/context.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { FileLanguage } from '#engine/export/server/texts.ts'
import { type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { isDelivered } from './queue/recordAttempts.ts'
import { deliveriesOf, isTold } from './queue/fanOut.ts'
import { lockQueues, makeFirstDue, wakeQueues } from './queue/pendingDeliveries.ts'
import { leaseMs, defaultTiming, deliver } from './queue/drainTarget.ts'
import { signingSecrets } from './secrets.ts'

/** A target as its own routes read it. */
export interface TargetRow {
  readonly id: number
  readonly company: number
  readonly kind: SignalKind
  readonly address: string
  readonly recipient: string
  readonly language: FileLanguage
  readonly signals: readonly string[]
  readonly brands: readonly number[]
  readonly affiliate: number | null
}

/** Signals that are sent again at most with one request. */
const replayMax = 50_000

/** The target behind an id. @throws ApiError `not_found` where there is none, or this person does not see it */
export async function readTarget(db: Kysely<any>, actor: Actor, id: number): Promise<TargetRow> {
  const isVisible = scopeCondition({ actor, resource: resources.signalTarget, alias: 'target' })
  const row = await firstRow(
    db,
    sql<TargetRow>`select id, company, kind, address, recipient, language, signals, brands, affiliate from signal_target target
      where target.id = ${id}::bigint and ${isVisible}`,
  )
  if (!row) throw new ApiError('not_found')
  return row
}

/** How a target has been answering, and what waits for it. */
export async function readQueue(
  { database: { db }, environment }: AppContext,
  target: number,
): Promise<SignalQueueAnswer> {
  const row = await firstRow(
    db,
    sql<Omit<SignalQueueAnswer, 'sendsMail'>>`select queue.failures, queue.failing_since as "failingSince",
        queue.rests_until as "restsUntil",
        (select count(*)::integer from signal_delivery where target = queue.target and state = 'waiting') as waiting,
        (select count(*)::integer from signal_delivery where target = queue.target and state = 'dead') as dead
      from signal_queue queue where queue.target = ${target}::bigint`,
  )
  const queue = row ?? { waiting: 0, dead: 0, failures: 0, failingSince: null, restsUntil: null }
  return { ...queue, sendsMail: environment.mail !== undefined }
}

/** A signal of its first kind that says that it is a test, and the delivery of it. */
async function writeTest(db: Kysely<any>, target: TargetRow, now: Date) {
  const data = { test: true }
  const { rows } = await sql<{ id: number }>`insert into signal (name, order_key, company, brands, affiliate, at,
      only_target, data, is_spread)
    values (${target.signals[0]!}::text, 'test', ${target.company}::bigint, ${idArray(target.brands)},
      ${target.affiliate}::bigint, ${timestamp(now)}, ${target.id}::bigint, ${JSON.stringify(data)}::text::jsonb, true)
    returning id`.execute(db)
  const signalId = `sig_${rows[0]!.id}`
  await sql`insert into signal_delivery (sys_signal, signal_id, signal, target, company, brands, affiliate, order_key,
      state, tries, due_at, created_at, updated_at)
    values (${rows[0]!.id}::bigint, ${signalId}::text, ${target.signals[0]!}::text, ${target.id}::bigint,
      ${target.company}::bigint, ${idArray(target.brands)}, ${target.affiliate}::bigint, ${signalId}::text, 'waiting', 0,
      ${timestamp(new Date(now.getTime() + leaseMs(defaultTiming)))}, ${timestamp(now)}, ${timestamp(now)})`.execute(db)
  return { signalId, name: target.signals[0]!, at: now, data }
}

/** Sends a test to a target now, once, and answers what came of it; it stands among its deliveries. */
export async function testTarget(context: AppContext, target: TargetRow): Promise<SignalTestAnswer> {
  const { database, now } = context
  const message = await inTransaction(database.db, (transaction) => writeTest(transaction, target, now()))
  const secrets = target.kind === 'webhook' ? await signingSecrets(context, target.id) : []
  const outcome = await deliver({ context, timing: defaultTiming }, target, message, secrets)
  const at = timestamp(now())
  await sql`update signal_delivery set state = ${isDelivered(outcome) ? 'taken' : 'dead'}::text, tries = 1, due_at = null,
      status = ${outcome.status}::integer, answer = ${outcome.answer.toWellFormed().replaceAll('\0', '')}::text,
      updated_at = ${at}, taken_at = case when ${isDelivered(outcome)}::boolean then ${at} end
    where target = ${target.id}::bigint and signal_id = ${message.signalId}::text`.execute(database.db)
  return { signalId: message.signalId, isTaken: isDelivered(outcome), ...outcome }
}

/** Has what waits begin anew. The caller wrote deliveries as waiting and not due. */
async function begin(db: Kysely<any>, target: number, now: Date): Promise<void> {
  await makeFirstDue(db, sql`delivery.target = ${target}::bigint`, now)
  await wakeQueues(db, [target])
}

/**
 * Sends all that a target is told of from a moment to another again, under the same ids, and what it was not told
 * because it wanted to know later. In the order in which it happened.
 * @returns how many signals
 * @throws ApiError `too_large` where they are too many for one request
 */
export async function replay(
  change: WriteContext,
  target: TargetRow,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const { db, at } = change
  await lockQueues(db, [target.id])
  const { rows } = await sql<{ id: number }>`select signal.id from signal
    join signal_target target on ${isTold} and target.id = ${target.id}::bigint
    where signal.only_target is null and signal.at >= ${timestamp(from)} and signal.at <= ${timestamp(to)}
    order by signal.id limit ${replayMax + 1}::integer`.execute(db)
  if (rows.length > replayMax) throw new ApiError('too_large', { values: { max: replayMax } })
  const ids = rows.map(({ id }) => id)
  const { rows: sent } = await sql`insert into signal_delivery (sys_signal, signal_id, signal, target, company, brands,
      affiliate, order_key, state, tries, created_at, updated_at)
    select sys_signal, signal_id, signal, target, company, brands, affiliate, order_key, 'waiting', 0, ${timestamp(at)},
      ${timestamp(at)}
    from (${deliveriesOf(ids, target.id)}) told order by sys_signal
    on conflict (target, sys_signal) do update set state = 'waiting', tries = 0, due_at = null, taken_at = null,
      updated_at = excluded.updated_at returning 1`.execute(db)
  await begin(db, target.id, at)
  const changes = [{ field: 'replayed', before: null, after: { from, to, count: sent.length } }]
  await writeAuditEntry(change, { operation: 'replay', object: 'signalTarget', objectId: target.id, changes })
  return sent.length
}

/** Sends again what was given up: one delivery, or all of a target. @returns how many */
export async function retryDeadDeliveries(
  change: WriteContext,
  target: TargetRow,
  delivery: number | null,
): Promise<number> {
  const { db, at } = change
  await lockQueues(db, [target.id])
  const { rows } = await sql`update signal_delivery set state = 'waiting', tries = 0, due_at = null,
      updated_at = ${timestamp(at)}
    where target = ${target.id}::bigint and state = 'dead' and (${delivery}::bigint is null or id = ${delivery}::bigint)
    returning 1`.execute(db)
  if (rows.length === 0) return 0
  await begin(db, target.id, at)
  const changes = [{ field: 'sentAgain', before: null, after: rows.length }]
  await writeAuditEntry(change, { operation: 'sendAgain', object: 'signalTarget', objectId: target.id, changes })
  return rows.length
}
