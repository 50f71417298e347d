import { type RawBuilder, sql } from 'kysely'
import { plainArray } from '../record/arrays.ts'
import { moneyColumns, moneyOf, movementColumns, type MovementRow, type WideRow, wideColumns, widen } from './rollUp.ts'
import type { Writer } from '../record/writer.ts'

/**
 * Adds sorted changes to both roll-ups and notes the days the daily close must read again. The last thing a transaction does: the rows of today are
 * what batches of the same brand meet at.
 */
export async function writeMovement(writer: Writer, rows: readonly MovementRow[]): Promise<void> {
  if (rows.length === 0) return
  await upsertMovement(writer, rows)
  const wide = widen(rows)
  await upsertWide(writer, wide)
  await noteDirtyDays(writer, wide)
}

async function upsertMovement({ trx }: Writer, rows: readonly MovementRow[]): Promise<void> {
  const keys = [
    sql`${plainArray(rows.map(({ day }) => day))}::text::date[]`,
    ...(['brand', 'subBrand', 'affiliate', 'action'] as const).map((key) => sql`${plainArray(rows.map((row) => row[key]))}::text::bigint[]`),
    sql`${plainArray(rows.map(({ product }) => product))}::text::text[]`,
  ]
  const keyNames = sql`day, brand, sub_brand, affiliate, action, product`
  const names = sql.raw(movementColumns.join(', '))
  await sql`
    insert into movement (${keyNames}, ${names}) select * from unnest(${sql.join([...keys, ...valueArrays(rows, movementColumns)])})
    on conflict (${keyNames}) do update set ${additions('movement', movementColumns)}`.execute(trx)
}

async function upsertWide({ trx }: Writer, rows: readonly WideRow[]): Promise<void> {
  const columns = wideColumns.map(({ name }) => name)
  const kinds = wideColumns.map(({ column }) => column)
  await sql`
    insert into movement_wide (day, brand, affiliate, ${sql.raw(columns.join(', '))})
    select * from unnest(${sql.join([...dayArrays(rows, ['brand', 'affiliate']), ...valueArrays(rows, kinds)])})
    on conflict (day, brand, affiliate) do update set ${additions('movement_wide', columns)}`.execute(trx)
}

async function noteDirtyDays({ trx }: Writer, rows: readonly WideRow[]): Promise<void> {
  const sorted = [...rows].sort((a, b) => a.affiliate - b.affiliate || (a.day < b.day ? -1 : 1))
  await sql`
    insert into dirty_day (day, affiliate) select * from unnest(${sql.join(dayArrays(sorted, ['affiliate']))})
    on conflict (affiliate, day) do update set changes = dirty_day.changes + 1, changed_at = now()`.execute(trx)
}

function dayArrays<Key extends 'brand' | 'affiliate'>(rows: readonly WideRow[], keys: readonly Key[]): RawBuilder<unknown>[] {
  return [sql`${plainArray(rows.map(({ day }) => day))}::text::date[]`, ...keys.map((key) => sql`${plainArray(rows.map((row) => row[key]))}::text::bigint[]`)]
}

function valueArrays(rows: readonly { values: readonly bigint[] }[], columns: readonly string[]): RawBuilder<unknown>[] {
  return columns.map((column, index) => {
    const isMoney = moneyColumns.has(column)
    const literal = plainArray(rows.map(({ values }) => (isMoney ? moneyOf(values[index]!) : values[index]!)))
    return isMoney ? sql`${literal}::text::numeric[]` : sql`${literal}::text::bigint[]`
  })
}

function additions(table: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', '))
}
