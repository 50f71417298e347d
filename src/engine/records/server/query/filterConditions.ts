import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { readableFields } from '#engine/declaration/derive/access.ts'
import { comparedKind, filterOperators } from '#engine/declaration/derive/filters.ts'
import { tableName, columnName } from '#engine/declaration/derive/table.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { FilterOperator } from '#engine/declaration/kinds/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { computedExpression } from '#app/server/computedFields.ts'
import { inverseOf } from '../inverse.ts'
import { columnOf, countingColumn, countingCondition, maskedFields, recordAlias, systemFields } from './columns.ts'
import { holdsSql } from '#engine/server/database/soughtText.ts'
import { hasExternalIdSql } from '../externalIdSql.ts'
import { dayBounds, parseFilterValue, typedArray, typedValue, wrongValue } from './filterValues.ts'
import { pageSizeMax } from './listParameters.ts'

/** A condition of a query. */
export type Condition = RawBuilder<boolean>

const suffixes: Readonly<Record<string, FilterOperator>> = { _gte: 'gte', _lte: 'lte', _like: 'like', _type: 'type' }
const digitKinds: readonly Field['kind'][] = ['cpf', 'document']
const searchLengthMax = 200

function wrongType(name: string, field: Pick<Field, 'kind' | 'choices'>): Error {
  return validationError([{ field: name, ...wrongValue(field) }])
}

/** The fields this person may filter and search by: those seen in full. */
function filterableFields(resource: AnyResource, actor: Actor): string[] {
  const masked = maskedFields({ resource, actor })
  return readableFields({ actor, resource }).filter((name) => !masked.includes(name))
}

function fieldAndOperator(
  name: string,
  resource: AnyResource,
  actor: Actor,
): { name: string; field: Pick<Field, 'kind' | 'choices'>; operator: FilterOperator } {
  const suffix = Object.keys(suffixes).find((each) => name.endsWith(each))
  const filterable = filterableFields(resource, actor)
  const isDeclared = filterable.includes(name)
  const base = isDeclared || !suffix ? name : name.slice(0, -suffix.length)
  const operator = isDeclared || !suffix ? 'equals' : suffixes[suffix]!
  if (Object.hasOwn(systemFields, base) && base !== 'version') {
    const kind = systemFields[base as keyof typeof systemFields]
    if (operator !== 'like') return { name: base, field: { kind }, operator }
  }
  const field = filterable.includes(base) ? resource.fields[base] : undefined
  if (!field || !filterOperators(field).includes(operator))
    throw validationError([{ field: name.slice(0, 60), code: 'unknown_filter' }])
  return { name: base, field: { kind: comparedKind(field), choices: field.choices }, operator }
}

/** What a field is compared by: its column, or what computes it. */
function valueOf(resource: AnyResource, name: string): RawBuilder<unknown> {
  const field = resource.fields[name]
  if (field?.kind === 'computed')
    return computedExpression({ name: field.name!, resource, alias: recordAlias, origin: '' })
  return field?.kind === 'boolean' ? countingColumn(resource, name) : columnOf(name)
}

const isArrayKind = (kind: Field['kind']) => kind === 'references' || kind === 'manyOf'

/** A column as text is sought in: rows inside a record are sought as a whole, without what does not count in them. */
const textOf = (resource: AnyResource, name: string, kind: Field['kind']): RawBuilder<unknown> =>
  kind === 'list' ? sql`${countingColumn(resource, name)}::text` : columnOf(name)

/** Which records hold a piece of some type: by the fields below, where the blocks are over others. */
function typeCondition(resource: AnyResource, name: string, value: unknown): Condition {
  const { pieces = {}, over } = resource.fields[name]!
  const asked = [value].flat()
  if (!asked.every((type) => typeof type === 'string' && Object.hasOwn(pieces, type)))
    throw validationError([
      { field: `${name}_type`, code: 'invalid_choice', values: { choices: Object.keys(pieces).join(', ') } },
    ])
  const conditions = (asked as string[]).flatMap((type) =>
    over
      ? [...(pieces[type]!.holds ?? []), ...(pieces[type]!.short ?? [])].map((held) => heldCondition(resource, held))
      : [sql<boolean>`${columnOf(name)} @> ${JSON.stringify([{ type }])}::text::jsonb`],
  )
  return sql`(${sql.join([sql`false`, ...conditions], sql` or `)})`
}

/** Whether a field holds anything. */
function heldCondition(resource: AnyResource, name: string): Condition {
  const { kind } = resource.fields[name]!
  const holds: Condition =
    kind === 'list' ? sql`${columnOf(name)} <> '[]'` : sql`not ${isEmptyCondition(resource, name, kind)}`
  return whereItCounts(resource, name, holds)
}

/** What a field is asked for where it counts; where it does not, nothing that it holds is an answer, and a boolean is a no. */
function whereItCounts(resource: AnyResource, name: string, condition: Condition): Condition {
  const counts = countingCondition(resource, name)
  return counts === null || resource.fields[name]?.kind === 'boolean' ? condition : sql`(${counts} and ${condition})`
}

