import { isDay } from '#engine/values/calendar.ts'
import { invalid, valid, type Kind, type Parsed } from './kind.ts'

const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

function parseMoment(value: unknown): Parsed {
  if (typeof value !== 'string' || !momentPattern.test(value) || !isDay(value.slice(0, 10)))
    return invalid('invalid_moment')
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? invalid('invalid_moment') : valid(moment.toISOString())
}

const temporal = { isSortable: true, operators: ['equals', 'gte', 'lte'] } as const

/** A business day. */
export const dateKind: Kind = {
  ...temporal,
  cell: 'date',
  column: () => 'date',
  parse: (value) => (isDay(value) ? valid(value) : invalid('invalid_date')),
  schema: () => ({ type: 'string', format: 'date' }),
}
export const momentKind: Kind = {
  ...temporal,
  cell: 'moment',
  column: () => 'timestamp with time zone',
  parse: parseMoment,
  schema: () => ({ type: 'string', format: 'date-time' }),
}
