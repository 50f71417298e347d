import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { BrandAllocation } from '#rules/commission/allocation.ts'
import { forEach } from '#rules/activity/measures.ts'
import { type Money, zeroMoney } from '#engine/values/money.ts'
import type { EarnedKind, PayeeKind } from '#rules/payouts/payments.ts'
import { idArray, rowsAs } from '#engine/server/database/arrays.ts'
import {
  adjustEntry,
  type DueCause,
  hasAdjustments,
  lateActivity,
  settledBefore,
  type CurrentEntry,
} from './adjustEntry.ts'
import { type EntryLine, entryLines, entryParts } from './entryDetails.ts'
import { keepPeriods, readLockedDays } from '../periods/lockedDays.ts'
import { removeEntries } from './removeEntries.ts'
import { emitEntrySignals } from '#features/webhooks/server/emit/money.ts'

/** What became of entries that were computed: how many were written, and how. */
export interface EntryChanges {
  readonly added: number
  /** Pending ones whose value or lines were others. */
  readonly corrected: number
  /** Pending ones of days on which nothing is earned by now. */
  readonly removed: number
  /**
   * Complete ones, or held by a payment, whose difference was written as an adjustment, or corrected the one of today.
   */
  readonly adjusted: number
  /** Neither written nor locked: they said what was earned already. */
  readonly unchanged: number
}

/** Nothing was computed. */
export const noChanges: EntryChanges = { added: 0, corrected: 0, removed: 0, adjusted: 0, unchanged: 0 }

/** What two writes came to together. */
export function plusChanges(one: EntryChanges, other: EntryChanges): EntryChanges {
  return forEach(Object.keys(one) as (keyof EntryChanges)[], (name) => one[name] + other[name])
}

/** What an owner earned on a day. */
export interface CommissionDay {
  readonly owner: number
  readonly day: Day
  readonly value: Money
  readonly lines: readonly EntryLine[]
  /** What of the value each brand makes up; they add up to it. */
  readonly parts: readonly BrandAllocation[]
}

/** What is to be written: every day of every owner that was computed, and what came of it. */
export interface EntryWrite {
  readonly ownerKind: PayeeKind
  /** What it earned by: itself, where nobody says, or affiliates that it referred. */
  readonly kind?: EarnedKind | undefined
  /** Of all that was earned; entries in others stay as they are. */
  readonly currency: string
  readonly owners: readonly number[]
  /** The computed days of an owner. A commission entry of one of them that nothing was earned on is wrong by now. */
  readonly isComputed: (owner: number, day: Day) => boolean
  /** Days of an owner that another system paid: what was paid of them here, too, stays as it is. */
  readonly isSettledElsewhere?: ((owner: number, day: Day) => boolean) | undefined
  readonly from: Day
  readonly to: Day
  readonly earned: readonly CommissionDay[]
  /** Adjustments are dated today: of each owner by the clock of its company. */
  readonly todayOf: (owner: number) => Day
  readonly actor: Actor
  /** Why days are due another amount than stands; {@link lateActivity} where nobody says. */
  readonly cause?: DueCause | undefined
}

/** What is written, and which of its days are of locked periods. */
type FencedWrite = EntryWrite & { readonly isLocked: (owner: number, day: Day) => boolean }

/**
 * The commission entries of the computed days, and what late activity has added to each so far.
 * @param locks waits for whoever changes them, and keeps them
 */
