import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { FigureSum } from '#engine/records/answers/recordHead.ts'
import { can, readableFields } from '#engine/declaration/derive/access.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { SumFigure } from '#engine/declaration/recordPage.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { readableTable, seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { type DaySum, type HeadDays, sumsByCurrency } from './headDays.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

interface Row extends DaySum {
  readonly day: Day | null
  readonly value: Money
  readonly count: number | null
  readonly isPartial: boolean
}

const mayReadField = (actor: Actor, resource: AnyResource, name: string) =>
  can({ actor, resource, operation: 'list' }) && readableFields({ actor, resource }).includes(name)

/** That a reference is to the record, or one of several. */
function refersTo({ fields }: AnyResource, name: string, id: number, alias: string): RawBuilder<boolean> {
  const column = sql.ref(`${alias}.${columnName(name)}`)
  return fields[name]!.kind === 'references'
    ? sql`${column} @> array[${String(id)}::text::bigint]`
    : sql`${column} = ${String(id)}::text::bigint`
}

/** That what is added up refers to the record, by itself or by what it names. */
function isOf(resource: AnyResource, by: string, id: number): RawBuilder<boolean> {
  const [reference, further] = by.split('.') as [string, string | undefined]
  if (further === undefined) return refersTo(resource, reference, id, 'added')
  const via = resources[resource.fields[reference]!.target!]!
  return sql`exists (select from ${sql.table(tableName(via.name))} via
    where via.id = ${sql.ref(`added.${columnName(reference)}`)} and ${refersTo(via, further, id, 'via')})`
}

/** Whether this person may read what is added up. */
function mayAddUp(actor: Actor, resource: AnyResource, { sum, by, on, where = {} }: SumFigure): boolean {
  const seen = readableFields({ actor, resource })
  const [reference, further] = by.split('.') as [string, string | undefined]
  const needed = [
    ...(sum === undefined ? [] : [sum]),
    reference,
    ...(on === undefined ? [] : [on]),
    ...Object.keys(where),
  ]
  if (further !== undefined && !mayReadField(actor, resources[resource.fields[reference]!.target!]!, further))
    return false
  return can({ actor, resource, operation: 'list' }) && needed.every((name) => seen.includes(name))
}

/**
 * The sum of what refers to a record, as its list would add it up for this person; undefined for whoever may not read
 * it.
 */
export async function sumOfRecords(
  db: Kysely<any>,
  { actor, figure, id, days }: { actor: Actor; figure: SumFigure; id: number; days: HeadDays },
): Promise<FigureSum[] | undefined> {
  const resource = resources[figure.of]!
  if (!mayAddUp(actor, resource, figure)) return undefined
  const column = (name: string) => sql.ref(`added.${columnName(name)}`)
  const day = figure.on === undefined ? sql`null` : sql`${column(figure.on)}::text`
  const conditions = [
    isOf(resource, figure.by, id),
    scopeCondition({ actor, resource, alias: 'added' }),
    ...Object.entries(figure.where ?? {}).map(
      ([name, values]) => sql`${column(name)} = any(${arrayOf('text', values)})`,
    ),
    ...(figure.on === undefined
      ? []
      : [sql`${column(figure.on)} between ${days.first}::text::date and ${days.to}::text::date`]),
  ]
  const { rows } =
    await sql<Row>`select ${figure.sum !== undefined && resource.fields.currency ? column('currency') : sql`null`} as currency,
      ${day} as day, ${figure.sum === undefined ? sql`count(*)` : sql`sum(${column(figure.sum)})`}::numeric(18, 2) as value,
      ${figure.sum === undefined ? sql`null` : sql`count(*)`} as count,
      ${seesOnlyOwnBrands(actor, resource) ? sql`bool_or(added.is_partial)` : sql`false`} as "isPartial"
    from ${readableTable(resource, actor)} added where ${sql.join(conditions, sql` and `)}
    group by 1, 2 order by 1, 2`.execute(db)
  return sumsByCurrency(rows, { days, isByDay: figure.on !== undefined })
}
