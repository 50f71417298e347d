import { type Kysely, sql } from 'kysely'
import type { ShownUpload } from '../../answers/uploads.ts'
import { plainArray } from '#engine/server/database/arrays.ts'

/** How far a feed file is that somebody uploaded. */
export interface UploadMove extends Pick<ShownUpload, 'id' | 'step' | 'state' | 'progress'> {
  readonly user: number
  readonly brand: number
}

/** Of each person so many are looked at, as many as a brand's page shows. */
const shownMax = 20

/**
 * Says which of the newest files of some people went on since they were asked about last: one question by the index of
 * who uploaded what, whoever listens. Whoever was not asked about before is remembered and told of nothing yet.
 */
export function uploadReader(db: Kysely<any>): (users: readonly number[]) => Promise<UploadMove[]> {
  let before = new Map<number, ReadonlyMap<number, string>>()
  return async (users) => {
    if (users.length === 0) {
      before = new Map()
      return []
    }
    const { rows } = await sql<UploadMove>`select asked.id as "user", moved.* from
      (select distinct unnest(${plainArray(users)}::text::bigint[]) as id) asked cross join lateral (
        select id, brand, step, state, progress from feed_upload where created_by = asked.id
          order by id desc limit ${sql.lit(shownMax)}) moved`.execute(db)
    const lineOf = ({ step, state, progress }: UploadMove) => JSON.stringify([step, state, progress])
    const now = new Map(users.map((user) => [user, new Map<number, string>()]))
    for (const row of rows) now.get(row.user)!.set(row.id, lineOf(row))
    const moved = rows.filter((row) => {
      const known = before.get(row.user)
      return known !== undefined && known.get(row.id) !== lineOf(row)
    })
    before = now
    return moved.toSorted((one, other) => one.id - other.id)
  }
}
