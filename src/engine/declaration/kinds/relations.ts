import type { ErrorCode } from '../errorCatalogue.ts'
import type { Field } from '../fields/index.ts'
import { invalid, valid, type Kind, type Parsed } from './kind.ts'

const manyMax = 1000
/** The other side of a relation has as many as there are. */
const heldMax = 100_000
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** Those of the catalogue that are about a resource. Said again here: its texts are too heavy for every page. */
const targetErrors: readonly ErrorCode[] = [
  'invalid_action',
  'invalid_affiliate',
  'invalid_brand',
  'invalid_campaign',
  'invalid_company',
  'invalid_entry',
  'invalid_partner',
  'invalid_partner_level',
  'invalid_payment',
  'invalid_reward',
  'invalid_reward_profile',
  'invalid_sub_brand',
  'invalid_user',
]

/** The error of a reference that names nothing one may see: its own, else the specification's `invalid_{resource}`. */
export function referenceError(field: Field): ErrorCode {
  if (field.error) return field.error as ErrorCode
  const code = `invalid_${field.target!.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
  return targetErrors.find((each) => each === code) ?? 'invalid_request'
}

function parseMany(value: unknown, field: Field): Parsed {
  if (!Array.isArray(value)) return invalid('invalid_type', { expected: 'a list of ids' })
  if (!value.every(isId)) return invalid(referenceError(field))
  if (new Set(value).size < value.length) return invalid((field.repeated ?? 'duplicate_items') as ErrorCode)
  if (field.count !== undefined && value.length !== field.count) return invalid('wrong_count', { count: field.count })
  if (value.length < (field.min ?? 0))
    return field.error ? invalid(referenceError(field)) : invalid('too_few_items', { min: field.min! })
  const max = field.heldBy ? heldMax : manyMax
  return value.length > max ? invalid('too_many_items', { max }) : valid(value)
}

/** The id of another record; whether it exists and is visible is asked where the database is. */
export const referenceKind: Kind = {
  isSortable: true,
  cell: 'text',
  operators: ['equals'],
  column: () => 'bigint',
  parse: (value, field) => (isId(value) ? valid(value) : invalid(referenceError(field))),
  schema: ({ target }) => ({ type: 'integer', description: `The id of a ${target}` }),
}
export const referencesKind: Kind = {
  isSortable: false,
  cell: 'text',
  operators: ['equals'],
  empty: [],
  column: ({ heldBy }) => (heldBy ? null : 'bigint[]'),
  parse: parseMany,
  schema: ({ target, count, min }) => ({
    type: 'array',
    uniqueItems: true,
    items: { type: 'integer' },
    minItems: count ?? min ?? 0,
    ...(count ? { maxItems: count } : {}),
    description: `The ids of ${target}s`,
  }),
}
