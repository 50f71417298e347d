import { type Kysely, type RawBuilder, sql } from 'kysely'
import { idArray } from '#engine/server/database/arrays.ts'
import { timestamp } from '#engine/server/database/rows.ts'

/** Holds the queues of targets until the transaction ends, in an order in which nobody waits for each other. */
export async function lockQueues(db: Kysely<any>, targets: readonly number[]): Promise<void> {
  await sql`select from signal_queue where target = any(${idArray(targets)}) order by target for update`.execute(db)
}

/**
 * Makes the first waiting delivery of each key due, where none of that key is: the next one's turn comes when the one
 * before was taken or given up. The caller holds the queues of the targets.
 * @param among which deliveries are looked at, as a condition on `delivery`
 */
export async function makeFirstDue(db: Kysely<any>, among: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`update signal_delivery delivery set due_at = ${timestamp(now)}
    where delivery.state = 'waiting' and delivery.due_at is null and ${among} and not exists (
      select from signal_delivery earlier where earlier.target = delivery.target
        and earlier.order_key = delivery.order_key and earlier.state = 'waiting'
        and earlier.sys_signal < delivery.sys_signal)`.execute(db)
}

/** Has targets looked at as soon as something of theirs is due. The caller holds their queues. */
export async function wakeQueues(db: Kysely<any>, targets: readonly number[]): Promise<void> {
  await sql`update signal_queue queue set due_at = (select min(delivery.due_at) from signal_delivery delivery
      where delivery.target = queue.target and delivery.due_at is not null)
    where queue.target = any(${idArray(targets)})`.execute(db)
}
