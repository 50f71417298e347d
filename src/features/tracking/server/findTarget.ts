import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import type { Day } from '#engine/values/calendar.ts'
import { withStatementTimeout } from '#engine/server/database/statementWatch.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import type { SubBrandSite } from '#features/activity/server/write/hosts.ts'
import type { IngestBrand } from '#features/activity/server/write/ingestContext.ts'
import type { Route } from './routesOf.ts'

/** All that a visit to a tracking link needs to know of it. */
export interface Target {
  readonly action: number
  readonly token: string
  readonly domain: string | null
  readonly routes: readonly Route[]
  readonly utmMedium: string | null
  readonly utmContent: string | null
  readonly affiliateToken: string
  readonly campaignName: string
  readonly brand: IngestBrand & { readonly name: string }
  readonly subBrands: readonly SubBrandSite[]
  /** The days from which and until which the brand may be offered; null where nobody asks. */
  readonly authorizedFrom: Day | null
  readonly authorizedUntil: Day | null
  /** The hosts beside its own that links of the brand may lead to. */
  readonly approvedHosts: readonly string[]
  /** The affiliate's partner and those above it, nearest first. */
  readonly partners: readonly number[]
  /** The link, its campaign, affiliate or a partner above it is suspended now. */
  readonly isSuspended: boolean
  /** Where the company leads visitors of what is suspended or over; null where they go on to the brand. */
  readonly suspendedPage: string | null
  /** The last day of the link, its campaign or its affiliate's contract; null where none has an end. */
  readonly lastDay: Day | null
}

/** Finds the link of a token; null where there is none. */
export interface TargetFinder {
  (token: string): Promise<Target | null>
  /** How long the lookup under way lasts, in milliseconds; 0 where there is none. */
  ageMs(): number
}

/** How long a visitor waits for the database. */
const answerLimitMs = 8_000

type Waiter = { resolve: (target: Target | null) => void; reject: (error: unknown) => void }

/**
 * Makes the lookup of links by token. Visits that arrive while a query is under way share the next one: under load one
 * query serves dozens, and yet
 * each visit sees what is stored at that moment.
 */
export function targetFinder(db: Kysely<AnyTables>): TargetFinder {
  let waiting = new Map<string, Waiter[]>()
  let sinceMs: number | null = null

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      sinceMs = Date.now()
      const asked = waiting
      waiting = new Map()
      try {
        const found = await withStatementTimeout(answerLimitMs, () => readTargets(db, [...asked.keys()]))
        for (const [token, waiters] of asked) for (const { resolve } of waiters) resolve(found.get(token) ?? null)
      } catch (error) {
        for (const waiters of asked.values()) for (const { reject } of waiters) reject(error)
      }
    }
    sinceMs = null
  }

  const find = (token: string) =>
    new Promise<Target | null>((resolve, reject) => {
      const waiters = waiting.get(token)
      if (waiters) waiters.push({ resolve, reject })
      else waiting.set(token, [{ resolve, reject }])
      if (sinceMs === null) void run()
    })
  return Object.assign(find, { ageMs: () => (sinceMs === null ? 0 : Date.now() - sinceMs) })
}

interface TargetRow extends Omit<Target, 'brand'> {
  brandId: number
  brandName: string
  slug: string
  site: string | null
  currency: string | null
  timeZone: string | null
}

async function readTargets(db: Kysely<AnyTables>, tokens: readonly string[]): Promise<Map<string, Target>> {
  const { rows } = await sql<TargetRow>`
    select action.id as action, action.token, action.domain, coalesce(action.routes, '[]') as routes, action.utm_medium as "utmMedium",
      action.utm_content as "utmContent",
      affiliate.token as "affiliateToken", campaign.name as "campaignName", brand.id as "brandId", brand.slug,
        brand.site, brand.currency, brand.name as "brandName", brand.authorized_from::text as "authorizedFrom",
      brand.authorized_until::text as "authorizedUntil",
      (select coalesce(json_agg(json_build_object('id', id, 'site', site, 'partners', partners) order by id), '[]')
        from sub_brand where sub_brand.brand = brand.id) as "subBrands",
      array(select host from redirect_host where redirect_host.brand = brand.id) as "approvedHosts",
      line.partners, company.suspended_page as "suspendedPage", company.time_zone as "timeZone", least(action.ends_on, campaign.ends_on,
        case when affiliate.after_end is not null then affiliate.ends_on end)::text as "lastDay",
      exists (select from suspension where ended_at is null
        and (object, record) in (('action', action.id), ('campaign', campaign.id), ('affiliate', affiliate.id)))
        or exists (select from suspension where ended_at is null and object = 'partner' and record = any(line.ids))
        as "isSuspended"
    from action join affiliate on affiliate.id = action.affiliate join campaign on campaign.id = action.campaign
      join brand on brand.id = campaign.brand join company on company.id = brand.company
    cross join lateral (
      with recursive up (id, depth) as (
        select affiliate.partner, 0 union all select partner.parent, up.depth + 1 from partner
          join up on partner.id = up.id where up.depth < 5
      ) select coalesce(json_agg(up.id order by up.depth) filter (where up.id is not null), '[]') as partners,
        array_agg(up.id) as ids from up
    ) line
    where action.token = any(${arrayOf('text', tokens)})`.execute(db)
  return new Map(
    rows.map(({ brandId, brandName, slug, site, currency, timeZone, ...row }) => [
      row.token,
      { ...row, brand: { id: brandId, name: brandName, slug, site, currency, timeZone } },
    ]),
  )
}
