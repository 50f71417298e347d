import { declaredTables } from '#engine/declaration/derive/table.ts'
import { declaredOf, overlaidResources } from '#engine/declaration/overlay/overlay.ts'
import type { AppContext } from '#engine/server/context.ts'
import { assertSchemaMatches, SchemaMismatch } from '#engine/server/database/applySchema.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { StudioParts } from '#engine/studio/server/routes.ts'
import { resources } from '#resources/index.ts'

/**
 * What the studio asks of the configuration and the database.
 * @param check the check of the configuration, which commands bring along; without it nothing can be drafted
 */
export function studioParts(
  { environment }: Pick<AppContext, 'environment'>,
  check: StudioParts['check'] | undefined,
): StudioParts {
  const { databaseUrl } = environment
  return {
    check:
      check ??
      (() => {
        throw new ApiError('not_found')
      }),
    // The embedded database is brought to what is declared at each start; with another one a start looks at this.
    hasColumns: async (overlay) => {
      if (databaseUrl === undefined) return true
      const declared = declaredTables(overlaidResources(declaredOf(resources), overlay))
      try {
        await assertSchemaMatches({ url: databaseUrl, declared })
        return true
      } catch (error) {
        if (error instanceof SchemaMismatch) return false
        throw error
      }
    },
  }
}
