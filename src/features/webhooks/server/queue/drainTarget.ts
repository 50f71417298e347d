import { inTransaction } from '#engine/server/database/transaction.ts'
import type { AppContext } from '#engine/server/context.ts'
import { signingSecrets } from '../secrets.ts'
import { answerLimitMs, outboundCall, type CallOutcome } from '../transport/outboundCall.ts'
import { sendMail } from '../transport/mail.ts'
import { callFor } from '../transport/message.ts'
import { type DueDelivery, renewLease, type LeasedTarget, readDue } from './leaseTargets.ts'
import { isDelivered, recordAttempts, type SentDelivery } from './recordAttempts.ts'
import { sql } from 'kysely'

/** Deliveries of one target that are under way at a time; of a slow one fewer. */
const [atOnce, atOnceSlow] = [4, 2]
/** Deliveries that are read at a time. */
const readAtOnce = 40
/** How long things may take. */
export interface Timing {
  /** An answer. */
  readonly answerMs: number
  /** After so long no further delivery of a batch is begun: those before are kept first. */
  readonly batchMs: number
}
export const defaultTiming: Timing = { answerMs: answerLimitMs, batchMs: 3_000 }
/** A target is held for longer than a batch can take. */
export const leaseMs = ({ answerMs, batchMs }: Timing): number => 1.5 * (answerMs + batchMs)
/** So long one target has its turn, then others come. */
const turnMs = 10_000

/** How a server sends: as who, and until when. */
export interface Sending {
  readonly context: AppContext
  /** This server, among those that share the work. */
  readonly by: string
  readonly signal: AbortSignal
  readonly timing: Timing
  /** Calls an address. */
  readonly call?: typeof outboundCall
}

/** Tells a target of a signal, once. */
export async function deliver(
  { context, timing, call: outbound = outboundCall }: Pick<Sending, 'context' | 'timing' | 'call'>,
  target: Pick<LeasedTarget, 'id' | 'kind' | 'address' | 'recipient' | 'language' | 'affiliate'>,
  { signalId: id, name, at, data }: Pick<DueDelivery, 'signalId' | 'name' | 'at' | 'data'>,
  secrets: readonly string[],
): Promise<CallOutcome> {
  const message = { id, name, at, data }
  const { kind, recipient: to, language } = target
  const { mail: settings } = context.environment
  if (kind === 'email') return sendMail(message, { to, language, settings, limitMs: timing.answerMs })
  if (kind === 'webhook' && secrets.length === 0) return { status: null, answer: 'no_secret', tookMs: 0 }
  const call = callFor({ kind, address: target.address }, message, { secrets, now: context.now() })
  const { signalInsideHosts: insideHosts } = context.environment
  if (target.affiliate === null) return outbound(call, { insideHosts, limitMs: timing.answerMs })
  return withoutAnswer(await outbound(call, { insideHosts: [], limitMs: timing.answerMs }))
}

/** Whether a host is inside the network or nowhere is not an affiliate's to learn. */
const unreachable: ReadonlySet<string> = new Set(['address_inside', 'ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL'])

/** What an affiliate may know of a call: the status, and how it failed, never what a system answered. */
function withoutAnswer({ status, answer, tookMs }: CallOutcome): CallOutcome {
  return { status, answer: status !== null ? '' : unreachable.has(answer) ? 'host_unreachable' : answer, tookMs }
}

/** Sends what is due of a target, several at a time, as long as a batch may take. */
async function sendBatch(
  sending: Sending,
  target: LeasedTarget,
  { due, secrets }: { due: DueDelivery[]; secrets: readonly string[] },
): Promise<SentDelivery[]> {
  const sent: SentDelivery[] = []
  const endMs = performance.now() + sending.timing.batchMs
  let failures = target.failures
  const lane = async () => {
    for (;;) {
      if (sending.signal.aborted || performance.now() > endMs || failures >= 5 + target.failures) return
      const delivery = due.shift()
      if (!delivery) return
      const outcome = await deliver(sending, target, delivery, secrets)
      failures = isDelivered(outcome) ? 0 : failures + 1
      sent.push({ delivery, outcome })
    }
  }
  await Promise.all(Array.from({ length: target.isSlow ? atOnceSlow : atOnce }, lane))
  return sent
}

/**
 * Sends what is due of a target that this server holds, batch by batch, and lets go of it: when nothing is due any more,
 * it has to rest, its turn is over or the server stops.
 * @returns how many deliveries were taken and how many not
 */
export async function drainTarget(sending: Sending, target: LeasedTarget): Promise<{ taken: number; failed: number }> {
  const { context, by, signal } = sending
  const { db } = context.database
  const count = { taken: 0, failed: 0 }
  const endMs = performance.now() + turnMs
  const secrets = target.kind === 'webhook' ? await signingSecrets(context, target.id) : []
  while (!signal.aborted && performance.now() < endMs) {
    const until = new Date(context.now().getTime() + leaseMs(sending.timing))
    if (!(await renewLease(db, { target: target.id, by, until }))) break
    const due = await readDue(db, { target: target.id, now: context.now(), limit: readAtOnce })
    if (due.length === 0) break
    const sent = await sendBatch(sending, target, { due, secrets })
    if (sent.length === 0) break
    for (const { outcome } of sent) count[isDelivered(outcome) ? 'taken' : 'failed'] += 1
    const rests = await inTransaction(db, (transaction) =>
      recordAttempts(transaction, { target: target.id, sent, now: context.now() }),
    )
    if (rests > 0) break
  }
  await sql`update signal_queue set held_by = null, held_until = null
    where target = ${target.id}::bigint and held_by = ${by}::text::uuid`.execute(db)
  return count
}
