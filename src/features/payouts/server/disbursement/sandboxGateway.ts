import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { compareMoney } from '#engine/values/money.ts'
import type { PayoutAnswer, PayoutGateway, PayoutOrder, PayoutStatus } from './payoutGateway.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { isSigned } from './signature.ts'

/** Up to here it settles at once. */
const settlesAtOnceMax = '10.00'
/** Above that and up to here it accepts, and rejects later; above here it settles later. */
const rejectsLaterMax = '20.00'
/** Keys that begin so are somebody else's. */
const foreignKeyStart = 'other'
/** How much later. */
const outcomeDelayMs = 2_000
/** How long a payout that is never answered keeps its sender waiting. */
const silenceMs = 1_000

/** What is kept of a payment that went this way. */
export const sandboxName = 'sandbox'
const refusedReason = 'The sandbox refuses keys that begin with "fail"'
const rejectedReason = 'The sandbox rejects amounts from 10.01 to 20.00'
const silentReason = { code: 'timeOut' } as const

interface Kept {
  readonly content: string
  readonly state: 'accepted' | 'settled' | 'refused' | 'silent'
  readonly outcome: 'settled' | 'refused' | null
  readonly due_at: Date | null
  readonly reason: string | null
}

/**
 * What the sandbox makes of a payout it hears of for the first time: by the beginning of its key, else by its amount.
 */
function decide({ key, amount }: PayoutOrder, now: Date): Omit<Kept, 'content'> {
  const nothingLater = { outcome: null, due_at: null }
  if (key.startsWith('fail')) return { state: 'refused', reason: refusedReason, ...nothingLater }
  if (key.startsWith('timeout')) return { state: 'silent', reason: null, ...nothingLater }
  if (compareMoney(amount, settlesAtOnceMax) <= 0) return { state: 'settled', reason: null, ...nothingLater }
  const due_at = new Date(now.getTime() + outcomeDelayMs)
  return compareMoney(amount, rejectsLaterMax) <= 0
    ? { state: 'accepted', outcome: 'refused', reason: rejectedReason, due_at }
    : { state: 'accepted', outcome: 'settled', reason: null, due_at }
}

async function answerOf({ state, reason }: Kept): Promise<PayoutAnswer> {
  switch (state) {
    case 'accepted':
      return { kind: 'accepted' }
    case 'settled':
      return { kind: 'settled' }
    case 'refused':
      return { kind: 'refused', reason: reason ?? refusedReason, isTransient: false }
    case 'silent':
      await pause(silenceMs)
      return { kind: 'unknown', reason: silentReason }
  }
}

async function find(db: Kysely<any>, id: string): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`select content, state, outcome, due_at, reason from sandbox_payout
      where id = ${id}::text::uuid`.execute(db)
  return rows[0]
}

/**
 * The gateway of a trial: no money moves. It behaves by amount and key, so that every outcome can be seen (domain.md,
 * section 5): up to 10.00 settles at once, 10.01 to 20.00 is accepted
 * and rejected later, above 20.00 settles later; a key beginning `fail` is refused at once, one beginning `timeout` is
 * never answered, one beginning `other` is somebody else's when it is asked about. What comes later is told by `tellSandboxOutcomes`.
 */
export function sandboxGateway({
  db,
  secret,
  now,
}: {
  db: Kysely<any>
  secret: string
  now: () => Date
}): PayoutGateway {
  async function send(order: PayoutOrder): Promise<PayoutAnswer> {
    const content = JSON.stringify([order.amount, order.currency, order.keyType, order.key])
    const { state, outcome, due_at, reason } = decide(order, now())
    await sql`insert into sandbox_payout (id, content, state, outcome, due_at, reason)
      values (${order.id}::text::uuid, ${content}, ${state}, ${outcome}::text,
      ${due_at?.toISOString() ?? null}::text::timestamptz, ${reason}::text) on conflict (id) do nothing`.execute(db)
    const kept = await find(db, order.id)
    if (kept!.content !== content) return { kind: 'unknown', reason: 'The sandbox knows this id with other content' }
    return answerOf(kept!)
  }
  return {
    name: sandboxName,
    tellsReturns: false,
    send,
    takesBatches: () => Promise.resolve(true),
    sendBatch: async ({ payouts }) =>
      new Map(await Promise.all(payouts.map(async (order) => [order.id, await send(order)] as const))),
    async status(order): Promise<PayoutStatus> {
      const kept = await find(db, order.id)
      return kept ? answerOf(kept) : { kind: 'absent' }
    },
    checkKey: ({ key }) => {
      const isOwn = !key.startsWith(foreignKeyStart)
      return Promise.resolve({ kind: 'known', nameMatches: isOwn, documentMatches: isOwn })
    },
    verifyWebhook: ({ body, signature, timestamp }) =>
      isSigned({ secret, text: body, signature, timestamp, now: now() }),
  }
}

/** A payout of the sandbox whose outcome is due. */
export interface SandboxOutcome {
  readonly id: string
  readonly state: 'settled' | 'refused'
  readonly reason: string | null
}

/**
 * Decides payouts whose outcome is due and tells each; one that could not be told stays due. Several servers share the
 * work.
 * @param tell delivers the outcome as a gateway's webhook; answers whether it was taken.
 */
export async function tellSandboxOutcomes(
  db: Kysely<any>,
  { now, tell }: { now: Date; tell: (outcome: SandboxOutcome) => Promise<boolean> },
): Promise<number> {
  const { rows } = await sql<SandboxOutcome>`update sandbox_payout
      set state = outcome, due_at = ${timestamp(new Date(now.getTime() + 10 * outcomeDelayMs))}
    where id in (select id from sandbox_payout where due_at <= ${timestamp(now)} order by due_at
      limit 100 for update skip locked)
    returning id::text as id, state, reason`.execute(db)
  for (const outcome of rows) {
    if (!(await tell(outcome))) continue
    await sql`update sandbox_payout set due_at = null where id = ${outcome.id}::text::uuid`.execute(db)
  }
  return rows.length
}
