import { partnerLevel } from '#resources/partnerLevel.ts'
import { recordDifference } from '#engine/declaration/derive/difference.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { Effect } from '#engine/records/server/write/effect.ts'
import { insertStartingLevels } from './startingLevels.ts'

/** A new company has the three partner levels from its first day. */
export const makePartnerLevels: Effect = async ({ transaction, actor, http, batch, context, id: company }) => {
  const resource = partnerLevel as unknown as AnyResource
  for (const { id, ...level } of await insertStartingLevels(transaction, Number(company))) {
    await logActivity(transaction, {
      actor,
      request: http,
      operation: 'create',
      object: resource.name,
      objectId: id,
      batch,
      at: context.now(),
      changes: recordDifference({ resource, before: null, after: level }),
    })
  }
}
