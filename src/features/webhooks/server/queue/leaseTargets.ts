import { type Kysely, sql } from 'kysely'
import type { SignalKind } from '#rules/webhooks.ts'
import type { FileLanguage } from '#engine/export/server/texts.ts'
import { timestamp } from '#engine/server/database/rows.ts'

/** A target whose deliveries this server sends at present. */
export interface LeasedTarget {
  readonly id: number
  readonly kind: SignalKind
  readonly address: string
  readonly recipient: string
  readonly language: FileLanguage
  /** Whose target it is; null for one of the operator's. */
  readonly affiliate: number | null
  readonly isSlow: boolean
  readonly failures: number
}

/** A delivery that is due, with what it says. */
export interface DueDelivery {
  readonly id: number
  readonly signalId: string
  readonly name: string
  readonly at: Date
  readonly data: Readonly<Record<string, unknown>>
  readonly orderKey: string
  readonly tries: number
  readonly madeAt: Date
}

/**
 * Takes targets with something due that no server holds, those that wait longest first. Whoever dies holds them no
 * longer than `untilMs`.
 */
export async function leaseTargets(
  db: Kysely<any>,
  { by, now, untilMs, slow, limit }: { by: string; now: Date; untilMs: number; slow: boolean; limit: number },
): Promise<LeasedTarget[]> {
  if (limit <= 0) return []
  const { rows } = await sql<LeasedTarget>`with free as (
      select queue.target from signal_queue queue join signal_target target on target.id = queue.target
      where queue.due_at <= ${timestamp(now)} and target.state is distinct from 'paused'
        and coalesce(queue.rests_until, '-infinity') <= ${timestamp(now)}
        and coalesce(queue.held_until, '-infinity') <= ${timestamp(now)} and queue.is_slow = ${slow}::boolean
      order by queue.due_at limit ${limit}::integer for update of queue skip locked
    )
    update signal_queue queue set held_by = ${by}::text::uuid,
      held_until = ${timestamp(new Date(now.getTime() + untilMs))}
    from free join signal_target target on target.id = free.target where queue.target = free.target
    returning target.id, target.kind, target.address, target.recipient,
      target.language, target.affiliate, queue.is_slow as "isSlow", queue.failures`.execute(db)
  return rows
}

/** Goes on holding a target. @returns whether it is still this server's, and its target active */
export async function renewLease(
  db: Kysely<any>,
  { target, by, until }: { target: number; by: string; until: Date },
): Promise<boolean> {
  const { rows } = await sql`update signal_queue queue set held_until = ${timestamp(until)}
    from signal_target target where target.id = queue.target and queue.target = ${target}::bigint
      and queue.held_by = ${by}::text::uuid and target.state is distinct from 'paused' returning 1`.execute(db)
  return rows.length > 0
}

/** What of a target is due, the longest due first. A delivery that it must not be told of any more is not among them. */
export async function readDue(
  db: Kysely<any>,
  { target, now, limit }: { target: number; now: Date; limit: number },
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`select delivery.id, delivery.signal_id as "signalId", signal.name, signal.at,
      signal.data, delivery.order_key as "orderKey", delivery.tries, delivery.created_at as "madeAt"
    from signal_delivery delivery join signal on signal.id = delivery.sys_signal
    join signal_target target on target.id = delivery.target and signal.company = target.company
      and (target.affiliate is null or target.affiliate = signal.affiliate or signal.only_target = target.id)
    where delivery.target = ${target}::bigint and delivery.due_at <= ${timestamp(now)}
    order by delivery.due_at, delivery.sys_signal limit ${limit}::integer`.execute(db)
  return rows
}
