import { type Kysely, sql } from 'kysely'
import { systemActor } from '#engine/declaration/actor.ts'
import { pausedAfter, backoffSeconds, waitsSeconds } from '#rules/webhooks.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { CallOutcome } from '../transport/outboundCall.ts'
import type { DueDelivery } from './leaseTargets.ts'
import { lockQueues, makeFirstDue, wakeQueues } from './pendingDeliveries.ts'

/** What came of a delivery. */
export interface SentDelivery {
  readonly delivery: DueDelivery
  readonly outcome: CallOutcome
}

const sender = systemActor('signals')
/** From this time on an answer is slow: its target moves to the places of slow ones. */
const slowMs = 1_000

/** Taken is what is answered with 2xx. */
export const isDelivered = ({ status }: Pick<CallOutcome, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300

/** When a delivery is tried again; null where it was given up. */
function nextTry({ tries }: DueDelivery, now: Date): Date | null {
  const wait = waitsSeconds[tries]
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000)
}

interface QueueState {
  readonly failures: number
  readonly failing_since: Date | null
}

/** How a target has been answering, after what came of its deliveries in their order. */
function answeringSince(before: QueueState, sent: readonly SentDelivery[], now: Date) {
  let { failures, failing_since: since } = before
  for (const { outcome } of sent) {
    failures = isDelivered(outcome) ? 0 : failures + 1
    since = isDelivered(outcome) ? null : (since ?? now)
  }
  return { failures, since }
}

async function pause(db: Kysely<any>, target: number, failures: number, now: Date): Promise<void> {
  const why = `${failures} failures in a row`
  const { rows } = await sql`update signal_target set state = 'paused', paused_why = ${why}::text,
    version = version + 1, updated_at = ${timestamp(now)}
    where id = ${target}::bigint and state is distinct from 'paused' returning 1`.execute(db)
  if (rows.length === 0) return
  const changes = [
    { field: 'state', before: 'active', after: 'paused' },
    { field: 'pausedWhy', before: null, after: why },
  ]
  await logActivity(db, {
    actor: sender,
    operation: 'pause',
    object: 'signalTarget',
    objectId: target,
    changes,
    at: now,
  })
}

async function writeDeliveries(db: Kysely<any>, sent: readonly SentDelivery[], now: Date): Promise<void> {
  const rows = sent.map(({ delivery, outcome }) => {
    const next = isDelivered(outcome) ? null : nextTry(delivery, now)
    const state = isDelivered(outcome) ? 'taken' : next ? 'waiting' : 'dead'
    const { status, answer } = outcome
    return {
      id: delivery.id,
      state,
      status,
      answer: answer.toWellFormed().replaceAll('\0', ''),
      due: next?.toISOString() ?? null,
    }
  })
  await sql`update signal_delivery delivery set state = done.state, status = done.status, answer = done.answer,
      tries = delivery.tries + 1, due_at = done.due::timestamptz, updated_at = ${timestamp(now)},
      taken_at = case when done.state = 'taken' then ${timestamp(now)} end
    from ${rowsAs('done', rows, { id: 'bigint', state: 'text', status: 'integer', answer: 'text', due: 'text' })}
    where delivery.id = done.id and delivery.state = 'waiting'`.execute(db)
}

/**
 * Keeps what came of deliveries of one target: they are taken, tried again later or given up, the next of their keys
 * have their turn, and a target that fails again and again rests, or is paused with a line in the log.
 * @returns for how many seconds it rests; 0 where it goes on
 */
export async function recordAttempts(
  db: Kysely<any>,
  { target, sent, now }: { target: number; sent: readonly SentDelivery[]; now: Date },
): Promise<number> {
  await lockQueues(db, [target])
  const { rows } = await sql<QueueState>`select failures, failing_since from signal_queue
    where target = ${target}::bigint`.execute(db)
  const { failures, since } = answeringSince(rows[0] ?? { failures: 0, failing_since: null }, sent, now)
  await writeDeliveries(db, sent, now)
  const keys = rowsAs('done', sent, { order_key: ['text', ({ delivery }) => delivery.orderKey] })
  await makeFirstDue(
    db,
    sql`delivery.target = ${target}::bigint and delivery.order_key in (select order_key from ${keys})`,
    now,
  )
  const rests = backoffSeconds(failures)
  const isSlow = rests > 0 || sent.some(({ outcome }) => outcome.tookMs > slowMs)
  await sql`update signal_queue set failures = ${failures}::integer, is_slow = ${isSlow}::boolean,
      failing_since = ${since ? timestamp(since) : sql`null`},
      rests_until = ${rests > 0 ? timestamp(new Date(now.getTime() + rests * 1000)) : sql`null`}
    where target = ${target}::bigint`.execute(db)
  await wakeQueues(db, [target])
  const isLong = since !== null && now.getTime() - since.getTime() >= pausedAfter.hours * 3_600_000
  if (failures >= pausedAfter.failures && isLong) await pause(db, target, failures, now)
  return rests
}
