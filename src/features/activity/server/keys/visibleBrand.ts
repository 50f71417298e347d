import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** The id of a brand this person sees. @throws ApiError `not_found` where it is none, or none of theirs */
export async function visibleBrand(
  db: Kysely<AnyTables>,
  { actor, brand }: { actor: Actor; brand: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select brand.id from brand where brand.id = ${brand}
      and ${scopeCondition({ actor, resource: resources.brand, alias: 'brand' })}`.execute(db)
  if (!rows[0]) throw new ApiError('not_found')
  return rows[0].id
}
