import { type Kysely, sql } from 'kysely'
import { hasFeatureSql } from '#engine/auth/server/features.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { lockQueues, makeFirstDue, wakeQueues } from './pendingDeliveries.ts'

/** Signals that are looked at in one transaction. */
const batchSize = 500

/**
 * A partner is seen by who sees a brand of everybody below it (`src/engine/records/server/visibility/scope.ts`): what is a partner's is told
 * to targets that name one of each, and to no other.
 */
const seesPartner = sql`(signal.partner is null or not exists (
  with recursive below as (
    select signal.partner as id union select partner.id from partner join below on partner.parent = below.id)
  select from whose_partner whose join below on below.id = whose.partner where not whose.brands && target.brands))`

/**
 * Whose a signal is, and who is told: targets of its company that want it, of its brands, and, where they are of an
 * affiliate, of that one alone. Asked here, and once more before anything is sent.
 */
export const isTold = sql`signal.company = target.company and ${hasFeatureSql(sql`signal.company`, 'webhooks')}
  and (signal.only_target = target.id or (signal.only_target is null and signal.name = any(target.signals)
    and (signal.brands is null or signal.brands && target.brands) and ${seesPartner}
    and (target.affiliate is null or target.affiliate = signal.affiliate)
    and (target.campaign is null or target.campaign = signal.campaign)
    and (target.action is null or target.action = signal.action)))`

/** How narrow a target of an affiliate is: the narrowest ones are told, and the others not. */
const narrowness = sql`case when target.action is not null then 2 when target.campaign is not null then 1 else 0 end`

/** The deliveries of signals: one to each target that is told. `signals` are ids. */
export function deliveriesOf(signals: readonly number[], onlyTarget: number | null = null) {
  return sql`select * from (select signal.id as sys_signal, 'sig_' || signal.id as signal_id, signal.name as signal,
      target.id as target, signal.company, coalesce(signal.brands, target.brands) as brands, signal.affiliate,
      signal.order_key, ${narrowness} as narrowness,
      max(${narrowness}) over (partition by signal.id, target.affiliate) as narrowest,
      target.affiliate is null as is_whole
    from signal join signal_target target on ${isTold}
    where signal.id = any(${idArray(signals)})) told
    where (is_whole or narrowness = narrowest) and (${onlyTarget}::bigint is null or target = ${onlyTarget}::bigint)`
}

async function spreadBatch(db: Kysely<any>, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from signal where not is_spread order by id
    limit ${sql.lit(batchSize)} for update skip locked`.execute(db)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const { rows: told } = await sql<{ target: number }>`select distinct target
    from (${deliveriesOf(ids)}) delivery`.execute(db)
  const targets = told.map(({ target }) => target)
  if (targets.length > 0) {
    await lockQueues(db, targets)
    await sql`insert into signal_delivery (sys_signal, signal_id, signal, target, company, brands, affiliate, order_key,
        state, tries, created_at, updated_at)
      select sys_signal, signal_id, signal, target, company, brands, affiliate, order_key, 'waiting', 0,
        ${timestamp(now)}, ${timestamp(now)}
      from (${deliveriesOf(ids)}) told order by target, sys_signal on conflict (target, sys_signal) do nothing`.execute(
      db,
    )
    await makeFirstDue(
      db,
      sql`delivery.target = any(${idArray(targets)}) and delivery.sys_signal = any(${idArray(ids)})`,
      now,
    )
    await wakeQueues(db, targets)
  }
  await sql`update signal set is_spread = true where id = any(${idArray(ids)})`.execute(db)
  return rows.length
}

/** Spreads what happened over the targets that are told of it. Several servers share the work. */
export async function fanOutSignals({ db }: Pick<Database, 'db'>, now: () => Date): Promise<number> {
  let count = 0
  for (;;) {
    const done = await inTransaction(db, (transaction) => spreadBatch(transaction, now()))
    count += done
    if (done < batchSize) return count
  }
}