async function readStanding(
  db: Kysely<any>,
  write: FencedWrite,
  locks: readonly number[] | null,
): Promise<(CurrentEntry & { readonly settled: Money })[]> {
  const owner = sql.ref(`entry.${write.ownerKind}`)
  const which = locks
    ? sql`entry.id = any(${idArray(locks)})`
    : sql`${owner} = any(${idArray(write.owners)}) and entry.day between ${write.from}::date and ${write.to}::date
      and entry.currency = ${write.currency}::text`
  // First the locks, then what they protect: a statement that waited for a lock would not see the payment that held an
  // entry meanwhile.
  if (locks) await sql`select from entry where ${which} order by entry.id for update of entry`.execute(db)
  const { rows } = await sql<CurrentEntry & { settled: Money }>`
    select entry.id, ${owner} as owner, entry.day::text as day, entry.value,
      entry.status = 'complete' or exists (select from payment_entry where payment_entry.entry = entry.id
        and payment_entry.holds) or ${hasAdjustments} as is_fixed,
      entry.value + ${settledBefore} as settled
    from entry where entry.kind = ${sql.lit(write.kind ?? 'commission')} and ${which} order by entry.id`.execute(db)
  return rows.map((row) => (write.isLocked(row.owner, row.day) ? { ...row, is_fixed: true } : row))
}

async function insertEntries(
  db: Kysely<any>,
  { ownerKind, kind = 'commission', currency }: EntryWrite,
  days: readonly CommissionDay[],
): Promise<Map<string, number>> {
  const owner = sql.id(ownerKind)
  const { rows } = await sql<{ id: number; owner: number; day: Day }>`
    insert into entry (day, ${owner}, kind, value, currency, status, payment_method)
    select earned.day, earned.owner, ${sql.lit(kind)}, earned.value, ${currency}::text, 'pending',
      coalesce(owner.payment_type, 'manual')
    from ${rowsAs('earned', days, { owner: 'bigint', day: 'date', value: 'numeric' })}
    left join ${sql.table(ownerKind)} owner on owner.id = earned.owner
    order by earned.day, earned.owner
    returning id, ${owner} as owner, day::text as day`.execute(db)
  return new Map(rows.map((row) => [`${row.owner} ${row.day}`, row.id]))
}

async function updateValues(db: Kysely<any>, values: readonly { id: number; value: Money }[]): Promise<void> {
  await sql`update entry set value = changed.value, version = version + 1, updated_at = now()
    from ${rowsAs('changed', values, { id: 'bigint', value: 'numeric' })}
    where entry.id = changed.id and entry.value is distinct from changed.value`.execute(db)
}

const keyOf = ({ owner, day }: { readonly owner: number; readonly day: Day }) => `${owner} ${day}`

/**
 * The standing entries that are not what was earned: another value, other lines or parts, nothing earned at all, or,
 * where they are fixed, another sum with their adjustments.
 */
async function readWrong(
  db: Kysely<any>,
  write: FencedWrite,
  earned: ReadonlyMap<string, CommissionDay>,
): Promise<{ standing: ReadonlySet<string>; wrong: number[] }> {
  const standing = (await readStanding(db, write, null)).filter(
    ({ owner, day, is_fixed: isFixed }) =>
      write.isComputed(owner, day) && !(isFixed && write.isSettledElsewhere?.(owner, day)),
  )
  const open = standing.filter((entry) => !entry.is_fixed && earned.has(keyOf(entry)))
  const lines = open.flatMap((entry) => earned.get(keyOf(entry))!.lines.map((line) => ({ ...line, entry: entry.id })))
  const ofOtherLines = await entryLines.differing(db, { entries: open.map(({ id }) => id), rows: lines })
  const parts = open.flatMap((entry) => earned.get(keyOf(entry))!.parts.map((part) => ({ ...part, entry: entry.id })))
  const ofOtherParts = await entryParts.differing(db, { entries: open.map(({ id }) => id), rows: parts })
  const isWrong = (entry: (typeof standing)[number]) => {
    const due = earned.get(keyOf(entry))
    if (entry.is_fixed) return entry.settled !== (due?.value ?? zeroMoney)
    return due?.value !== entry.value || ofOtherLines.has(entry.id) || ofOtherParts.has(entry.id)
  }
  return { standing: new Set(standing.map(keyOf)), wrong: standing.filter(isWrong).map(({ id }) => id) }
}

