import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { noneId, type ReportFilters } from './reportQuestion.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

const filtered = {
  brand: { resource: resources.brand, code: 'invalid_brand' },
  subBrand: { resource: resources.subBrand, code: 'invalid_sub_brand' },
  affiliate: { resource: resources.affiliate, code: 'invalid_affiliate' },
  campaign: { resource: resources.campaign, code: 'invalid_campaign' },
  action: { resource: resources.action, code: 'invalid_action' },
  partner: { resource: resources.partner, code: 'invalid_partner' },
  hangsOn: { resource: resources.partner, code: 'invalid_partner' },
  standsOn: { resource: resources.partnerLevel, code: 'invalid_partner_level' },
} as const

/**
 * Refuses with 400 a filter that names something there is not, or that the person asking does not see: both answer the
 * same.
 */
export async function checkFilters(context: AppContext, actor: Actor, filters: ReportFilters): Promise<void> {
  for (const name of Object.keys(filtered) as (keyof typeof filtered)[]) {
    const ids = filters[name]?.filter((id) => id !== noneId)
    if (!ids?.length) continue
    const resource: AnyResource = filtered[name].resource
    const {
      rows: [row],
    } = await sql<{ seen: number }>`select count(*) as seen from ${sql.table(tableName(resource.name))} asked
      where asked.id = any(${idArray(ids)}) and ${scopeCondition({ actor, resource, alias: 'asked' })}`.execute(
      readAs(context.database, actor, 'by day'),
    )
    if (row!.seen !== new Set(ids).size)
      throw new ApiError(filtered[name].code, { problems: [{ field: name, code: filtered[name].code }] })
  }
}
