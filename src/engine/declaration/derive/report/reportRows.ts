/** What a report's answer means for its table: rows, columns in groups, order. Pure. */
import { dimensionColumns, type ReportDimension, type ReportMeasure } from '../../report.ts'
import type { MeasureColumn } from './measureColumn.ts'

/** A row as the API answers it: what it stands for and its measures by name. */
export type ApiRow = Readonly<Record<string, unknown>>

/** What the API answers. */
export interface ReportAnswer {
  readonly rows: readonly ApiRow[]
  /** How many rows there are, whatever window of them was asked for. */
  readonly count?: number
  /** Absent where the answer is in several currencies. */
  readonly total?: ApiRow
  readonly totals: readonly (ApiRow & { readonly currency: string })[]
  /** By which amounts are in one currency, where that was asked for. */
  readonly rates?: readonly {
    readonly from: string
    readonly to: string
    readonly day: string
    readonly rate: number
    readonly source: string
  }[]
  readonly from: string
  readonly to: string
  readonly zone: string
  readonly upTo: string | null
  /** Brands out of the reader's sight make up the rest of these amounts. */
  readonly isPartial?: boolean
}

/** An answer as it reads in one currency. */
export type AnswerInCurrency<Answer> = Answer & { readonly currency: string | undefined; readonly total: object }

/**
 * What of an answer is in one currency: its rows and its total.
 * @param currency the answer's first, where none is named; nothing, where the named one is not in it
 */
export function answerIn<
  Answer extends {
    readonly rows: readonly object[]
    readonly total?: object
    readonly totals?: readonly { readonly currency: string }[]
  },
>(
  answer: Answer,
  currency?: string | undefined,
): AnswerInCurrency<Answer> & { readonly total: NonNullable<Answer['total']> } {
  const { totals = [], rows } = answer
  const total =
    totals.find((each) => each.currency === currency) ??
    (currency === undefined || answer.total ? totals[0] : undefined)
  const own = currency ?? total?.currency
  const isOther = (row: object) => totals.length > 1 && (row as ApiRow)['currency'] !== own
  return {
    ...answer,
    currency: own,
    total: answer.total ?? total ?? {},
    rows: rows.filter((row) => !isOther(row)),
  } as never
}

/** What a row stands for in one dimension: an id (or day, product) and how it is called. */
export interface DimensionValue {
  readonly id: string | number | null
  readonly name: string | null
}

/** A row of the table. */
export interface ReportRow {
  readonly key: string
  readonly dimensions: Readonly<Partial<Record<ReportDimension, DimensionValue>>>
  readonly values: Readonly<Record<string, number | null>>
  readonly children?: readonly ReportRow[]
  /** How many times a row was opened to come to this one; 0 for what the answer holds itself, a tree included. */
  readonly opened: number
  /** Of a partner in a tree: only what hangs on it directly. */
  readonly isDirect: boolean
}

/** Columns that stand under one head. */
export interface ColumnGroup {
  readonly product: string | null
  readonly columns: readonly MeasureColumn[]
}

/** Columns in their order, neighbours of one product under one head. */
export function columnGroups(all: readonly MeasureColumn[]): ColumnGroup[] {
  const groups: { product: string | null; columns: MeasureColumn[] }[] = []
  for (const column of all) {
    const last = groups.at(-1)
    if (last && last.product === column.product) last.columns.push(column)
    else groups.push({ product: column.product, columns: [column] })
  }
  return groups
}

const asNumber = (value: unknown): number | null =>
  value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? null : Number(value)

function dimensionValue(row: ApiRow, dimension: ReportDimension): DimensionValue {
  const [id, name] = dimensionColumns[dimension] as readonly [string, string?]
  const called = name === undefined ? null : row[name]
  return {
    id: (row[id] as string | number | null | undefined) ?? null,
    name: typeof called === 'string' ? called : null,
  }
}

/** Reads a row of the answer, and the rows inside it. */
export function reportRow({
  row,
  dimensions,
  columns,
  parentKey = '',
  opened = 0,
}: {
  row: ApiRow
  dimensions: readonly ReportDimension[]
  columns: readonly ReportMeasure[]
  parentKey?: string
  opened?: number
}): ReportRow {
  const named = Object.fromEntries(
    dimensions
      .filter((dimension) => dimensionColumns[dimension][0] in row)
      .map((dimension) => [dimension, dimensionValue(row, dimension)]),
  )
  const key = `${parentKey}/${Object.entries(named)
    .map(([dimension, { id }]) => `${dimension}=${encodeURIComponent(String(id))}`)
    .join('&')}`
  const inner = row['children']
  return {
    key,
    opened,
    isDirect: row['direct'] === true,
    dimensions: named,
    values: Object.fromEntries(columns.map((name) => [name, asNumber(row[name])])),
    ...(Array.isArray(inner)
      ? { children: inner.map((child) => reportRow({ row: child as ApiRow, dimensions, columns, parentKey: key })) }
      : {}),
  }
}

/** How deep the deepest row stands; 0 where no row has others inside. */
export function depthOf(rows: readonly ReportRow[]): number {
  return rows.reduce((deepest, { children }) => Math.max(deepest, children?.length ? 1 + depthOf(children) : 0), 0)
}
