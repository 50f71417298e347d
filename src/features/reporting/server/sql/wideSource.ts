import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '#resources/measures.ts'
import type { ReportDimension, ReportMeasure } from '#engine/declaration/report.ts'
import { affiliateTotalColumns } from '#features/activity/server/rollUp/columns.ts'
import { wideCommissionColumns } from '#features/commission/server/close/writeCommission.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import type { RunningSource } from '../cumulativeSums/columns.ts'
import { dimensionColumn, factDimensions, factJoins } from './dimensions.ts'
import { factScope } from './readerScope.ts'
import { precomputedFacts } from './settledFacts.ts'
import { totalFacts } from './totalFacts.ts'
import {
  needsCommission,
  commissionColumns,
  groupBy,
  movementColumns,
  neededDimensions,
  nothingOf,
  type SourceInput,
  type StoredColumns,
  wideConditions,
} from './sourceParts.ts'

/** What the wide roll-ups know: they have no sub brand and no link. */
const wideDimensions: ReadonlySet<ReportDimension> = new Set([
  'affiliate',
  'partner',
  'level',
  'brand',
  'product',
  'day',
  'month',
])
const wideFilters: ReadonlySet<string> = new Set([
  'affiliate',
  'partner',
  'hangsOn',
  'level',
  'standsOn',
  'brand',
  'product',
])

/**
 * Whether the wide roll-ups can answer a question: a third of the rows, and the products side by side. Converted
 * amounts are rounded where they stand by themselves, in the narrow ones, so that all reports agree.
 */
export function fitsAffiliateTotals({ rows, filters, convertedTo }: ReportRequest): boolean {
  return (
    convertedTo === undefined &&
    rows.every((dimension) => wideDimensions.has(dimension)) &&
    Object.keys(filters).every((name) => wideFilters.has(name))
  )
}

/** Whether a question tells products apart, so that an affiliate without anything of them has no row. */
export function distinguishesProducts({ rows, filters, report }: ReportRequest): boolean {
  return rows.includes('product') || filters.product !== undefined || report.products !== undefined
}

/** A column of a wide roll-up: what of which product stands in it. */
interface WideColumn {
  readonly name: string
  readonly product: string
  readonly column: string
}

/** Wide roll-ups: their tables, which column of the narrow ones holds a measure, and where that stands here. */
interface WideTable {
  readonly tables: readonly RunningSource['table'][]
  readonly stored: StoredColumns
  readonly columns: readonly WideColumn[]
}

const ofMovement: WideTable = { tables: ['movement_wide'], stored: movementColumns, columns: affiliateTotalColumns }
const ofCommission: WideTable = {
  tables: ['commission_wide'],
  stored: commissionColumns,
  columns: wideCommissionColumns,
}
/** Running sums hold both side by side. */
const ofBoth: WideTable = {
  tables: [...ofMovement.tables, ...ofCommission.tables],
  stored: { ...movementColumns, ...commissionColumns },
  columns: [...affiliateTotalColumns, ...wideCommissionColumns],
}

/** The columns of a table that make up one of a report. */
function partsOf(column: ReportMeasure, { stored, columns }: WideTable): readonly WideColumn[] {
  const { product, measure } = measureColumn(column)
  return columns.filter((each) => each.column === stored[measure] && (product === null || each.product === product))
}

/** A column of a report out of sums of the table's, whole cents or a count; nothing where it holds nothing of it. */
function wideSum(column: ReportMeasure, table: WideTable): RawBuilder<unknown> {
  const parts = partsOf(column, table)
  if (parts.length === 0) return nothingOf(column)
  const sum = sql.join(
    parts.map(({ name }) => sql.ref(`summed.${name}`)),
    sql` + `,
  )
  return sql`${sum} as ${sql.id(column)}`
}

