import type pg from 'pg'
import type { DeclaredTable } from '#engine/declaration/derive/declaredTable.ts'
import type { ExistingColumn, ExistingTable } from './readSchema.ts'
import { unknownColumns, type UnusedColumn } from './schemaDifference.ts'

/** So long what was taken out of the configuration is kept without a word. */
const keptDays = 30
const namedMax = 20
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** What an edit took out of the configuration, with what is stored in it. */
export async function readUnused(
  client: pg.ClientBase,
  { declared, existing }: { declared: readonly DeclaredTable[]; existing: readonly ExistingTable[] },
): Promise<UnusedColumn[]> {
  const found: UnusedColumn[] = []
  for (const table of declared) {
    const present = existing.find(({ name }) => name === table.name)
    for (const column of present && !table.followed ? unknownColumns(table, present) : []) {
      const usual = column.default === null ? '' : ` and ${quote(column.name)} is distinct from (${column.default})`
      const { rows } = await client.query<{ count: string }>(
        `select count(*)::text as count from ${quote(table.name)} where ${quote(column.name)} is not null${usual}`,
      )
      found.push({ table: table.name, column: column.name, values: Number(rows[0]!.count), since: column.unusedSince })
    }
  }
  return found
}

/** Whether every value of one type says the same in another. */
function isWider(from: string, to: string): boolean {
  if (to === 'text') return !from.endsWith('[]') && from !== 'jsonb'
  if (from === 'integer' && to === 'bigint') return true
  const [, digits, places = '0'] = /^numeric\((\d+),(\d+)\)$/.exec(to) ?? []
  const [, fromDigits = from === 'integer' ? '10' : from === 'bigint' ? '19' : '', fromPlaces = '0'] =
    /^numeric\((\d+),(\d+)\)$/.exec(from) ?? []
  if (digits === undefined || fromDigits === '') return false
  const whole = Number(fromDigits) - Number(fromPlaces) <= Number(digits) - Number(places)
  return whole && Number(fromPlaces) <= Number(places)
}

/** What a value looks like as text that says the same in a type; null where that is not known. */
function shapeOf(type: string): string | null {
  if (type === 'integer') return '^-?[0-9]{1,9}(\\.0+)?$'
  if (type === 'bigint') return '^-?[0-9]{1,18}(\\.0+)?$'
  if (type === 'date') return '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$'
  const [, digits, places] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? []
  if (digits === undefined) return null
  return `^-?[0-9]{1,${Number(digits) - Number(places)}}(\\.[0-9]{1,${places}}0*)?$`
}

/** Looks up, for each column that shall have another type, the records whose value would say less in it. */
export async function readLosses(
  client: pg.ClientBase,
  { declared, existing }: { declared: readonly DeclaredTable[]; existing: readonly ExistingTable[] },
): Promise<void> {
  for (const table of declared) {
    const present = existing.find(({ name }) => name === table.name)
    for (const { name, type } of present ? table.columns : []) {
      const column = present!.columns.find((each) => each.name === name)
      if (!column || column.type === type) continue
      const shape = shapeOf(type)
      const fits = isWider(column.type, type) ? 'true' : shape === null ? 'false' : `${quote(name)}::text ~ '${shape}'`
      const hasIds = present!.columns.some((each) => each.name === 'id')
      const { rows } = await client.query<{ id: string; count: string }>(
        `select ${hasIds ? 'id::text' : "''"} as id, (count(*) over ())::text as count from ${quote(table.name)}
        where ${quote(name)} is not null and not (${fits}) order by 1 limit ${namedMax}`,
      )
      column.losing = { count: Number(rows[0]?.count ?? 0), named: hasIds ? rows.map(({ id }) => id) : [] }
    }
  }
}

/** What is done with columns that are declared no more, in the order in which it is done. */
export function releasing(unused: readonly UnusedColumn[], today: string): string[] {
  return unused.flatMap(({ table, column, values, since }) => {
    if (values === 0) return [`ALTER TABLE ${quote(table)} DROP COLUMN IF EXISTS ${quote(column)};`]
    return since === null ? [`COMMENT ON COLUMN ${quote(table)}.${quote(column)} IS 'Unused since ${today}';`] : []
  })
}

/** Columns that are declared again after they were unused. */
export function restoring(declared: readonly DeclaredTable[], existing: readonly ExistingTable[]): string[] {
  return declared.flatMap((table) => {
    const columns: readonly ExistingColumn[] = existing.find(({ name }) => name === table.name)?.columns ?? []
    return columns
      .filter(({ name, unusedSince }) => unusedSince !== null && table.columns.some((column) => column.name === name))
      .map(({ name }) => `COMMENT ON COLUMN ${quote(table.name)}.${quote(name)} IS NULL;`)
  })
}

const daysSince = (since: string, today: string) => (Date.parse(today) - Date.parse(since)) / 86_400_000

/** What is said of columns that are kept though nothing reads them: when they become so, and after a month. */
export function unusedInWords({ table, column, values, since }: UnusedColumn, today: string): string | null {
  if (values === 0) return null
  const kept = `${table}.${column} is switched off; its ${values} ${values === 1 ? 'value is' : 'values are'} kept, and the field brings ${values === 1 ? 'it' : 'them'} back`
  if (since === null) return `${kept}.`
  if (daysSince(since, today) < keptDays) return null
  const exported = `psql "$DATABASE_URL" -c '\\copy (select id, ${column} from ${table}) to ${table}-${column}.csv csv header'`
  return `${kept}. It is so since ${since}: to remove it for good, export it (${exported}), then run npm run migration -- NAME --allow-destructive.`
}
