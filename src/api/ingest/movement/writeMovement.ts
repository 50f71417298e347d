import { type RawBuilder, sql } from 'kysely'
import { plainArray } from '../../database/arrays.ts'
import { movementColumns, wideColumns } from './columns.ts'
import { moneyOf, type MovementRow, type WideRow, widen } from './rollUp.ts'
import type { TouchedDay } from '../players/elsewhere.ts'
import type { Writer } from '../record/writer.ts'

/**
 * Adds sorted changes to both roll-ups and notes the days the daily close must read again. The last thing a transaction
 * does: the rows of today are
 * what batches of the same brand meet at.
 * @param touched days the close must read again although their movement stays
 */
export async function writeMovement(
  writer: Writer,
  rows: readonly MovementRow[],
  touched: readonly TouchedDay[] = [],
): Promise<void> {
  const wide = widen(rows)
  if (rows.length > 0) {
    await upsertMovement(writer, rows)
    await upsertWide(writer, wide)
  }
  await noteDirtyDays(writer, [...wide, ...touched])
}

async function upsertMovement({ trx }: Writer, rows: readonly MovementRow[]): Promise<void> {
  const keys = [
    sql`${plainArray(rows.map(({ day }) => day))}::date[]`,
    ...(['brand', 'subBrand', 'affiliate', 'action'] as const).map((key) => bigints(rows.map((row) => row[key]))),
    sql`${plainArray(rows.map(({ product }) => product))}::text[]`,
  ]
  const keyNames = sql`day, brand, sub_brand, affiliate, action, product`
  const columns = movementColumns.map(({ name }) => name)
  const values = movementColumns.map(({ isMoney }, index) => valuesOf(rows, index, isMoney))
  await sql`
    insert into movement (${keyNames}, ${sql.raw(columns.join(', '))}) select *
      from unnest(${sql.join([...keys, ...values])})
    on conflict (${keyNames}) do update set ${additions('movement', columns)}`.execute(trx)
}

async function upsertWide({ trx }: Writer, rows: readonly WideRow[]): Promise<void> {
  const columns = wideColumns.map(({ name }) => name)
  await sql`
    insert into movement_wide (day, brand, affiliate, ${sql.raw(columns.join(', '))})
    select * from unnest(${sql.join([...dayArrays(rows, ['brand', 'affiliate']), ...columns.map((_, index) => valuesOf(rows, index))])})
    on conflict (day, brand, affiliate) do update set ${additions('movement_wide', columns)}`.execute(trx)
}

async function noteDirtyDays({ trx }: Writer, days: readonly TouchedDay[]): Promise<void> {
  if (days.length === 0) return
  const distinct = new Map(days.map(({ affiliate, day }) => [`${affiliate} ${day}`, { affiliate, day }]))
  const sorted = [...distinct.values()].sort((a, b) => a.affiliate - b.affiliate || (a.day < b.day ? -1 : 1))
  await sql`
    insert into dirty_day (day, affiliate) select *
      from unnest(${plainArray(sorted.map(({ day }) => day))}::date[],
      ${plainArray(sorted.map(({ affiliate }) => affiliate))}::bigint[])
    on conflict (affiliate, day) do update set changes = dirty_day.changes + 1, changed_at = now()`.execute(trx)
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
