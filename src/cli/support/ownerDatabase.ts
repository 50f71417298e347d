import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { type Environment, readEnvironment } from '#engine/server/environment.ts'
import { UsageError } from './runCommand.ts'

/** The database of the environment, as its owner sees it. */
export interface OwnedDatabase {
  readonly environment: Environment
  /** Of the owner of the tables. */
  readonly url: string
  /** Of the role that serves; the same where that is the owner. */
  readonly servingUrl: string
  readonly isEmbedded: boolean
}

const log = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Does work on the database as it is, without bringing it up to date. The embedded one is started where it does not
 * run.
 * @param options.isNew true where there must be none yet: the folder is this command's alone, and a database is made
 * @throws UsageError where there is no database to work on
 */
export async function withOwnedDatabase<Result>(
  { isNew = false }: { isNew?: boolean },
  work: (database: OwnedDatabase) => Promise<Result>,
): Promise<Result> {
  const environment = readEnvironment(process.env)
  const { databaseUrl, migrationDatabaseUrl, dataDir } = environment
  if (databaseUrl !== undefined)
    return work({ environment, url: migrationDatabaseUrl ?? databaseUrl, servingUrl: databaseUrl, isEmbedded: false })
  if (!isNew && !existsSync(join(dataDir, 'postgres')))
    throw new UsageError(
      `There is no database in ${dataDir}. Name its folder with DATA_DIR, or a database with DATABASE_URL.`,
    )
  const embedded = await startEmbedded({ dataDir, use: isNew ? 'server' : 'command', log })
  try {
    return await work({ environment, url: embedded.url, servingUrl: embedded.url, isEmbedded: true })
  } finally {
    await embedded.stop()
  }
}
