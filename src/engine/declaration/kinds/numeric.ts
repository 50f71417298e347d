import type { Field } from '../fields/index.ts'
import { invalid, valid, type Kind, type Parsed } from './kind.ts'

/** The largest amount that survives as a JSON number with two decimals. */
export const moneyMax = 9_999_999_999_999.99
/** The largest number of a column of whole numbers. */
export const integerMax = 2_147_483_647
/** The largest percentage that fits its column. */
export const percentMax = 99_999.9999

function parseNumber(value: unknown, bounds: { min: number; max: number; decimals: number }): Parsed {
  if (typeof value !== 'number' || !Number.isFinite(value)) return invalid('invalid_type', { expected: 'a number' })
  if (value < bounds.min) return invalid('too_small', { min: bounds.min })
  if (value > bounds.max) return invalid('too_large', { max: bounds.max })
  const decimals = /^-?\d+(?:\.(\d+))?$/.exec(String(value))?.[1]?.length ?? (Number.isInteger(value) ? 0 : Infinity)
  return decimals > bounds.decimals
    ? invalid('too_many_decimals', { max: bounds.decimals })
    : valid(value === 0 ? 0 : value)
}

const numeric = { isSortable: true, operators: ['equals', 'gte', 'lte'] } as const
const bounded = ({ min, max }: Field) => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
})

/** Numbers, carried as JSON numbers and stored exactly. */
export const integerKind: Kind = {
  ...numeric,
  cell: 'number',
  column: () => 'integer',
  parse: (value, { min = -integerMax, max = integerMax }) => parseNumber(value, { min, max, decimals: 0 }),
  schema: (field) => ({ type: 'integer', ...bounded(field) }),
}
export const percentKind: Kind = {
  ...numeric,
  cell: 'percent',
  column: () => 'numeric(9,4)',
  parse: (value, { min = 0, max = 100 }) => parseNumber(value, { min, max, decimals: 4 }),
  schema: ({ min = 0, max = 100 }) => ({
    type: 'number',
    minimum: min,
    maximum: max,
    description: 'percent, 12.5 means 12.5 %',
  }),
}
export const moneyKind: Kind = {
  ...numeric,
  cell: 'money',
  column: () => 'numeric(18,2)',
  parse: (value, { min = -moneyMax, max = moneyMax }) => parseNumber(value, { min, max, decimals: 2 }),
  schema: (field) => ({ type: 'number', multipleOf: 0.01, ...bounded(field) }),
}