/** What is asked for of a table: of all products, or of those that a filter or the report names. */
function askedOf(table: WideTable, { report, filters }: ReportRequest): WideTable {
  const named: (readonly string[] | undefined)[] = [report.products, filters.product]
  const isAsked = ({ product }: WideColumn) =>
    named.every((products) => products === undefined || products.includes(product))
  return { ...table, columns: table.columns.filter(isAsked) }
}

/** The sums of a table, by the report's rows but for products. */
function sumsOf({ question, reader }: SourceInput, { tables, columns }: WideTable): RawBuilder<unknown> {
  const rows = question.rows.filter((dimension) => dimension !== 'product')
  const sums = columns.map(({ name }) => sql`minor_sum(${sql.ref(`fact.${name}`)}) as ${sql.id(name)}`)
  const { from, to, settled } = question
  const names = columns.map(({ name }) => name)
  const facts = settled?.totals
    ? totalFacts({ from, to, ...settled.totals }, tables, names)
    : settled
      ? precomputedFacts({ ...question, settled }, tables, names)
      : sql.table(tables[0]!)
  return sql`select ${sql.join([...factDimensions(rows), ...sums])}
    from ${facts} fact ${factJoins(neededDimensions(question))}
    where ${sql.join([...wideConditions(question), factScope(reader, 'fact')], sql` and `)} ${groupBy(rows.length)}`
}

/**
 * The report's rows of what `summed` holds of a table.
 * @param product whose rows they are; null where products are no rows.
 */
function linesOf(
  { question: { rows }, stored }: SourceInput,
  table: WideTable,
  product: string | null,
): RawBuilder<unknown> {
  const keys = rows.map((dimension) =>
    dimension === 'product' ? sql`${product}::text as product` : sql.ref(`summed.${dimensionColumn(dimension)}`),
  )
  return sql`select ${sql.join([...keys, ...stored.map((column) => wideSum(column, table))])} from summed`
}

const hasAny = ({ columns }: WideTable): RawBuilder<unknown> =>
  sql`where ${sql.join(
    columns.map(({ name }) => sql`${sql.ref(`summed.${name}`)} <> 0`),
    sql` or `,
  )}`

function answerOf(input: SourceInput, whole: WideTable): RawBuilder<unknown> | null {
  const { question, stored } = input
  const asked = askedOf(whole, question)
  if (asked.columns.length === 0) return null
  if (!distinguishesProducts(question)) {
    const needed = asked.columns.filter((column) => stored.some((each) => partsOf(each, asked).includes(column)))
    return sql`select * from (with summed as
      (${sumsOf(input, { ...asked, columns: needed.length > 0 ? needed : asked.columns.slice(0, 1) })})
      ${linesOf(input, asked, null)}) wide`
  }
  const products = question.rows.includes('product')
    ? [...new Set(asked.columns.map(({ product }) => product))]
    : [null]
  const lines = products.map((product) => {
    const own =
      product === null ? asked : { ...asked, columns: asked.columns.filter((column) => column.product === product) }
    return sql`${linesOf(input, own, product)} ${hasAny(own)}`
  })
  return sql`select * from (with summed as (${sumsOf(input, asked)}) ${sql.join(lines, sql` union all `)}) wide`
}

/**
 * The sums of the wide roll-up of movement, by the report's rows: the same numbers as those of movement. Null where it
 * holds no column of what is asked for.
 */
export function wideSource(input: SourceInput): RawBuilder<unknown> | null {
  return answerOf(input, ofMovement)
}

/**
 * The sums of the wide roll-up of commission, by the report's rows: the same numbers as those of commission. Null where
 * it holds no column of what is asked for.
 */
export function wideCommissionSource(input: SourceInput): RawBuilder<unknown> | null {
  return answerOf(input, ofCommission)
}

/**
 * The sums of both wide roll-ups by the report's rows, as far as they are settled from running sums: the same numbers.
 * Null where nothing is settled, or they hold no column of what is asked for.
 */
export function settledSource(input: SourceInput): RawBuilder<unknown> | null {
  if (!input.question.settled) return null
  return answerOf(input, needsCommission(input) ? ofBoth : ofMovement)
}
