import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { partnerSubtree, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import type { BrandFreshness, FeedVia } from '../../answers/freshness.ts'

/** Whose brands are asked for. */
export type FreshnessReader =
  | { readonly kind: 'session'; readonly actor: Actor }
  | { readonly kind: 'affiliate' | 'partner'; readonly id: number }

/** Ids by which brands are narrowed to those of some links. */
export interface LinkFilters {
  readonly affiliate?: readonly number[] | undefined
  readonly campaign?: readonly number[] | undefined
  readonly action?: readonly number[] | undefined
}

interface Row {
  readonly brand: number
  readonly name: string
  readonly latest_day: Day
  readonly latest_event_at: Date | null
  readonly received_at: Date | null
  readonly is_late: boolean
  readonly via: FeedVia | null
  readonly key_hint: string | null
  readonly received_by: string | null
}

/** The brands of links that meet a condition. */
const ofLinks = (condition: RawBuilder<unknown>) => sql`brand.id in (select campaign.brand from action
  join campaign on campaign.id = action.campaign where ${condition})`

/** Whose links alone a reader's filters may name. */
function ownLinks(reader: FreshnessReader): RawBuilder<unknown>[] {
  if (reader.kind === 'session') return []
  if (reader.kind === 'affiliate') return [sql`action.affiliate = ${reader.id}::bigint`]
  return [sql`action.affiliate in (select id from affiliate where partner in (${partnerSubtree(reader.id)}))`]
}

function brandsOf(reader: FreshnessReader): RawBuilder<unknown> {
  if (reader.kind === 'session') return sql`brand.id in (${visibleBrands(reader.actor)})`
  if (reader.kind === 'affiliate') return ofLinks(ownLinks(reader)[0]!)
  return sql`brand.id in (select unnest(below.brands) from affiliate below where below.partner in (${partnerSubtree(reader.id)}))
    and brand.company = (select company from partner where id = ${reader.id}::bigint)`
}

function narrowedBy(reader: FreshnessReader, links: LinkFilters): RawBuilder<unknown>[] {
  const conditions = [
    [sql.ref('action.affiliate'), links.affiliate] as const,
    [sql.ref('action.campaign'), links.campaign] as const,
    [sql.ref('action.id'), links.action] as const,
  ].flatMap(([column, ids]) => (ids ? [sql`${column} = any(${idArray(ids)})`] : []))
  return conditions.length === 0 ? [] : [ofLinks(sql.join([...ownLinks(reader), ...conditions], sql` and `))]
}

/** Whether a reader is told how feeds come in, beside how far they are. */
const isStaff = (reader: FreshnessReader): boolean => reader.kind === 'session' && !seesPart(reader.actor)

/**
 * How far each brand has told, of those a reader sees that have told anything, the one that is furthest behind first.
 * @param asked `brands` and `links` narrow them: of what a session names the caller has checked that its user sees it
 */
export async function readFreshness(
  db: Kysely<any>,
  {
    reader,
    now,
    brands,
    links = {},
  }: { reader: FreshnessReader; now: Date; brands?: readonly number[]; links?: LinkFilters },
): Promise<BrandFreshness[]> {
  const conditions = [
    brandsOf(reader),
    ...(brands ? [sql`brand.id = any(${idArray(brands)})`] : []),
    ...narrowedBy(reader, links),
  ]
  const source = isStaff(reader)
    ? sql`told.via, told.key_hint,
        (select "user".name from "user" where "user".id = told.received_by) as received_by`
    : sql`null as via`
  const { rows } = await sql<Row>`select brand.id as brand, brand.name, told.latest_day::text as latest_day,
      told.latest_event_at, told.received_at,
      told.latest_day < least(company_day(brand.company, ${timestamp(now)}) - 1, brand.authorized_until) as is_late,
      ${source}
    from (select brand, max(latest_day) as latest_day, max(latest_event_at) as latest_event_at,
        max(received_at) as received_at, (array_agg(via order by received_at desc nulls last))[1] as via,
        (array_agg(key_hint order by received_at desc nulls last))[1] as key_hint,
        (array_agg(received_by order by received_at desc nulls last))[1] as received_by
      from brand_feed group by brand) told
    join brand on brand.id = told.brand
    where told.latest_day is not null and ${sql.join(conditions, sql` and `)}
    order by told.latest_day, brand.name, brand.id`.execute(db)
  return rows.map(({ via, key_hint: keyHint, received_by: receivedBy, ...row }) => ({
    ...row,
    latest_event_at: row.latest_event_at?.toISOString() ?? null,
    received_at: row.received_at?.toISOString() ?? null,
    may_change_from: row.is_late ? addDays(row.latest_day, 1) : null,
    ...(isStaff(reader) ? { via, key_hint: keyHint, received_by: receivedBy } : {}),
  }))
}
