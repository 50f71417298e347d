import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { z } from 'zod'
import type { Environment } from '#engine/server/environment.ts'
import { UsageError } from '../support/runCommand.ts'
import { copyOut } from './copy.ts'
import type { ArchivedFile } from '#lib/tar/tar.ts'

/*
 * What is in a backup: all rows of all tables in one state of the database, and what lies outside it and nothing can be
 * read or proved without: the key ring of the activity log, and INSTALLATION_SECRET where one is set. The tables
 * themselves are not in it: the migrations make them.
 */

/** The first file of a backup. */
export const headFile = 'backup.json'
/** The last one: where it is missing, the backup was cut off. */
export const endFile = 'end.json'
/** The key ring of the activity log. */
export const keysFile = 'log-keys.json'
/** Settings that belong to the data. */
export const settingsFile = 'settings.json'

const backupHead = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  database: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** The months of which the table of events has a partition. */
  months: z.array(z.string()),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
})
/** What a backup says of itself. */
export type BackupHead = z.infer<typeof backupHead>

const backupEnd = z.object({ rows: z.record(z.string(), z.int()) })
const backupSettings = z.object({ installationSecret: z.string().nullable(), businessTimeZone: z.string() })
/** The settings that belong to the data. */
export type BackupSettings = z.infer<typeof backupSettings>

const reads = { [headFile]: backupHead, [endFile]: backupEnd, [settingsFile]: backupSettings } as const

/**
 * Reads one of the files that say something of the backup.
 * @throws UsageError where a newer version of the product made it
 */
export function readPart<Name extends keyof typeof reads>(name: Name, content: Buffer): z.infer<(typeof reads)[Name]> {
  const read = reads[name].safeParse(JSON.parse(content.toString('utf8')))
  if (!read.success)
    throw new UsageError(
      `${name} of this backup has another form than this version knows. Restore it with the version that made it, or a newer one.`,
    )
  return read.data as z.infer<(typeof reads)[Name]>
}

/**
 * Which transaction wrote to a table says something in its own database cluster alone; running sums are made again from
 * what they are sums of.
 */
const leftOut = [
  'table_change',
  'running_day',
  'total_day',
  'total_first_day',
  'total_row',
  'running_mark',
  'running_state',
  'cohort_month',
  'cohort_total',
  'cohort_mark',
  'cohort_state',
]
const partSize = 8 * 1024 * 1024

const tablesQuery = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all ($1)
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname`
const sequencesQuery = `select sequencename as name, last_value::text as value from pg_sequences
  where schemaname = current_schema() and last_value is not null order by 1`
const monthsQuery = `select to_char(to_date(right(c.relname, 7), 'YYYY_MM'), 'YYYY-MM-DD') as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = to_regclass('event') and c.relname ~ '^event_\\d{4}_\\d\\d$' order by 1`

/** The tables of a database with their columns, as far as rows of them are kept. */
export async function readTables(client: pg.ClientBase): Promise<BackupHead['tables']> {
  return (await client.query<BackupHead['tables'][number]>(tablesQuery, [leftOut])).rows
}

async function readHead(client: pg.ClientBase): Promise<BackupHead> {
  const tables = await readTables(client)
  if (!tables.some(({ name }) => name === 'migration'))
    throw new UsageError('There is nothing in this database to back up. Check DATABASE_URL or DATA_DIR.')
  const { rows: migrations } = await client.query<BackupHead['migrations'][number]>(
    'select name, checksum from migration order by name',
  )
  const { rows: sequences } = await client.query<BackupHead['sequences'][number]>(sequencesQuery)
  const { rows: months } = await client.query<{ month: string }>(monthsQuery)
  const {
    rows: [server],
  } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  return {
    format: 1,
    madeAt: new Date().toISOString(),
    database: `PostgreSQL ${server!.version}`,
    migrations,
    tables,
    months: months.map(({ month }) => month),
    sequences,
  }
}

const json = (name: string, value: unknown): ArchivedFile => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 1)}\n`),
})
const columnList = (columns: readonly string[]) => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/** How a table is named in COPY, either way. */
export const copied = (name: string, columns: readonly string[]): string =>
  `${pg.escapeIdentifier(name)} (${columnList(columns)})`

function linesIn(block: Buffer): number {
  let count = 0
  for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) count += 1
  return count
}

/** The rows of a table, in files of some megabytes, each of whole rows. */
async function* tableFiles(
  client: pg.ClientBase,
  { name, columns }: BackupHead['tables'][number],
  rows: Record<string, number>,
): AsyncGenerator<ArchivedFile> {
  let [blocks, size, number] = [[] as Buffer[], 0, 0]
  const file = () => ({
    name: `tables/${name}/${String((number += 1)).padStart(6, '0')}.copy`,
    content: Buffer.concat(blocks),
  })
  rows[name] = 0
  // A table with partitions is read as a query: COPY takes it only so.
  for await (const block of copyOut(
    client,
    `copy (select ${columnList(columns)} from ${pg.escapeIdentifier(name)}) to stdout`,
  )) {
    blocks.push(block)
    size += block.length
    // In COPY's text a line break inside a value is written \n, so each line is a row.
    rows[name] += linesIn(block)
    if (size < partSize) continue
    yield file()
    ;[blocks, size] = [[], 0]
  }
  if (size > 0) yield file()
}

/**
 * Everything that a backup consists of, in one state of the database, while servers go on with their work.
 * @param told takes how many rows there are, when all are read
 */
export async function* contents(
  client: pg.ClientBase,
  {
    environment,
    told,
  }: {
    environment: Pick<Environment, 'installationSecret' | 'logKeys' | 'businessTimeZone'>
    told: (rows: number) => void
  },
): AsyncGenerator<ArchivedFile> {
  await client.query('begin isolation level repeatable read read only')
  // Rows that policies hide would be missing without a word; so that is an error.
  for (const setting of [
    'row_security = off',
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
    "timezone = 'UTC'",
    "datestyle = 'ISO'",
    "bytea_output = 'hex'",
    "client_encoding = 'UTF8'",
  ]) {
    await client.query(`set local ${setting}`)
  }
  const head = await readHead(client)
  yield json(headFile, head)
  yield json(settingsFile, {
    installationSecret: environment.installationSecret ?? null,
    businessTimeZone: environment.businessTimeZone,
  } satisfies BackupSettings)
  if (existsSync(environment.logKeys)) yield { name: keysFile, content: readFileSync(environment.logKeys) }
  const rows: Record<string, number> = {}
  for (const table of head.tables) yield* tableFiles(client, table, rows)
  await client.query('commit')
  told(Object.values(rows).reduce((total, count) => total + count, 0))
  yield json(endFile, { rows })
}
