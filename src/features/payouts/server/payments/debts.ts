import { type Kysely, sql } from 'kysely'
import { compareMoney } from '#engine/values/money.ts'
import { earnedKinds } from '#rules/payouts/payments.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { PayeeAccount } from '../payees/payeeAccount.ts'

/**
 * Whether an owner came to owe since a payment of it was made that waits still: a payment takes all debts along that there
 * are, so what is pending beside it is negative only where a debt came later. What a day has earned so far is no debt: it
 * may be made up for before the day is over.
 */
export async function hasNewDebtSince(db: Kysely<any>, owner: PayeeAccount): Promise<boolean> {
  if (compareMoney(owner.pendingValue, 0) >= 0) return false
  const debt = sql<{ owes: boolean }>`select coalesce(sum(value), 0) < 0 as owes from entry
    where ${sql.id(owner.kind)} = ${owner.id}::bigint and currency = ${owner.currency}::text and status = 'pending'
      and kind <> all(${arrayOf('text', earnedKinds)})
      and not exists (select from payment_entry held where held.entry = entry.id and held.holds)`
  return (await firstRow(db, debt))!.owes
}
