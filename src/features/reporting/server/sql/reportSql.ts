import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '#resources/measures.ts'
import type { ReportDimension, ReportMeasure } from '#engine/declaration/report.ts'
import { formulaSql } from '#rules/activity/measureValues.ts'
import { columnsNeeded, formulaOf, partsOfColumn } from '../reportColumns.ts'
import type { ReportReader } from '../reportReader.ts'
import type { CurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { commonTables } from './commonTables.ts'
import { daysByName } from './daysByName.ts'
import { dimensionColumn, dimensionTexts, labelColumns } from './dimensions.ts'
import { soughtTree, treeColumns, treeTables } from './partnerTree.ts'
import { sources } from './sources.ts'
import { fitsAffiliateTotals } from './wideSource.ts'
import { jsonText } from './jsonText.ts'
import { isSoughtSql, soughtAffiliates } from './soughtRows.ts'
import { limitSql, sortSql } from './windowSql.ts'

/** More rows than this are no screen: finding them first would cost what it saves. */
const findsFirstMax = 500

/** Columns that are computed from others, those together that need none of each other, after those they need. */
function layersOf(derived: readonly ReportMeasure[]): ReportMeasure[][] {
  const layers: ReportMeasure[][] = []
  for (const column of derived) {
    const parts = Object.values(partsOfColumn(column))
    const below = layers.findLastIndex((layer) => layer.some((each) => parts.includes(each)))
    ;(layers[below + 1] ??= []).push(column)
  }
  return layers
}

/** Adds the columns that are computed from others: what a formula is made of stands below it. */
function withDerived(source: RawBuilder<unknown>, derived: readonly ReportMeasure[]): RawBuilder<unknown> {
  return layersOf(derived).reduce<RawBuilder<unknown>>((below, layer) => {
    const formulas = layer.map((column) => {
      const words = Object.fromEntries(Object.entries(partsOfColumn(column)).map(([word, part]) => [word, `"${part}"`]))
      return sql`${sql.raw(formulaSql({ formula: formulaOf(column)!, columns: words }))} as ${sql.id(column)}`
    })
    return sql`(select step.*, ${sql.join(formulas)} from ${below} step)`
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
  if (unit === 'ratio') return sql`round(${value} * 100, 2)`
  // What is a sum has two places.
  return formulaOf(column) === null ? value : sql`round(${value}, 2)`
}

const selected = ({ name, value }: { readonly name: string; readonly value: RawBuilder<unknown> }) =>
  sql`${value} as ${sql.id(name)}`

const textual = (name: string) => ({ name, isNumber: false, mayBeNull: true })

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

/** What a statement of a report is made of, however its rows are found. */
export interface Statement {
  readonly question: ReportRequest & { readonly book: CurrencyGroup }
  readonly reader: ReportReader
  readonly stored: readonly ReportMeasure[]
  readonly derived: readonly ReportMeasure[]
  /** The columns that rows stand for. */
  readonly keys: readonly string[]
  readonly label: ReturnType<typeof labelColumns>
  /** How rows are ordered: by what is asked for, then the report's own order. */
  readonly order: RawBuilder<unknown>
}

/** The tables before a statement, and where its rows, its total and the number of all rows stand. */
interface Found {
  readonly tables: readonly RawBuilder<unknown>[]
  /** The rows of the window, with their stored columns; in order and number where `isCut` is false. */
  readonly rows: RawBuilder<unknown>
  readonly isCut: boolean
  readonly total: RawBuilder<unknown>
  /** How many rows there are, whatever window of them is asked for. */
  readonly counted: RawBuilder<unknown>
}

const sumsOf = (stored: readonly ReportMeasure[]) =>
  stored.map((column) => sql`minor_sum(${sql.ref(column)}) as ${sql.id(column)}`)

/** The sums of a union of sources by the columns that rows stand for. */
function sumsBy(
  union: RawBuilder<unknown>,
  keys: readonly string[],
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const groups = keys.map((name) => sql.id(name))
  return sql`select ${sql.join([...groups, ...columns])} from (${union}) part
    ${groups.length > 0 ? sql`group by ${sql.join(groups)}` : sql``}`
}

/** Rows with their formulas, in units; `others` are the columns that are no sums. */
const figuresOf = (
  source: RawBuilder<unknown>,
  { stored, derived }: Pick<Statement, 'stored' | 'derived'>,
  others: readonly string[],
) => withDerived(inUnits(source, stored, others), derived)

/**
 * Whether the rows of a window are found by what they are sorted by alone, and all else is reckoned of these rows only:
 * where there are as many as affiliates, and wide roll-ups hold what is asked for.
 */
export function findsFirst({ view, rows, window, knownAt, report, ...rest }: ReportRequest): boolean {
  return (
    view !== 'structural' &&
    window.limit !== null &&
    window.limit <= findsFirstMax &&
    window.q === null &&
    knownAt === undefined &&
    report.source === 'activity' &&
    rows.includes('affiliate') &&
    fitsAffiliateTotals({ view, rows, window, knownAt, report, ...rest })
  )
}

/** The tables up to `in_window`, which holds the keys of the window, and how many rows there are in all. */
type Sought = Pick<Found, 'tables' | 'counted'>

/** The window by what it is sorted by: that alone is read of all rows. */
function soughtBySums({ question, reader, stored, keys, label, order }: Statement): Sought {
  const { window } = question
  const sorted = question.measures.filter((column) => column === window.sort?.column)
  const needed = columnsNeeded(sorted)
  const { union } = sources({ question, reader, stored: needed.stored, deciding: stored })
  return {
    tables: [
      sql`key_sum as materialized (${sumsBy(union, keys, sumsOf(needed.stored))})`,
      sql`in_window as materialized (select ${sql.join(keys.map((name) => sql.ref(`line.${name}`)))}
        from ${figuresOf(sql`key_sum`, needed, keys)} line ${label.joins} ${order} ${limitSql(window)})`,
    ],
    counted: sql`(select count(*) from key_sum)`,
  }
}

/** What is found first: the keys of the window; then their sums, and the total by itself. */
function foundFirst(statement: Statement): Found {
  const { question, reader, stored, keys } = statement
  const { settledRows } = question
  const { tables, counted } = settledRows
    ? { tables: [daysByName(statement, settledRows)], counted: sql`${settledRows.count}::bigint` }
    : soughtBySums(statement)
  const within = sql`fact.affiliate = any(array(select affiliate from in_window))`
  const { union: own, isKnown } = sources({ question: { ...question, within }, reader, stored })
  const whole = stored.filter(isKnown)
  const total = sources({
    question: { ...question, rows: [], settled: question.settledTotal },
    reader,
    stored: whole,
  }).union
  const totals = stored.map((column) =>
    whole.includes(column) ? sumsOf([column])[0]! : sql`null::bigint as ${sql.id(column)}`,
  )
  const isSame = keys.map((name) => sql`${sql.ref(`own.${name}`)} is not distinct from ${sql.ref(`in_window.${name}`)}`)
  return {
    tables: [
      ...tables,
      sql`line_sum as materialized (${sumsBy(own, keys, sumsOf(stored))})`,
      sql`total_sum as (select ${sql.join(totals)} from (${total}) part)`,
    ],
    rows: sql`(select own.* from line_sum own join in_window on ${sql.join(isSame, sql` and `)})`,
    isCut: true,
    total: sql`total_sum`,
    counted,
  }
}

/** What is found all at once: the sums of every row, of which a window is cut. */
function foundAtOnce(statement: Statement): Found {
  const { question, reader, stored, keys, label, order } = statement
  const { window } = question
  const isTree = question.view === 'structural'
  const lines = sql.table(isTree ? 'tree_sum' : 'line_sum')
  const texts = dimensionTexts(question.rows, reader)
  const affiliates = window.q === null ? null : soughtAffiliates(window.q, texts, lines)
  const { union } = sources({
    question: affiliates ? { ...question, within: affiliates.within } : question,
    reader,
    stored,
  })
  const sought = window.q === null ? null : isSoughtSql(window.q, texts, lines)
  const table = sought ? sql.table('sought') : lines
  const top = isTree ? sql`where parent is null` : sql``
  // Which rows stand in a window is found by what they are sorted by alone; the rest is made of these rows only.
  const isCut = !isTree && window.limit !== null
  return {
    tables: [
      ...(affiliates ? [affiliates.table] : []),
      sql`line_sum as materialized (${sumsBy(union, keys, [...sumsOf(stored), sql`row_number() over () as place`])})`,
      ...(isTree ? treeTables(question, reader, stored) : []),
      ...(sought && isTree ? soughtTree(sql`select line.* from ${lines} line where ${sought}`) : []),
      ...(sought && !isTree ? [sql`sought as materialized (select line.* from ${lines} line where ${sought})`] : []),
      sql`total_sum as (select ${sql.join(sumsOf(stored))} from ${sought ? sql`sought ${top}` : sql`line_sum`})`,
      ...(isCut
        ? [
            sql`in_window as materialized (select line.place from ${figuresOf(table, statement, [...keys, 'place'])} line
              ${label.joins} ${order} ${limitSql(window)})`,
          ]
        : []),
    ],
    rows: isCut ? sql`(select own.* from ${table} own join in_window using (place))` : table,
    isCut,
    total: sql`total_sum`,
    counted: sql`(select count(*) from ${table} ${top})`,
  }
}

/**
 * A report of one currency as one statement: the total, then each row of the window in order. Sums are exact, ratios
 * are made from sums, and the total is made from the same facts as the rows: what adds up on a row
 * adds up in the total. A tree comes whole: its window is one of the rows at its top, cut where they stand inside each
 * other.
 * @throws ApiError 400 where it is to be sorted by what is no column of the reader's
 */
export function reportSql(
  question: ReportRequest & { readonly book: CurrencyGroup },
  reader: ReportReader,
): RawBuilder<ReportLine> {
  const { rows, measures, window } = question
  const needed = columnsNeeded(measures)
  const { isKnown } = sources({ question, reader, stored: needed.stored })
  const keys = rows.map((dimension: ReportDimension) => dimensionColumn(dimension))
  const label = labelColumns(rows, reader)
  const columns = measures.map((column) => ({
    name: column,
    value: answered(column, isKnown(column)),
    isNumber: true,
    mayBeNull: formulaOf(column) !== null || !isKnown(column),
  }))
  const isTree = question.view === 'structural'
  const shown = [
    ...label.columns.map(selected),
    ...(isTree ? treeColumns.map((column) => sql.ref(`line.${column}`)) : []),
    ...columns.map(selected),
    sql`${question.book.currency}::text as currency`,
  ]
  const written = [
    ...[...label.columns.map(({ name }) => name), ...(isTree ? treeColumns : [])].map(textual),
    ...columns,
    textual('currency'),
  ]
  // What hangs on a partner directly comes before what is below it.
  const orders = [
    ...(isTree ? [sql`line.direct desc`] : []),
    ...sortSql(window, [...label.columns.filter(({ isSeen }) => isSeen), ...columns]),
    ...label.order,
  ]
  const order = orders.length > 0 ? sql`order by ${sql.join(orders)}` : sql``
  const statement: Statement = { question, reader, ...needed, keys, label, order }
  const found = findsFirst(question) ? foundFirst(statement) : foundAtOnce(statement)
  const others = isTree ? ['partner', 'partner_level', ...treeColumns] : keys
  // Recursion where it is needed alone: workers take no statement that may have any.
  return sql`with ${isTree ? sql`recursive` : sql``} ${sql.join([...commonTables(question, reader), ...found.tables])}
    select 'total' as part, (select ${jsonText('shown', columns)} from (select ${sql.join(columns.map(selected))}
      from ${figuresOf(found.total, needed, [])} line) shown) as json, ${found.counted} as count
    union all
    select 'row', ${jsonText('shown', written)}, null from (
      select ${sql.join(shown)}
        from ${figuresOf(found.rows, needed, others)} line
        ${label.joins} ${order} ${isTree || found.isCut ? sql`` : limitSql(window)}
    ) shown`
}
