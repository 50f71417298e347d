import { type Kysely, sql } from 'kysely'
import { columnName, tableName } from '#engine/declaration/derive/names.ts'
import type { FieldOverlay, Overlay } from '#engine/declaration/overlay/overlay.ts'
import { ApiError } from '#engine/server/http/errors.ts'

/** The fields that an overlay adds. */
const addedFields = (overlay: Overlay): { resource: string; field: string; said: FieldOverlay }[] =>
  Object.entries(overlay.resources ?? {}).flatMap(([resource, { fields = {} }]) =>
    Object.entries(fields)
      .filter(([, { kind }]) => kind)
      .map(([field, said]) => ({ resource, field, said })),
  )

const wrong = (reason: string) => new ApiError('overlay_wrong', { values: { reason } })

/**
 * Refuses what stored values contradict: a field of another kind or with other rights, and a value of a choice that
 * records hold. A field that is left out is switched off, with its values.
 */
export async function refuseLostValues(db: Kysely<any>, before: Overlay, after: Overlay): Promise<void> {
  const now = new Map(addedFields(after).map(({ resource, field, said }) => [`${resource}.${field}`, said]))
  for (const { resource, field, said } of addedFields(before)) {
    const next = now.get(`${resource}.${field}`)
    if (!next) continue
    if (next.kind !== said.kind)
      throw wrong(`${resource}.${field} is of another kind than its values. Add another field.`)
    if (JSON.stringify(next.access) !== JSON.stringify(said.access))
      throw wrong(
        `Who reads and writes ${resource}.${field} was said when it was added. Another needs a second person.`,
      )
    const gone = Object.keys(said.values ?? {}).filter((value) => !next.values?.[value])
    if (gone.length === 0) continue
    const { rows } = await sql<{
      value: string
      count: number
    }>`select ${sql.ref(columnName(field))} as value, count(*)::int as count
      from ${sql.table(tableName(resource))} where ${sql.ref(columnName(field))} in (${sql.join(gone)}) group by 1 limit 1`.execute(
      db,
    )
    if (rows[0]) throw wrong(`${rows[0].count} records of ${resource} hold ${rows[0].value}. Change them first.`)
  }
}
