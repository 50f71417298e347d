import { type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { type Actor, isSelfServiceActor } from '#engine/declaration/actor.ts'
import { mayReadNotes, readableFields } from '#engine/declaration/derive/access.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

const resources = Object.values(allResources) as unknown as readonly AnyResource[]

/** Every resource on whose records people write notes. */
export const notedResources: readonly AnyResource[] = resources.filter(({ notes }) => notes)

/** Notes are written among colleagues: whoever signed in with a partner's key reads none. */
export function noteWriter(actor: Actor): Actor & { readonly userId: number } {
  if (actor.kind !== 'user' || actor.userId === null) throw new ApiError('forbidden')
  return actor as Actor & { readonly userId: number }
}

/** Colleagues, and those in sessions of their own, who ask and read what is shared with them. */
export const noteReader = (actor: Actor): Actor => (isSelfServiceActor(actor) ? actor : noteWriter(actor))

/**
 * Asks that somebody sees a record on which notes are written, and is a colleague there.
 * @throws ApiError `forbidden` without the role or where notes are not theirs, `not_found` where they see no such record
 */
export async function requireSeenRecord(
  { database }: AppContext,
  { actor, resource, id }: { actor: Actor; resource: AnyResource; id: number },
): Promise<void> {
  if (!mayReadNotes({ actor, resource })) throw new ApiError('forbidden')
  const seen = await firstRow(
    readPrimaryAs(database, actor),
    sql`select from ${sql.table(tableName(resource.name))} seen where seen.id = ${String(id)}::text::bigint
      and ${scopeCondition({ actor, resource, alias: 'seen' })}`,
  )
  if (!seen) throw new ApiError('not_found')
}

/** A day as pages show it. */
const dayText = (column: RawBuilder<unknown>) => sql`to_char(${column}, 'DD/MM/YYYY')`

/** The records whose notes this person reads, of all resources with notes: `object`, `record` and `name`. */
export function seenRecords(actor: Actor): RawBuilder<unknown> {
  const parts = notedResources
    .filter((resource) => mayReadNotes({ actor, resource }))
    .map((resource) => {
      const title = resource.fields[resource.title]
      const column = sql`seen.${sql.ref(columnName(resource.title))}`
      const isRead = readableFields({ actor, resource }).includes(resource.title)
      const name = isRead && title?.kind === 'text' ? column : isRead && title?.kind === 'date' ? dayText(column) : null
      return sql`select ${resource.name}::text as object, seen.id as record, ${name ?? sql`null`} as name
        from ${sql.table(tableName(resource.name))} seen where ${scopeCondition({ actor, resource, alias: 'seen' })}`
    })
  return parts.length === 0
    ? sql`(select null::text as object, null::bigint as record, null::text as name where false)`
    : sql`(${sql.join(parts, sql` union all `)})`
}
