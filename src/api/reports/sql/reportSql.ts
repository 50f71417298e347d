import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '../../../../resources/measures.ts'
import type { ReportDimension, ReportMeasure } from '../../../config/report.ts'
import { formulaSql } from '../../../domain/expression/measureValues.ts'
import { columnsNeeded, formulaOf, partsOfColumn } from '../reportColumns.ts'
import type { ReportReader } from '../reportReader.ts'
import type { Book } from '../../currency/books.ts'
import type { ReportQuestion } from '../reportQuestion.ts'
import { commonTables } from './commonTables.ts'
import { dimensionColumn, labelColumns } from './dimensions.ts'
import { soughtTree, treeColumns, treeTables } from './partnerTree.ts'
import { sources } from './sources.ts'
import { limitSql, searchSql, sortSql } from './windowSql.ts'

/** Adds the columns that are computed from others, one above the other: what a formula is made of stands below it. */
function withDerived(source: RawBuilder<unknown>, derived: readonly ReportMeasure[]): RawBuilder<unknown> {
  return derived.reduce<RawBuilder<unknown>>((below, column) => {
    const words = Object.fromEntries(Object.entries(partsOfColumn(column)).map(([word, part]) => [word, `"${part}"`]))
    const formula = formulaSql({ formula: formulaOf(column)!, columns: words })
    return sql`(select step.*, ${sql.raw(formula)} as ${sql.id(column)} from ${below} step)`
  }, source)
}

/**
 * What sums in whole cents and counts are to formulas and people: exact decimals, so that no ratio is one of integers.
 * @param others the columns of the source that are no sums
 */
function inUnits(
  source: RawBuilder<unknown>,
  stored: readonly ReportMeasure[],
  others: readonly string[],
): RawBuilder<unknown> {
  const units = stored.map((column) => {
    const value = sql.ref(`sums.${column}`)
    // A number of cents times 0.01 has two places.
    return sql`${measureColumn(column).unit === 'money' ? sql`${value} * 0.01` : sql`${value}::numeric`} as ${sql.id(column)}`
  })
  return sql`(select ${sql.join([...others.map((name) => sql.ref(`sums.${name}`)), ...units])} from ${source} sums)`
}

/** A column as it is answered: money with 2 places, ratios as percent with 2, counts whole. */
function answered(column: ReportMeasure, isKnown: boolean): RawBuilder<unknown> {
  const value = sql.ref(`line.${column}`)
  if (!isKnown) return sql`null::numeric`
  const unit = measureColumn(column).unit
  if (unit === 'count') return sql`${value}::bigint`
  return unit === 'ratio' ? sql`round(${value} * 100, 2)` : sql`round(${value}, 2)`
}

const selected = ({ name, value }: { readonly name: string; readonly value: RawBuilder<unknown> }) =>
  sql`${value} as ${sql.id(name)}`

/** The total of a report or one of its rows, as JSON text. */
export interface ReportLine {
  readonly part: 'total' | 'row'
  readonly json: string
  /** On the total: how many rows there are, whatever window of them is asked for; of a tree those at its top. */
  readonly count: number | null
  /** On the total: of which currency, and whether there is no other. */
  readonly currency?: string
  readonly isOnly?: boolean
}

/**
 * A report of one currency as one statement: the total, then each row of the window in order. Sums are exact, ratios
 * are made from sums, and the total is made from the same sums as the rows: what adds up on a row
 * adds up in the total. A tree comes whole: its window is one of the rows at its top, cut where they stand inside each
 * other.
 * @throws ApiError 400 where it is to be sorted by what is no column of the reader's
 */
export function reportSql(
  question: ReportQuestion & { readonly book: Book },
  reader: ReportReader,
): RawBuilder<ReportLine> {
  const { rows, measures, window } = question
  const { stored, derived } = columnsNeeded(measures)
  const { union, isKnown } = sources({ question, reader, stored })
  const sums = stored.map((column) => sql`minor_sum(${sql.ref(column)}) as ${sql.id(column)}`)
  const keyNames = rows.map((dimension: ReportDimension) => dimensionColumn(dimension))
  const keys = keyNames.map((name) => sql.id(name))
  const label = labelColumns(rows, reader)
  const columns = measures.map((column) => ({ name: column, value: answered(column, isKnown(column)) }))
  const isTree = question.view === 'structural'
  const shown = [
    ...label.columns.map(selected),
    ...(isTree ? treeColumns.map((column) => sql.ref(`line.${column}`)) : []),
    ...columns.map(selected),
    sql`${question.book.currency}::text as currency`,
  ]
  // What hangs on a partner directly comes before what is below it.
  const order = [
    ...(isTree ? [sql`line.direct desc`] : []),
    ...sortSql(window, [...label.columns.filter(({ isSeen }) => isSeen), ...columns]),
    ...label.order,
  ]
  const sought = searchSql(window, label.columns)
  const lines = sql.table(isTree ? 'tree_sum' : 'line_sum')
  const table = sought ? sql.table('sought') : lines
  const top = isTree ? sql`where parent is null` : sql``
  const others = isTree ? ['partner', 'partner_level', ...treeColumns] : [...keyNames, 'place']
  const figures = (source: RawBuilder<unknown>) => withDerived(inUnits(source, stored, others), derived)
  const ordered = order.length > 0 ? sql`order by ${sql.join(order)}` : sql``
  // Which rows stand in a window is found by what they are sorted by alone; the rest is made of these rows only.
  const isCut = !isTree && window.limit !== null
  // Recursion where it is needed alone: workers take no statement that may have any.
  return sql`with ${isTree ? sql`recursive` : sql``} ${sql.join([
    ...commonTables(question, reader),
    sql`part as (${union})`,
    sql`line_sum as materialized (select ${sql.join([...keys, ...sums, sql`row_number() over () as place`])}
      from part ${
        keys.length > 0
          ? sql`group by
      ${sql.join(keys)}`
          : sql``
      })`,
    ...(isTree ? treeTables(question, reader, stored) : []),
    ...(sought && isTree ? soughtTree(sql`select line.* from ${lines} line ${label.joins} where ${sought}`) : []),
    ...(sought && !isTree
      ? [sql`sought as materialized (select line.* from ${lines} line ${label.joins} where ${sought})`]
      : []),
    sql`total_sum as (select ${sql.join(sums)} from ${sought ? sql`sought ${top}` : sql`line_sum`})`,
    ...(isCut
      ? [
          sql`in_window as materialized (select line.place from ${figures(table)} line ${label.joins} ${ordered}
            ${limitSql(window)})`,
        ]
      : []),
  ])}
    select 'total' as part, (select row_to_json(shown)::text from (select ${sql.join(columns.map(selected))}
      from ${withDerived(inUnits(sql`total_sum`, stored, []), derived)} line) shown) as json, (select count(*) from ${table} ${top}) as count
    union all
    select 'row', row_to_json(shown)::text, null from (
      select ${sql.join(shown)}
        from ${figures(isCut ? sql`(select own.* from ${table} own join in_window using (place))` : table)} line
        ${label.joins} ${ordered} ${isTree || isCut ? sql`` : limitSql(window)}
    ) shown`
}
