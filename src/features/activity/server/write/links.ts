import { type RawBuilder, sql } from 'kysely'
import { clickIdsOf } from '#rules/activity/attribution.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Subs } from '#rules/activity/subIds.ts'
import { arrayOf, idArray } from '#engine/server/database/arrays.ts'
import { hostOf, type SubBrandSite, subBrandOf } from './hosts.ts'
import { type CodedLink, loadCodes } from './promoCodes.ts'
import type { IngestContext } from './ingestContext.ts'

/** A tracking link as activity needs it. */
export interface Link {
  readonly action: number
  readonly token: string
  readonly affiliate: number
  /** 0 where no sub brand fits. */
  readonly subBrand: number
  /** The host it leads to. */
  readonly domain: string | null
  /** The last day of its affiliate's contract, after which it brings nobody; null where there is none. */
  readonly lastDay: Day | null
  /** Its own last day or its campaign's, after which it is as suspended; null where neither has one. */
  readonly endsOn: Day | null
  /** When it, its campaign, affiliate or a partner above was suspended; moments of ISO 8601, without an end up to now. */
  readonly suspensions: readonly { readonly from: string; readonly until: string | null }[]
}

/** The link of a click, as far as its brand's rule of attribution lets it count. */
export interface ClickedLink {
  readonly link: Link
  readonly clickId: string
  readonly subs: Subs | null
  /** How many clicks are named together. */
  readonly isOneOf: number
  /** It counts before a token that is named beside it. */
  readonly isFirst: boolean
  /** The last day on which it counts; null where clicks count for good. */
  readonly until: Day | null
}

/** The links of one brand that a batch names, by each of the ways it can name them. */
export interface Links {
  readonly byToken: ReadonlyMap<string, Link>
  /** By what names them: one id or several; the one that counts first where it counts at all. */
  readonly byClick: ReadonlyMap<string, readonly ClickedLink[]>
  readonly byAction: ReadonlyMap<number, Link>
  /** By what players type, of the codes that count. */
  readonly byCode: ReadonlyMap<string, CodedLink>
}

interface LinkRow {
  id: number
  token: string
  affiliate: number
  domain: string | null
  partner: number | null
  last_day: Day | null
  ends_on: Day | null
  suspensions: Link['suspensions']
}

/**
 * Finds the links a batch names and holds them against removal until the end of the transaction.
 * A link of another brand is none: its token means nothing here.
 */
export async function loadLinks(
  writer: IngestContext,
  named: {
    tokens: readonly string[]
    codes: readonly string[]
    clickIds: readonly string[]
    actions: readonly number[]
  },
): Promise<Links> {
  const clicks = await loadClicks(writer, named.clickIds)
  const byCode = await loadCodes(writer, named.codes)
  const rows = await loadRows(writer, named.tokens, [
    ...new Set([
      ...named.actions,
      ...[...byCode.values()].map(({ action }) => action),
      ...[...clicks.values()].flatMap((rows) => rows.map(({ action }) => action)),
    ]),
  ])
  const subBrandOf = await subBrandFinder(writer, rows)
  const links = rows.map((row): Link => {
    const subBrand = subBrandOf(row)
    const domain = hostOf(row.domain) ?? hostOf(subBrand?.site ?? null) ?? hostOf(writer.brand.site)
    const { id: action, token, affiliate, last_day: lastDay, ends_on: endsOn, suspensions } = row
    return { action, token, affiliate, subBrand: subBrand?.id ?? 0, domain, lastDay, endsOn, suspensions }
  })
  const byAction = new Map(links.map((link) => [link.action, link]))
  const byClick = new Map<string, ClickedLink[]>()
  for (const [name, rows] of clicks) {
    const known = rows.flatMap(({ action, click_id: clickId, ...click }) => {
      const link = byAction.get(action)
      return link ? [{ ...click, clickId, link, isOneOf: rows.length }] : []
    })
    if (known.length > 0) byClick.set(name, known)
  }
  return { byAction, byCode, byClick, byToken: byNamedToken(links, named.tokens) }
}

/** A click with what its brand says of clicks. */
interface ClickRow extends Pick<ClickedLink, 'isFirst' | 'until' | 'subs'> {
  readonly click_id: string
  readonly action: number
}

/** Day N after a click's counts to its last second in the zone by which the data is booked. */
const lastDayOfClick = sql`case when brand.click_window_days is not null then
  (company_day(brand.company, click.occurred_at)
    + brand.click_window_days)::text end`

