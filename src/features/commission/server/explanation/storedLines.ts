import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Adjustment } from '../../answers/explanation.ts'
import { type Day, startOfMonth } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import type { EntryKind } from '#rules/payouts/payments.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { readableTable } from '../partialAmounts.ts'
import { linesByBrand } from '../calculation/byBrand.ts'
import { type EntryQuery, firstDay } from './entrySources.ts'
import { type EventSpan, timestampText } from './entryEvents.ts'
import type { StoredLine } from './explainLine.ts'

/**
 * Up to when an entry had been reckoned that an adjustment makes right: by its lines, or, where it has none because
 * nothing had been earned, when its day was first closed. A column of a statement about the entry as `source`.
 */
export const computedThrough: RawBuilder<string> = sql`coalesce(
  (select max(line.computed_at) from entry_line line where line.entry = source.id),
  (select least(day.first_closed_at, source.created_at) from closed_day day
    where day.day = source.day and source.value = 0), source.created_at)`

/** What is kept of how an entry came about. */
export interface StoredLines {
  readonly kind: EntryKind
  readonly lines: readonly StoredLine[]
  /** When the lines were reckoned; null where that was not kept. */
  readonly computedAt: string | null
  readonly adjusted: Adjusted | null
}

/** Of an adjustment: the entry it makes right, and how its day was reckoned before and when this was written. */
interface Adjusted extends Omit<Adjustment, 'amount' | 'before' | 'after'> {
  readonly before: readonly StoredLine[]
  readonly after: readonly StoredLine[] | null
}

async function readLines(
  { db }: EntryQuery,
  table: 'entry_line' | 'entry_adjustment_line',
  entry: number,
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select product, trim_scale(base)::text as base, rate, rule_version as "ruleVersion", amount, detail
    from ${sql.table(table)} where entry = ${entry}
    order by array_position(array['bets', 'games', 'lotto', 'cpa', 'partner', 'referral'], product)`.execute(db)
  return rows.flatMap((row) => linesByBrand(row))
}

/** Adjustments that say a day is due another amount; others are the same money again. */
const dueReasons: readonly string[] = ['late_activity', 'correction']

/** The adjustment of what was due before this one, of the same entry; null where this is the first. */
async function readBefore(
  asked: EntryQuery,
  source: number,
): Promise<{ entry: number; computed_at: string | null } | null> {
  const row = await firstRow(
    asked.db,
    sql<{ entry: number; computed_at: string | null }>`select earlier.entry,
        ${timestampText(sql`earlier.computed_at`)} as computed_at
      from entry_adjustment own join entry_adjustment earlier on earlier.source_entry = own.source_entry
        and earlier.number < own.number and earlier.reason = any(${arrayOf('text', dueReasons)})
      where own.entry = ${asked.entry} and own.source_entry = ${source} order by earlier.number desc limit 1`,
  )
  return row ?? null
}

/** What an adjustment makes right; null for whatever is none, or whose source the reader may not see. */
async function readAdjusted(asked: EntryQuery): Promise<Adjusted | null> {
  const { db, actor, entry } = asked
  const row = await firstRow(
    db,
    sql<{ id: number; day: Day; value: Money; reason: string; computed_at: string | null; made_at: string }>`
      select source.id, source.day::text as day, source.value, entry_adjustment.reason,
        ${timestampText(sql`entry_adjustment.computed_at`)} as computed_at,
        ${timestampText(computedThrough)} as made_at
      from entry_adjustment join ${readableTable(resources.entry, actor)} source
        on source.id = entry_adjustment.source_entry where entry_adjustment.entry = ${entry}`,
  )
  if (!row) return null
  const whole = { sourceEntry: row.id, sourceDay: row.day, sourceValue: Number(row.value), reason: row.reason }
  if (!dueReasons.includes(row.reason))
    return { ...whole, before: [], after: null, receivedAfter: null, receivedUpTo: null }
  const earlier = await readBefore(asked, row.id)
  return {
    ...whole,
    before: earlier
      ? await readLines(asked, 'entry_adjustment_line', earlier.entry)
      : await readLines(asked, 'entry_line', row.id),
    after: row.computed_at === null ? null : await readLines(asked, 'entry_adjustment_line', entry),
    receivedAfter: earlier ? earlier.computed_at : row.made_at,
    receivedUpTo: row.computed_at,
  }
}

/** Reads what is kept of an entry that the reader may see. */
export async function readStoredLines(asked: EntryQuery): Promise<StoredLines> {
  const { db, entry } = asked
  const row = await firstRow(
    db,
    sql<{ kind: StoredLines['kind']; computed_at: string | null }>`select kind,
        ${timestampText(sql`(select max(line.computed_at) from entry_line line where line.entry = entry.id)`)} as computed_at
      from entry where id = ${entry}`,
  )
  const { kind, computed_at: computedAt } = row!
  const lines = await readLines(asked, 'entry_line', entry)
  return { kind, lines, computedAt, adjusted: kind === 'adjustment' ? await readAdjusted(asked) : null }
}

/**
 * Which events stand behind an entry: those of its day; behind an adjustment of late activity those of the period up to
 * the adjusted day that came in between. Null where it came of no events, or not of late ones.
 */
export function spanOf({ kind, adjusted }: StoredLines, { day }: Pick<EntryQuery, 'day'>): EventSpan | null {
  if (kind === 'commission') return { from: day, to: day, after: null, upTo: null }
  if (!adjusted || adjusted.receivedAfter === null || adjusted.receivedUpTo === null) return null
  const { before, after, sourceDay, receivedAfter, receivedUpTo } = adjusted
  const lines = [...before, ...(after ?? [])]
  // What others earned has no events of its own.
  if (lines.some(({ product }) => product === 'referral')) return null
  const from = lines.length > 0 ? firstDay(lines) : startOfMonth(sourceDay)
  return { from, to: sourceDay, after: receivedAfter, upTo: receivedUpTo }
}
