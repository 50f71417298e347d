import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../config/actor.ts'
import type { Day } from '../../../domain/calendar.ts'
import { type BrandPart, partsByBrand, partsLess, partsOfAmount } from '../../../domain/commission/parts.ts'
import { Decimal, type Money, roundMoney, sumMoney } from '../../../domain/money.ts'
import { logActivity } from '../../records/activityLog.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { readParts, writeParts } from './entryParts.ts'
import { removeEntries } from './removeEntries.ts'
import type { StandingEntry } from './writeEntries.ts'

/** Why a day is due another amount than its entry says. */
export const lateActivity = 'late_activity'

/**
 * What late activity has added to an entry so far; a column of a statement about `entry`. What a returned payment
 * re-opened is the same money again, and no part of it.
 */
export const settledBefore: RawBuilder<Money> = sql`coalesce((select sum(adjusting.value) from entry_adjustment
  join entry adjusting on adjusting.id = entry_adjustment.entry
  where entry_adjustment.source_entry = entry.id and entry_adjustment.reason = ${sql.lit(lateActivity)}), 0)`

/**
 * Whether late activity was settled beside an entry already; a condition of a statement about `entry`. Corrected
 * itself, it would pay that twice, also once a refused payment let go of it.
 */
export const hasSettledBefore: RawBuilder<boolean> = sql`exists (select from entry_adjustment
  where entry_adjustment.source_entry = entry.id and entry_adjustment.reason = ${sql.lit(lateActivity)})`

interface Adjustment {
  readonly id: number
  readonly value: Money
  readonly number: number
  readonly reason: string
  /** Pending, dated today and in no payment: it can still be corrected. */
  readonly is_open: boolean
}

async function readAdjustments(db: Kysely<any>, source: number, today: Day): Promise<Adjustment[]> {
  const { rows } = await sql<Adjustment>`select entry.id, entry.value, entry_adjustment.number, entry_adjustment.reason,
      entry.status = 'pending' and entry.day = ${today}::text::date
        and not exists (select from payment_entry where payment_entry.entry = entry.id
          and payment_entry.holds) as is_open
    from entry_adjustment join entry on entry.id = entry_adjustment.entry
    where entry_adjustment.source_entry = ${source} order by entry_adjustment.number for update of entry`.execute(db)
  return rows
}

/**
 * Adds an adjustment entry, in the currency of its source: an amount that is due to (or by) the owner of an entry that
 * cannot change any more. `number` makes each be written once.
 */
export async function addAdjustment(
  db: Kysely<any>,
  input: {
    source: number
    owner: number
    ownerKind: OwnerKind
    number: number
    value: Money
    parts: readonly BrandPart[]
    reason: string
    today: Day
    actor: Actor
  },
): Promise<number> {
  const {
    rows: [row],
  } = await sql<{
    id: number
  }>`insert into entry (day, ${sql.id(input.ownerKind)}, kind, value, currency, status, payment_method)
    select ${input.today}::text::date, owner.id, 'adjustment', ${input.value}::text::numeric, source.currency,
      'pending', coalesce(owner.payment_type, 'manual')
    from ${sql.table(input.ownerKind)} owner join entry source on source.id = ${input.source}
      where owner.id = ${input.owner} returning id`.execute(db)
  if (!row) throw new Error(`There is no ${input.ownerKind} ${input.owner} any more to adjust an entry of.`)
  await sql`insert into entry_adjustment (entry, source_entry, number, reason) values (${row.id}, ${input.source},
    ${input.number}, ${input.reason}::text)`.execute(db)
  await writeParts(db, {
    replaced: [],
    parts: partsOfAmount(input.parts, input.value).map((part) => ({ ...part, entry: row.id })),
  })
  await logActivity(db, {
    actor: input.actor,
    operation: 'adjust',
    object: 'entry',
    objectId: row.id,
    changes: [
      { field: 'value', before: null, after: input.value },
      { field: 'sourceEntry', before: null, after: input.source },
      { field: 'reason', before: null, after: input.reason },
    ],
  })
  return row.id
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
    entry: StandingEntry
    ownerKind: OwnerKind
    due: Money
    dueParts: readonly BrandPart[]
    today: Day
    actor: Actor
  },
): Promise<boolean> {
  const { entry, today, actor } = input
  const all = await readAdjustments(db, entry.id, today)
  // What a returned payment re-opened is the same money again, not a correction of the day.
  const adjustments = all.filter(({ reason }) => reason === lateActivity)
  const difference = roundMoney(
    new Decimal(input.due).minus(sumMoney([entry.value, ...adjustments.map(({ value }) => value)])),
  )
  if (difference === '0.00') return false
  const parts = partsLess(input.dueParts, await readParts(db, [entry.id, ...adjustments.map(({ id }) => id)]))
  const open = adjustments.find(({ is_open }) => is_open)
  if (!open) {
    const number = (all.at(-1)?.number ?? 0) + 1
    await addAdjustment(db, {
      source: entry.id,
      owner: entry.owner,
      ownerKind: input.ownerKind,
      number,
      value: difference,
      parts,
      reason: lateActivity,
      today,
      actor,
    })
    return true
  }
  const value = sumMoney([open.value, difference])
  if (value === '0.00') {
    await removeEntries(db, { ids: [open.id], actor })
    return true
  }
  await sql`update entry set value = ${value}::text::numeric, version = version + 1, updated_at = now()
    where id = ${open.id}`.execute(db)
  const merged = partsOfAmount(partsByBrand([...(await readParts(db, [open.id])), ...parts]), value)
  await writeParts(db, { replaced: [open.id], parts: merged.map((part) => ({ ...part, entry: open.id })) })
  await logActivity(db, {
    actor,
    operation: 'adjust',
    object: 'entry',
    objectId: open.id,
    changes: [{ field: 'value', before: open.value, after: value }],
  })
  return true
}
