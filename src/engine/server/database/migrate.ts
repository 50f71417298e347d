import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { withClient } from './client.ts'
import { readDistributed } from './citus/tables.ts'
import { splitStatements } from './splitStatements.ts'
import { contractingChanges } from './contractingChanges.ts'

/** The migrations of the product: `NNNN_name.sql`, applied in order of their names, never changed once applied. */
export const migrationsFolder: string = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Taken by whoever changes the schema, for the length of one transaction; servers that start at once wait for each
 * other.
 */
export const schemaLock = 7_205_003

/**
 * Which migrations a database has seen, and whether servers of the version before could go on beside each. Altered only
 * where that is new: those servers read it all the while.
 */
export const migrationTable = `create table if not exists migration
    (name text primary key, checksum text not null, applied_at timestamptz not null default now());
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'migration'::regclass and attname = 'only_adds') then
      alter table migration add column only_adds boolean not null default false;
    end if;
  end $$`

/** How long a change waits for those who read or write the table; everybody who comes later waits behind it. */
const lockWaitDefaultMs = 2_000
const lockTries = 100
const lockNotAvailable = '55P03'

/** A migration file as it lies in the folder. */
export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the text with line endings as `\n`, so that a checkout on another system is no edit. */
  checksum: string
}

/** The migrations cannot be applied; the message names the file and the remedy. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** What `applyMigrations` needs. */
export interface MigrateOptions {
  url: string
  folder?: string
  /** Takes one line for each migration applied. */
  log: (line: string) => void
  /** How long a change waits for a table at a time; tests have less. */
  lockWaitMs?: number
}

/**
 * Applies the migrations that the database has not seen, each in a transaction of its own under a lock.
 * @returns the names of those applied now
 * @throws MigrationError naming the file and the remedy when an applied file was edited or is missing, or when one
 * fails
 */
export async function applyMigrations({
  url,
  folder = migrationsFolder,
  log,
  lockWaitMs = lockWaitDefaultMs,
}: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(folder)
  return await withClient(url, async (client) => {
    if ((await pendingMigrations(client, migrations)).length === 0) return []
    await inSchemaTransaction(client, () => client.query(migrationTable))
    const applied: string[] = []
    for (const migration of migrations) {
      if (await applyOne({ client, migrations, migration, lockWaitMs })) {
        applied.push(migration.name)
        log(`Applied migration ${migration.name}.`)
      }
    }
    if (applied.length > 0) await tellWorkers(client, log)
    return applied
  })
}

/**
 * Has workers know the tables as they are now: their rows were changed with the migration, what they know of the
 * whole table is not.
 */
async function tellWorkers(client: pg.Client, log: (line: string) => void): Promise<void> {
  if ((await readDistributed(client)).size === 0) return
  try {
    await client.query('select start_metadata_sync_to_all_nodes()')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    log(
      `The workers were not told of the changed tables (${error.message}). Before the next worker is added, as a superuser: ` +
        'SELECT start_metadata_sync_to_all_nodes();',
    )
  }
}

/**
 * The migrations a database has not seen yet.
 * @throws MigrationError when one that it has seen was edited or is missing
 */
export async function pendingMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: tables } = await client.query<{ name: string | null }>("select to_regclass('migration')::text as name")
  if (!tables[0]?.name) return [...migrations]
  const rows = await readApplied(client)
  refuseChanged(migrations, rows)
  const seen = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !seen.has(name))
}

/**
 * The migrations that a newer version has applied and this one does not know: this one may serve beside it where they
 * only add, and leaves the database as it is.
 * @throws MigrationError when one of them takes something away
 */
export async function newerMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const pending = await pendingMigrations(client, migrations)
  if (pending.length === migrations.length) return []
  return (await readApplied(client))
    .map(({ name }) => name)
    .filter((name) => !migrations.some((each) => each.name === name))
}

interface Applied {
  readonly name: string
  readonly checksum: string
  readonly only_adds: boolean
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  // A database of earlier versions lacks the column.
  const text = `select name, checksum, coalesce((to_jsonb(migration) ->> 'only_adds')::boolean, false) as only_adds
    from migration order by name`
  return (await client.query<Applied>(text)).rows
}

/**
 * Reads the migrations of a folder in their order.
 * @throws MigrationError when a file's name has no number or a number is used twice
 */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const numbers = new Set<string>()
  return names.map((file) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]
    if (!number)
      throw new MigrationError(
        `The migration ${file} is named wrongly. Name it NNNN_what_it_does.sql, in small letters.`,
      )
    if (numbers.has(number))
      throw new MigrationError(
        `Two migrations begin with ${number}; one of them is ${file}. Give the one that is not applied anywhere the next free number.`,
      )
    numbers.add(number)
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

function refuseChanged(migrations: readonly Migration[], applied: readonly Applied[]): void {
  for (const { name, checksum, only_adds: onlyAdds } of applied) {
    const file = migrations.find((migration) => migration.name === name)
    if (!file && !onlyAdds) {
      throw new MigrationError(
        `The database has applied migration ${name}, which this version does not have and cannot serve beside. ` +
          'Start the version that made it, or restore the file.',
      )
    }
    if (file && file.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was edited after it was applied. Restore the file (git checkout) and write the change as a new migration: npm run migration -- NAME.`,
      )
    }
  }
}

/** Does work in a transaction under the lock of whoever changes the schema; undone where it throws. */
async function inSchemaTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${schemaLock})`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Runs a migration: where tables lie on workers, one statement after the other, since these are told the text as it is. */
async function run(client: pg.Client, sql: string): Promise<void> {
  if ((await readDistributed(client)).size === 0) return void (await client.query(sql))
  for (const { text, at } of splitStatements(sql)) {
    try {
      await client.query(text)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.position) error.position = String(Number(error.position) + at)
      throw error
    }
  }
}

interface Application {
  readonly client: pg.Client
  readonly migrations: readonly Migration[]
  readonly migration: Migration
  readonly lockWaitMs: number
}

async function applyOne({ client, migrations, migration, lockWaitMs }: Application): Promise<boolean> {
  const { name, sql, checksum } = migration
  const apply = async () => {
    if (!(await pendingMigrations(client, migrations)).includes(migration)) return false
    // A long report holds its tables: whoever waits for one without end keeps everybody from it who comes later.
    await client.query(`set local lock_timeout = ${lockWaitMs}`)
    // Where Citus is installed, functions stay with the coordinator; elsewhere nobody reads this. What is changed of a
    // distributed table still reaches its rows.
    await client.query('set local citus.enable_metadata_sync = off')
    await run(client, sql)
    const values = [name, checksum, contractingChanges(sql).length === 0]
    await client.query('insert into migration (name, checksum, only_adds) values ($1, $2, $3)', values)
    return true
  }
  for (let tries = 1; ; tries += 1) {
    try {
      return await inSchemaTransaction(client, apply)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      // Between two tries those who waited behind it go on.
      if (error.code === lockNotAvailable && tries < lockTries) await pause(lockWaitMs)
      else
        throw new MigrationError(`Migration ${name} failed and was undone: ${describe(error, sql)}`, { cause: error })
    }
  }
}

function describe({ message, position, detail }: pg.DatabaseError, sql: string): string {
  // The detail names the value: of a unique index that cannot be made, of a row that a new check refuses.
  if (!position) return detail ? `${message}: ${detail}` : message
  return `${message} (line ${sql.slice(0, Number(position)).split('\n').length})`
}
