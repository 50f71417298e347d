import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../../config/actor.ts'
import type { Day } from '../../../domain/calendar.ts'
import type { Money } from '../../../domain/money.ts'
import { arrayOf, idArray, unnested } from '../arrays.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { adjustEntry } from './adjustEntry.ts'
import { removeEntries } from './removeEntries.ts'

/** One line of an entry, ready to be kept. Numbers are decimal strings. */
export interface EntryLine {
  readonly product: string
  readonly base: string
  readonly rate: string | null
  readonly ruleVersion: number | null
  readonly amount: Money
  readonly detail: object
}

/** What an owner earned on a day. */
export interface EarnedDay {
  readonly owner: number
  readonly day: Day
  readonly value: Money
  readonly lines: readonly EntryLine[]
}

/** What is to be written: every day of every owner that was computed, and what came of it. */
export interface EntryWrite {
  readonly ownerKind: OwnerKind
  readonly owners: readonly number[]
  /** The computed days of an owner. A commission entry of one of them that nothing was earned on is wrong by now. */
  readonly isComputed: (owner: number, day: Day) => boolean
  readonly from: Day
  readonly to: Day
  readonly earned: readonly EarnedDay[]
  /** Adjustments are dated today. */
  readonly today: Day
  readonly actor: Actor
}

/** An entry as it stands. */
export interface StandingEntry {
  readonly id: number
  readonly owner: number
  readonly day: Day
  readonly value: Money
  /** Complete, or held by a payment that was not rejected: never touched. */
  readonly is_fixed: boolean
}

async function readStanding(db: Kysely<any>, write: EntryWrite): Promise<StandingEntry[]> {
  const owner = sql.ref(`entry.${write.ownerKind}`)
  const standing = sql`entry.kind = 'commission' and ${owner} = any(${idArray(write.owners)}) and entry.day between ${write.from}::text::date and ${write.to}::text::date`
  // First the locks, then what they protect: a statement that waited for a lock would not see the payment that held an entry meanwhile.
  await sql`select from entry where ${standing} order by entry.id for update of entry`.execute(db)
  const { rows } = await sql<StandingEntry>`
    select entry.id, ${owner} as owner, entry.day::text as day, entry.value,
      entry.status = 'complete' or exists (select from payment_entry where payment_entry.entry = entry.id and payment_entry.holds) as is_fixed
    from entry where ${standing} order by entry.id`.execute(db)
  return rows
}

async function insertEntries(db: Kysely<any>, ownerKind: OwnerKind, days: readonly EarnedDay[]): Promise<Map<string, number>> {
  const owner = sql.id(ownerKind)
  const { rows } = await sql<{ id: number; owner: number; day: Day }>`
    insert into entry (day, ${owner}, kind, value, status, payment_method)
    select earned.day, earned.owner, 'commission', earned.value, 'pending', coalesce(owner.payment_type, 'manual')
    from ${unnested([
      { type: 'bigint', values: days.map((each) => each.owner) },
      { type: 'date', values: days.map(({ day }) => day) },
      { type: 'numeric', values: days.map(({ value }) => value) },
    ])} as earned (owner, day, value) left join ${sql.table(ownerKind)} owner on owner.id = earned.owner
    order by earned.day, earned.owner
    returning id, ${owner} as owner, day::text as day`.execute(db)
  return new Map(rows.map((row) => [`${row.owner} ${row.day}`, row.id]))
}

async function updateValues(db: Kysely<any>, values: readonly { id: number; value: Money }[]): Promise<void> {
  await sql`update entry set value = changed.value, version = version + 1, updated_at = now()
    from ${unnested([{ type: 'bigint', values: values.map(({ id }) => id) }, { type: 'numeric', values: values.map(({ value }) => value) }])} as changed (id, value)
    where entry.id = changed.id and entry.value is distinct from changed.value`.execute(db)
}

