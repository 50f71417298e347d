import type { Field, FieldMap } from '../fields/index.ts'
import type { AnyRecord } from '../record.ts'
import { bad, good, type JsonSchema, type Kind, type Kinds, type Parsed, type ValueProblem } from './kind.ts'

const rowsMax = 100
const isRow = (value: unknown): value is AnyRecord => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function parseRow(row: AnyRecord, items: FieldMap, kinds: Kinds): { value: AnyRecord; problems: ValueProblem[] } {
  const problems: ValueProblem[] = Object.keys(row).filter((name) => !items[name]).map((path) => ({ code: 'unknown_property', path }))
  const value: AnyRecord = {}
  for (const [path, field] of Object.entries(items)) {
    const given = row[path]
    value[path] = null
    if (isEmpty(given)) {
      if (field.required) problems.push({ code: 'required', path })
      continue
    }
    const parsed = kinds[field.kind].parse(given, field, row)
    if (parsed.ok) value[path] = parsed.value
    else problems.push(...parsed.problems.map((problem) => ({ ...problem, path: problem.path ? `${path}.${problem.path}` : path })))
  }
  return { value, problems }
}

function parseRows(value: unknown, field: Field, kinds: Kinds): Parsed {
  if (!Array.isArray(value) || !value.every(isRow)) return bad('invalid_type', { expected: 'a list of rows' })
  const max = field.max ?? rowsMax
  if (value.length > max) return bad('too_many_items', { max })
  if (value.length < (field.min ?? 0)) return bad('too_few_items', { min: field.min! })
  const rows = value.map((row) => parseRow(row, field.items!, kinds))
  const problems = rows.flatMap((row, index) => row.problems.map((problem) => ({ ...problem, path: `${index}.${problem.path}` })))
  return problems.length > 0 ? { ok: false, problems } : good(rows.map((row) => row.value))
}

function rowSchema(items: FieldMap, kinds: Kinds): JsonSchema {
  return {
    type: 'object', additionalProperties: false,
    required: Object.keys(items).filter((name) => items[name]!.required),
    properties: Object.fromEntries(Object.entries(items).map(([name, field]) => [name, kinds[field.kind].schema(field)])),
  }
}

/** Rows inside a record, each of declared fields. @param kinds asked late, because rows are made of kinds themselves. */
export const listKind = (kinds: () => Kinds): Kind => ({
  isSortable: false, cell: 'text', operators: ['like'], empty: [],
  column: () => 'jsonb',
  parse: (value, field) => parseRows(value, field, kinds()),
  schema: (field) => ({ type: 'array', maxItems: field.max ?? rowsMax, items: rowSchema(field.items!, kinds()) }),
})

const computedSchemas: Readonly<Record<string, JsonSchema>> = {
  text: { type: 'string' }, url: { type: 'string' }, integer: { type: 'integer' }, money: { type: 'number' },
  moment: { type: 'string', format: 'date-time' }, boolean: { type: 'boolean' }, json: {},
}

/** Computed when read; a client may send it back, where it counts for nothing. */
export const computedKind: Kind = {
  isSortable: false, cell: 'text', operators: [],
  column: () => null,
  parse: good,
  schema: ({ as = 'text' }) => ({ ...computedSchemas[as], readOnly: true }),
}
