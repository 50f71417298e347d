import { type Kysely, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import type { Payee, PayeeKind } from '#rules/payouts/payments.ts'
import type { Period } from '#engine/values/periodPresets.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { idArray } from '#engine/server/database/arrays.ts'

const key = sql`hashtext('entries of periods')`

/**
 * Keeps periods from being locked or reopened until the transaction ends. Whoever writes entries takes it: what is
 * locked meanwhile would not be known to it.
 */
export async function keepPeriods(db: Kysely<any>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${key})`.execute(db)
}

/** Waits for all who write entries, and keeps them from it until the transaction ends. */
export async function stopEntries(db: Kysely<any>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(db)
}

/** The days of some owners whose entries no close changes any more. Call {@link keepPeriods} first. */
export async function readLockedDays(
  db: Kysely<any>,
  { ownerKind, owners, from, to }: { ownerKind: PayeeKind; owners: readonly number[]; from: Day; to: Day },
): Promise<(owner: number, day: Day) => boolean> {
  const { rows } = await sql<Period & { owner: number }>`
    select owner.id as owner, period."from"::text as "from", period."to"::text as "to"
    from period join ${sql.table(ownerKind)} owner on owner.company = period.company
    where period.state = 'locked' and period."to" >= ${from}::text::date and period."from" <= ${to}::text::date
      and owner.id = any(${idArray(owners)})`.execute(db)
  const ranges = Map.groupBy(rows, ({ owner }) => owner)
  return (owner, day) => ranges.get(owner)?.some((range) => range.from <= day && day <= range.to) ?? false
}

/**
 * Asks that a day of an owner can take an entry.
 * @throws ApiError `period_locked`
 */
export async function requireOpenDay(db: Kysely<any>, { kind, id, day }: Payee & { day: Day }): Promise<void> {
  await keepPeriods(db)
  const isLocked = await readLockedDays(db, { ownerKind: kind, owners: [id], from: day, to: day })
  if (isLocked(id, day)) throw new ApiError('period_locked', { values: { day } })
}
