import { type RawBuilder, sql } from 'kysely'
import type { ReportDimension } from '#engine/declaration/report.ts'
import { addDays, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { dimensionColumn, factDimensions, factJoins } from './dimensions.ts'
import { factScope } from './readerScope.ts'
import {
  needsCommission,
  commissionColumns,
  filterConditions,
  groupBy,
  movementColumns,
  neededDimensions,
  nothingOf,
  rateByBrand,
  type SourceInput,
  type StoredColumns,
  summed,
} from './sourceParts.ts'
import { precomputedFacts } from './settledFacts.ts'
import { fitsAffiliateTotals, distinguishesProducts, wideCommissionSource, wideSource } from './wideSource.ts'

function factSource(
  { question, reader, stored }: SourceInput,
  table: 'movement' | 'commission',
  columns: StoredColumns,
): RawBuilder<unknown> {
  const { rows } = question
  const { rate, join } = rateByBrand(question)
  return sql`select ${sql.join([...factDimensions(rows), ...stored.map((column) => summed(column, columns, rate))])}
    from ${sql.table(table)} fact ${join} ${factJoins(neededDimensions(question))}
    where ${sql.join([...filterConditions(question), factScope(reader, 'fact')], sql` and `)} ${groupBy(rows.length)}`
}

/** The sums of movement, by the report's rows; from the wide roll-up where that knows all that is asked. */
export function movementSource(input: SourceInput): RawBuilder<unknown> {
  return (
    (fitsAffiliateTotals(input.question) ? wideSource(input) : null) ?? factSource(input, 'movement', movementColumns)
  )
}

/**
 * The sums of commission, by the report's rows; from the wide roll-up where that knows all that is asked. Null where no
 * column is made from it.
 */
export function commissionSource(input: SourceInput): RawBuilder<unknown> | null {
  if (!needsCommission(input)) return null
  return fitsAffiliateTotals(input.question)
    ? wideCommissionSource(input)
    : factSource(input, 'commission', commissionColumns)
}

const ofFirstDay: ReadonlySet<ReportDimension> = new Set(['affiliate', 'partner', 'level', 'day', 'month'])

/** Where it stands which affiliates moved. Which day was the first is not asked of a running sum but of what has one. */
function countedFrom(question: ReportRequest, isOfFirstDay: boolean): RawBuilder<unknown> {
  if (!fitsAffiliateTotals(question) || distinguishesProducts(question)) return sql.table('movement')
  const { settled } = question
  return settled && settled.through >= question.from && isOfFirstDay
    ? precomputedFacts({ ...question, settled }, ['movement_wide'], [])
    : sql.table('movement_wide')
}

const noStored = (stored: SourceInput['stored'], count: RawBuilder<unknown>) =>
  stored.map((column) => (column === 'qty_affiliates' ? sql`${count} as ${sql.id(column)}` : nothingOf(column)))

/** Days, and of how many affiliates each was the first, as the source of a report. */
const countedOf = (stored: SourceInput['stored'], firsts: RawBuilder<unknown>) =>
  sql`select ${sql.join([sql`first.day as day`, ...noStored(stored, sql`first.affiliates`)])} from ${firsts} first`

/**
 * The first days of the affiliates that moved in a month so far, where they are kept: of the whole office, from the
 * first of the month on, with nothing noted. What came after what is kept is looked at affiliate by affiliate.
 */
function keptFirstDays(
  { rows, filters, report, from, to, settled, book }: ReportRequest,
  reader: SourceInput['reader'],
): RawBuilder<unknown> | null {
  const isOfAll =
    reader.kind === 'session' &&
    seesAll(reader.actor) &&
    reader.within === undefined &&
    rows.length === 1 &&
    rows[0] === 'day' &&
    Object.keys(filters).length === 0 &&
    report.products === undefined &&
    (book?.brands ?? null) === null
  if (!isOfAll || settled?.totals?.noted.length !== 0 || from !== startOfMonth(from) || to > endOfMonth(from))
    return null
  const { through } = settled.totals
  const kept = sql`select day, affiliates from total_first_day where day between ${from}::date and ${through}::date`
  if (through >= to) return sql`(${kept})`
  return sql`(${kept} union all select day, count(*) from (select affiliate, min(day) as day from movement_wide
      where day between ${addDays(through, 1)}::date and ${to}::date group by affiliate) late
    where not exists (select from movement_wide earlier where earlier.affiliate = late.affiliate
      and earlier.day between ${from}::date and ${through}::date) group by day)`
}

/**
 * How many affiliates moved. Each counts once, on the row of its first day, so that rows add up to the affiliates with
 * any movement in the period whatever rows stand for
 * (days, products). Null where nobody asks.
 */
export function affiliateCount({ question, reader, stored }: SourceInput): RawBuilder<unknown> | null {
  if (!stored.includes('qty_affiliates')) return null
  const firsts = keptFirstDays(question, reader)
  if (firsts) return countedOf(stored, firsts)
  const { rows } = question
  const keys = rows.map((dimension) => sql.ref(`first.${dimensionColumn(dimension)}`))
  const isOfFirstDay = rows.every((dimension) => ofFirstDay.has(dimension))
  const facts = sql`${countedFrom(question, isOfFirstDay)} fact
    ${factJoins(neededDimensions(isOfFirstDay ? { ...question, rows: [] } : question))}
    where ${sql.join([...filterConditions(question), factScope(reader, 'fact')], sql` and `)}`
  // Where affiliate and day say all about a row, the first day is found by a sum of its own, without sorting every row
  // of the period.
  const firstOf = isOfFirstDay
    ? sql`select ${sql.join([
        ...factDimensions(rows),
        sql`fact.affiliate as
      counted`,
      ])}
      from (select fact.affiliate, min(fact.day) as day from ${facts}
      group by fact.affiliate) fact ${factJoins(new Set(rows))}`
    : sql`select distinct on (fact.affiliate) ${sql.join([
        ...factDimensions(rows),
        sql`fact.affiliate as
      counted`,
      ])}
      from ${facts}
      order by fact.affiliate, fact.day ${sql.raw(rows.map((_, index) => `, ${index + 1}`).join(''))}`
  return sql`select ${sql.join([...keys, ...noStored(stored, sql`count(*)`)])} from (${firstOf}) first ${groupBy(rows.length)}`
}
