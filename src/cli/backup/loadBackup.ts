import pg from 'pg'
import { resources } from '#resources/index.ts'
import { withClient } from '#engine/server/database/client.ts'
import { migrationsFolder, migrationTable, readMigrations } from '#engine/server/database/migrate.ts'
import { readSchema } from '#engine/server/database/readSchema.ts'
import { schemaDifference } from '#engine/server/database/schemaDifference.ts'
import { declaredTables } from '#engine/declaration/derive/table.ts'
import { UsageError } from '../support/runCommand.ts'
import {
  type BackupHead,
  type BackupSettings,
  copied,
  endFile,
  headFile,
  keysFile,
  readPart,
  readTables,
  settingsFile,
} from './contents.ts'
import { copyIn } from './copy.ts'
import type { ArchivedFile } from '#lib/tar/tar.ts'

/** What came back. */
export interface LoadedBackup {
  readonly head: BackupHead
  readonly settings: BackupSettings
  readonly rows: number
}

/** What is loaded, and where to. */
export interface LoadRequest {
  /** Of the owner of the tables to be. */
  readonly url: string
  readonly files: AsyncIterable<ArchivedFile>
  /** For how long automatic payments wait afterwards. */
  readonly holdDays: number
  /** Takes the key ring of the log, before any row is written; what it throws leaves the database as it was. */
  readonly takeKeys: (ring: Buffer) => void
}

/** A database that holds something is never written over. */
async function refuseFilled(client: pg.ClientBase): Promise<void> {
  const tables = await readTables(client)
  if (tables.length > 0) {
    throw new UsageError(
      `This database holds tables already (${tables
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', ')}, …). A backup is restored into an empty one: ` +
        'name another DATA_DIR, or make a database and name it with DATABASE_URL. Nothing was changed.',
    )
  }
}

/** The migrations that the database of a backup had, as this version has them. @throws UsageError where it does not */
function migrationsOf({ migrations }: BackupHead): { sql: string }[] {
  const ours = new Map(readMigrations(migrationsFolder).map((migration) => [migration.name, migration]))
  const unknown = migrations.filter(({ name, checksum }) => ours.get(name)?.checksum !== checksum)
  if (unknown.length > 0)
    throw new UsageError(
      `This backup was made by a version that has what this one has not (migration ${unknown[0]!.name}). Restore it with that version.`,
    )
  const applied = new Set(migrations.map(({ name }) => name))
  return [...ours.values()].filter(({ name }) => applied.has(name))
}

const missingColumns = (head: BackupHead, present: BackupHead['tables']) =>
  head.tables.flatMap(({ name, columns }) => {
    const there = present.find((table) => table.name === name)?.columns ?? []
    return columns.filter((column) => !there.includes(column)).map((column) => `${name}.${column}`)
  })

/**
 * Makes the tables as they were, without rows. What the configuration added on the embedded database is added again.
 */
async function makeTables(client: pg.ClientBase, head: BackupHead): Promise<void> {
  await client.query(migrationTable)
  for (const { sql } of migrationsOf(head)) await client.query(sql)
  if (missingColumns(head, await readTables(client)).length > 0) {
    const { statements } = schemaDifference({ declared: declaredTables(resources), existing: await readSchema(client) })
    for (const statement of statements.filter((text) => /\b(create table|add column)\b/i.test(text)))
      await client.query(statement)
  }
  const missing = missingColumns(head, await readTables(client))
  if (missing.length > 0)
    throw new UsageError(
      `This version's configuration lacks what the backup has: ${missing.slice(0, 5).join(', ')}. Restore it with the configuration that it was made with.`,
    )
  if (head.months.length > 0)
    await client.query('select make_event_partition(month) from unnest($1::date[]) month', [head.months])
}

interface Constraint {
  readonly table: string
  readonly name: string
  readonly definition: string
  /** By which the configuration knows it as its own. */
  readonly comment: string | null
}

/**
 * Rows come in the order of the tables, not in that of their references: those are taken off and checked at the end.
 */
async function withoutReferences(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows: references } =
    await client.query<Constraint>(`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
      quote_literal(obj_description(oid, 'pg_constraint')) as comment
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`)
  const tables = (await readTables(client)).map(({ name }) => pg.escapeIdentifier(name))
  // What is done after a write was done when the row was written first.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  await client.query(`truncate ${tables.join(', ')}`)
  await work()
  for (const { table, name, definition, comment } of references) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    if (comment !== null) await client.query(`comment on constraint ${name} on ${table} is ${comment}`)
  }
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}

