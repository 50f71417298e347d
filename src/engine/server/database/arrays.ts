import { type RawBuilder, sql } from 'kysely'

/** A value of a list that a statement takes whole. */
export type ArrayValue = string | number | bigint | boolean | null

const quoted = (text: string) => (/["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`)
const written = (value: ArrayValue) =>
  value === null ? 'NULL' : typeof value === 'string' ? quoted(value) : String(value)

/**
 * The literal of a PostgreSQL array, for `$1::text::text[]`: one parameter carries a whole column of a batch, and
 * writing it here costs a tenth of what the driver's general array writer does.
 */
export function textArray(values: readonly ArrayValue[]): string {
  return `{${values.map(written).join(',')}}`
}

/** The same of what needs no quotes: numbers, days, moments in milliseconds, booleans. */
export function plainArray(values: readonly ArrayValue[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : value)).join(',')}}`
}

/** A list that is itself a value of {@link textArray}, read back by `::text[]`; null where there is none. */
export const arrayText = (values: readonly ArrayValue[] | null | undefined): string | null =>
  values ? textArray(values) : null

/** The types of arrays that statements take whole. */
export type ArrayType = 'bigint' | 'date' | 'numeric' | 'text' | 'jsonb' | 'boolean' | 'integer'

/**
 * A list of values as one parameter of a statement: what makes writing thousands of rows one statement (`unnest`). Sent
 * as the text of an array, which the server reads once: cast from a text instead (`::text::bigint[]`) it would be read
 * again for every row a filter looks at, and tell the planner nothing.
 */
export function arrayOf(type: ArrayType, values: readonly ArrayValue[]): RawBuilder<unknown> {
  return sql`${textArray(values)}::${sql.raw(type)}[]`
}

/** A list of ids as one parameter. */
export function idArray(ids: readonly number[]): RawBuilder<unknown> {
  return arrayOf('bigint', ids)
}

/** Columns by their names: the type, for the property of that name; or the type, and what of a row it is. */
export type Columns<Row> = Readonly<Record<string, ArrayType | readonly [ArrayType, (row: Row) => ArrayValue]>>

/** The names of columns, as a statement lists them. */
export function columnNames(columns: Columns<never>): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map((name) => sql.id(name)))
}

function propertyOf(row: unknown, name: string): ArrayValue {
  const value = (row as Readonly<Record<string, ArrayValue | undefined>>)[name]
  if (value === undefined) throw new Error(`A row has no ${name}.`)
  return value
}

/**
 * Rows as a source of a statement, one array a column; no rows where there are none.
 * @example sql`delete from late using ${rowsAs('done', days, { affiliate: 'bigint', day: 'date' })} where …`
 */
export function rowsAs<Row>(name: string, rows: readonly Row[], columns: Columns<Row>): RawBuilder<unknown> {
  const arrays = Object.entries(columns).map(([column, how]) => {
    const [type, of] = typeof how === 'string' ? [how, (row: Row) => propertyOf(row, column)] : how
    return arrayOf(type, rows.map(of))
  })
  return sql`unnest(${sql.join(arrays)}) as ${sql.id(name)} (${columnNames(columns)})`
}
