import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'
import { columnsNeeded } from '../reportColumns.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { type ReportReader, seesNames } from '../reportReader.ts'
import { factScope } from '../sql/readerScope.ts'
import { needsCommission } from '../sql/sourceParts.ts'
import { sources } from '../sql/sources.ts'
import { distinguishesProducts } from '../sql/wideSource.ts'
import { mayBeTotals, readSums, type PrecomputedDays } from './readSettled.ts'
import { allBrands } from './totalRows.ts'

/** What is known of the rows of a report whose rows are affiliates' days before these are read. */
export interface SettledRows {
  /** How many there are. */
  readonly count: number
  /** Of whom there are any, from running sums. */
  readonly affiliates: PrecomputedDays
}

/** Behind so many rows the days of those before would be read one affiliate after the other. */
const offsetMax = 5_000
/** Days whose rows are counted one by one, beside those that running sums do not reach. */
const daysCountedMax = 2
/** Where fewer of the days of affiliates have a row, reading all of them is the shorter way. */
const rareBelow = 0.1

/** The brand of which rows are kept that a question asks of; undefined where it is several of all there are. */
function brandAsked({ filters }: ReportRequest, reader: ReportReader): number | undefined {
  if (reader.kind !== 'session') return undefined
  const { actor } = reader
  const named = filters.brand ?? (seesAll(actor) ? [allBrands] : actor.allowedBrands)
  return named.length === 1 ? named[0] : undefined
}

/** Whether the rows are affiliates' days in the order of their names, of brands seen whole. */
const isInOrder = ({ rows, window, view }: ReportRequest, reader: ReportReader) =>
  view === 'list' &&
  rows.length === 2 &&
  rows[0] === 'affiliate' &&
  rows[1] === 'day' &&
  window.sort === null &&
  window.offset <= offsetMax &&
  seesNames(reader, 'affiliate')

/** Which of the counts kept of a day are rows of a question: what it asks of products, and of what was earned. */
function countedSql(question: ReportRequest): RawBuilder<unknown> {
  const earns = needsCommission(columnsNeeded(question.measures))
  if (!distinguishesProducts(question)) return earns ? sql`true` : sql`moved is not null`
  const asked = arrayOf('text', productsAsked(question))
  const has = (column: string) => sql`coalesce(${sql.ref(column)} && ${asked}, false)`
  return earns ? sql`(${has('moved')} or ${has('earned')})` : has('moved')
}

/** The products that both the report and its filter name. */
function productsAsked({ report, filters }: ReportRequest): readonly string[] {
  const [own, given] = [report.products, filters.product]
  return own && given ? own.filter((product) => given.includes(product)) : (own ?? given ?? [])
}

interface Kept {
  readonly through: Day
  /** Days of which nothing is kept that holds. */
  readonly uncounted: readonly Day[]
  readonly rows: number
  /** Of how many days of affiliates there is anything. */
  readonly days: number
}

/** What is kept of a period's days. */
async function readKept(
  db: Kysely<any>,
  question: ReportRequest,
  { reader, brand }: { reader: ReportReader; brand: number },
): Promise<Kept | undefined> {
  const { from, to } = question
  const ofBrand = brand === allBrands ? sql`true` : sql`total.brand = ${brand}::bigint`
  const {
    rows: [row],
  } = await sql<Kept>`with ended as materialized (select least(totals_through, ${to}::date) as through
      from running_state where totals_through >= ${from}::date),
    uncounted as materialized (select running_mark.day from running_mark, ended
        where running_mark.day between ${from}::date and ended.through
      union select total.day from total_day total, ended where total.day between ${from}::date and ended.through
        and ${ofBrand} and not exists (select from total_row own where own.day = total.day and own.brand = ${brand}::bigint)),
    fact as materialized (select total_row.* from total_row, ended
      where total_row.day between ${from}::date and ended.through and total_row.brand = ${brand}::bigint
        and not exists (select from uncounted where uncounted.day = total_row.day))
    select through::text as through, (select coalesce(json_agg(day::text), '[]') from uncounted) as uncounted,
      (select coalesce(sum(affiliates), 0)::integer from fact where ${countedSql(question)} and ${factScope(reader, 'fact')}) as rows,
      (select coalesce(sum(affiliates), 0)::integer from fact where ${factScope(reader, 'fact')}) as days
    from ended`.execute(db)
  return row
}

/** The rows of days that nothing is kept of, one by one. */
async function countRows(db: Kysely<any>, question: ReportRequest, reader: ReportReader): Promise<number> {
  const deciding = columnsNeeded(question.measures).stored
  const { union } = sources({ question, reader, stored: [], deciding })
  const {
    rows: [row],
  } = await sql<{ count: number }>`select count(*)::integer as count
    from (select distinct affiliate, day from (${union}) part) own`.execute(db)
  return row!.count
}

/**
 * How many rows a report has whose rows are affiliates' days, and of whom there are any; undefined where they are
 * found by reading all of them. To be asked in the transaction that reads the report.
 */
export async function readSettledRows(
  db: Kysely<any>,
  question: ReportRequest,
  reader: ReportReader,
): Promise<SettledRows | undefined> {
  const brand = brandAsked(question, reader)
  if (brand === undefined || !isInOrder(question, reader) || !mayBeTotals({ ...question, rows: [] }, reader))
    return undefined
  const kept = await readKept(db, question, { reader, brand })
  if (!kept || kept.uncounted.length > daysCountedMax || kept.rows < kept.days * rareBelow) return undefined
  const affiliates = await readSums(db, { ...question, rows: ['affiliate'] }, reader)
  if (!affiliates) return undefined
  const later = addDays(kept.through, 1)
  const spans = [
    ...kept.uncounted.map((day) => ({ from: day, to: day })),
    ...(later <= question.to ? [{ from: later, to: question.to }] : []),
  ]
  let count = kept.rows
  for (const span of spans) count += await countRows(db, { ...question, ...span }, reader)
  return { count, affiliates }
}
