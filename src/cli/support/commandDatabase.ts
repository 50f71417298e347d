import { checkSettings } from '#engine/server/installation/boundSettings.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import type { Environment } from '#engine/server/environment.ts'
import { prepareSchema } from './prepareSchema.ts'

/** What a command works with. */
export interface CommandContext {
  database: Database
  environment: Environment
}

/**
 * Runs the work of a command on the database that the environment names, beside a running server or alone (then the
 * embedded database is started for it and stopped again). The database is brought up to date first.
 * @param options.needsOwnSettings false for what neither books days nor reads what the secret made
 * @throws BoundSettingsError where zone or secret are not those of the data
 */
export async function withCommandDatabase<Result>(
  work: (surroundings: CommandContext) => Promise<Result>,
  { needsOwnSettings = true }: { needsOwnSettings?: boolean } = {},
): Promise<Result> {
  const environment = readEnvironment(process.env)
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const embedded =
    environment.databaseUrl === undefined
      ? await startEmbedded({ dataDir: environment.dataDir, use: 'command', log })
      : null
  try {
    const url = environment.databaseUrl ?? embedded!.url
    const fence = await prepareSchema({
      url,
      ownerUrl: environment.migrationDatabaseUrl,
      isEmbedded: embedded !== null,
      fence: environment.fenceAddresses,
      log,
    })
    const database = openDatabase({ url, readUrl: environment.databaseReadUrl, fence })
    try {
      await database.clock.compare()
      if (needsOwnSettings) await checkSettings({ database, environment })
      return await work({ database, environment })
    } finally {
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}
