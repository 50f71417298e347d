import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Day } from '#engine/values/calendar.ts'
import { type BrandAllocation, allocateByBrand, partsLess, partsOfAmount } from '#rules/commission/allocation.ts'
import { Decimal, type Money, roundMoney, sumMoney } from '#engine/values/money.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { newValues } from '#engine/records/server/change.ts'
import type { Payee, PayeeKind } from '#rules/payouts/payments.ts'
import { adjustmentLines, type EntryLine, entryParts, readAllocations } from './entryDetails.ts'
import { removeEntries } from './removeEntries.ts'

/** Why a day is due another amount than its entry says. */
export interface DueCause {
  /** Events that came later, and what followed from them; or a rule that somebody corrected from a past day on. */
  readonly reason: 'late_activity' | 'correction'
  /** Which one. */
  readonly correction: number | null
}

/** What a close finds by itself. */
export const lateActivity: DueCause = { reason: 'late_activity', correction: null }

/** What makes a day due another amount; a condition of a statement about `entry_adjustment`. */
export const changesDue: RawBuilder<boolean> = sql`entry_adjustment.reason in ('late_activity', 'correction')`

/**
 * What late activity and corrections have added to an entry so far; a column of a statement about `entry`. What a
 * returned payment re-opened is the same money again, and no part of it.
 */
export const settledBefore: RawBuilder<Money> = sql`coalesce((select sum(adjusting.value) from entry_adjustment
  join entry adjusting on adjusting.id = entry_adjustment.entry
  where entry_adjustment.source_entry = entry.id and ${changesDue}), 0)`

/**
 * Whether an adjustment stands beside an entry already; a condition of a statement about `entry`. A difference that was
 * settled so would be paid twice were the entry corrected itself, also once a refused payment let go of it; and one that
 * was split to be paid in part is what both halves refer to, and cannot go.
 */
export const hasAdjustments: RawBuilder<boolean> = sql`exists (select from entry_adjustment
  where entry_adjustment.source_entry = entry.id)`

/** An entry as it stands. */
export interface CurrentEntry {
  readonly id: number
  readonly owner: number
  readonly day: Day
  readonly value: Money
  /** Complete, held by a payment that was not rejected, of a locked period, or adjusted already: never touched. */
  readonly is_fixed: boolean
}

interface Adjustment {
  readonly id: number
  readonly value: Money
  readonly correction: number | null
  /** Pending, dated today, in no payment and in no halves: it can still be corrected. */
  readonly is_open: boolean
}

async function readAdjustments(db: Kysely<any>, source: number, today: Day): Promise<Adjustment[]> {
  const { rows } = await sql<Adjustment>`select entry.id, entry.value, entry_adjustment.correction,
      entry.status = 'pending' and entry.day = ${today}::text::date
        and not exists (select from payment_entry where payment_entry.entry = entry.id
          and payment_entry.holds) and not ${hasAdjustments} as is_open
    from entry_adjustment join entry on entry.id = entry_adjustment.entry
    where entry_adjustment.source_entry = ${source} and ${changesDue}
    order by entry_adjustment.number for update of entry`.execute(db)
  return rows
}

/**
 * Adds an adjustment entry, in the currency of its source: an amount that is due to (or by) the owner of an entry that
 * cannot change any more. The caller holds the entry's lock: they are numbered, and a number is written once.
 */
export async function addAdjustment(
  db: Kysely<any>,
  input: {
    source: number
    owner: Payee
    value: Money
    parts: readonly BrandAllocation[]
    reason: string
    correction?: number | null
    today: Day
    actor: Actor
  },
): Promise<number> {
  const { source, owner, value, reason, correction = null, actor } = input
  const row = await firstRow(
    db,
    sql<{ id: number }>`insert into entry (day, ${sql.id(owner.kind)}, kind, value, currency, status, payment_method,
        reason, requested_by, approved_by)
      select ${input.today}::text::date, owner.id, 'adjustment', ${value}::text::numeric, source.currency,
        'pending', coalesce(owner.payment_type, 'manual'), asked.reason, asked.requested_by,
        case when asked.id is not null then ${actor.name}::text end
      from ${sql.table(owner.kind)} owner join entry source on source.id = ${source}
        left join correction asked on asked.id = ${correction}::bigint
      where owner.id = ${owner.id} returning id`,
  )
  if (!row) throw new Error(`There is no ${owner.kind} ${owner.id} any more to adjust an entry of.`)
  const { id } = row
  await sql`insert into entry_adjustment (entry, source_entry, number, reason, correction)
    select ${id}::bigint, ${source}::bigint, coalesce(max(number), 0) + 1, ${reason}::text, ${correction}::bigint
    from entry_adjustment where source_entry = ${source}`.execute(db)
  const parts = partsOfAmount(input.parts, value).map((part) => ({ ...part, entry: id }))
  await entryParts.write(db, { replaced: [], rows: parts })
  const changes = newValues({ value, sourceEntry: source, reason, ...(correction === null ? {} : { correction }) })
  await logActivity(db, { actor, operation: 'adjust', object: 'entry', objectId: id, changes })
  return id
}

/**
 * Makes an entry that is complete or being paid right by adjustments: the difference between what the day is due and
 * the entry with its adjustments so far becomes an adjustment
 * dated today (or corrects today's, where that is still open). The caller holds the entry's lock.
 * @returns whether there was a difference to write
 */
export async function adjustEntry(
  db: Kysely<any>,
  input: {
    entry: CurrentEntry
    ownerKind: PayeeKind
    due: Money
    dueParts: readonly BrandAllocation[]
    cause: DueCause
    /** How the day is due now, for whoever asks why. */
    dueLines: readonly EntryLine[]
    today: Day
    actor: Actor
  },
): Promise<boolean> {
  const { entry, cause, today, actor } = input
  const adjustments = await readAdjustments(db, entry.id, today)
  const difference = roundMoney(
    new Decimal(input.due).minus(sumMoney([entry.value, ...adjustments.map(({ value }) => value)])),
  )
  if (difference === '0.00') return false
  const parts = partsLess(input.dueParts, await readAllocations(db, [entry.id, ...adjustments.map(({ id }) => id)]))
  const open = adjustments.find(({ is_open, correction }) => is_open && correction === cause.correction)
  if (!open) {
    const owner = { kind: input.ownerKind, id: entry.owner }
    const late = { source: entry.id, owner, value: difference, parts, ...cause }
    const added = await addAdjustment(db, { ...late, today, actor })
    await adjustmentLines.write(db, { replaced: [], rows: input.dueLines.map((line) => ({ ...line, entry: added })) })
    return true
  }
  const value = sumMoney([open.value, difference])
  if (value === '0.00') {
    await removeEntries(db, { ids: [open.id], actor })
    return true
  }
  await sql`update entry set value = ${value}::text::numeric, version = version + 1, updated_at = now()
    where id = ${open.id}`.execute(db)
  const merged = partsOfAmount(allocateByBrand([...(await readAllocations(db, [open.id])), ...parts]), value)
  await entryParts.write(db, { replaced: [open.id], rows: merged.map((part) => ({ ...part, entry: open.id })) })
  const dueLines = input.dueLines.map((line) => ({ ...line, entry: open.id }))
  await adjustmentLines.write(db, { replaced: [open.id], rows: dueLines })
  await sql`update entry_adjustment set computed_at = statement_timestamp() where entry = ${open.id}`.execute(db)
  const changes = [{ field: 'value', before: open.value, after: value }]
  await logActivity(db, { actor, operation: 'adjust', object: 'entry', objectId: open.id, changes })
  return true
}
