import { readDifference } from '../../api/database/applySchema.ts'
import { withClient } from '../../api/database/client.ts'
import { declaredSchema } from '../../api/database/declaredSchema.ts'
import { migrationsFolder, pendingMigrations, readMigrations } from '../../api/database/migrate.ts'
import { missingRights } from '../../api/database/roles/servingRights.ts'

/** What takes away or renames what servers of the version before name, or asks for more of each row that they write. */
const takingAway = [
  /\bdrop\s+(?:table|view|column|function|type|default|index|constraint\s+\w+_p?key)\b[^;,\n]*/gi,
  /\brename\s+(?:to|column)\b[^;,\n]*/gi,
  /\balter\s+(?:column\s+)?\S+\s+(?:set\s+not\s+null|(?:set\s+data\s+)?type)\b[^;,\n]*/gi,
]
/** A column that each new row must bring. */
const addedColumns = /\badd\s+column\b[^;,\n]*/gi
const isAskedFor = (column: string) => /\bnot\s+null\b/i.test(column) && !/\b(?:default|generated)\b/i.test(column)
const comments = /--[^\n]*/g

/** What of a migration servers of the version before cannot live with; empty where it only adds. */
export function takenAway(sql: string): string[] {
  const text = sql.replaceAll(comments, '')
  const asked = (text.match(addedColumns) ?? []).filter(isAskedFor)
  return [...takingAway.flatMap((pattern) => text.match(pattern) ?? []), ...asked].map((found) =>
    found.replaceAll(/\s+/g, ' ').trim(),
  )
}

/** What `npm run migrate` would do, line by line; changes nothing and takes no lock. */
export async function planLines({ url, ownerUrl }: { url: string; ownerUrl: string }): Promise<string[]> {
  const pending = await withClient(ownerUrl, (client) => pendingMigrations(client, readMigrations(migrationsFolder)))
  const lines = pending.flatMap(({ name, sql }) => {
    const taken = takenAway(sql)
    return taken.length === 0
      ? [`${name}: only adds`]
      : [`${name}: takes away, for servers of the version before:`, ...taken.map((what) => `  ${what}`)]
  })
  if (pending.length > 0)
    return [
      `${pending.length} migrations would be applied:`,
      ...lines,
      ...advice(pending.some(({ sql }) => takenAway(sql).length > 0)),
    ]
  const { statements, refused } = await readDifference({ url: ownerUrl, declared: declaredSchema })
  const rights = ownerUrl === url ? [] : await missingRights(url)
  const rest = [
    ...statements.map((statement) => `The configuration asks for: ${statement}`),
    ...refused.map(({ what, why }) => `The configuration asks for what could lose something: ${what} (${why})`),
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
