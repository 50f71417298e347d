import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { withClient } from './client.ts'

/** The migrations of the product: `NNNN_name.sql`, applied in order of their names, never changed once applied. */
export const migrationsFolder: string = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Taken by whoever changes the schema, for the length of one transaction; servers that start at once wait for each
 * other.
 */
export const schemaLock = 7_205_003

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
}

/**
 * Applies the migrations that the database has not seen, each in a transaction of its own under a lock.
 * @returns the names of those applied now
 * @throws MigrationError naming the file and the remedy when an applied file was edited or is missing, or when one
 * fails
 */
export async function applyMigrations({ url, folder = migrationsFolder, log }: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(folder)
  return await withClient(url, async (client) => {
    if ((await pendingMigrations(client, migrations)).length === 0) return []
    const applied: string[] = []
    for (const migration of migrations) {
      if (await applyOne(client, migrations, migration)) {
        applied.push(migration.name)
        log(`Applied migration ${migration.name}.`)
      }
    }
    return applied
  })
}

/**
 * The migrations a database has not seen yet.
 * @throws MigrationError when one that it has seen was edited or is missing
 */
export async function pendingMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: tables } = await client.query<{ name: string | null }>("select to_regclass('migration')::text as name")
  if (!tables[0]?.name) return [...migrations]
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
  refuseChanged(migrations, rows)
  const seen = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !seen.has(name))
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

function refuseChanged(migrations: readonly Migration[], applied: readonly { name: string; checksum: string }[]): void {
  for (const { name, checksum } of applied) {
    const file = migrations.find((migration) => migration.name === name)
    if (!file) {
      throw new MigrationError(
        `The database has applied migration ${name}, which this version does not have. Start the version that made it, or restore the file.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was edited after it was applied. Restore the file (git checkout) and write the change as a new migration: npm run migration -- NAME.`,
      )
    }
  }
}

async function applyOne(client: pg.Client, migrations: readonly Migration[], migration: Migration): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${schemaLock})`)
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const isPending = (await pendingMigrations(client, migrations)).includes(migration)
    if (isPending) {
      await client.query(migration.sql)
      await client.query('insert into migration (name, checksum) values ($1, $2)', [migration.name, migration.checksum])
    }
    await client.query('commit')
    return isPending
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (error instanceof pg.DatabaseError)
      throw new MigrationError(`Migration ${migration.name} failed and was undone: ${describe(error, migration.sql)}`, {
        cause: error,
      })
    throw error
  }
}

function describe({ message, position, detail }: pg.DatabaseError, sql: string): string {
  // The detail names the value: of a unique index that cannot be made, of a row that a new check refuses.
  if (!position) return detail ? `${message}: ${detail}` : message
  return `${message} (line ${sql.slice(0, Number(position)).split('\n').length})`
}
