import { sql } from 'kysely'
import { plainArray, textArray } from '../../database/arrays.ts'
import { hostOf, type SubBrandSite, subBrandOf } from './hosts.ts'
import type { Writer } from './writer.ts'

/** A tracking link as activity needs it. */
export interface Link {
  readonly action: number
  readonly token: string
  readonly affiliate: number
  /** 0 where no sub brand fits. */
  readonly subBrand: number
  /** The host it leads to. */
  readonly domain: string | null
}

/** The links of one brand that a batch names, by each of the ways it can name them. */
export interface Links {
  readonly byToken: ReadonlyMap<string, Link>
  readonly byClick: ReadonlyMap<string, Link>
  readonly byAction: ReadonlyMap<number, Link>
}

interface LinkRow {
  id: number
  token: string
  affiliate: number
  domain: string | null
  partner: number | null
}

/**
 * Finds the links a batch names and holds them against removal until the end of the transaction.
 * A link of another brand is none: its token means nothing here.
 */
export async function loadLinks(
  writer: Writer,
  named: { tokens: readonly string[]; clickIds: readonly string[]; actions: readonly number[] },
): Promise<Links> {
  const clicks = await loadClicks(writer, named.clickIds)
  const rows = await loadRows(writer, named.tokens, [...new Set([...named.actions, ...clicks.values()])])
  const subBrandOf = await subBrandFinder(writer, rows)
  const links = rows.map((row): Link => {
    const subBrand = subBrandOf(row)
    const domain = hostOf(row.domain) ?? hostOf(subBrand?.site ?? null) ?? hostOf(writer.brand.site)
    return { action: row.id, token: row.token, affiliate: row.affiliate, subBrand: subBrand?.id ?? 0, domain }
  })
  const byAction = new Map(links.map((link) => [link.action, link]))
  const byClick = new Map<string, Link>()
  for (const [clickId, action] of clicks) {
    const link = byAction.get(action)
    if (link) byClick.set(clickId, link)
  }
  return { byAction, byClick, byToken: new Map(links.map((link) => [link.token, link])) }
}

async function loadClicks({ trx, brand }: Writer, clickIds: readonly string[]): Promise<Map<string, number>> {
  if (clickIds.length === 0) return new Map()
  const { rows } = await sql<{ click_id: string; action: number }>`
    select click_id, action from click
      where brand = ${brand.id} and click_id = any(${textArray(clickIds)}::text::text[])`.execute(trx)
  return new Map(rows.map(({ click_id, action }) => [click_id, action]))
}

async function loadRows(
  { trx, brand }: Writer,
  tokens: readonly string[],
  actions: readonly number[],
): Promise<LinkRow[]> {
  if (tokens.length === 0 && actions.length === 0) return []
  const { rows } = await sql<LinkRow>`
    select action.id, action.token, action.affiliate, action.domain, affiliate.partner
    from action join campaign on campaign.id = action.campaign join affiliate on affiliate.id = action.affiliate
    where campaign.brand = ${brand.id} and (action.token = any(${textArray(tokens)}::text::text[])
      or action.id = any(${plainArray(actions)}::text::bigint[]))
    order by action.id for key share of action`.execute(trx)
  return rows
}

async function subBrandFinder(
  writer: Writer,
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

async function loadParents({ trx }: Writer, partners: readonly number[]): Promise<Map<number, number | null>> {
  if (partners.length === 0) return new Map()
  const { rows } = await sql<{ id: number; parent: number | null }>`
    with recursive up as (
      select id, parent from partner where id = any(${plainArray([...new Set(partners)])}::text::bigint[])
      union select above.id, above.parent from partner above join up on above.id = up.parent
    ) select id, parent from up`.execute(trx)
  return new Map(rows.map(({ id, parent }) => [id, parent]))
}
