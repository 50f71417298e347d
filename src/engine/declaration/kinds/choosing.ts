import type { Field } from '../fields/index.ts'
import { invalid, valid, type Kind, type Parsed } from './kind.ts'

const valuesOf = (field: Field) => field.choices!.values
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const codes: Readonly<Record<string, 'invalid_language' | 'invalid_product_type'>> = {
  language: 'invalid_language',
  product_type: 'invalid_product_type',
}

function notOneOf(field: Field, value?: unknown): Parsed {
  const { refused } = field.choices!
  if (refused?.values.includes(value as string)) return invalid(refused.code)
  return invalid(codes[snake(field.choices!.name)] ?? 'invalid_choice', { choices: valuesOf(field).join(', ') })
}

function parseMany(value: unknown, field: Field): Parsed {
  if (!Array.isArray(value)) return invalid('invalid_type', { expected: 'a list' })
  if (value.some((each) => !valuesOf(field).includes(each))) return notOneOf(field)
  if (new Set(value).size < value.length) return invalid('duplicate_items')
  return value.length < (field.min ?? 0)
    ? invalid('too_few_items', { min: field.min! })
    : valid(valuesOf(field).filter((each) => value.includes(each)))
}

/** One of a closed list. */
export const choiceKind: Kind = {
  isSortable: true,
  cell: 'text',
  operators: ['equals'],
  column: () => 'text',
  parse: (value, field) => (valuesOf(field).includes(value as string) ? valid(value) : notOneOf(field, value)),
  schema: (field) => ({ type: 'string', enum: [...valuesOf(field)] }),
}
/** Stored in the order in which the choices are declared. */
export const manyOfKind: Kind = {
  isSortable: false,
  cell: 'text',
  operators: ['equals'],
  empty: [],
  column: () => 'text[]',
  parse: parseMany,
  schema: (field) => ({ type: 'array', uniqueItems: true, items: { type: 'string', enum: [...valuesOf(field)] } }),
}
export const booleanKind: Kind = {
  isSortable: true,
  cell: 'boolean',
  operators: ['equals'],
  empty: false,
  column: () => 'boolean',
  parse: (value) =>
    typeof value === 'boolean' ? valid(value) : invalid('invalid_type', { expected: 'true or false' }),
  schema: () => ({ type: 'boolean' }),
}