async function nextOf(files: AsyncIterator<ArchivedFile>): Promise<ArchivedFile> {
  const { value, done } = await files.next()
  if (done) throw new UsageError('The backup was cut off. Take another one.')
  return value
}

/** Everything between the head and the end. */
async function loadRows(
  client: pg.ClientBase,
  files: AsyncIterator<ArchivedFile>,
  { head, takeKeys }: { head: BackupHead } & Pick<LoadRequest, 'takeKeys'>,
): Promise<Omit<LoadedBackup, 'head'>> {
  const columns = new Map(head.tables.map((table) => [table.name, table.columns]))
  const loaded: Record<string, number> = Object.fromEntries(head.tables.map(({ name }) => [name, 0]))
  let settings: BackupSettings | null = null
  for (;;) {
    const { name, content } = await nextOf(files)
    const table = /^tables\/(.+)\/\d+\.copy$/.exec(name)?.[1]
    if (name === endFile) {
      const { rows } = readPart(endFile, content)
      const differing = Object.keys(rows).filter((each) => rows[each] !== loaded[each])
      if (!(await files.next()).done) throw new UsageError('The backup goes on behind its end. Take another one.')
      if (differing.length > 0 || !settings)
        throw new UsageError(
          `The backup is not whole: ${differing.join(', ') || settingsFile} is not as its end says. Take another one.`,
        )
      return { settings, rows: Object.values(rows).reduce((total, count) => total + count, 0) }
    }
    if (name === settingsFile) settings = readPart(settingsFile, content)
    else if (name === keysFile) takeKeys(content)
    else if (table && columns.has(table))
      loaded[table]! += await copyIn(client, `copy ${copied(table, columns.get(table)!)} from stdin`, content)
    else
      throw new UsageError(
        `The backup holds ${name}, which this version does not know. Restore it with the version that made it.`,
      )
  }
}

/**
 * Puts a backup into an empty database, whole or not at all.
 * @throws UsageError where the database is not empty, or the backup not whole or not of this version or an older one
 */
export async function loadBackup({ url, files, holdDays, takeKeys }: LoadRequest): Promise<LoadedBackup> {
  const archive = files[Symbol.asyncIterator]()
  const first = await nextOf(archive)
  if (first.name !== headFile) throw new UsageError('This is no backup of npm run backup.')
  const head = readPart(headFile, first.content)
  return withClient(url, async (client) => {
    await client.query('begin')
    // Like the sessions of a server: what is typed without a zone means UTC.
    for (const setting of [
      "timezone = 'UTC'",
      "datestyle = 'ISO'",
      "client_encoding = 'UTF8'",
      'statement_timeout = 0',
      // Where Citus is installed, functions stay with the coordinator, as in every migration.
      'citus.enable_metadata_sync = off',
    ])
      await client.query(`set local ${setting}`)
    await refuseFilled(client)
    await makeTables(client, head)
    let loaded: Omit<LoadedBackup, 'head'> | null = null
    await withoutReferences(client, async () => void (loaded = await loadRows(client, archive, { head, takeKeys })))
    await client.query(
      `select setval(quote_ident(name)::regclass, value::bigint) from jsonb_to_recordset($1::jsonb) as sequence (name text, value text)
      where to_regclass(quote_ident(name)) is not null`,
      [JSON.stringify(head.sequences)],
    )
    // Positions in the log of another cluster, by which lists would be read from the primary for no reason.
    if (head.tables.some(({ name, columns }) => name === 'session' && columns.includes('last_write')))
      await client.query('update session set last_write = null where last_write is not null')
    if (holdDays > 0) await holdPayments(client, holdDays)
    await client.query('commit')
    await client.query('analyze')
    return { head, ...loaded! }
  })
}

/**
 * What was paid after the backup is not known here: automatic payments wait, until people have compared with the
 * gateway's statement.
 */
async function holdPayments(client: pg.ClientBase, days: number): Promise<void> {
  for (const kind of ['affiliate', 'partner']) {
    await client.query(
      `insert into payment_hold (owner_kind, owner, held_until, reason) select $1, id, now() + make_interval(days => $2), 'restored' from ${kind}
      on conflict (owner_kind, owner) do update set held_until = greatest(payment_hold.held_until, excluded.held_until), reason = excluded.reason`,
      [kind, days],
    )
  }
}
