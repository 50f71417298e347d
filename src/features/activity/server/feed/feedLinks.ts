import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { arrayOf, plainArray } from '#engine/server/database/arrays.ts'
import type { IngestBrand } from '../write/ingestContext.ts'
import { campaignFor, type FeedBrand } from './feedBrand.ts'
import { type Maker, makeRecord } from './makeRecord.ts'

/**
 * Why a row's link is refused: no such link; the token is a link's of another brand, or its affiliate works for another
 * company; it cannot be a token.
 */
export type LinkProblem =
  | 'unknown_action'
  | 'action_of_another_brand'
  | 'affiliate_of_another_company'
  | 'invalid_action_token'

/** The tokens of a feed that are links of the brand, and those that cannot be. */
export interface KnownLinks {
  readonly known: Set<string>
  readonly refused: Map<string, LinkProblem>
}

/** What an import made, or in a dry run would make. */
export interface MadeRecords {
  readonly affiliates: string[]
  readonly actions: string[]
}

/** The affiliate's part of a link's token: `b365` of `b365-e1`. */
export function affiliateTokenOf(token: string): string {
  return token.split('-')[0]!
}

/**
 * Sorts the tokens of a batch into links of the brand, tokens that can never be, and (in neither) tokens that could be
 * made.
 */
export async function findLinks(
  db: Kysely<AnyTables>,
  brand: IngestBrand | null,
  tokens: readonly string[],
): Promise<KnownLinks> {
  const known = new Set<string>()
  const refused = new Map<string, LinkProblem>()
  const { rows } = await sql<{ token: string; brand: number }>`
    select action.token, campaign.brand from action join campaign on campaign.id = action.campaign
      where action.token = any(${arrayOf('text', tokens)})`.execute(db)
  for (const row of rows) {
    if (row.brand === brand?.id) known.add(row.token)
    else refused.set(row.token, 'action_of_another_brand')
  }
  for (const token of tokens)
    if (!known.has(token) && !refused.has(token) && !canBeToken(token)) refused.set(token, 'invalid_action_token')
  return { known, refused }
}

function canBeToken(token: string): boolean {
  const { token: field } = resources.action.fields
  return [token, affiliateTokenOf(token)].every((each) => kinds.token.parse(each, field, {}).ok)
}

interface AffiliateRow {
  id: number
  token: string
  brands: number[]
  is_same_company: boolean
}

/**
 * Makes the links of these tokens with their affiliates; an affiliate that exists gets the brand added. Tokens whose
 * affiliate works for another company are refused.
 */
export async function makeLinks(
  maker: Maker,
  brand: FeedBrand,
  tokens: readonly string[],
  affiliateOf: (token: string) => string = affiliateTokenOf,
): Promise<MadeRecords & { refused: Map<string, LinkProblem> }> {
  await sql`select pg_advisory_xact_lock(hashtext('import'), ${brand.id}::integer)`.execute(maker.trx)
  const { known, refused } = await findLinks(maker.trx, brand, tokens)
  const made: MadeRecords = { affiliates: [], actions: [] }
  const missing = tokens.filter((token) => !known.has(token) && !refused.has(token))
  if (missing.length === 0) return { ...made, refused }
  const campaign = await campaignFor(maker, brand)
  const affiliates = await affiliatesOf(maker.trx, brand, missing.map(affiliateOf))
  for (const token of missing) {
    const name = affiliateOf(token)
    if (!canBeToken(name)) {
      refused.set(token, 'invalid_action_token')
      continue
    }
    const affiliate = affiliates.get(name)
    if (affiliate && !affiliate.is_same_company) {
      refused.set(token, 'affiliate_of_another_company')
      continue
    }
    if (!affiliate) made.affiliates.push(name)
    const id = affiliate?.id ?? (await makeAffiliate(maker, brand, name))
    if (affiliate && !affiliate.brands.includes(brand.id)) await addBrand(maker, brand, affiliate)
    affiliates.set(name, { id, token: name, brands: [...(affiliate?.brands ?? []), brand.id], is_same_company: true })
    await makeRecord(maker, resources.action, { name: token, token, campaign, affiliate: id })
    made.actions.push(token)
  }
  return { ...made, refused }
}

