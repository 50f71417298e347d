import { type RawBuilder, sql } from 'kysely'
import { plainArray } from '#engine/server/database/arrays.ts'
import { movementColumns, affiliateTotalColumns } from './columns.ts'
import { moneyOf, type MovementRow, type WideRow, pivotByProduct } from './rollUp.ts'
import type { TouchedDay } from '../players/crossAffiliate.ts'
import { type DeliveredFeed, feedSql } from '../freshness/recordFeed.ts'
import type { IngestContext } from '../write/ingestContext.ts'

/**
 * Adds sorted changes to both roll-ups and notes the days the daily close must read again. The last thing a transaction
 * does: the rows of today are what batches of the same brand meet at. All of it is one statement, so that between the
 * first row that is held and the commit nobody waits for this process, which may be reading another batch meanwhile.
 * @param given `touched`: days the close must read again although their movement stays; `feed`: what the brand delivered
 */
export async function writeMovement(
  writer: IngestContext,
  rows: readonly MovementRow[],
  { touched = [], feed }: { touched?: readonly TouchedDay[]; feed?: DeliveredFeed | undefined } = {},
): Promise<void> {
  const wide = pivotByProduct(rows)
  const days = [...wide, ...touched]
  const parts: ((isTurn: RawBuilder<unknown>) => RawBuilder<unknown>)[] = [
    ...(rows.length === 0 ? [] : [() => movementOf(rows), (isTurn: RawBuilder<unknown>) => wideOf(wide, isTurn)]),
    ...(days.length === 0 ? [] : [(isTurn: RawBuilder<unknown>) => dirtyDays(days, isTurn)]),
    ...(feed ? [(isTurn: RawBuilder<unknown>) => feedSql(writer, feed, isTurn)] : []),
  ]
  if (parts.length === 0) return
  // What the next part asks of the one before makes their order sure, in which rows are held.
  const written = parts.map((part, index) => part(index === 0 ? sql`true` : isOver(`part${index - 1}`)))
  const before = written.slice(0, -1).map((part, index) => sql`${sql.table(`part${index}`)} as (${part} returning 1)`)
  const last = written.at(-1)!
  await (before.length === 0 ? last : sql`with ${sql.join(before)} ${last}`).execute(writer.trx)
}

const isOver = (part: string) => sql`(select count(*) from ${sql.table(part)}) is not null`

function movementOf(rows: readonly MovementRow[]): RawBuilder<unknown> {
  const keys = [
    sql`${plainArray(rows.map(({ day }) => day))}::date[]`,
    ...(['brand', 'subBrand', 'affiliate', 'action'] as const).map((key) => bigints(rows.map((row) => row[key]))),
    sql`${plainArray(rows.map(({ product }) => product))}::text[]`,
  ]
  const keyNames = sql`day, brand, sub_brand, affiliate, action, product`
  const columns = movementColumns.map(({ name }) => name)
  const values = movementColumns.map(({ isMoney }, index) => valuesOf(rows, index, isMoney))
  return sql`insert into movement (${keyNames}, ${sql.raw(columns.join(', '))}) select *
      from unnest(${sql.join([...keys, ...values])})
    on conflict (${keyNames}) do update set ${additions('movement', columns)}`
}

function wideOf(rows: readonly WideRow[], isTurn: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = affiliateTotalColumns.map(({ name }) => name)
  return sql`insert into movement_wide (day, brand, affiliate, ${sql.raw(columns.join(', '))}) select *
      from unnest(${sql.join([...dayArrays(rows, ['brand', 'affiliate']), ...columns.map((_, index) => valuesOf(rows, index))])})
      where ${isTurn}
    on conflict (day, brand, affiliate) do update set ${additions('movement_wide', columns)}`
}

function dirtyDays(days: readonly TouchedDay[], isTurn: RawBuilder<unknown>): RawBuilder<unknown> {
  const distinct = new Map(days.map(({ affiliate, day }) => [`${affiliate} ${day}`, { affiliate, day }]))
  const sorted = [...distinct.values()].sort((a, b) => a.affiliate - b.affiliate || (a.day < b.day ? -1 : 1))
  return sql`insert into dirty_day (day, affiliate) select *
      from unnest(${plainArray(sorted.map(({ day }) => day))}::date[],
      ${plainArray(sorted.map(({ affiliate }) => affiliate))}::bigint[])
      where ${isTurn}
    on conflict (affiliate, day) do update set changes = dirty_day.changes + 1, changed_at = now()`
}

function dayArrays<Key extends 'brand' | 'affiliate'>(
  rows: readonly WideRow[],
  keys: readonly Key[],
): RawBuilder<unknown>[] {
  return [
    sql`${plainArray(rows.map(({ day }) => day))}::date[]`,
    ...keys.map((key) => bigints(rows.map((row) => row[key]))),
  ]
}

const bigints = (values: readonly (bigint | number)[]): RawBuilder<unknown> => sql`${plainArray(values)}::bigint[]`

/** One column's values: cents and counts as they are, or cents as money. */
function valuesOf(rows: readonly { values: readonly bigint[] }[], index: number, isMoney = false): RawBuilder<unknown> {
  const values = rows.map((row) => row.values[index]!)
  return isMoney ? sql`${plainArray(values.map(moneyOf))}::numeric[]` : bigints(values)
}

function additions(table: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', '))
}
