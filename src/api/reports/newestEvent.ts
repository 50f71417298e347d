import { type Kysely, sql } from 'kysely'
import type { Day } from '../../domain/calendar.ts'
import { readersPartner, type ReportReader } from './reportReader.ts'
import { factScope, readerSpans, spansBelow } from './sql/readerScope.ts'

/**
 * The moment of the newest event a reader's report counts, or null where there is none: of the last day with movement in the range, so that one day's events are looked at, not all.
 */
export async function newestEvent(db: Kysely<any>, input: { reader: ReportReader; from: Day; to: Day }): Promise<string | null> {
  const partner = readersPartner(input.reader)
  const spans = partner === null ? sql`` : sql`with ${sql.id(readerSpans)} as materialized (${spansBelow([partner])})`
  const { rows: [last] } = await sql<{ day: Day | null }>`${spans} select max(fact.day)::text as day from movement_wide fact
    where fact.day between ${input.from}::text::date and ${input.to}::text::date and ${factScope(input.reader, 'fact')}`.execute(db)
  if (!last?.day) return null
  const { rows: [newest] } = await sql<{ at: Date | null }>`${spans} select max(fact.occurred_at) as at from event fact
    where fact.day = ${last.day}::text::date and fact.affiliate is not null and ${factScope(input.reader, 'fact')}`.execute(db)
  return newest?.at?.toISOString() ?? null
}
