import type { ClientBase } from 'pg'
import { readDifference, readRequired } from '#engine/server/database/applySchema.ts'
import { withClient } from '#engine/server/database/client.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { migrationsFolder, pendingMigrations, readMigrations } from '#engine/server/database/migrate.ts'
import type { RefusedChange } from '#engine/server/database/schemaDifference.ts'
import { requiring } from '#engine/server/database/requiredColumns.ts'
import { releasing } from '#engine/server/database/unusedColumns.ts'
import { changeInWords, lackingInWords, migrationInWords, switchedOffInWords, type Words } from './changeWords.ts'

/** Something that would be done to a database. */
export interface PlannedChange {
  /** `campaign, 319 records: a new column`, in each language. */
  readonly said: Words
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
    return { said: changeInWords({ table, records: counts.get(table) ?? 0, statement }), statement }
  })
}

/** What this version would do to a database; changes nothing and takes no lock. */
export async function plannedChanges(url: string): Promise<Planned> {
  const [pending, isNew] = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string | null }>("select to_regclass('migration')::text as name")
    return [await pendingMigrations(client, readMigrations(migrationsFolder)), !rows[0]?.name] as const
  })
  const migrations = pending.map(({ name }) => ({ said: migrationInWords, statement: name }))
  if (migrations.length > 0) return { isNew, migrations, changes: [], refused: [] }
  const { statements, refused, unused } = await readDifference({ url, declared: declaredSchema })
  const lacking = await readRequired({ url, declared: declaredSchema })
  const today = new Date().toISOString().slice(0, 10)
  const released = unused.flatMap((each) =>
    releasing([each], today).map((statement) => ({ said: switchedOffInWords(each), statement })),
  )
  const required = lacking.map((each) => ({ said: lackingInWords(each), statement: requiring(each, today) }))
  const changes = await withClient(url, (client) => inWords(client, statements))
  return { isNew, migrations, refused, changes: [...changes, ...required, ...released] }
}
