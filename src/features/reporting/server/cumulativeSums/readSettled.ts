import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReportDimension } from '#engine/declaration/report.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { readersManager, readersPartner, type ReportReader } from '../reportReader.ts'
import { neededDimensions } from '../sql/sourceParts.ts'
import { fitsAffiliateTotals } from '../sql/wideSource.ts'

/** What of a question running sums answer. */
export interface PrecomputedDays {
  /** The last day that they answer of the period; days after it are read day by day. */
  readonly through: Day
  /**
   * Affiliates that are read day by day: something of theirs changed and is not in their running sums yet, or they
   * moved within the period, so that its days stand in several rows.
   */
  readonly unsettled: readonly number[]
  /** Where what whole brands come to a day is the answer. */
  readonly totals?: SettledDays
}

/** What of a question the totals of days answer. */
export interface SettledDays {
  /** The last day of the period that they answer. */
  readonly through: Day
  /** Days of which something changed since: these are read affiliate by affiliate. */
  readonly noted: readonly Day[]
}

/** What a row of a difference of two days can stand for; of months there is a difference each. */
const settledDimensions: ReadonlySet<ReportDimension> = new Set([
  'affiliate',
  'partner',
  'level',
  'brand',
  'product',
  'month',
])

/** With more of them reading all days is the shorter way. */
const unsettledMax = 2_000

/** Few days of one affiliate cost nothing; what was known at a moment is of the narrow roll-ups. */
function mayBeSettled(question: ReportRequest, reader: ReportReader): boolean {
  const { report, rows, filters, knownAt } = question
  const isOfOne =
    filters.affiliate !== undefined ||
    readersManager(reader) !== null ||
    reader.kind === 'affiliate' ||
    (reader.kind === 'session' && reader.within?.affiliate !== undefined)
  return (
    report.source === 'activity' &&
    knownAt === undefined &&
    !isOfOne &&
    fitsAffiliateTotals(question) &&
    rows.every((dimension) => settledDimensions.has(dimension))
  )
}

const totalDimensions: ReadonlySet<ReportDimension> = new Set(['day', 'month', 'brand', 'product'])
const totalFilters: ReadonlySet<string> = new Set(['brand', 'product'])

/** Whether whole brands are asked for, all in all or by day or month: by whom who sees them whole. */
export function mayBeTotals(question: ReportRequest, reader: ReportReader) {
  const { report, rows, filters, knownAt } = question
  return (
    report.source === 'activity' &&
    knownAt === undefined &&
    reader.kind === 'session' &&
    readersPartner(reader) === null &&
    readersManager(reader) === null &&
    reader.within?.affiliate === undefined &&
    fitsAffiliateTotals(question) &&
    rows.every((dimension) => totalDimensions.has(dimension)) &&
    Object.keys(filters).every((name) => totalFilters.has(name)) &&
    (rows.length === 0 || rows.includes('day') || rows.includes('month'))
  )
}

/** Up to which day what brands come to answers, and which days before are noted. */
async function readTotals(db: Kysely<any>, { from, to }: ReportRequest): Promise<SettledDays | undefined> {
  const {
    rows: [row],
  } = await sql<SettledDays>`with ended as materialized (select least(totals_through, ${to}::date) as through
      from running_state where totals_through >= ${from}::date)
    select through::text as through, (select coalesce(json_agg(distinct running_mark.day), '[]')
      from running_mark where running_mark.day between ${from}::date and ended.through) as noted from ended`.execute(db)
  return row
}

/** Affiliates with a bound between two of the days, of whatever the question asks by day: partner, level, what is below. */
function movedSql(question: ReportRequest, reader: ReportReader): RawBuilder<unknown>[] {
  const needed = neededDimensions(question)
  const isWithin = (column: string) => sql`${sql.ref(column)} > ${question.from}::date
    and ${sql.ref(column)} <= ended.through`
  const own = readersPartner(reader)
  const above = [...(question.filters.partner ?? []), ...(own === null ? [] : [own])]
  return [
    ...(needed.has('partner') || needed.has('level')
      ? [sql`select span.affiliate from affiliate_span span, ended where ${isWithin('span.valid_from')}`]
      : []),
    ...(needed.has('level')
      ? [
          sql`select span.affiliate from affiliate_span span join partner_span stood on stood.partner = span.partner, ended
            where ${isWithin('stood.valid_from')}`,
        ]
      : []),
    ...(above.length > 0
      ? [
          sql`select span.affiliate from partner_affiliate_span span, ended where span.partner = any(${idArray(above)})
            and (${isWithin('span.valid_from')} or ${isWithin('span.valid_until')})`,
        ]
      : []),
  ]
}

/**
 * What running sums answer of a question, as the transaction sees them; undefined where days are read one by one. To be
 * asked in the transaction that reads the report: what it says holds at that moment alone.
 */
export async function readSettled(
  db: Kysely<any>,
  question: ReportRequest,
  reader: ReportReader,
): Promise<PrecomputedDays | undefined> {
  const totals = mayBeTotals(question, reader) ? await readTotals(db, question) : undefined
  const sums = mayBeSettled(question, reader) ? await readSums(db, question, reader) : undefined
  // Nothing but the totals' own days is settled where there are no sums.
  return totals ? { through: addDays(question.from, -1), unsettled: [], ...sums, totals } : sums
}

/** What they answer of the total of a question alone, whose rows they answer as `settled` says. */
export async function readSettledTotal(
  db: Kysely<any>,
  question: ReportRequest,
  reader: ReportReader,
): Promise<PrecomputedDays | undefined> {
  const { settled } = question
  const asked = { ...question, rows: [] }
  const totals = mayBeTotals(asked, reader) ? await readTotals(db, asked) : undefined
  return totals ? { through: addDays(question.from, -1), unsettled: [], ...settled, totals } : settled
}

/** What running sums answer: up to which day, and for whom not. */
export async function readSums(
  db: Kysely<any>,
  question: ReportRequest,
  reader: ReportReader,
): Promise<PrecomputedDays | undefined> {
  const changed = sql`select affiliate from running_mark cross join unnest(affiliates) affiliate, ended
    where running_mark.day <= ended.through`
  const {
    rows: [row],
  } = await sql<PrecomputedDays>`with ended as materialized (select least(through, ${question.to}::date) as through
      from running_state where through >= ${question.from}::date),
    unsettled as (${sql.join([changed, ...movedSql(question, reader)], sql` union `)} limit ${unsettledMax + 1}::integer)
    select through::text as through, (select coalesce(json_agg(affiliate), '[]') from unsettled) as unsettled
    from ended`.execute(db)
  return row && row.unsettled.length <= unsettledMax ? row : undefined
}
