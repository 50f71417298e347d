/*
 * A field counts only while its conditions hold (`visibleWhen`). A value from a time when it counted is kept for the day
 * on which it counts again; until then it is not read, sorted, filtered or searched by. The same holds of fields in rows.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Field } from '#engine/declaration/fields/index.ts'
import { excludedBy } from '#engine/declaration/derive/visibility.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

type Condition = RawBuilder<boolean>

/** Conditions on fields of a record, as SQL that is never null. */
export const meetsSql = (
  conditions: Readonly<Record<string, unknown>>,
  valueOf: (name: string) => RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql`(${sql.join(
    [sql`true`, ...Object.entries(conditions).map(([other, wanted]) => isOneOf(valueOf(other), wanted))],
    sql` and `,
  )})`

/** A field of a resource, and how the values of others that it may depend on are read. */
export interface CountingQuestion {
  readonly resource: AnyResource
  readonly name: string
  readonly valueOf: (name: string) => RawBuilder<unknown>
}

const json = (value: unknown) => sql`${sql.lit(JSON.stringify(value))}::jsonb`

/** Whatever the type of a value: it is compared as JSON carries it, as the browser compares it. */
function isOneOf(value: RawBuilder<unknown>, wanted: unknown): Condition {
  const excluded = excludedBy(wanted)
  if (excluded !== undefined) return sql`coalesce(to_jsonb(${value}) <> ${json(excluded)}, false)`
  const values = [wanted].flat().map(json)
  return values.length === 0 ? sql`false` : sql`(coalesce(to_jsonb(${value}), 'null'::jsonb) in (${sql.join(values)}))`
}

const allOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`

/** The condition under which a field counts, never null; `null` where it always does. */
export function countsWhile({ resource, name, valueOf }: CountingQuestion): Condition | null {
  const conditions = Object.entries(resource.visibleWhen[name] ?? {}).flatMap(([other, wanted]) =>
    [isOneOf(valueOf(other), wanted), countsWhile({ resource, name: other, valueOf }) ?? []].flat(),
  )
  return conditions.length === 0 ? null : allOf(conditions)
}

/** What is read where a field does not count, by its kind. */
function emptyOf({ kind }: Field): RawBuilder<unknown> {
  const { empty } = kinds[kind]
  if (Array.isArray(empty)) return kind === 'list' || kind === 'blocks' ? sql`'[]'` : sql`'{}'`
  return empty === false ? sql`false` : sql`null`
}

function itemCountsWhile({ resource, name, valueOf }: CountingQuestion, item: string): Condition {
  const { items = {}, visibleWhen = {} } = resource.fields[name]!
  return allOf(
    Object.entries(visibleWhen[item] ?? {}).flatMap(([other, wanted]) => {
      if (!Object.hasOwn(items, other))
        return [isOneOf(valueOf(other), wanted), countsWhile({ resource, name: other, valueOf }) ?? []].flat()
      const own = isOneOf(sql`line.item -> ${sql.lit(other)}`, wanted)
      return visibleWhen[other] ? [own, itemCountsWhile({ resource, name, valueOf }, other)] : [own]
    }),
  )
}

/** Rows without what does not count in them; any other value as it is. */
function countingRows(question: CountingQuestion, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const { kind, visibleWhen } = question.resource.fields[question.name]!
  if (kind !== 'list' || !visibleWhen) return value
  const hidden = Object.keys(visibleWhen).map(
    (item) =>
      sql`case when ${itemCountsWhile(question, item)} then '{}'::jsonb else jsonb_build_object(${sql.lit(item)}::text, null) end`,
  )
  return sql`(select coalesce(jsonb_agg(line.item || ${sql.join(hidden, sql` || `)} order by line.place), '[]'::jsonb)
    from jsonb_array_elements(${value}) with ordinality line(item, place))`
}

/** What is read of a field: its value while it counts, else what an empty one is. */
export function countingValue(question: CountingQuestion, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const field = question.resource.fields[question.name]
  if (!field) return value
  const counts = countsWhile(question)
  const counting = countingRows(question, value)
  return counts === null ? counting : sql`case when ${counts} then ${counting} else ${emptyOf(field)} end`
}
