import { type Kysely, sql } from 'kysely'
import { currency } from '#resources/choices.ts'
import { defaultCurrency } from '#engine/values/money.ts'
import { resources } from '#resources/index.ts'
import { foldText } from '#engine/values/foldText.ts'
import { isSlug } from '#engine/values/text.ts'
import { insertStartingLevels } from '#features/partners/server/effects/startingLevels.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { type IngestBrand, zoneOfBrand } from '../write/ingestContext.ts'
import { type Maker, makeRecord } from './makeRecord.ts'
import { FeedError } from './feedError.ts'
import { clockOf } from '#engine/records/server/visibility/companyClock.ts'

/** The campaign under which an import makes links. */
const campaignName = 'Imported links'

/** A brand that a feed is for, and the company that what it makes belongs to. */
export interface FeedBrand extends IngestBrand {
  readonly company: number
}

/** The brand of a slug; null where there is none. */
export async function findBrand(db: Kysely<AnyTables>, slug: string): Promise<FeedBrand | null> {
  const { rows } =
    await sql<FeedBrand>`select id, slug, site, currency, company, ${zoneOfBrand} from brand where slug = ${slug}`.execute(
      db,
    )
  return rows[0] ?? null
}

/** A company's own names of products, folded; none for a brand that is not made yet. */
export async function companyProductNames(
  db: Kysely<AnyTables>,
  brand: FeedBrand | null,
): Promise<Record<string, string>> {
  if (!brand) return {}
  const { rows } = await sql<{
    names: readonly { name: string; product: string }[]
  }>`select product_names as names from company where id = ${brand.company}`.execute(db)
  return Object.fromEntries((rows[0]?.names ?? []).map(({ name, product }) => [foldText(name), product]))
}

/** The first currency there that a brand can have, else the usual one. */
export function currencyOf(given: readonly (string | undefined)[]): string {
  return given.find((code) => currency.values.some((known) => known === code)) ?? defaultCurrency
}

/**
 * Makes the brand of a slug, in the company of this name or else the first one.
 * @throws FeedError where slug or company cannot be used
 */
export async function makeBrand(
  maker: Maker,
  {
    slug,
    company,
    currency: code = defaultCurrency,
  }: { slug: string; company: string | undefined; currency?: string | undefined },
): Promise<FeedBrand> {
  if (!isSlug(slug))
    throw new FeedError(`"${slug}" cannot be a brand's slug. Write small letters, digits and single dashes.`)
  const owner = await companyFor(maker, { slug, company })
  const id = await makeRecord(maker, resources.brand, {
    name: titleOf(slug),
    slug,
    company: owner,
    currency: code,
    minimumPayout: '0.00',
  })
  const { timeZone = null } = await clockOf(maker.trx, owner)
  return { id, slug, site: null, currency: code, company: owner, timeZone }
}

async function companyFor(
  maker: Maker,
  { slug, company }: { slug: string; company: string | undefined },
): Promise<number> {
  const condition = company === undefined ? sql`true` : sql`name = ${company}`
  const { rows } = await sql<{ id: number }>`select id from company where ${condition} order by id limit 1`.execute(
    maker.trx,
  )
  if (rows[0]) return rows[0].id
  if (company !== undefined)
    throw new FeedError(`There is no company "${company}". Name one there is, or leave --company out.`)
  const made = await makeRecord(maker, resources.company, { name: titleOf(slug), twoStep: 'optional' })
  await insertStartingLevels(maker.trx, made)
  return made
}

/** The campaign of a brand that imported links belong to, made where it is missing. */
export async function campaignFor(maker: Maker, brand: IngestBrand): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select id from campaign where brand = ${brand.id} and name = ${campaignName} order by id limit 1`.execute(
    maker.trx,
  )
  return rows[0]?.id ?? makeRecord(maker, resources.campaign, { name: campaignName, brand: brand.id })
}

/**
 * The id of a reward profile of the brand's company, or of the one that a brand to be made is to belong to.
 * @throws FeedError where there is none of this name
 */
export async function findProfile(
  db: Kysely<AnyTables>,
  { name, brandSlug, company }: { name: string; brandSlug: string; company: string | undefined },
): Promise<number> {
  const {
    rows: [owner],
  } = await sql<{ id: number | null }>`select coalesce((select company from brand where slug = ${brandSlug}),
    (select id from company where ${company ?? null}::text is null or name = ${company ?? null}::text order by id
      limit 1)) as id`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`select id from reward_profile where name = ${name} and company = ${owner!.id}`.execute(db)
  if (rows[0]) return rows[0].id
  const { rows: known } = await sql<{
    name: string
  }>`select name from reward_profile where company = ${owner!.id} order by name limit 20`.execute(db)
  throw new FeedError(
    known.length === 0
      ? { code: 'noProfileYet', values: { name } }
      : { code: 'noProfile', values: { name, known: known.map((profile) => profile.name).join(', ') } },
  )
}

/** `aposta-aurora` as a name: `Aposta Aurora`. */
function titleOf(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