/**
 * What was earned on days of locked periods that have no entry: one of 0.00 is added, on which the differences hang.
 */
async function openLockedDays(
  db: Kysely<any>,
  write: EntryWrite,
  days: readonly CommissionDay[],
): Promise<CurrentEntry[]> {
  if (days.length === 0) return []
  const opened = days.map((each) => ({ ...each, value: zeroMoney }))
  const ids = await insertEntries(db, write, opened)
  return opened.map((each) => ({ ...each, id: ids.get(keyOf(each))!, is_fixed: true }))
}

/**
 * Makes the commission entries of the computed days say what was earned: new ones are added, pending ones corrected or
 * removed, and where one is complete, being paid or of a locked period the
 * difference becomes an adjustment dated today, once. Entries that are right are neither locked nor written: running it
 * again changes nothing and costs little.
 * @returns what became of them, as this transaction leaves it
 */
export async function writeEntries(db: Kysely<any>, asked: EntryWrite): Promise<EntryChanges> {
  await keepPeriods(db)
  const write: FencedWrite = { ...asked, isLocked: await readLockedDays(db, asked) }
  const earnedByKey = new Map(write.earned.map((each) => [keyOf(each), each]))
  const { standing, wrong } = await readWrong(db, write, earnedByKey)
  const [late, added] = [true, false].map((isLate) =>
    write.earned.filter((each) => !standing.has(keyOf(each)) && write.isLocked(each.owner, each.day) === isLate),
  ) as [CommissionDay[], CommissionDay[]]
  // A payment may have taken an entry since it was read: what becomes of it is decided under its lock.
  const locked = wrong.length > 0 ? await readStanding(db, write, wrong) : []
  const kept = locked.filter((entry) => !entry.is_fixed && earnedByKey.has(keyOf(entry)))
  const gone = locked.filter((entry) => !entry.is_fixed && !earnedByKey.has(keyOf(entry)))

  const ids = added.length > 0 ? await insertEntries(db, write, added) : new Map<string, number>()
  for (const entry of kept) ids.set(keyOf(entry), entry.id)
  const values = kept.map((entry) => ({ id: entry.id, value: earnedByKey.get(keyOf(entry))!.value }))
  if (kept.length > 0) await updateValues(db, values)
  const replaced = kept.map(({ id }) => id)
  const lines = [...ids].flatMap(([key, entry]) => earnedByKey.get(key)!.lines.map((line) => ({ ...line, entry })))
  await entryLines.write(db, { replaced, rows: lines })
  const parts = [...ids].flatMap(([key, entry]) => earnedByKey.get(key)!.parts.map((part) => ({ ...part, entry })))
  await entryParts.write(db, { replaced, rows: parts })
  const { ownerKind, todayOf, actor, cause = lateActivity } = write
  const isKept = new Set(replaced)
  await emitEntrySignals(db, [
    ...[...ids.values()].map((id) => ({ id, change: isKept.has(id) ? 'corrected' : 'added' }) as const),
    ...gone.map(({ id }) => ({ id, change: 'removed' }) as const),
  ])
  await removeEntries(db, { ids: gone.map(({ id }) => id), actor })
  let adjusted = 0
  const lateDue = late.filter(({ value }) => value !== zeroMoney)
  const opened = await openLockedDays(db, write, lateDue)
  for (const entry of [...locked.filter((each) => each.is_fixed), ...opened]) {
    const earned = earnedByKey.get(keyOf(entry)) ?? { value: zeroMoney, parts: [], lines: [] }
    const { value: due, parts: dueParts, lines: dueLines } = earned
    const today = todayOf(entry.owner)
    if (await adjustEntry(db, { entry, ownerKind, due, dueParts, dueLines, cause, today, actor })) adjusted += 1
  }
  return {
    added: added.length,
    corrected: kept.length,
    removed: gone.length,
    adjusted,
    unchanged: standing.size + opened.length - kept.length - gone.length - adjusted,
  }
}
