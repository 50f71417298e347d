import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { withDatabase } from '#engine/server/database/address.ts'
import { readDifference } from '#engine/server/database/applySchema.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { applyMigrations, migrationsFolder, readMigrations } from '#engine/server/database/migrate.ts'
import type { SchemaDifference } from '#engine/server/database/schemaDifference.ts'
import type { DeclaredTable } from '#engine/declaration/derive/declaredTable.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

/** What a migration is made from. */
export interface MigrationRequest {
  /** The address of any database of the server on which a scratch database may be made. */
  serverUrl: string
  declared: readonly DeclaredTable[]
  name: string
  allowDestructive: boolean
  folder?: string
}

/**
 * Writes the next migration: what is missing between all migrations so far and the configuration. It is written so that
 * it changes nothing on a database that was extended at start already.
 * @returns the file's path; null when nothing is missing
 * @throws UsageError when a change could lose something and `allowDestructive` is not set
 */
export async function writeMigration({
  serverUrl,
  declared,
  name,
  allowDestructive,
  folder = migrationsFolder,
}: MigrationRequest): Promise<string | null> {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new UsageError(
      `The name "${name}" cannot be used. Write it in small letters: npm run migration -- add_affiliate_phone`,
    )
  const difference = await withScratchDatabase(serverUrl, async (url) => {
    await applyMigrations({ url, folder, log: () => {} })
    return await readDifference({ url, declared })
  })
  if (difference.refused.length > 0 && !allowDestructive) throw new UsageError(refusal(difference))
  const statements = [
    ...difference.statements,
    ...difference.refused.flatMap((change) => [`-- ${change.what}: ${change.why}.`, ...change.statements]),
    ...(allowDestructive
      ? difference.unused.flatMap(({ table, column }) => [
          `-- ${table}.${column}: no longer in the configuration; its values go.`,
          `ALTER TABLE "${table}" DROP COLUMN IF EXISTS "${column}";`,
        ])
      : []),
  ]
  if (statements.length === 0) return null
  const path = join(folder, `${nextNumber(folder)}_${name}.sql`)
  writeFileSync(path, `-- Made by \`npm run migration\` from the configuration.\n\n${statements.join('\n')}\n`)
  return path
}

function refusal({ refused }: SchemaDifference): string {
  const lines = refused.map(({ what, why, how }) => `  ${what}: ${why}. Instead: ${how}.`)
  return `Some changes could lose something:\n${lines.join('\n')}\nTo write them into the migration all the same, add --allow-destructive.`
}

function nextNumber(folder: string): string {
  const last = readMigrations(folder).at(-1)?.name.slice(0, 4) ?? '0000'
  return String(Number(last) + 1).padStart(4, '0')
}

async function withScratchDatabase<Result>(serverUrl: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const name = `scratch_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`create database ${name} template template0`)
    return await work(withDatabase(serverUrl, name))
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end())
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readOptions({
    allowPositionals: true,
    options: { 'allow-destructive': { type: 'boolean', default: false } },
  })
  const name = positionals[0]
  if (!name || positionals.length > 1)
    throw new UsageError('Name the migration: npm run migration -- add_affiliate_phone')
  const { readEnvironment } = await import('#engine/server/environment.ts')
  const { declaredSchema } = await import('#engine/server/database/declaredSchema.ts')
  const { databaseUrl, dataDir } = readEnvironment(process.env)
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, use: 'command', log: () => {} })
  try {
    const path = await writeMigration({
      serverUrl: databaseUrl ?? embedded!.url,
      declared: declaredSchema,
      name,
      allowDestructive: values['allow-destructive'],
    })
    process.stdout.write(
      path
        ? `Wrote ${path}. Read it, then commit it.\n`
        : 'The migrations make what the configuration declares; there is nothing to write.\n',
    )
  } finally {
    await embedded?.stop()
  }
}

if (import.meta.main) runCommand(main)
