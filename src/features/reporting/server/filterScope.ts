import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { noneId, type ReportFilters, type ReportRequest } from './reportQuestion.ts'
import type { ReportReader } from './reportReader.ts'
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
  tag: { resource: resources.affiliateTag, code: 'invalid_tag' },
  manager: { resource: resources.user, code: 'invalid_manager' },
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

/**
 * A question with its filters checked for its reader, and `tag` and `manager` turned into the affiliates that have them.
 * @throws ApiError 400 where a filter names something that the reader does not see
 */
export async function narrowed(
  context: AppContext,
  reader: ReportReader,
  question: ReportRequest,
): Promise<ReportRequest> {
  const { tag, manager, ...filters } = question.filters
  if (reader.kind === 'session') await checkFilters(context, reader.actor, question.filters)
  if (!tag && !manager) return question
  // Who of an office's affiliates has which tag is the office's.
  if (reader.kind !== 'session' || reader.actor.kind !== 'user')
    throw new ApiError('unknown_filter', { problems: [{ field: tag ? 'tag' : 'manager', code: 'unknown_filter' }] })
  const { affiliate } = filters
  const { rows } = await sql<{ id: number }>`select id from affiliate where ${scopeCondition({
    actor: reader.actor,
    resource: resources.affiliate,
    alias: 'affiliate',
  })}
    ${tag ? sql`and tags && ${idArray(tag)}` : sql``} ${manager ? sql`and manager = any(${idArray(manager)})` : sql``}
    ${affiliate ? sql`and id = any(${idArray(affiliate)})` : sql``}`.execute(
    readAs(context.database, reader.actor, 'by day'),
  )
  const found = rows.map(({ id }) => id)
  return { ...question, filters: { ...filters, affiliate: found.length > 0 ? found : [noneId] } }
}
