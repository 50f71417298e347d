import { resources } from '../../../resources/index.ts'
import { checkSettings } from '../../api/installation/boundSettings.ts'
import { applySchemaDifference, assertSchemaMatches } from '../../api/database/applySchema.ts'
import { openDatabase } from '../../api/database/connect.ts'
import type { Database } from '../../api/database/connect.ts'
import { startEmbedded } from '../../api/database/embedded.ts'
import type { FenceAddresses } from '../../api/database/fence/fenceAddresses.ts'
import { prepareFence } from '../../api/database/fence/prepareFence.ts'
import { sessionDigestFunction } from '../../api/auth/session/readSession.ts'
import { applyMigrations } from '../../api/database/migrate.ts'
import { ensureSearchExtension } from '../../api/database/searchExtension.ts'
import { readEnvironment } from '../../api/environment.ts'
import type { Environment } from '../../api/environment.ts'
import { declaredTables } from '../../config/derive/table.ts'

/** What a command works with. */
export interface CommandSurroundings {
  database: Database
  environment: Environment
}

/** Where the database is, and who says what becomes of it. */
interface SchemaOptions {
  url: string
  isEmbedded: boolean
  /** The operator's own roles of the second fence. */
  fence: FenceAddresses | undefined
  log: (line: string) => void
}

/**
 * Brings the database to what this version needs: the migrations, on the embedded database what the configuration adds, and the roles that read behind row-level security.
 * @returns where these roles log in; null where the database does not allow them
 */
export async function prepareSchema({ url, isEmbedded, fence, log }: SchemaOptions): Promise<FenceAddresses | null> {
  const declared = declaredTables(resources)
  await ensureSearchExtension({ url, log })
  await applyMigrations({ url, log })
  if (!isEmbedded) await assertSchemaMatches({ url, declared })
  // Where everything else matches, what is left are indexes of an extension that came after their migration.
  await applySchemaDifference({ url, declared, log })
  return prepareFence({ url, given: fence, resources, functions: [sessionDigestFunction], log })
}

/**
 * Runs the work of a command on the database that the environment names, beside a running server or alone (then the
 * embedded database is started for it and stopped again). The database is brought up to date first.
 * @param options.needsOwnSettings false for what neither books days nor reads what the secret made
 * @throws BoundSettingsError where zone or secret are not those of the data
 */
export async function withCommandDatabase<Result>(work: (surroundings: CommandSurroundings) => Promise<Result>, { needsOwnSettings = true }: { needsOwnSettings?: boolean } = {}): Promise<Result> {
  const environment = readEnvironment(process.env)
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const embedded = environment.databaseUrl === undefined ? await startEmbedded({ dataDir: environment.dataDir, use: 'command', log }) : null
  try {
    const url = environment.databaseUrl ?? embedded!.url
    const fence = await prepareSchema({ url, isEmbedded: embedded !== null, fence: environment.fenceAddresses, log })
    const database = openDatabase({ url, readUrl: environment.databaseReadUrl, fence })
    try {
      if (needsOwnSettings) await checkSettings({ database, environment })
      return await work({ database, environment })
    } finally {
      await database.close()
    }
  } finally {
    await embedded?.stop()
  }
}
