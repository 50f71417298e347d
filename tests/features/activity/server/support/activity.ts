import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { eventChecker, type IncomingEvent } from '#features/activity/server/write/incomingEvent.ts'
import type { IngestBrand } from '#features/activity/server/write/ingestContext.ts'

let serial = 0
/** A text nobody else has. */
export function unique(prefix: string): string {
  serial += 1
  return `${prefix}${serial}x${process.pid}`
}

async function insert(database: Pick<Database, 'db'>, table: string, values: Record<string, unknown>): Promise<number> {
  const columns = Object.keys(values).map((name) => sql.id(name))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(columns)}) values (${sql.join(Object.values(values))})
      returning id`.execute(database.db)
  return rows[0]!.id
}

/** A brand with a campaign, of a company of its own. */
export async function buildBrand(
  database: Pick<Database, 'db'>,
  given: Partial<{ site: string; currency: string; company: number }> = {},
): Promise<IngestBrand & { company: number; campaign: number }> {
  const slug = unique('brand-')
  const company = given.company ?? (await insert(database, 'company', { name: unique('Company ') }))
  const brand = { slug, site: given.site ?? `https://${slug}.example`, currency: given.currency ?? 'BRL' }
  const id = await insert(database, 'brand', { ...brand, name: slug, company })
  const campaign = await insert(database, 'campaign', { name: unique('Campaign '), brand: id })
  return { id, ...brand, company, campaign }
}

/** An affiliate of a brand. */
export async function buildAffiliate(
  database: Pick<Database, 'db'>,
  brand: { id: number },
  given: Partial<{ token: string; partner: number }> = {},
): Promise<{ id: number; token: string }> {
  const token = given.token ?? unique('af')
  return {
    token,
    id: await insert(database, 'affiliate', { name: token, token, brands: [brand.id], partner: given.partner ?? null }),
  }
}

/** A link of a brand, with an affiliate of its own where none is given. */
export async function buildAction(
  database: Pick<Database, 'db'>,
  brand: { id: number; campaign: number },
  given: Partial<{ token: string; affiliate: number; domain: string; utm_medium: string; utm_content: string }> = {},
): Promise<{ id: number; token: string; affiliate: number }> {
  const token = given.token ?? unique('ac')
  const affiliate = given.affiliate ?? (await buildAffiliate(database, brand)).id
  const { domain = null, utm_medium = null, utm_content = null } = given
  return {
    token,
    affiliate,
    id: await insert(database, 'action', {
      name: token,
      token,
      campaign: brand.campaign,
      affiliate,
      domain,
      utm_medium,
      utm_content,
    }),
  }
}

/** A partner, below another where one is given. */
export async function buildPartner(database: Pick<Database, 'db'>, parent: number | null = null): Promise<number> {
  return insert(database, 'partner', { name: unique('Partner '), token: unique('pt'), parent })
}

/** A sub brand with its site and partners. */
export async function buildSubBrand(
  database: Pick<Database, 'db'>,
  brand: { id: number },
  given: { site: string; partners?: number[] },
): Promise<number> {
  const slug = unique('sub-')
  return insert(database, 'sub_brand', {
    name: slug,
    slug,
    brand: brand.id,
    site: given.site,
    partners: given.partners ?? [],
  })
}

/** An event as it comes from outside, with what every type needs. */
export function buildRaw(
  given: Record<string, unknown> & { type: string },
): Record<string, unknown> & { event_id: string } {
  return {
    occurred_at: '2026-03-10T12:00:00Z',
    ...given,
    event_id: (given.event_id as string | undefined) ?? unique('ev'),
  }
}

const check = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date('2026-12-31T00:00:00Z') })
/** An event that was checked. */
export function buildEvent(given: Record<string, unknown> & { type: string }): IncomingEvent {
  const checked = check(buildRaw(given))
  if (!checked.ok) throw new Error(checked.code)
  return checked.event
}
