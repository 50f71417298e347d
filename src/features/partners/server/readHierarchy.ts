import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { reports } from '#resources/reports/index.ts'
import { resources } from '#resources/index.ts'
import { can, canReadOptions, readableFields } from '#engine/declaration/derive/access.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

const level = z.object({
  id: z.int(),
  name: z.string(),
  company: z.int().nullable(),
  level: z.int(),
  expression: z.string().nullable().describe('only for whoever may read partner levels'),
})
const hierarchyPartner = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  company: z.int().nullable(),
  partnerLevel: z.int(),
  parent: z.int().nullable(),
  percentage: z.number().nullable().describe('percent'),
  abatement: z.number().nullable(),
  affiliateCount: z.int(),
  subBrands: z.array(z.object({ id: z.int(), name: z.string() })),
})

/**
 * The whole hierarchy as one person sees it: levels from the top, partners by name with what hangs on each, and how
 * many affiliates of each company hang on nobody.
 */
export const hierarchyAnswer = z.object({
  levels: z.array(level),
  partners: z.array(hierarchyPartner),
  freeAffiliates: z.array(z.object({ company: z.int().nullable(), count: z.int() })),
})

const { partner, partnerLevel, affiliate, subBrand } = resources as unknown as Record<string, AnyResource>

const mayName = (actor: Actor, resource: AnyResource) =>
  canReadOptions({ actor, resource, resources: resources as unknown as Record<string, AnyResource>, reports })

/** A column's JSON where this person may read the field, else null. */
function readable(actor: Actor, name: 'percentage' | 'abatement'): RawBuilder<unknown> {
  return readableFields({ actor, resource: partner! }).includes(name)
    ? sql`trim_scale(${sql.ref(`p.${name}`)})`
    : sql`null`
}

function partnersQuery(actor: Actor): RawBuilder<unknown> {
  const affiliates = mayName(actor, affiliate!)
    ? scopeCondition({ actor, resource: affiliate!, alias: 'a' })
    : sql`false`
  const subBrands = mayName(actor, subBrand!) ? scopeCondition({ actor, resource: subBrand!, alias: 's' }) : sql`false`
  return sql`select p.id, p.version, p.name, p.company, p.partner_level as "partnerLevel", p.parent,
    ${readable(actor, 'percentage')} as percentage, ${readable(actor, 'abatement')} as abatement,
      coalesce(counted.count, 0) as "affiliateCount", coalesce(named.list, '[]'::json) as "subBrands"
    from partner p
      left join (select a.partner, count(*) from affiliate a where a.partner is not null and ${affiliates}
        group by a.partner) counted on counted.partner = p.id
      left join lateral (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name, s.id) as list
        from sub_brand s where s.partners @> array[p.id] and ${subBrands}) named on true
    where ${scopeCondition({ actor, resource: partner!, alias: 'p' })} order by p.name, p.id`
}

/**
 * `GET /api/partner/hierarchy`: levels and partners in this person's scope, with what hangs on each.
 * @returns JSON text of {@link hierarchyAnswer}.
 * @throws ApiError 403 without the role.
 */
export async function readHierarchy(context: AppContext, actor: Actor): Promise<string> {
  if (!can({ actor, resource: partner!, operation: 'list' })) throw new ApiError('forbidden')
  const expression = can({ actor, resource: partnerLevel!, operation: 'read' }) ? sql`l.expression` : sql`null`
  const free = mayName(actor, affiliate!)
    ? sql`select a.company, count(*)::int as count from affiliate a
      where a.partner is null and ${scopeCondition({ actor, resource: affiliate!, alias: 'a' })} group by 1 order by 1`
    : sql`select null::bigint as company, 0 as count where false`
  const {
    rows: [row],
  } = await sql<{ body: string }>`select json_build_object(
    'levels', coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'company', l.company, 'level',
      l.level, 'expression', ${expression}) order by l.level, l.id) from partner_level l
      where ${scopeCondition({ actor, resource: partnerLevel!, alias: 'l' })}), '[]'),
    'partners', coalesce((select json_agg(found) from (${partnersQuery(actor)}) found), '[]'),
    'freeAffiliates', coalesce((select json_agg(counted) from (${free}) counted), '[]')
  )::text as body`.execute(readAs(context.database, actor))
  return row!.body
}
