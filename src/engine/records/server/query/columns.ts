import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { readableFields, seesUnmasked } from '#engine/declaration/derive/access.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { fitsFile } from '#engine/declaration/derive/exportColumns.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { computedExpression } from '#app/server/computedFields.ts'
import { readableTable, seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import { inverseOf } from '../inverse.ts'
import { memoizedSql } from './compiledOnce.ts'
import { countingValue, type CountingQuestion, countsWhile } from './counting.ts'

/** What every record carries besides its declared fields, and how each is stored. */
export const systemFields = {
  id: 'reference',
  version: 'integer',
  createdAt: 'moment',
  updatedAt: 'moment',
} as const satisfies Record<string, Field['kind']>

/** The name under which the record's own table stands in every query of this folder. */
export const recordAlias = 't'

/**
 * The table of a resource with its alias, quoted.
 * @param actor reads it: of what several brands make up, the part this person sees
 */
export function tableAs(resource: AnyResource, alias: string = recordAlias, actor?: Actor): RawBuilder<unknown> {
  return sql`${readableTable(resource, actor)} as ${sql.id(alias)}`
}

/** A field's column, quoted. */
export function columnOf(field: string, alias: string = recordAlias): RawBuilder<unknown> {
  return sql.ref(`${alias}.${columnName(field)}`)
}

/** A stored value as JSON carries it: moments in UTC with Z, percentages without trailing zeros, money as a number. */
function readExpression(resource: AnyResource, name: string, alias: string, origin: string): RawBuilder<unknown> {
  const field = resource.fields[name]
  const kind = field?.kind ?? systemFields[name as keyof typeof systemFields]
  if (kind === 'computed') return computedExpression({ name: field!.name!, resource, alias, origin })
  const inverse = inverseOf({ resource, name })
  if (inverse)
    return sql`array(select inverse.id from ${sql.table(tableName(inverse.resource.name))} inverse
    where inverse.${sql.ref(columnName(inverse.name))} = ${sql.ref(`${alias}.id`)} order by inverse.id)`
  const column = columnOf(name, alias)
  if (kind === 'moment') return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return kind === 'percent' ? sql`trim_scale(${column})` : column
}

/** Asks whether a field counts; of what it depends on the stored values say so. */
function countingQuestion(resource: AnyResource, name: string, alias: string): CountingQuestion {
  return { resource, name, valueOf: (other) => readExpression(resource, other, alias, '') }
}

/** The condition under which a field counts for a record; null where it always does. */
export function countingCondition(resource: AnyResource, name: string): RawBuilder<boolean> | null {
  return countsWhile(countingQuestion(resource, name, recordAlias))
}

/** A field's column as it is read: empty where the field does not count. */
export function countingColumn(resource: AnyResource, name: string): RawBuilder<unknown> {
  return countingValue(countingQuestion(resource, name, recordAlias), columnOf(name))
}

/** A value as somebody reads it: empty where its field does not count. */
function shownExpression(resource: AnyResource, name: string, alias: string, origin: string): RawBuilder<unknown> {
  return countingValue(countingQuestion(resource, name, alias), readExpression(resource, name, alias, origin))
}

/** What is computed from the whole of a record says nothing to whoever reads a part of it. */
function partExpression(resource: AnyResource, name: string, alias: string, origin: string): RawBuilder<unknown> {
  const value = shownExpression(resource, name, alias, origin)
  const field = resource.fields[name]
  if (field?.kind !== 'computed') return value
  const nothing = field.as === 'json' ? sql`'[]'::json` : sql`null`
  return sql`case when ${sql.ref(`${alias}.is_partial`)} then ${nothing} else ${value} end`
}

/**
 * The select list of a record as the API answers it: `"camelName"` columns, system fields first.
 * @param origin scheme and host under which the reader reaches this server, for computed addresses.
 * @param actor only fields this person may read are selected; without one, everything that is stored (for the write
 * pipeline).
 * @param isFile leaves out what no cell of a file holds.
 */
export function recordColumns({
  resource,
  actor,
  origin = '',
  alias = recordAlias,
  isFile = false,
}: {
  resource: AnyResource
  actor?: Actor
  origin?: string
  alias?: string
  isFile?: boolean
}): RawBuilder<unknown> {
  const declared = actor
    ? readableFields({ actor, resource }).filter((name) => !isFile || fitsFile(resource.fields[name]!))
    : Object.keys(resource.fields).filter((name) => !['password', 'computed'].includes(resource.fields[name]!.kind))
  const names = [...Object.keys(systemFields), ...declared]
  const isParted = actor !== undefined && seesOnlyOwnBrands(actor, resource)
  const expression = isParted ? partExpression : actor ? shownExpression : readExpression
  const read = (name: string) => expression(resource, name, alias, origin)
  const more = isParted && !isFile ? [sql`${sql.ref(`${alias}.is_partial`)} as "isPartial"`] : []
  return memoizedSql(`${resource.name} ${alias} ${expression.name} ${isFile} ${names.join()}`, () =>
    sql.join([...names.map((name) => sql`${read(name)} as ${sql.id(name)}`), ...more]),
  )
}

/** The fields this person sees masked: they are shown so, and neither filtered, searched nor sorted by. */
export function maskedFields({ resource, actor }: { resource: AnyResource; actor: Actor }): string[] {
  return readableFields({ actor, resource }).filter((name) => !seesUnmasked({ actor, field: resource.fields[name]! }))
}
