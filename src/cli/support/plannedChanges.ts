import type { ClientBase } from 'pg'
import { readDifference } from '#engine/server/database/applySchema.ts'
import { withClient } from '#engine/server/database/client.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { migrationsFolder, pendingMigrations, readMigrations } from '#engine/server/database/migrate.ts'
import type { RefusedChange } from '#engine/server/database/schemaDifference.ts'
import { releasing, unusedInWords } from '#engine/server/database/unusedColumns.ts'

/** Something that would be done to a database. */
export interface PlannedChange {
  /** `campaign, 319 records: a new column` */
  readonly said: string
  /** The SQL; of a migration its name. */
  readonly statement: string
}

/** What separates a database from this version, in words. */
export interface Planned {
  /** There is nothing in it yet. */
  readonly isNew: boolean
  readonly migrations: readonly PlannedChange[]
  readonly changes: readonly PlannedChange[]
  readonly refused: readonly RefusedChange[]
}

/** What a statement does, by its first words that say it. */
const kindsOfChange: readonly (readonly [RegExp, string])[] = [
  [/^CREATE TABLE/, 'a new table'],
  [/ADD COLUMN/, 'a new column'],
  [/ RENAME COLUMN/, 'a column gets another name'],
  [/VALIDATE CONSTRAINT/, 'each of them is looked at, whether it keeps to a constraint'],
  [/ADD CONSTRAINT/, 'what is written from now on keeps to a constraint'],
  [/CREATE UNIQUE INDEX/, 'an index of all of them; no two may agree'],
  [/CREATE INDEX/, 'an index of all of them'],
  [/^UPDATE/, 'filled from what is stored'],
  [/ALTER COLUMN "\w+" (SET|DROP) DEFAULT/, 'what new ones begin with'],
  [/ALTER COLUMN "\w+" TYPE/, 'a column gets a type in which every value says the same'],
  [/DROP NOT NULL/, 'a column may be empty'],
  [/^SELECT keep_\w+_known/, 'what was known of them is kept and told with its new columns'],
]

const tableIn = (statement: string) =>
  /(?:TABLE(?: IF NOT EXISTS)?|\bON|UPDATE) "?(\w+)"?|\bkeep_(\w+)_known/.exec(statement)?.slice(1).find(Boolean) ?? ''

async function rowsOf(client: ClientBase, table: string): Promise<number> {
  const known = await client.query('select from pg_class where oid = to_regclass($1) and relkind in ($2, $3)', [
    `"${table}"`,
    'r',
    'p',
  ])
  if (known.rowCount === 0) return 0
  const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from "${table}"`)
  return Number(rows[0]!.count)
}

/** Statements in words, with how many records each of them concerns. */
export async function inWords(client: ClientBase, statements: readonly string[]): Promise<PlannedChange[]> {
  const counts = new Map<string, number>()
  for (const table of new Set(statements.map(tableIn))) counts.set(table, await rowsOf(client, table))
  return statements.map((statement) => {
    const table = tableIn(statement.replaceAll(/^--.*\n/gm, ''))
    const count = counts.get(table) ?? 0
    const what =
      kindsOfChange.find(([pattern]) => pattern.test(statement.replaceAll(/^--.*\n/gm, '')))?.[1] ?? 'changed'
    return { said: `${table}, ${count} ${count === 1 ? 'record' : 'records'}: ${what}`, statement }
  })
}

/** What this version would do to a database; changes nothing and takes no lock. */
export async function plannedChanges(url: string): Promise<Planned> {
  const [pending, isNew] = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string | null }>("select to_regclass('migration')::text as name")
    return [await pendingMigrations(client, readMigrations(migrationsFolder)), !rows[0]?.name] as const
  })
  const migrations = pending.map(({ name }) => ({ said: 'a migration', statement: name }))
  if (migrations.length > 0) return { isNew, migrations, changes: [], refused: [] }
  const { statements, refused, unused } = await readDifference({ url, declared: declaredSchema })
  const today = new Date().toISOString().slice(0, 10)
  const released = unused.flatMap((each) =>
    releasing([each], today).map((statement) => ({
      said: unusedInWords(each, today) ?? `${each.table}.${each.column} is empty and goes`,
      statement,
    })),
  )
  const changes = await withClient(url, (client) => inWords(client, statements))
  return { isNew, migrations, refused, changes: [...changes, ...released] }
}
