import { resources } from '#resources/index.ts'
import { sessionDigestFunction } from '#engine/auth/server/session/readSession.ts'
import { applySchemaDifference, assertSchemaMatches, assertServedSchema } from '#engine/server/database/applySchema.ts'
import { withClient } from '#engine/server/database/client.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import type { ReaderLogins } from '#engine/server/database/rowSecurity/readerLogins.ts'
import { prepareRowSecurity } from '#engine/server/database/rowSecurity/prepareRowSecurity.ts'
import {
  applyMigrations,
  migrationsFolder,
  newerMigrations,
  pendingMigrations,
  readMigrations,
} from '#engine/server/database/migrate.ts'
import { grantServing, RightsError, refuseMissingRights, roleOf } from '#engine/server/database/servingRights.ts'
import { ensureSearchExtension } from '#engine/server/database/searchExtension.ts'

/** Where the database is, and who says what becomes of it. */
export interface SchemaOptions {
  /** Of the role that serves. */
  url: string
  /** Of the owner of the tables, where that is another role. */
  ownerUrl: string | undefined
  isEmbedded: boolean
  /** The operator's own roles of the second fence. */
  fence: ReaderLogins | undefined
  log: (line: string) => void
}

const fenceOf = { resources, functions: [sessionDigestFunction] }

/**
 * Brings the database to what this version needs: the migrations, on the embedded database what the configuration adds,
 * the roles that read behind row-level security, and the rights of the role that serves. That role alone, where it
 * owns nothing, is only asked whether all of it is there.
 * @returns where the roles of the second fence log in; null where the database does not allow them
 * @throws RightsError naming what is missing, where there is no owner's address to make it with
 */
export async function prepareSchema({
  url,
  ownerUrl = url,
  isEmbedded,
  fence,
  log,
}: SchemaOptions): Promise<ReaderLogins | null> {
  const owner = await roleOf(ownerUrl)
  if (!owner.mayMigrate) return checkedSchema({ url, role: owner.name, fence, log })
  await ensureSearchExtension({ url: ownerUrl, log })
  await applyMigrations({ url: ownerUrl, log })
  const isBehind = await isBehindDatabase({ url: ownerUrl, log })
  if (isBehind) return servedSchema({ url, fence, log, isBehind })
  if (!isEmbedded) await assertSchemaMatches({ url: ownerUrl, declared: declaredSchema })
  // Where everything else matches, what is left are indexes of an extension that came after their migration.
  await applySchemaDifference({ url: ownerUrl, declared: declaredSchema, log })
  const addresses = await prepareRowSecurity({ url: ownerUrl, servingUrl: url, given: fence, ...fenceOf, log })
  if (ownerUrl !== url) {
    const count = await grantServing({ ownerUrl, url })
    if (count > 0) log(`Granted ${count} rights to the role of DATABASE_URL.`)
  }
  return addresses
}

/** The same for a role that may change nothing: all has to be there. */
async function checkedSchema({
  url,
  role,
  fence,
  log,
}: Pick<SchemaOptions, 'url' | 'fence' | 'log'> & { role: string }): Promise<ReaderLogins | null> {
  await refuseMissingRights(url)
  const pending = await withClient(url, (client) => pendingMigrations(client, readMigrations(migrationsFolder)))
  if (pending.length > 0) {
    throw new RightsError(
      `${pending.length} migrations are to be applied (from ${pending[0]!.name} on), and the database role ${role} ` +
        'does not own the tables. Set MIGRATION_DATABASE_URL to the address of the owner and run npm run migrate; then start again.',
    )
  }
  return servedSchema({ url, fence, log, isBehind: await isBehindDatabase({ url, log }) })
}

/** Whether a newer version has changed the database, in ways that this one can serve beside; then it is said. */
async function isBehindDatabase({ url, log }: Pick<SchemaOptions, 'url' | 'log'>): Promise<boolean> {
  const newer = await withClient(url, (client) => newerMigrations(client, readMigrations(migrationsFolder)))
  if (newer.length > 0)
    log(`A newer version has changed this database (${newer.join(', ')}). It only added, so this one serves beside it.`)
  return newer.length > 0
}

/** The database is taken as it is: what this version needs has to be there, and nothing is changed. */
async function servedSchema({
  url,
  fence,
  log,
  isBehind,
}: Pick<SchemaOptions, 'url' | 'fence' | 'log'> & { isBehind: boolean }): Promise<ReaderLogins | null> {
  const matches = isBehind ? assertServedSchema : assertSchemaMatches
  await matches({ url, declared: declaredSchema })
  return prepareRowSecurity({ url, servingUrl: url, given: fence, ...fenceOf, log, isBehind })
}