/** What a list field holds, as an array. */
function arrayColumn(resource: AnyResource, name: string): RawBuilder<unknown> {
  const inverse = inverseOf({ resource, name })
  if (!inverse) return columnOf(name)
  return sql`array(select inverse.id from ${sql.table(tableName(inverse.resource.name))} inverse
    where inverse.${sql.ref(columnName(inverse.name))} = ${sql.ref(`${recordAlias}.id`)})`
}

function isEmptyCondition(resource: AnyResource, name: string, kind: Field['kind']): Condition {
  const counts = countingCondition(resource, name)
  const isEmpty: Condition = isArrayKind(kind)
    ? sql`cardinality(${arrayColumn(resource, name)}) = 0`
    : sql`${valueOf(resource, name)} is null`
  return counts === null || kind === 'boolean' ? isEmpty : sql`(not ${counts} or ${isEmpty})`
}

function dayCondition(name: string, value: unknown, operator: FilterOperator): Condition | null {
  const bounds = dayBounds(value)
  if (!bounds) return null
  const column = columnOf(name)
  const [from, before] = [typedValue(bounds.from, 'moment'), typedValue(bounds.before, 'moment')]
  if (operator === 'gte') return sql`${column} >= ${from}`
  return operator === 'lte' ? sql`${column} < ${before}` : sql`(${column} >= ${from} and ${column} < ${before})`
}

function comparison(
  resource: AnyResource,
  {
    name,
    field,
    operator,
    value,
  }: { name: string; field: Pick<Field, 'kind' | 'choices'>; operator: FilterOperator; value: unknown },
): Condition {
  const day = field.kind === 'moment' ? dayCondition(name, value, operator) : null
  if (day) return day
  const parsed = parseFilterValue({ field: operator === 'like' ? { kind: 'text' } : field, value })
  if (parsed === null) throw wrongType(name, field)
  if (operator === 'like') return holdsSql(textOf(resource, name, field.kind), parsed)
  return sql`${valueOf(resource, name)} ${sql.raw({ equals: '=', gte: '>=', lte: '<=' }[operator as 'equals' | 'gte' | 'lte'])}
    ${typedValue(parsed, field.kind)}`
}

function anyOf(
  resource: AnyResource,
  name: string,
  field: Pick<Field, 'kind' | 'choices'>,
  values: readonly unknown[],
): Condition {
  if (values.length > pageSizeMax)
    throw validationError([{ field: name, code: 'too_many_items', values: { max: pageSizeMax } }])
  const present = values.filter((value) => value !== null)
  const parsed = present.map((value) => parseFilterValue({ field, value }))
  if (parsed.includes(null)) throw wrongType(name, field)
  const array = typedArray(parsed as string[], field.kind)
  const holds: Condition = isArrayKind(field.kind)
    ? sql`${arrayColumn(resource, name)} && ${array}`
    : sql`${valueOf(resource, name)} = any(${array})`
  const matches = whereItCounts(resource, name, holds)
  return present.length === values.length
    ? matches
    : sql`(${matches} or ${isEmptyCondition(resource, name, field.kind)})`
}

function fieldCondition(key: string, value: unknown, resource: AnyResource, actor: Actor): Condition {
  const { name, field, operator } = fieldAndOperator(key, resource, actor)
  if (operator === 'type') return typeCondition(resource, name, value)
  if (value === null && operator === 'equals') return isEmptyCondition(resource, name, field.kind)
  if (Array.isArray(value) && operator === 'equals') return anyOf(resource, name, field, value)
  if (isArrayKind(field.kind)) return anyOf(resource, name, field, [value])
  return whereItCounts(resource, name, comparison(resource, { name, field, operator, value }))
}

function searchCondition(value: unknown, resource: AnyResource, actor: Actor): Condition | null {
  const text = parseFilterValue({ field: { kind: 'text' }, value })
  if (text === null || text.length > searchLengthMax)
    throw validationError([
      { field: 'q', code: 'invalid_type', values: { expected: `a text of ${searchLengthMax} characters or fewer` } },
    ])
  const sought = text.trim()
  if (sought === '') return null
  const digits = sought.replace(/[.\-/\s]/g, '')
  const conditions = filterableFields(resource, actor).flatMap((name) => {
    const { search, kind } = resource.fields[name]!
    if (!search) return []
    const text = digitKinds.includes(kind) && digits !== '' ? digits : sought
    return whereItCounts(resource, name, holdsSql(textOf(resource, name, kind), text))
  })
  return sql`(${sql.join([...conditions, hasExternalIdSql(resource, recordAlias, sought)], sql` or `)})`
}

/**
 * The conditions of a filter object: `field`, `field_gte`, `field_lte`, `field_like`, arrays for any of, null for
 * empty, `q` for the search box.
 * @throws ApiError 400 naming the field that is unknown to this person or whose value is of another type.
 */
export function filterConditions({
  filter,
  resource,
  actor,
}: {
  filter: Readonly<Record<string, unknown>>
  resource: AnyResource
  actor: Actor
}): Condition[] {
  return Object.entries(filter).flatMap(([key, value]) => {
    if (value === undefined) return []
    return (key === 'q' ? searchCondition(value, resource, actor) : fieldCondition(key, value, resource, actor)) ?? []
  })
}