/** The clicks that each name stands for, in the order in which the brand's rule looks at them. */
async function loadClicks({ trx, brand }: IngestContext, names: readonly string[]): Promise<Map<string, ClickRow[]>> {
  if (names.length === 0) return new Map()
  const clickIds = [...new Set(names.flatMap(clickIdsOf))]
  const { rows } = await sql<ClickRow>`
    select click_id, action, click.subs, brand.attributed_by is not distinct from 'click' as "isFirst", ${lastDayOfClick} as until
      from click join brand on brand.id = click.brand
      where click.brand = ${brand.id} and click_id = any(${arrayOf('text', clickIds)})
      order by case when brand.click_counted is not distinct from 'first' then click.occurred_at end,
        click.occurred_at desc, click_id`.execute(trx)
  const places = new Map(rows.map(({ click_id }, place) => [click_id, place]))
  const placesOf = (name: string) => [...new Set(clickIdsOf(name))].flatMap((id) => places.get(id) ?? [])
  return new Map(
    names.map((name) => [
      name,
      placesOf(name)
        .sort((one, other) => one - other)
        .map((place) => rows[place]!),
    ]),
  )
}

async function loadRows(
  { trx, brand }: IngestContext,
  tokens: readonly string[],
  actions: readonly number[],
): Promise<LinkRow[]> {
  if (tokens.length === 0 && actions.length === 0) return []
  const named = sql`(action.token = any(${arrayOf('text', tokens)}) or action.id = any(${idArray(actions)}))`
  const rows = await readRows({ trx, brand }, named)
  const found = new Set(rows.map(({ token }) => token))
  const meant = tokens.flatMap((token) => (found.has(token) ? [] : bareToken(token) || []))
  if (meant.length === 0) return rows
  const inOtherCase = sql`lower(action.token collate "C") = any(${arrayOf('text', [...new Set(meant)])})`
  const known = new Set(rows.map(({ id }) => id))
  return [...rows, ...(await readRows({ trx, brand }, inOtherCase)).filter(({ id }) => !known.has(id))]
}

/** A token without what was glued to it, its case aside, as platforms send back what they were given. */
const bareToken = (token: string) => token.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '').toLowerCase()

/** Links by the tokens that were named: as they are, else by the only one that was meant. */
function byNamedToken(links: readonly Link[], tokens: readonly string[]): Map<string, Link> {
  const byToken = new Map(links.map((link) => [link.token, link]))
  const alike = Map.groupBy(links, ({ token }) => token.toLowerCase())
  for (const token of tokens) {
    const [link, ...others] = byToken.has(token) ? [] : (alike.get(bareToken(token)) ?? [])
    if (link && others.length === 0) byToken.set(token, link)
  }
  return byToken
}

async function readRows(
  { trx, brand }: Pick<IngestContext, 'trx' | 'brand'>,
  condition: RawBuilder<unknown>,
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select action.id, action.token, action.affiliate, action.domain, affiliate.partner,
      case when affiliate.after_end is not null then affiliate.ends_on::text end as last_day,
      least(action.ends_on, campaign.ends_on)::text as ends_on,
      (select coalesce(json_agg(json_build_object('from', started_at, 'until', ended_at)), '[]') from suspension
        where (object, record) in (('action', action.id), ('campaign', campaign.id), ('affiliate', affiliate.id))
          or (object = 'partner' and record in (with recursive up (id) as (
            select affiliate.partner union select partner.parent from partner join up on partner.id = up.id
          ) select id from up where id is not null))) as suspensions
    from action join campaign on campaign.id = action.campaign join affiliate on affiliate.id = action.affiliate
    where campaign.brand = ${brand.id} and ${condition}
    order by action.id for key share of action`.execute(trx)
  return rows
}

async function subBrandFinder(
  writer: IngestContext,
  links: readonly LinkRow[],
): Promise<(link: LinkRow) => SubBrandSite | null> {
  const { rows: subBrands } =
    await sql<SubBrandSite>`select id, site, partners from sub_brand where brand = ${writer.brand.id}
      order by id`.execute(writer.trx)
  if (subBrands.length === 0 || links.length === 0) return () => null
  const parents = await loadParents(
    writer,
    links.flatMap(({ partner }) => partner ?? []),
  )
  return ({ domain, partner }) => subBrandOf({ domain, partners: lineOf(partner, parents) }, subBrands)
}

/** A partner and those above it, nearest first. */
function lineOf(partner: number | null, parents: ReadonlyMap<number, number | null>): Set<number> {
  const line = new Set<number>()
  for (let above = partner; above !== null && !line.has(above); above = parents.get(above) ?? null) line.add(above)
  return line
}

async function loadParents({ trx }: IngestContext, partners: readonly number[]): Promise<Map<number, number | null>> {
  if (partners.length === 0) return new Map()
  const { rows } = await sql<{ id: number; parent: number | null }>`
    with recursive up as (
      select id, parent from partner where id = any(${idArray([...new Set(partners)])})
      union select above.id, above.parent from partner above join up on above.id = up.parent
    ) select id, parent from up`.execute(trx)
  return new Map(rows.map(({ id, parent }) => [id, parent]))
}
