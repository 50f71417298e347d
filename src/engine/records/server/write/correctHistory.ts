import { type Kysely, type RawBuilder, sql } from 'kysely'
import { columnName, datedFields, historyTableName } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Day } from '#engine/values/calendar.ts'
import { storedValues } from './storedValues.ts'

/** Whose history, in which transaction. */
interface HistoryOf {
  readonly transaction: Kysely<any>
  readonly resource: AnyResource
  readonly id: string
}

interface Row {
  readonly id: number
  readonly validFrom: Day
  readonly validTo: Day | null
  /** As the database keeps it, by column. */
  readonly content: Readonly<Record<string, unknown>>
  /** The dated fields as the API carries them. */
  readonly values: AnyRecord
}

/** What a record's dated fields were on a day, and until when each of them stayed so. */
export interface DatedState {
  readonly values: AnyRecord
  /** The day on which a field was next given another value; null where it is what it still is. */
  readonly heldUntil: (name: string) => Day | null
}

const tableOf = (resource: AnyResource) => sql.table(historyTableName(resource.name))

async function readRows({ transaction, resource, id }: HistoryOf): Promise<Row[]> {
  const values = sql.join(datedFields(resource).map((name) => sql`h.${sql.id(columnName(name))} as ${sql.id(name)}`))
  const { rows } = await sql<Omit<Row, 'values'> & { values: string }>`
    select h.id, h.valid_from::text as "validFrom", h.valid_to::text as "validTo", to_jsonb(h) as content,
      row_to_json(dated)::text as values
    from ${tableOf(resource)} h, lateral (select ${values}) dated
    where h.record = ${id}::text::bigint order by h.valid_from for update of h`.execute(transaction)
  return rows.map((row) => ({ ...row, values: JSON.parse(row.values) as AnyRecord }))
}

/** The row that holds on a day: the first holds from the beginning of time, whatever day it was written. */
function rowOn(rows: readonly Row[], day: Day): number {
  return Math.max(
    rows.findLastIndex(({ validFrom }) => validFrom <= day),
    0,
  )
}

/** The first row after one in which a field is another; how many rows there are where it stays. */
function endOf(rows: readonly Row[], from: number, name: string): number {
  const column = columnName(name)
  const same = JSON.stringify(rows[from]!.content[column])
  const found = rows.findIndex((row, index) => index > from && JSON.stringify(row.content[column]) !== same)
  return found === -1 ? rows.length : found
}

/** What the dated fields of a record were on a day. Null where it has no history. */
export async function readDatedState(history: HistoryOf, day: Day): Promise<DatedState | null> {
  const rows = await readRows(history)
  if (rows.length === 0) return null
  const place = rowOn(rows, day)
  return { values: rows[place]!.values, heldUntil: (name) => rows[endOf(rows, place, name)]?.validFrom ?? null }
}

/** What is put in the place of something else. */
interface Correcting extends HistoryOf {
  readonly values: AnyRecord
  readonly validFrom: Day
  /** What it is done for: it keeps what is taken out, because entries are explained by it. */
  readonly correction: number
}

async function insertCorrected(
  { transaction, resource, values, correction }: Correcting,
  row: Row,
  from: Day,
): Promise<void> {
  const table = tableOf(resource)
  const pairs = storedValues({ resource, values }).flatMap(({ value }, index) => [
    sql`${columnName(Object.keys(values)[index]!)}::text`,
    value,
  ])
  const columns = Object.keys(row.content).filter((name) => name !== 'id')
  const list: RawBuilder<unknown> = sql.join(columns.map((name) => sql.id(name)))
  const content = JSON.stringify({ ...row.content, valid_from: from })
  await sql`with made as (
      insert into ${table} (${list}) select ${list} from jsonb_populate_record(null::${table},
        ${content}::text::jsonb || jsonb_build_object(${sql.join(pairs)})) returning id)
    insert into correction_version (correction, object, version)
      select ${correction}::bigint, ${resource.name}::text, id from made`.execute(transaction)
}

/**
 * Has dated fields read otherwise from a past day on, each until it was next given another value. What was there is
 * kept apart (`correction_version`): entries that were paid by it go on being explained by it.
 */
export async function correctHistory(asked: Correcting): Promise<void> {
  const { transaction, resource, validFrom, correction } = asked
  const rows = await readRows(asked)
  const place = rowOn(rows, validFrom)
  const names = Object.keys(asked.values)
  const ends = new Map(names.map((name) => [name, endOf(rows, place, name)]))
  for (const [index, row] of rows.entries()) {
    const values = Object.fromEntries(
      Object.entries(asked.values).filter(([name]) => index >= place && index < ends.get(name)!),
    )
    if (Object.keys(values).length === 0) continue
    const from = index === place && row.validFrom < validFrom ? validFrom : row.validFrom
    if (from === row.validFrom) {
      await sql`insert into correction_version (correction, object, version, content)
        values (${correction}::bigint, ${resource.name}::text, ${row.id}::bigint,
          ${JSON.stringify(row.content)}::text::jsonb)`.execute(transaction)
      await sql`delete from ${tableOf(resource)} where id = ${row.id}::bigint`.execute(transaction)
    } else {
      await sql`update ${tableOf(resource)} set valid_to = ${validFrom}::text::date
        where id = ${row.id}::bigint`.execute(transaction)
    }
    await insertCorrected({ ...asked, values }, row, from)
  }
}
