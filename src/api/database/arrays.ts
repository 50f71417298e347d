import { type RawBuilder, sql } from 'kysely'

function quoted(text: string): string {
  return `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`
}

function arrayText(values: readonly (string | number | boolean | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : typeof value === 'string' ? quoted(value) : String(value))).join(',')}}`
}

/** The types of arrays that statements take whole. */
export type ArrayType = 'bigint' | 'date' | 'numeric' | 'text' | 'jsonb' | 'boolean' | 'integer'

/**
 * A list of values as one parameter of a statement: what makes writing thousands of rows one statement (`unnest`). Sent
 * as the text of an
 * array, which the server reads once: cast from a text instead (`::text::bigint[]`) it would be read again for every
 * row a filter looks at, and tell the planner nothing.
 */
export function arrayOf(type: ArrayType, values: readonly (string | number | boolean | null)[]): RawBuilder<unknown> {
  return sql`${arrayText(values)}::${sql.raw(type)}[]`
}

/** A list of ids as one parameter. */
export function idArray(ids: readonly number[]): RawBuilder<unknown> {
  return arrayOf('bigint', ids)
}

/**
 * Rows as a source of a statement: `insert into t (...) select * from ${unnested(...)}`. One array a column; an array
 * of nothing is no rows.
 * @param columns type and values of each column, all of the same length.
 */
export function unnested(
  columns: readonly { type: ArrayType; values: readonly (string | number | boolean | null)[] }[],
): RawBuilder<unknown> {
  return sql`unnest(${sql.join(columns.map(({ type, values }) => arrayOf(type, values)))})`
}
