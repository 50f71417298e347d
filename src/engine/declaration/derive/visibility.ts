import type { Field, RowConditions } from '../fields/index.ts'
import type { AnyRecord } from '../record.ts'
import type { AnyResource } from '../resource.ts'

/** What a condition must not be; undefined where it says what it must be. */
export const excludedBy = (wanted: unknown): unknown =>
  typeof wanted === 'object' && wanted !== null && 'not' in wanted ? wanted.not : undefined

const isOneOf = (wanted: unknown, value: unknown) =>
  excludedBy(wanted) === undefined
    ? Array.isArray(wanted)
      ? wanted.includes(value ?? null)
      : (value ?? null) === wanted
    : (value ?? null) !== null && value !== excludedBy(wanted)

/** Whether a record meets conditions on its own fields; a field that says nothing says its default. */
const meets = (
  fields: AnyResource['fields'],
  conditions: Readonly<Record<string, unknown>> = {},
  record: AnyRecord,
): boolean =>
  Object.entries(conditions).every(([other, wanted]) => isOneOf(wanted, record[other] ?? fields[other]?.default))

/** Whether a field that is `required` must be filled in in this record. */
export const isRequiredIn = (
  { fields, requiredWhen }: Pick<AnyResource, 'fields' | 'requiredWhen'>,
  name: string,
  record: AnyRecord,
): boolean => fields[name]?.required === true && meets(fields, requiredWhen[name], record)

/** The fields without which a record is not complete; conditions of `visibleWhen` are not looked at. */
export const isNeededIn = (resource: AnyResource, name: string, record: AnyRecord): boolean =>
  resource.completeWith[name]
    ? meets(resource.fields, resource.completeWith[name], record)
    : !resource.visibleWhen[name] && isRequiredIn(resource, name, record)

/**
 * Does a field count for this record? It does while every condition of `visibleWhen` holds, each for a field that
 * counts itself.
 */
export function isVisible({
  resource,
  field,
  record,
}: {
  resource: AnyResource
  field: string
  record: AnyRecord
}): boolean {
  const conditions = Object.entries(resource.visibleWhen[field] ?? {})
  return conditions.every(
    ([other, wanted]) => isOneOf(wanted, record[other]) && isVisible({ resource, field: other, record }),
  )
}

/** The record with the fields that do not count left empty, as rules see it. */
export function visibleRecord({ resource, record }: { resource: AnyResource; record: AnyRecord }): AnyRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      !(name in resource.fields) || isVisible({ resource, field: name, record }) ? value : null,
    ]),
  )
}

/** A field inside rows, the row it stands in, and what that depends on. */
export interface ItemQuestion {
  /** The field of kind `list`. */
  readonly field: Pick<Field, 'items' | 'visibleWhen'>
  readonly item: string
  readonly row: AnyRecord
  /** The record around the rows; its fields that do not count are empty, see {@link visibleRecord}. */
  readonly record: AnyRecord
}

/**
 * Does a field inside rows count for its row? A condition names a field of the row where there is one of that name,
 * else one of the record.
 */
export function isItemVisible({ field, item, row, record }: ItemQuestion): boolean {
  const conditions = Object.entries(field.visibleWhen?.[item] ?? {})
  return conditions.every(([other, wanted]) => {
    if (field.items && Object.hasOwn(field.items, other))
      return isOneOf(wanted, row[other]) && isItemVisible({ field, item: other, row, record })
    return isOneOf(wanted, record[other])
  })
}

/** What says nothing where it does not count: nothing at all, or the 0 that some clients send along. */
export const saysNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || Number(value) === 0

/** Rows without what does not count in them, as a form sends them. Anything but rows stays what it is. */
export function visibleRows({
  field,
  rows,
  record,
}: Pick<ItemQuestion, 'field' | 'record'> & { rows: unknown }): unknown {
  if (!field.visibleWhen || !Array.isArray(rows)) return rows
  return (rows as AnyRecord[]).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([item, value]) => [
        item,
        saysNothing(value) || isItemVisible({ field, item, row, record }) ? value : null,
      ]),
    ),
  )
}

/** The fields of the record that the rows of a field depend on. */
export function conditionsOfRows({ items, visibleWhen }: Pick<Field, 'items' | 'visibleWhen'>): string[] {
  const named = Object.values<RowConditions[string]>(visibleWhen ?? {}).flatMap((conditions) => Object.keys(conditions))
  return [...new Set(named)].filter((name) => !(items && Object.hasOwn(items, name)))
}