/** What {@link makeLinks} would do, in a dry run that remembers what it would have made already. */
export async function wouldMake(
  db: Kysely<AnyTables>,
  {
    brand,
    tokens,
    already,
    affiliateOf = affiliateTokenOf,
  }: {
    brand: FeedBrand | null
    tokens: readonly string[]
    already: MadeRecords
    affiliateOf?: (token: string) => string
  },
): Promise<MadeRecords & { refused: Map<string, LinkProblem> }> {
  const affiliates = await affiliatesOf(db, brand, tokens.map(affiliateOf))
  const isForeign = (token: string) => affiliates.get(affiliateOf(token))?.is_same_company === false
  const made = tokens.filter((token) => !isForeign(token))
  const names = new Set(made.map(affiliateOf))
  return {
    affiliates: [...names].filter((name) => !affiliates.has(name) && !already.affiliates.includes(name)),
    actions: made.filter((token) => !already.actions.includes(token)),
    refused: new Map(tokens.filter(isForeign).map((token) => [token, 'affiliate_of_another_company'])),
  }
}

/** The affiliates of these tokens, or ids that another system has for them. A brand that is not made yet has no company to compare with. */
async function affiliatesOf(
  db: Kysely<AnyTables>,
  brand: FeedBrand | null,
  names: readonly string[],
): Promise<Map<string, AffiliateRow>> {
  const { rows } = await sql<AffiliateRow>`
    with given as (select unnest(${arrayOf('text', [...new Set(names)])}) as name),
    found as (
      select given.name, affiliate.id, 2 as rank from given join affiliate on affiliate.token = given.name
      union all select given.name, external_id.record, 1 from given join external_id on external_id.value = given.name
        and object = 'affiliate' and company = ${brand?.company ?? null}::bigint)
    select affiliate.id, found.name as token, affiliate.brands,
      ${brand === null}::boolean or affiliate.company = ${brand?.company ?? null}::bigint as is_same_company
    from found join affiliate on affiliate.id = found.id order by found.rank desc, affiliate.id`.execute(db)
  return new Map(rows.map((row) => [row.token, row]))
}

function makeAffiliate(maker: Maker, brand: FeedBrand, token: string): Promise<number> {
  return makeRecord(maker, resources.affiliate, {
    name: token,
    company: brand.company,
    token,
    brands: [brand.id],
    paymentType: 'manual',
  })
}

async function addBrand({ trx, actor, batch }: Maker, brand: IngestBrand, { id, brands }: AffiliateRow): Promise<void> {
  await sql`update affiliate set brands = array_append(brands, ${brand.id}::bigint), version = version + 1,
    updated_at = now() where id = ${id}`.execute(trx)
  const changes = [{ field: 'brands', before: brands, after: [...brands, brand.id] }]
  await logActivity(trx, { actor, operation: 'update', object: 'affiliate', objectId: id, changes, batch })
}

/**
 * Gives a reward profile to the affiliates of these links that have none. The first profile holds from the beginning of
 * time (domain.md, Dates), so the
 * daily close reads all their days again.
 */
export async function assignProfile(
  { trx, actor, batch }: Maker,
  { brand, tokens, profile }: { brand: IngestBrand; tokens: readonly string[]; profile: number },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update affiliate set reward_profile = ${profile}, version = version + 1, updated_at = now()
    where reward_profile is null and id in (
      select action.affiliate from action join campaign on campaign.id = action.campaign
      where campaign.brand = ${brand.id} and action.token = any(${arrayOf('text', tokens)})
    ) returning id`.execute(trx)
  if (rows.length === 0) return
  const ids = sql`${plainArray(rows.map(({ id }) => id).sort((a, b) => a - b))}::text::bigint[]`
  await sql`update affiliate_history set reward_profile = ${profile}
    where record = any(${ids}) and reward_profile is null`.execute(trx)
  await sql`insert into dirty_day (affiliate, day) select distinct affiliate, day from movement_wide
    where affiliate = any(${ids}) order by 1, 2
    on conflict (affiliate, day) do update set changes = dirty_day.changes + 1, changed_at = now()`.execute(trx)
  for (const { id } of rows) {
    await logActivity(trx, {
      actor,
      operation: 'update',
      object: 'affiliate',
      objectId: id,
      changes: [{ field: 'rewardProfile', before: null, after: profile }],
      batch,
    })
  }
}
