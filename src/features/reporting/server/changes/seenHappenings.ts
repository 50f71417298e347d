import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ChangeRef } from '../../answers/changes.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { isManagedByReader, seesAll, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { readersPartner, type ReportReader } from '../reportReader.ts'
import type { ReportEvent } from './readCauses.ts'

/** The company whose records a reader may hear of, as SQL. */
function companyOf(reader: ReportReader): RawBuilder<unknown> {
  if (reader.kind === 'session') return sql`${reader.actor.company}::text::bigint`
  return sql`(select holder.company from ${sql.table(reader.kind)} holder where holder.id = ${reader.id}::bigint)`
}

/** The affiliates of which a reader may hear, of then and of now. */
function affiliatesOf(reader: ReportReader): RawBuilder<unknown> {
  if (reader.kind === 'affiliate') return sql`found.id = ${reader.id}::bigint`
  const partner = readersPartner(reader)
  const below =
    partner === null
      ? sql`true`
      : sql`found.id in (select span.affiliate from partner_affiliate_span span where span.partner = ${partner}::bigint)`
  const isManaged = reader.kind === 'session' ? isManagedByReader(reader.actor, sql`found.id`) : sql`true`
  const isOwnBrand =
    reader.kind === 'partner' ? sql`true` : sql`found.brands && array(${visibleBrands(reader.actor)})::bigint[]`
  return sql`found.company = ${companyOf(reader)} and ${isOwnBrand} and ${below} and ${isManaged}`
}

/** How it is found whose a record is, by its kind: the rows stand as `found`. */
const wayToCompany: Readonly<Record<string, RawBuilder<unknown>>> = {
  partner: sql`partner found`,
  partnerLevel: sql`partner_level found`,
  reward: sql`reward found`,
  rewardProfile: sql`reward_profile found`,
  brand: sql`brand found`,
  subBrand: sql`(select each.id, brand.company from sub_brand each join brand on brand.id = each.brand) found`,
  campaign: sql`(select each.id, brand.company from campaign each join brand on brand.id = each.brand) found`,
  action: sql`(select each.id, brand.company from action each join campaign on campaign.id = each.campaign
    join brand on brand.id = campaign.brand) found`,
}

const nameOf = ({ kind, id }: ChangeRef) => `${kind} ${id}`

/** Those of the records that are named of which a reader may hear: the names of their kinds and ids. */
async function readSeen(
  owner: Kysely<any>,
  reader: ReportReader,
  happenings: readonly ReportEvent[],
): Promise<Set<string>> {
  const named = new Map<string, Set<number>>()
  const add = (kind: string, id: number) => named.set(kind, (named.get(kind) ?? new Set()).add(id))
  for (const { affiliates, partner, refs } of happenings) {
    for (const affiliate of affiliates ?? []) if (affiliate !== null) add('affiliate', affiliate)
    if (partner !== null) add('partner', partner)
    for (const { kind, id } of refs) if (kind === 'affiliate' || wayToCompany[kind]) add(kind, Number(id))
  }
  const seen = new Set<string>()
  for (const [kind, ids] of named) {
    const [from, isSeen] =
      kind === 'affiliate'
        ? [sql`affiliate found`, affiliatesOf(reader)]
        : [wayToCompany[kind]!, sql`found.company = ${companyOf(reader)}`]
    const { rows } = await sql<{ id: number }>`select found.id from ${from}
      where found.id = any(${arrayOf('bigint', [...ids])}) and ${isSeen}`.execute(owner)
    for (const { id } of rows) seen.add(nameOf({ kind, id: String(id) }))
  }
  return seen
}

/**
 * Of what happened only what this reader may hear of: what is about affiliates out of sight, or about a partner, a rule
 * or a brand of another company, is neither a cause of theirs nor named.
 * @param owner reads whose everything is
 */
export async function seenHappenings(
  owner: Kysely<any>,
  reader: ReportReader,
  happenings: readonly ReportEvent[],
): Promise<readonly ReportEvent[]> {
  if (reader.kind === 'session' && seesAll(reader.actor)) return happenings
  const seen = await readSeen(owner, reader, happenings)
  const isSeen = (kind: string, id: number) => seen.has(nameOf({ kind, id: String(id) }))
  return happenings.flatMap((happening): ReportEvent[] => {
    const { partner } = happening
    const given = happening.affiliates?.filter((id) => id !== null) ?? null
    const affiliates = given?.filter((id) => isSeen('affiliate', id)) ?? null
    const refs = happening.refs.filter(
      ({ kind, id }) => !(kind === 'affiliate' || wayToCompany[kind]) || isSeen(kind, Number(id)),
    )
    const isOfOthers = given !== null && given.length > 0 && affiliates!.length === 0
    const isOfOtherPartner = partner !== null && !(affiliates && affiliates.length > 0) && !isSeen('partner', partner)
    const isNamedByOthers = happening.refs.length > 0 && refs.length === 0 && !(affiliates && affiliates.length > 0)
    if (isOfOthers || isOfOtherPartner || isNamedByOthers) return []
    return [
      { ...happening, affiliates: happening.affiliates && given!.length > 0 ? affiliates : happening.affiliates, refs },
    ]
  })
}
