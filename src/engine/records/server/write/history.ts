import { type Kysely, sql } from 'kysely'
import { columnName, datedFields, historyTableName } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Day } from '#engine/values/calendar.ts'
import { storedValues } from './storedValues.ts'

interface HistoryWrite {
  readonly transaction: Kysely<any>
  readonly resource: AnyResource
  readonly id: string
  /** The record as it is now. */
  readonly record: AnyRecord
  readonly today: Day
  /** Was the record made today? Then it is still being set up. */
  readonly isNew?: boolean
}

const tableOf = (resource: AnyResource) => sql.table(historyTableName(resource.name))
const pick = (record: AnyRecord, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]))

async function insertRow({ transaction, resource, id, record }: HistoryWrite, from: Day | '-infinity'): Promise<void> {
  const stored = storedValues({ resource, values: pick(record, datedFields(resource)) })
  const columns = sql.join([sql`record`, sql`valid_from`, ...stored.map(({ column }) => column)])
  const values = sql.join([sql`${id}::text::bigint`, sql`${from}::text::date`, ...stored.map(({ value }) => value)])
  await sql`insert into ${tableOf(resource)} (${columns}) values (${values})`.execute(transaction)
}

async function setColumns(
  { transaction, resource, id, record }: HistoryWrite,
  names: readonly string[],
  validFrom?: Day,
): Promise<void> {
  const stored = storedValues({ resource, values: pick(record, names) })
  const assignments = sql.join(stored.map(({ column, value }) => sql`${column} = ${value}`))
  await sql`update ${tableOf(resource)} set ${assignments} where record = ${id}::text::bigint
    and ${validFrom ? sql`valid_from = ${validFrom}::text::date` : sql`true`}`.execute(transaction)
}

/**
 * Fields that no row has a value for, whose first value holds from the beginning of time (domain.md, Dates): the
 * required ones, and references of a record
 * made today. Who makes affiliates and then the partner they belong to means the same as who does it the other way
 * round.
 */
async function fieldsGivenFirst(
  { transaction, resource, id, isNew = false }: HistoryWrite,
  changed: readonly string[],
): Promise<string[]> {
  const required = changed.filter(
    (name) => resource.fields[name]!.required || (isNew && resource.fields[name]!.kind === 'reference'),
  )
  if (required.length === 0) return []
  const counts = required.map((name) => sql`count(${sql.id(columnName(name))}) as ${sql.id(name)}`)
  const {
    rows: [row],
  } = await sql<
    Record<string, string>
  >`select ${sql.join(counts)} from ${tableOf(resource)} where record = ${id}::text::bigint`.execute(transaction)
  return required.filter((name) => Number(row![name]) === 0)
}

/** Begins the history of a new record: its first values hold from the beginning of time. */
export async function beginHistory(write: HistoryWrite): Promise<void> {
  if (datedFields(write.resource).length > 0) await insertRow(write, '-infinity')
}

/**
 * Keeps what dated fields were: ends the row in force yesterday and begins one today. A second change on the same day
 * replaces the day's first.
 * @param changed the names of the fields that changed, dated or not.
 */
export async function continueHistory(write: HistoryWrite, changed: readonly string[]): Promise<void> {
  const { transaction, resource, id, today } = write
  const dated = datedFields(resource).filter((name) => changed.includes(name))
  if (dated.length === 0) return
  const first = await fieldsGivenFirst(write, dated)
  if (first.length > 0) await setColumns(write, first)
  if (first.length === dated.length) return
  const { rows } = await sql<{
    began_today: boolean
  }>`select valid_from >= ${today}::text::date as began_today from ${tableOf(resource)}
    where record = ${id}::text::bigint and valid_to is null for update`.execute(transaction)
  if (rows[0]?.began_today) return setColumns(write, datedFields(resource), today)
  await sql`update ${tableOf(resource)} set valid_to = ${today}::text::date where record = ${id}::text::bigint
    and valid_to is null`.execute(transaction)
  await insertRow(write, today)
}

/** Takes the history away with its record. */
export async function endHistory({
  transaction,
  resource,
  id,
}: Pick<HistoryWrite, 'transaction' | 'resource' | 'id'>): Promise<void> {
  if (datedFields(resource).length > 0)
    await sql`delete from ${tableOf(resource)} where record = ${id}::text::bigint`.execute(transaction)
}
