import { seesPart } from '#engine/declaration/actor.ts'
import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '#resources/measures.ts'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { arrayOf, rowsAs } from '#engine/server/database/arrays.ts'
import { movementColumns } from '#features/activity/server/rollUp/columns.ts'
import { noneText, type ReportRequest } from '../reportQuestion.ts'
import { columnsNeeded } from '../reportColumns.ts'
import { factDimensions, factJoins } from '../sql/dimensions.ts'
import { factScope } from '../sql/readerScope.ts'
import { filterConditions, groupBy, neededDimensions, nothingOf, type SourceInput } from '../sql/sourceParts.ts'
import { cohortColumns, cohortRows } from './cohortRows.ts'
import type { KeptCohorts } from './readCohorts.ts'

/** The column of a sum by cohort that holds one of a report; undefined where none does. */
function cohortColumn(column: ReportMeasure): string | undefined {
  const { product, measure } = measureColumn(column)
  if (measure === 'reward') return product === null ? undefined : `${product}_reward`
  if (product !== null) return undefined
  if (measure === 'admin_fee' || measure === 'qty_cpa') return measure
  return movementColumns.find((each) => each.measure === measure)?.name
}

/** Whether sums by cohort say anything of a column. */
export const isCohortColumn = (column: ReportMeasure): boolean =>
  columnsNeeded([column]).stored.every((each) => cohortColumn(each) !== undefined)

const columnList = sql.join(cohortColumns.map((name) => sql.id(name)))
const dayList = sql`day, brand, affiliate, action, country, registered, deposited, ${columnList}`

/** What the totals of brands do not know. */
const ofAffiliates: readonly string[] = ['affiliate', 'campaign', 'action', 'partner', 'level', 'hangsOn', 'standsOn']

/** Whether whole brands are asked for, by whom who sees them whole. */
function isOfBrands({ rows, filters }: ReportRequest, reader: SourceInput['reader']): boolean {
  return (
    reader.kind === 'session' &&
    !seesPart(reader.actor) &&
    reader.within === undefined &&
    [...rows, ...Object.keys(filters)].every((name) => !ofAffiliates.includes(name))
  )
}

/** By what the totals that answer a question are told apart: where it names no country, by its cohorts alone. */
function axisOf({ rows, filters }: ReportRequest): 'registered' | 'deposited' | '' {
  if (rows.includes('country') || filters.country) return ''
  return cohortColumnOf(filters)
}

/** The beginning by which a question parts players. */
const cohortColumnOf = ({ cohortBy }: ReportRequest['filters']) =>
  cohortBy?.[0] === 'firstDeposit' ? 'deposited' : 'registered'

/** What sums of whole months hold, with the first day of each, but for what is stale. */
function kept({ first, last, stale }: KeptCohorts, axis: ReturnType<typeof axisOf> | null): RawBuilder<unknown>[] {
  const within = sql`own.month between ${first}::date and ${last}::date`
  const spans = sql`${rowsAs('stale', stale, { affiliate: 'bigint', since: 'date', until: 'date' })}`
  const isStale = sql`own.affiliate = stale.affiliate and own.month between stale.since and stale.until`
  const own = sql`own.month as day, own.brand, own.affiliate, own.action, own.country, own.registered, own.deposited`
  const columns = (sign: RawBuilder<unknown>) =>
    sql.join(cohortColumns.map((name) => sql`${sign}${sql.ref(`own.${name}`)} as ${sql.id(name)}`))
  if (axis === null)
    return [
      sql`select ${own}, ${columns(sql``)} from cohort_month own where ${within}
        ${stale.length === 0 ? sql`` : sql`and not exists (select from ${spans} where ${isStale})`}`,
    ]
  return [
    sql`select own.month as day, own.brand, null::bigint, null::bigint, own.country, own.registered, own.deposited,
      ${columns(sql``)} from cohort_total own where own.axis = ${sql.lit(axis)} and ${within}`,
    ...(stale.length === 0
      ? []
      : [sql`select ${own}, ${columns(sql`-`)} from cohort_month own join ${spans} on ${isStale} where ${within}`]),
  ]
}

/** The days of a question by cohort: from sums, and what these do not answer from the events themselves. */
function cohortFacts(
  { from, to, cohorts, ...rest }: ReportRequest,
  reader: SourceInput['reader'],
): RawBuilder<unknown> {
  const narrowed = rest.filters.affiliate
    ? sql`and fact.affiliate = any(${arrayOf('bigint', rest.filters.affiliate)})`
    : sql``
  const own = reader.kind === 'affiliate' ? sql`and fact.affiliate = ${String(reader.id)}::text::bigint` : sql``
  const within = (since: Day, until: Day) => {
    if (since > until) return []
    const rows = cohortRows(
      (table, joins) => sql`${table} fact ${joins}
        where fact.day between ${since}::date and ${until}::date ${narrowed} ${own}`,
    )
    return [sql`select ${dayList} from ${rows} told`]
  }
  if (!cohorts) return sql`(${sql.join(within(from, to), sql` union all `)})`
  const { stale, first, through } = cohorts
  const spans = sql`${rowsAs('stale', stale, { affiliate: 'bigint', since: 'date', until: 'date' })}`
  const again = cohortRows(
    (table, joins) => sql`${spans} join ${table} fact on fact.affiliate = stale.affiliate
        and fact.day between stale.since and stale.until ${joins} where true ${narrowed} ${own}`,
  )
  const parts = [
    ...within(from, addDays(first, -1)),
    ...kept(cohorts, isOfBrands({ from, to, ...rest }, reader) ? axisOf({ from, to, ...rest }) : null),
    ...(stale.length > 0 ? [sql`select ${dayList} from ${again} told`] : []),
    ...within(addDays(through, 1), to),
  ]
  return sql`(${sql.join(parts, sql` union all `)})`
}

/** The conditions that cohorts alone know. */
function cohortConditions({ filters }: ReportRequest): RawBuilder<unknown>[] {
  const { cohort, country } = filters
  return [
    ...(cohort ? [sql`coalesce(to_char(fact.cohort, 'YYYY-MM'), ${noneText}) = any(${arrayOf('text', cohort)})`] : []),
    ...(country ? [sql`coalesce(nullif(fact.country, ''), ${noneText}) = any(${arrayOf('text', country)})`] : []),
  ]
}

const monthsOf = (day: string) => `extract(year from ${day}) * 12 + extract(month from ${day})`

/** The sums of movement and commission by cohort, by the report's rows. */
export function cohortSource({ question, reader, stored }: SourceInput): RawBuilder<unknown> {
  const { rows, filters } = question
  const cohort = sql.ref(`told.${cohortColumnOf(filters)}`)
  const facts = sql`(select told.day, told.brand, told.affiliate, told.action, told.country, ${cohort} as cohort,
      (${sql.raw(monthsOf('told.day'))} - (extract(year from ${cohort}) * 12 + extract(month from ${cohort})))::integer as since,
      ${columnList}
    from ${cohortFacts(question, reader)} told (${dayList}))`
  const sums = stored.map((column) => {
    const name = cohortColumn(column)
    return name ? sql`minor_sum(${sql.ref(`fact.${name}`)}) as ${sql.id(column)}` : nothingOf(column)
  })
  const conditions = [...filterConditions(question), ...cohortConditions(question), factScope(reader, 'fact')]
  return sql`select ${sql.join([...factDimensions(rows), ...sums])} from ${facts} fact
    ${factJoins(neededDimensions(question))} where ${sql.join(conditions, sql` and `)} ${groupBy(rows.length)}`
}
