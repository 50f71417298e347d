import { type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { keyColumns } from '#engine/declaration/derive/activity/tables.ts'
import { columnName, historyTableName, tableName } from '#engine/declaration/derive/table.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { inverseOf } from '../inverse.ts'
import type { WriteStep } from './writeRequest.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

/** What keeps a record from being removed. */
export interface Holder {
  /** A resource's name, or `movement`. */
  readonly resource: string
  readonly count: number
  readonly isHistory: boolean
}

/** At most so many are counted: whether 1,000 or 84,536 refer to it makes no difference to who reads it. */
const countMax = 1000

async function countRows(step: WriteStep, table: RawBuilder<unknown>, condition: RawBuilder<unknown>): Promise<number> {
  const {
    rows: [row],
  } = await sql<{
    count: number
  }>`select count(*) from (select from ${table} where ${condition} limit ${countMax}::integer) found`.execute(
    step.transaction,
  )
  return row!.count
}

function holds(column: string, isArray: boolean, id: string): RawBuilder<unknown> {
  return isArray ? sql`${sql.ref(column)} @> array[${id}::text::bigint]` : sql`${sql.ref(column)} = ${id}::text::bigint`
}

/** What says of a row that a field of it, or a row inside it, refers to what is removed; null where none can. */
function holding(
  step: WriteStep,
  { resource, name, field }: { resource: AnyResource; name: string; field: Field },
): RawBuilder<unknown> | null {
  if (field.target === step.resource.name)
    return inverseOf({ resource, name }) ? null : holds(columnName(name), field.kind === 'references', step.id!)
  const items = Object.entries(field.items ?? {}).filter(([, { target }]) => target === step.resource.name)
  if (items.length === 0) return null
  const named = items.map(
    ([item]) => sql`${sql.ref(columnName(name))} @> ${JSON.stringify([{ [item]: Number(step.id) }])}::text::jsonb`,
  )
  return sql`(${sql.join(named, sql` or `)})`
}

async function referrers(step: WriteStep): Promise<Holder[]> {
  const found: Holder[] = []
  for (const resource of Object.values(resources)) {
    if (resource.nature === 'log') continue
    for (const [name, field] of Object.entries(resource.fields)) {
      const condition = holding(step, { resource, name, field })
      if (condition === null) continue
      const count = await countRows(step, sql.table(tableName(resource.name)), condition)
      if (count > 0) found.push({ resource: resource.name, count, isHistory: resource.nature === 'history' })
      const past =
        count === 0 && field.dated
          ? await countRows(
              step,
              sql.table(historyTableName(resource.name)),
              sql`${condition} and valid_to is not null`,
            )
          : 0
      const corrected =
        count + past === 0 && field.dated
          ? await countRows(
              step,
              sql`(select (jsonb_populate_record(null::${sql.table(historyTableName(resource.name))}, content)).*
                from correction_version where object = ${resource.name}::text and content is not null) taken_out`,
              condition,
            )
          : 0
      if (past + corrected > 0) found.push({ resource: resource.name, count: past + corrected, isHistory: true })
    }
  }
  return found
}

/** What goes away with a record, the newest first: what was made later may hang on what was there before. */
export async function removedTogether(
  step: WriteStep,
): Promise<{ readonly resource: AnyResource; readonly id: string }[]> {
  const found: { resource: AnyResource; id: string }[] = []
  for (const resource of Object.values(resources)) {
    // Lines of a log are nobody's records: the database takes them along.
    if (resource.nature === 'log') continue
    for (const [name, field] of Object.entries(resource.fields)) {
      if (!field.removedWith || field.target !== step.resource.name) continue
      const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.table(tableName(resource.name))}
        where ${holds(columnName(name), false, step.id!)} order by id desc`.execute(step.transaction)
      found.push(...rows.map(({ id }) => ({ resource, id })))
    }
  }
  return found
}

async function movementHolders(step: WriteStep): Promise<Holder[]> {
  const column = columnName(step.resource.name)
  const isNamed = (keyColumns as readonly string[]).includes(column)
  const count = isNamed ? await countRows(step, sql`movement`, sql`${sql.ref(column)} = ${step.id}::text::bigint`) : 0
  return count > 0 ? [{ resource: 'movement', count, isHistory: true }] : []
}

/**
 * Refuses to remove what has history (movement, entries, rules of the past) or what other records refer to; says what
 * holds it.
 * @throws ApiError 409 `has_history` or `still_referenced` with `count` and `resource`, and all of `holders`.
 */
export async function refuseHeld(step: WriteStep): Promise<void> {
  const holders = [...(await movementHolders(step)), ...(await referrers(step))]
  const first = holders.find(({ isHistory }) => isHistory) ?? holders[0]
  if (!first) return
  const values = { count: first.count, resource: first.resource }
  throw new ApiError(first.isHistory ? 'has_history' : 'still_referenced', {
    values,
    problems: [{ field: 'root', code: first.isHistory ? 'has_history' : 'still_referenced', values }],
    extra: { holders },
  })
}
