/**
 * `npm run migrate`: brings the database to this version as a step of its own, before servers are replaced: migrations,
 * roles and rights, by MIGRATION_DATABASE_URL where that is set. `-- --dry-run` says what it would do.
 */
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { planLines } from './support/migrationPlan.ts'
import { prepareSchema } from './support/prepareSchema.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand } from './support/runCommand.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values } = readOptions({ options: { 'dry-run': { type: 'boolean', default: false } } })
  const { databaseUrl, migrationDatabaseUrl, fenceAddresses: fence, dataDir } = readEnvironment(process.env)
  const embedded = databaseUrl === undefined ? await startEmbedded({ dataDir, use: 'command', log: print }) : null
  try {
    const url = databaseUrl ?? embedded!.url
    if (values['dry-run']) {
      for (const line of await planLines({ url, ownerUrl: migrationDatabaseUrl ?? url })) print(line)
      print('Nothing was changed.')
      return
    }
    await prepareSchema({ url, ownerUrl: migrationDatabaseUrl, isEmbedded: embedded !== null, fence, log: print })
    print('The database is as this version needs it.')
  } finally {
    await embedded?.stop()
  }
}

runCommand(main)
