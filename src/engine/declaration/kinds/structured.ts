import { isItemVisible, saysNothing } from '../derive/visibility.ts'
import type { Field } from '../fields/index.ts'
import type { AnyRecord } from '../record.ts'
import {
  invalid,
  countingWhile,
  valid,
  type JsonSchema,
  type Kind,
  type Kinds,
  orNull,
  type Parsed,
  type ValueProblem,
} from './kind.ts'

const rowsMax = 100
/** Is it an object, as a row or a piece is one? */
export const isRow = (value: unknown): value is AnyRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

interface Rows {
  readonly field: Pick<Field, 'items' | 'visibleWhen'>
  readonly kinds: Kinds
  /** The record around the rows, without what does not count in it. */
  readonly record: AnyRecord
}

/** Checks one row against its declared fields, and fills in null where it says nothing. */
export function parseRow(
  row: AnyRecord,
  { field: rows, kinds, record }: Rows,
): { value: AnyRecord; problems: ValueProblem[] } {
  const items = rows.items!
  const problems: ValueProblem[] = Object.keys(row)
    .filter((name) => !items[name])
    .map((path) => ({ code: 'unknown_property', path }))
  const value: AnyRecord = {}
  for (const [path, field] of Object.entries(items)) {
    const given = row[path]
    value[path] = null
    if (!isItemVisible({ field: rows, item: path, row, record })) {
      if (!saysNothing(given)) problems.push({ code: 'not_applicable', path })
      continue
    }
    if (isEmpty(given)) {
      if (field.required) problems.push({ code: 'required', path })
      continue
    }
    const parsed = kinds[field.kind].parse(given, field, row)
    if (parsed.ok) value[path] = parsed.value
    else
      problems.push(
        ...parsed.problems.map((problem) => ({ ...problem, path: problem.path ? `${path}.${problem.path}` : path })),
      )
  }
  return { value, problems }
}

function parseRows(value: unknown, { field, ...around }: Rows & { readonly field: Field }): Parsed {
  if (!Array.isArray(value) || !value.every(isRow)) return invalid('invalid_type', { expected: 'a list of rows' })
  const max = field.max ?? rowsMax
  if (value.length > max) return invalid('too_many_items', { max })
  if (value.length < (field.min ?? 0)) return invalid('too_few_items', { min: field.min! })
  const rows = value.map((row) => parseRow(row, { field, ...around }))
  const problems = rows.flatMap((row, index) =>
    row.problems.map((problem) => ({ ...problem, path: `${index}.${problem.path}` })),
  )
  return problems.length > 0 ? { ok: false, problems } : valid(rows.map((row) => row.value))
}

/**
 * Rows that the server alone writes keep values of other fields as they were, whatever their kind: what is text to read
 * is any JSON there.
 */
function itemSchema(field: Field, { readOnly }: Field, kinds: Kinds): JsonSchema {
  return readOnly && field.kind === 'text' ? {} : kinds[field.kind].schema(field)
}

/** The schema of one row. */
export function rowSchema(
  rows: Field,
  kinds: Kinds,
): JsonSchema & { readonly properties: JsonSchema; readonly required: readonly string[] } {
  const { items, visibleWhen = {} } = rows
  const isNeeded = (name: string) => Boolean(items![name]!.required && !visibleWhen[name])
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(items!).filter(isNeeded),
    properties: Object.fromEntries(
      Object.entries(items!).map(([name, field]) => {
        const schema = itemSchema(field, rows, kinds)
        return [name, isNeeded(name) ? schema : countingWhile(orNull(schema), visibleWhen[name])]
      }),
    ),
  }
}

/**
 * Rows inside a record, each of declared fields.
 * @param kinds asked late, because rows are made of kinds themselves.
 */
export const listKind = (kinds: () => Kinds): Kind => ({
  isSortable: false,
  cell: 'text',
  operators: ['like'],
  empty: [],
  column: () => 'jsonb',
  parse: (value, field, record) => parseRows(value, { field, record, kinds: kinds() }),
  schema: (field) => ({ type: 'array', maxItems: field.max ?? rowsMax, items: rowSchema(field, kinds()) }),
})

const computedSchemas: Readonly<Record<string, JsonSchema>> = {
  text: { type: 'string' },
  url: { type: 'string' },
  integer: { type: 'integer' },
  money: { type: 'number' },
  moment: { type: 'string', format: 'date-time' },
  boolean: { type: 'boolean' },
  completeness: { type: 'boolean' },
  json: {},
}

/** Computed when read; a client may send it back, where it counts for nothing. */
export const computedKind: Kind = {
  isSortable: false,
  cell: 'text',
  operators: [],
  column: () => null,
  parse: valid,
  schema: ({ as = 'text' }) => ({ ...computedSchemas[as], readOnly: true }),
}
