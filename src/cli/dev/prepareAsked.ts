import { applySchemaDifference, refusalOf } from '#engine/server/database/applySchema.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { applyMigrations } from '#engine/server/database/migrate.ts'
import { ensureSearchExtension } from '#engine/server/database/searchExtension.ts'
import { type PlannedChange, plannedChanges } from '../support/plannedChanges.ts'

const log = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Brings a database to what the migrations and the configuration say, each time after somebody has let it; a new one,
 * in which there is nothing to lose, at once.
 * @param ask comes back where it may be done
 * @throws SchemaMismatch for what would lose something, or what stored values speak against
 */
export async function prepareAsked(
  url: string,
  ask: (changes: readonly PlannedChange[]) => Promise<void>,
): Promise<void> {
  const { isNew, migrations } = await plannedChanges(url)
  if (migrations.length > 0) {
    if (isNew) await ensureSearchExtension({ url, log: () => {} })
    else await ask(migrations)
    await applyMigrations({ url, log: isNew ? () => {} : log })
  }
  const { changes, refused } = await plannedChanges(url)
  if (refused.length > 0) throw refusalOf(refused)
  if (changes.length === 0) return
  if (!isNew) await ask(changes)
  await applySchemaDifference({ url, declared: declaredSchema, log: isNew ? () => {} : log })
}
