import { type RawBuilder, sql } from 'kysely'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { addDays, isDay } from '#engine/values/calendar.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'

const textMax = 500
const bigintMax = 9_223_372_036_854_775_807n
const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
const numberPattern = /^-?\d{1,15}(\.\d{1,8})?$/

/** An id as it comes in a path or a query: a positive whole number. Null where it is none. */
export function parseId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  if (typeof value !== 'string' || !/^[1-9]\d{0,18}$/.test(value)) return null
  return BigInt(value) <= bigintMax ? value : null
}

function parseNumber(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  return typeof value === 'string' && numberPattern.test(value) ? value : null
}

function parseBoolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : null
}

function parseText(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof text === 'string' && text.length <= textMax && !hasUnstorableCharacters(text) ? text : null
}

function parseMoment(value: unknown): string | null {
  if (typeof value !== 'string' || !momentPattern.test(value) || !isDay(value.slice(0, 10))) return null
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** Text as it is stored, so that `529.982.247-25` finds `52998224725` and an e-mail is found whatever its case. */
function normalized(kind: Field['kind'], text: string): string {
  if (kind === 'email') return text.trim().toLowerCase()
  return kind === 'cpf' ? text.replace(/[.\-\s]/g, '') : text
}

/** The type a field's value is compared as. */
export function comparedType(kind: Field['kind']): 'bigint' | 'numeric' | 'boolean' | 'date' | 'timestamptz' | 'text' {
  switch (kind) {
    case 'reference':
    case 'references':
    case 'integer':
      return 'bigint'
    case 'percent':
    case 'money':
      return 'numeric'
    case 'boolean':
      return 'boolean'
    case 'date':
      return 'date'
    case 'moment':
      return 'timestamptz'
    default:
      return 'text'
  }
}

/**
 * A filter's value in the text form PostgreSQL reads; null where it is not of the field's type. Never a value that
 * PostgreSQL would refuse.
 */
export function parseFilterValue({
  field,
  value,
}: {
  field: Pick<Field, 'kind' | 'choices'>
  value: unknown
}): string | null {
  switch (comparedType(field.kind)) {
    case 'bigint': {
      if (field.kind !== 'integer') return parseId(value)
      const number = parseNumber(value)
      return number !== null && Number.isSafeInteger(Number(number)) ? String(Number(number)) : null
    }
    case 'numeric':
      return parseNumber(value)
    case 'boolean': {
      const flag = parseBoolean(value)
      return flag === null ? null : String(flag)
    }
    case 'date':
      return isDay(value) ? value : null
    case 'timestamptz':
      return parseMoment(value)
    default: {
      const text = parseText(value)
      if (text === null || (field.choices && !field.choices.values.includes(text))) return null
      return normalized(field.kind, text)
    }
  }
}

/** What is wrong with a value that cannot be compared with a field: what it should be, in words. */
export function wrongValue({ kind, choices }: Pick<Field, 'kind' | 'choices'>): Omit<Problem, 'field'> {
  if (choices) return { code: 'invalid_choice', values: { choices: choices.values.join(', ') } }
  switch (comparedType(kind)) {
    case 'bigint':
      return {
        code: 'invalid_type',
        values: { expected: kind === 'integer' ? 'a whole number' : 'the id of a record' },
      }
    case 'numeric':
      return { code: 'invalid_type', values: { expected: 'a number' } }
    case 'boolean':
      return { code: 'invalid_type', values: { expected: 'true or false' } }
    case 'date':
      return { code: 'invalid_date' }
    case 'timestamptz':
      return { code: 'invalid_moment' }
    default:
      return { code: 'invalid_type', values: { expected: `a text of ${textMax} characters or fewer` } }
  }
}

/** A parameter with the type it is compared as; sent as text so that no driver guesses. */
export function typedValue(value: string, kind: Field['kind']): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(comparedType(kind))}`
}

/** Several values as one array parameter. */
export function typedArray(values: readonly string[], kind: Field['kind']): RawBuilder<unknown> {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb))::${sql.raw(comparedType(kind))}[]`
}

/** The moments of a whole day, in UTC as pages show them; null where the value names no day. */
export function dayBounds(value: unknown): { from: string; before: string } | null {
  return isDay(value) && value < '9999-12-31'
    ? { from: `${value}T00:00:00Z`, before: `${addDays(value, 1)}T00:00:00Z` }
    : null
}
