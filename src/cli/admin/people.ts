import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { isPersonal } from '#engine/declaration/derive/personal.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { operator } from '#engine/declaration/actor.ts'
import { exportPerson, personFormats } from '#features/compliance/server/exportPerson.ts'
import { logPersonalDataAccess, writePersonalReads } from '#features/compliance/server/personalReads.ts'
import { redactRecord } from '#features/compliance/server/redactRecord.ts'
import { planRetention } from '#features/compliance/server/retention.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { defaultLanguage } from '#locales/languages.ts'
import type { CommandContext } from '../support/commandDatabase.ts'
import { UsageError } from '../support/runCommand.ts'
import { print, printTable } from './print.ts'

const shownReads = 200
const shownIds = 20
const ownerOnly = 0o600

const personal = (Object.values(resources) as unknown as AnyResource[]).filter(isPersonal)

function resourceNamed(name: string): AnyResource {
  const resource = personal.find((each) => each.name === name)
  if (resource) return resource
  throw new UsageError(`${name} tells nothing of a person. There are: ${personal.map((each) => each.name).join(', ')}.`)
}

function idOf(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new UsageError(`${text} is no number of a record.`)
  return text
}

const contextOf = (surroundings: CommandContext): AppContext => ({
  ...surroundings,
  now: surroundings.database.clock.now,
})

/** `person export ENTITY ID FOLDER` */
export async function exportOne(
  surroundings: CommandContext,
  entity: string,
  number: string,
  folder: string,
): Promise<void> {
  const [context, resource, id] = [contextOf(surroundings), resourceNamed(entity), idOf(number)]
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const format of personFormats) {
    const asked = { context, actor: operator, resource, origin: '', format, language: defaultLanguage }
    const { fileName, stream } = await exportPerson(asked, id)
    await pipeline(stream, createWriteStream(join(folder, fileName), { mode: ownerOnly }))
    print(join(folder, fileName))
  }
  logPersonalDataAccess(context, { actor: operator, resource, how: 'person', id, count: 1, address: null })
  await writePersonalReads(context.database)
  const line = { actor: operator, operation: 'exportPerson', object: resource.name, objectId: id, changes: [] }
  await logActivity(context.database.db, line)
}

/** `person redact ENTITY ID REASON` */
export async function redactOne(
  surroundings: CommandContext,
  entity: string,
  number: string,
  reason: string,
): Promise<void> {
  const [context, resource, id] = [contextOf(surroundings), resourceNamed(entity), idOf(number)]
  const { fields, lines } = await inTransaction(context.database.db, (transaction) =>
    redactRecord({ context, actor: operator, resource, origin: '', transaction, id, reason }),
  )
  print(
    `Taken out of ${entity} ${id}: ${fields.length === 0 ? 'nothing that was still there' : fields.join(', ')}; of ${lines} ${lines === 1 ? 'line' : 'lines'} of the log as well. Backups made before still hold it.`,
  )
}

/** `person readers ENTITY ID` */
export async function readers({ database }: CommandContext, entity: string, number: string): Promise<void> {
  const [resource, id] = [resourceNamed(entity), idOf(number)]
  const { rows } = await sql<{ at: string; reader: string; how: string; address: string | null }>`select
      to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC' as at, reader, how, address
    from personal_read where object = ${resource.name}::text and (object_id = ${id}::text or object_id is null)
    order by personal_read.at desc limit ${shownReads}::integer`.execute(database.db)
  printTable([
    ['when', 'who', 'what', 'from'],
    ...rows.map(({ at, reader, how, address }) => [at, reader, how, address ?? '']),
  ])
}

/** `retention plan` */
export async function plan(surroundings: CommandContext): Promise<void> {
  const due = await planRetention(contextOf(surroundings))
  for (const { resource, fields, keep, ids } of due) {
    const named = ids.length === 0 ? '' : `: ${ids.slice(0, shownIds).join(', ')}${ids.length > shownIds ? ', …' : ''}`
    print(
      `${resource.name} (${fields.join(', ')}) is kept ${keep} after the last use; ${ids.length} would be redacted${named}`,
    )
  }
}
