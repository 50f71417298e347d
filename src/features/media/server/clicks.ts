import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { MediaClicks } from '../answers/media.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/**
 * How many came by a medium, by the affiliate on whose page it stood, of those that somebody sees.
 * @throws ApiError `not_found`
 */
export async function readMediaClicks(context: AppContext, actor: Actor, id: number): Promise<MediaClicks> {
  const db = readAs(context.database, actor)
  const isVisible = scopeCondition({ actor, resource: resources.media, alias: 'media' })
  const media = sql`select from media where media.id = ${String(id)}::text::bigint and ${isVisible}`
  if (!(await firstRow(db, media))) throw new ApiError('not_found')
  const { rows: affiliates } = await sql<MediaClicks['affiliates'][number]>`
    select affiliate.id, affiliate.name, sum(counted.clicks)::integer as clicks
    from media_click counted join action on action.id = counted.action
      join affiliate on affiliate.id = action.affiliate
    where counted.media = ${String(id)}::text::bigint
      and ${scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })}
    group by affiliate.id, affiliate.name order by clicks desc, affiliate.name, affiliate.id`.execute(db)
  return { total: affiliates.reduce((sum, { clicks }) => sum + clicks, 0), affiliates }
}
