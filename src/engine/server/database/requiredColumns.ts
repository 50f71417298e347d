import type pg from 'pg'
import type { DeclaredTable } from '#engine/declaration/derive/declaredTable.ts'
import type { ExistingColumn, ExistingTable } from './readSchema.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A field that must be filled in, of which records are there that hold nothing. */
export interface LackingColumn {
  readonly table: string
  readonly column: string
  /** How many records hold nothing there. */
  readonly lacking: number
  readonly records: number
  /** SQL constant: what the field says where nothing is given. */
  readonly fill?: string
}

const formerOf = (present: ExistingTable, name: string | undefined) =>
  present.columns.find((column) => column.name === name)

/** Looks up how many records lack what became required since; what was said of a column once is not looked up again. */
export async function readLacking(
  client: pg.ClientBase,
  { declared, existing }: { declared: readonly DeclaredTable[]; existing: readonly ExistingTable[] },
): Promise<LackingColumn[]> {
  const found: LackingColumn[] = []
  for (const table of declared) {
    const present = existing.find(({ name }) => name === table.name)
    if (!present?.isFilled) continue
    const required = table.columns.filter(({ required: isRequired }) => isRequired)
    const asked = required.flatMap(({ name, renamedFrom, fill }) => {
      const column = formerOf(present, name) ?? formerOf(present, renamedFrom)
      const isSaid = fill === undefined && column?.requiredSince != null
      // A new one with a default brings it along.
      if (column ? !column.nullable || isSaid : fill !== undefined) return []
      const lacking = column ? `count(*) filter (where ${quote(column.name)} is null)` : 'count(*)'
      return [{ column: name, lacking, ...(fill === undefined ? {} : { fill }) }]
    })
    if (asked.length === 0) continue
    const counted = asked.map(({ lacking }) => `${lacking}::text`).join(', ')
    const { rows } = await client.query<{ records: string; lacking: string[] }>(
      `select count(*)::text as records, array[${counted}] as lacking from ${quote(table.name)}`,
    )
    const [{ records, lacking }] = rows as [{ records: string; lacking: string[] }]
    for (const [index, each] of asked.entries())
      if (lacking[index] !== '0')
        found.push({ ...each, table: table.name, lacking: Number(lacking[index]), records: Number(records) })
  }
  return found
}

/** What is done for a field that became required: its default where it says one; else it is noted, and said once. */
export function requiring({ table, column, fill }: LackingColumn, today: string): string {
  return fill === undefined
    ? `COMMENT ON COLUMN ${quote(table)}.${quote(column)} IS 'Required since ${today}';`
    : `UPDATE ${quote(table)} SET ${quote(column)} = ${fill} WHERE ${quote(column)} IS NULL;`
}

/** Columns that need not be filled in any more, after it was noted that they do. */
export function unrequiring(declared: readonly DeclaredTable[], existing: readonly ExistingTable[]): string[] {
  return declared.flatMap((table) => {
    const columns: readonly ExistingColumn[] = existing.find(({ name }) => name === table.name)?.columns ?? []
    const isNoted = (name: string) => columns.some((column) => column.name === name && column.requiredSince !== null)
    return table.columns
      .filter(({ name, required, fill }) => isNoted(name) && (!required || fill !== undefined))
      .map(({ name }) => `COMMENT ON COLUMN ${quote(table.name)}.${quote(name)} IS NULL;`)
  })
}

/** Tells of records that lack what became required, and what gives them a value. */
export function lackingInWords({ table, column, lacking, records, fill }: LackingColumn): string {
  const counted = `${table}.${column} must be filled in, and ${lacking} of ${records} records ${lacking === 1 ? 'holds' : 'hold'} nothing there.`
  return fill === undefined
    ? `${counted} Whoever changes one of them is asked for it. To fill them all, give the field a \`default\`.`
    : `${counted} They get ${fill}, its default.`
}
