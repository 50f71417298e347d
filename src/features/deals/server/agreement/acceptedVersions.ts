import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { AcceptedVersion } from '../../answers/acceptances.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { historyTableName } from '#engine/declaration/derive/table.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { requireId, selectRecord } from '#engine/records/server/operations/read.ts'
import { type RecordRequest, requireAccess } from '#engine/records/server/recordRequest.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

const answeredMax = 1_000

/**
 * Which affiliates accepted terms while which version of a reward or profile held for them, the newest first: what they
 * agreed to is what held on that day.
 * @throws ApiError 403 without the roles to read the rule and acceptances, 404 where the rule is outside the scope
 */
export async function readAcceptedVersions(request: RecordRequest, given: string): Promise<AcceptedVersion[]> {
  requireAccess(request, 'read')
  const { context, actor, resource } = request
  const { affiliate, termsAcceptance } = resources
  if (!can({ actor, resource: termsAcceptance, operation: 'list' })) throw new ApiError('forbidden')
  const id = requireId(given)
  if ((await selectRecord(request, id, readPrimaryAs(context.database, actor))) === null)
    throw new ApiError('not_found')
  const isOf =
    resource.name === 'rewardProfile'
      ? sql`span.reward_profile = ${id}::text::bigint`
      : sql`exists (select from reward_profile_history held where held.record = span.reward_profile
          and held.rewards @> array[${id}::text::bigint] and held.valid_from <= accepted.day
          and (held.valid_to is null or held.valid_to > accepted.day))`
  const { rows } = await sql<Omit<AcceptedVersion, 'acceptedAt'> & { acceptedAt: Date }>`
    select history.id as version, affiliate.id as affiliate, affiliate.name, terms.name as terms, terms."number",
      acceptance.accepted_at as "acceptedAt"
    from terms_acceptance acceptance
      join terms on terms.id = acceptance.terms
      cross join lateral (select company_day(terms.company, acceptance.accepted_at) as day) accepted
      join affiliate on affiliate.id = acceptance.affiliate
      join affiliate_span span on span.affiliate = affiliate.id and span.valid_from <= accepted.day
        and accepted.day < span.valid_until and ${isOf}
      join ${sql.table(historyTableName(resource.name))} history on history.record = ${id}::text::bigint
        and history.valid_from <= accepted.day and (history.valid_to is null or history.valid_to > accepted.day)
    where ${scopeCondition({ actor, resource: affiliate, alias: 'affiliate' })}
    order by acceptance.accepted_at desc, acceptance.id desc limit ${answeredMax}::integer`.execute(context.database.db)
  return rows.map((row) => ({ ...row, acceptedAt: row.acceptedAt.toISOString() }))
}