async function writeLines(db: Kysely<any>, lines: readonly (EntryLine & { entry: number })[]): Promise<void> {
  await sql`insert into entry_line (entry, product, base, rate, rule_version, amount, detail) select * from ${unnested([
    { type: 'bigint', values: lines.map(({ entry }) => entry) },
    { type: 'text', values: lines.map(({ product }) => product) },
    { type: 'numeric', values: lines.map(({ base }) => base) },
    { type: 'numeric', values: lines.map(({ rate }) => rate) },
    { type: 'bigint', values: lines.map(({ ruleVersion }) => ruleVersion) },
    { type: 'numeric', values: lines.map(({ amount }) => amount) },
    { type: 'jsonb', values: lines.map(({ detail }) => JSON.stringify(detail)) },
  ])}`.execute(db)
}

/**
 * Makes the commission entries of the computed days say what was earned: new ones are added, pending ones corrected or removed, and where one is complete or being paid the
 * difference becomes an adjustment dated today, once. Running it again changes nothing.
 */
export async function writeEntries(db: Kysely<any>, write: EntryWrite): Promise<void> {
  const standing = (await readStanding(db, write)).filter(({ owner, day }) => write.isComputed(owner, day))
  const standingByKey = new Map(standing.map((entry) => [`${entry.owner} ${entry.day}`, entry]))
  const earnedByKey = new Map(write.earned.map((each) => [`${each.owner} ${each.day}`, each]))
  const added = write.earned.filter(({ owner, day }) => !standingByKey.has(`${owner} ${day}`))
  const kept = standing.filter((entry) => !entry.is_fixed && earnedByKey.has(`${entry.owner} ${entry.day}`))
  const gone = standing.filter((entry) => !entry.is_fixed && !earnedByKey.has(`${entry.owner} ${entry.day}`))

  const ids = added.length > 0 ? await insertEntries(db, write.ownerKind, added) : new Map<string, number>()
  for (const entry of kept) ids.set(`${entry.owner} ${entry.day}`, entry.id)
  if (kept.length > 0) {
    await updateValues(db, kept.map((entry) => ({ id: entry.id, value: earnedByKey.get(`${entry.owner} ${entry.day}`)!.value })))
    await sql`delete from entry_line where entry = any(${idArray(kept.map(({ id }) => id))})`.execute(db)
  }
  const lines = [...ids].flatMap(([key, entry]) => earnedByKey.get(key)!.lines.map((line) => ({ ...line, entry })))
  if (lines.length > 0) await writeLines(db, lines)
  await removeEntries(db, { ids: gone.map(({ id }) => id), actor: write.actor })
  for (const entry of standing.filter((each) => each.is_fixed)) {
    const due = earnedByKey.get(`${entry.owner} ${entry.day}`)?.value ?? '0.00'
    await adjustEntry(db, { entry, ownerKind: write.ownerKind, due, today: write.today, actor: write.actor })
  }
}

/** Replaces the kept commission of some affiliates on the computed days. */
export async function writeCommission(
  db: Kysely<any>,
  write: { spans: readonly { affiliate: number; day: Day }[]; rows: readonly { affiliate: number; day: Day; product: string; brand: number; sub_brand: number; action: number; adminFee: Money; reward: Money; qtyCpa: number }[] },
): Promise<void> {
  await sql`delete from commission using ${unnested([
    { type: 'bigint', values: write.spans.map(({ affiliate }) => affiliate) }, { type: 'date', values: write.spans.map(({ day }) => day) },
  ])} as computed (affiliate, day) where commission.affiliate = computed.affiliate and commission.day = computed.day`.execute(db)
  const { rows } = write
  if (rows.length === 0) return
  const column = (name: 'affiliate' | 'brand' | 'sub_brand' | 'action' | 'qtyCpa') => arrayOf('bigint', rows.map((row) => row[name]))
  await sql`insert into commission (day, affiliate, product, brand, sub_brand, action, admin_fee, reward, qty_cpa)
    select * from unnest(${arrayOf('date', rows.map(({ day }) => day))}, ${column('affiliate')}, ${arrayOf('text', rows.map(({ product }) => product))}, ${column('brand')},
      ${column('sub_brand')}, ${column('action')}, ${arrayOf('numeric', rows.map(({ adminFee }) => adminFee))}, ${arrayOf('numeric', rows.map(({ reward }) => reward))}, ${column('qtyCpa')})`.execute(db)
}
