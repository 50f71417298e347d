import { readDifference, readRequired } from '#engine/server/database/applySchema.ts'
import { withClient } from '#engine/server/database/client.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import {
  migrationsFolder,
  newerMigrations,
  pendingMigrations,
  readMigrations,
} from '#engine/server/database/migrate.ts'
import { lackingInWords } from '#engine/server/database/requiredColumns.ts'
import { missingRights } from '#engine/server/database/servingRights.ts'
import { contractingChanges } from '#engine/server/database/contractingChanges.ts'

/** What `npm run migrate` would do, line by line; changes nothing and takes no lock. */
export async function planLines({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<string[]> {
  const pending = await withClient(ownerUrl, (client) => pendingMigrations(client, readMigrations(migrationsFolder)))
  const lines = pending.flatMap(({ name, sql }) => {
    const taken = contractingChanges(sql)
    return taken.length === 0
      ? [`${name}: only adds`]
      : [`${name}: takes away, for servers of the version before:`, ...taken.map((what) => `  ${what}`)]
  })
  if (pending.length > 0)
    return [
      `${pending.length} migrations would be applied:`,
      ...lines,
      ...advice(pending.some(({ sql }) => contractingChanges(sql).length > 0)),
    ]
  const newer = await withClient(ownerUrl, (client) => newerMigrations(client, readMigrations(migrationsFolder)))
  if (newer.length > 0)
    return [
      `A newer version has changed this database (${newer.join(', ')}).`,
      'It only added: servers of this version may start beside it.',
    ]
  const { statements, refused } = await readDifference({ url: ownerUrl, declared: declaredSchema })
  const lacking = await readRequired({ url: ownerUrl, declared: declaredSchema })
  const rights = ownerUrl === url ? [] : await missingRights(url)
  const rest = [
    ...statements.map((statement) => `The configuration asks for: ${statement}`),
    ...refused.map(({ what, why }) => `The configuration asks for what could lose something: ${what} (${why})`),
    ...lacking.map(lackingInWords),
    ...rights.map((right) => `The role of DATABASE_URL would be granted: ${right}`),
  ]
  return rest.length === 0 ? ['The database is as this version needs it.'] : rest
}

function advice(takesAway: boolean): string[] {
  return takesAway
    ? [
        'Servers of the version before that need it are not ready from then on: stop them first, or start this version right after.',
      ]
    : ['Servers of the version before may go on beside this one.']
}
