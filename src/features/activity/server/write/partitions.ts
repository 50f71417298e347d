import { sql } from 'kysely'
import { addMonths, type Day, startOfMonth } from '#engine/values/calendar.ts'
import type { Database } from '#engine/server/database/connect.ts'

/** The partition of the event table that a day's events are in. */
export const eventPartition = (day: Day): string => `event_${day.slice(0, 4)}_${day.slice(5, 7)}`

const knownMonths = new WeakMap<Database['db'], Set<Day>>()

/**
 * Makes the partitions of the event table that these days need, where they are missing. In transactions of their own,
 * before the one that
 * writes: making a partition must never wait for a writer that waits for it.
 */
export async function ensurePartitions(db: Database['db'], days: Iterable<Day>): Promise<void> {
  let known = knownMonths.get(db)
  if (!known) knownMonths.set(db, (known = new Set()))
  const months = new Set<Day>()
  for (const day of days) months.add(startOfMonth(day))
  for (const month of [...months].sort()) {
    if (known.has(month)) continue
    await sql`select make_event_partition(${month}::text::date)`.execute(db)
    known.add(month)
  }
}

/** Makes the partitions of this month and the next ones, so that no batch has to: the work of a job. */
export async function makePartitionsAhead({
  db,
  from,
  months,
}: {
  db: Database['db']
  from: Day
  months: number
}): Promise<void> {
  const first = startOfMonth(from)
  await ensurePartitions(
    db,
    Array.from({ length: months + 1 }, (_, index) => addMonths(first, index)),
  )
}
