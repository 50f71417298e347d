import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, type Day, earliestDay, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { readersPartner, type ReportReader } from '../reportReader.ts'
import { neededDimensions } from '../sql/sourceParts.ts'

/** Days of an affiliate that are read one by one. */
export interface StaleDays {
  readonly affiliate: number
  readonly since: Day
  readonly until: Day
}

/** What of a question sums by cohort answer: whole months, the last of them as far as there are any. */
export interface KeptCohorts {
  /** First days of months. */
  readonly first: Day
  readonly last: Day
  /** The last day they answer; those after it are read one by one. */
  readonly through: Day
  /** What changed since, or what of several partners stands in one row: whole months. */
  readonly stale: readonly StaleDays[]
}

/** With more of them reading all days is the shorter way. */
const staleMax = 2_000

/** Affiliates of which a month's days belong to several partners or levels, where the question asks for these. */
function movedSql(
  question: ReportRequest,
  reader: ReportReader,
  within: { from: Day; to: Day },
): RawBuilder<unknown>[] {
  const isAmid = (column: string) => sql`${sql.ref(column)} between ${within.from}::date and ${within.to}::date
    and extract(day from ${sql.ref(column)}) > 1`
  const ofMonth = (column: string) => sql`date_trunc('month', ${sql.ref(column)}::timestamp)::date,
    (date_trunc('month', ${sql.ref(column)}::timestamp) + interval '1 month')::date - 1`
  const own = readersPartner(reader)
  const above = [...(question.filters.partner ?? []), ...(own === null ? [] : [own])]
  return [
    ...(neededDimensions(question).has('level')
      ? [
          sql`select affiliate, ${ofMonth('valid_from')} from affiliate_span where ${isAmid('valid_from')}`,
          sql`select span.affiliate, ${ofMonth('stood.valid_from')} from affiliate_span span
            join partner_span stood on stood.partner = span.partner where ${isAmid('stood.valid_from')}`,
        ]
      : []),
    ...(above.length > 0
      ? ['valid_from', 'valid_until'].map(
          (bound) => sql`select affiliate, ${ofMonth(bound)} from partner_affiliate_span
            where partner = any(${idArray(above)}) and ${isAmid(bound)}`,
        )
      : []),
  ]
}

/**
 * What sums by cohort answer of a question, as the transaction sees them that reads the report; undefined where all is
 * read day by day.
 */
export async function readCohorts(
  db: Kysely<any>,
  question: ReportRequest,
  reader: ReportReader,
): Promise<KeptCohorts | undefined> {
  if (question.report.source !== 'cohorts') return undefined
  const { from, to } = question
  const {
    rows: [state],
  } = await sql<{ through: Day }>`select through::text as through from cohort_state`.execute(db)
  if (!state || state.through < from) return undefined
  const first = from === startOfMonth(from) ? from : addDays(endOfMonth(from), 1)
  // The last month is whole as far as there are sums of it, or not theirs to answer.
  const isWhole = earliestDay(endOfMonth(to), state.through) <= to
  const through = earliestDay(state.through, isWhole ? to : addDays(startOfMonth(to), -1))
  if (through < first) return undefined
  const changed = sql`select affiliate, date_trunc('month', day::timestamp)::date, 'infinity'::date
    from (select day, affiliates from running_mark union all select day, affiliates from cohort_mark) mark
    cross join unnest(affiliates) affiliate where day <= ${state.through}::date`
  const { rows: stale } = await sql<StaleDays>`select affiliate, greatest(since, ${first}::date)::text as since,
      least(until, ${through}::date)::text as until
    from (${sql.join([changed, ...movedSql(question, reader, { from: first, to: through })], sql` union `)})
      told (affiliate, since, until)
    where since <= ${through}::date limit ${staleMax + 1}::integer`.execute(db)
  return stale.length > staleMax ? undefined : { first, last: startOfMonth(through), through, stale: apart(stale) }
}

/** Spans of an affiliate that do not overlap: no day is read twice. */
function apart(stale: readonly StaleDays[]): StaleDays[] {
  const spans: StaleDays[] = []
  for (const span of stale.toSorted((a, b) => a.affiliate - b.affiliate || (a.since < b.since ? -1 : 1))) {
    const last = spans.at(-1)
    if (last?.affiliate === span.affiliate && span.since <= last.until)
      spans[spans.length - 1] = { ...last, until: last.until > span.until ? last.until : span.until }
    else spans.push(span)
  }
  return spans
}
