import { type Kysely, sql } from 'kysely'
import { resources as declared } from '#resources/index.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { PortalDeal, PortalReward } from '#features/portal/answers/portal.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { overrideCriteria } from '#rules/deals/overrides.ts'
import type { DealOverride } from '#rules/deals/terms.ts'
import type { AppContext } from '#engine/server/context.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { selectRecord } from '#engine/records/server/operations/read.ts'
import { readDealChange } from '../dealChanges/readDealChange.ts'
import { readDealVersions } from './dealVersions.ts'

type Values = Readonly<Record<string, unknown>>

/** Words of an override that name a record, by the statement that says which of them concern an affiliate. */
const namedWords = {
  brand: sql`select id, name from brand where id = any((select brands from own)::bigint[])`,
  subBrand: sql`select id, name from sub_brand where brand = any((select brands from own)::bigint[])`,
  campaign: sql`select id, name from campaign where brand = any((select brands from own)::bigint[])`,
  link: sql`select id, name from action where affiliate = (select id from own)`,
} as const
type NamedWord = keyof typeof namedWords
const isNamed = (word: string): word is NamedWord => word in namedWords

/** The operator's own of a rule: what it is called among its people, and whose it is. */
const operatorsOwn = new Set(['company', 'slug', 'version', 'createdAt', 'updatedAt', 'affiliates'])
const withoutOperators = (record: Values) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !operatorsOwn.has(name)))

/** A rule as far as it is an affiliate's to know; null where there is none. */
export async function ruleOf(
  context: AppContext,
  name: 'reward' | 'rewardProfile',
  id: number,
): Promise<Values | null> {
  const resource = declared[name] as unknown as AnyResource
  const asked = { context, actor: systemActor('portal'), resource, origin: '' }
  const json = await selectRecord(asked, String(id), context.database.db as Kysely<unknown>)
  return json === null ? null : withoutOperators(JSON.parse(json) as Values)
}

/** What overrides name, of what the affiliate works with: of other people's brands and links it hears nothing. */
export async function readNames(
  db: Kysely<any>,
  affiliate: number,
  overrides: readonly Partial<DealOverride>[],
): Promise<PortalDeal['names']> {
  const names: Record<string, Record<string, string>> = {}
  for (const word of Object.keys(namedWords) as NamedWord[]) {
    const ids = overrides.flatMap((override) => override[word] ?? [])
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: number; name: string }>`with own as (
        select id, brands from affiliate where id = ${affiliate}::bigint)
      select id, name from (${namedWords[word]}) named where id = any(${idArray(ids)})`.execute(db)
    names[word] = Object.fromEntries(rows.map(({ id, name }) => [id, name]))
  }
  return names
}

/** What a reward says of places of its own. */
export const overridesOf = (reward: Values) => (reward['overrides'] ?? []) as readonly Partial<DealOverride>[]

/** Whether everything that an override names is the affiliate's to know. */
const concerns = (override: Partial<DealOverride>, names: PortalDeal['names']) =>
  Object.entries(overrideCriteria(override)).every(
    ([word, value]) => !isNamed(word) || names[word]?.[String(value)] !== undefined,
  )

/** A deal without what is other people's. */
export const concerning = <Part extends Pick<PortalDeal, 'rewards'>>(deal: Part, names: PortalDeal['names']): Part => ({
  ...deal,
  rewards: deal.rewards.map((reward) => ({
    ...reward,
    overrides: overridesOf(reward).filter((override) => concerns(override, names)),
  })),
})

/** The deal that holds for an affiliate now, as far as it concerns it, and what held before, each as it was. */
export async function readDeal(context: AppContext, affiliate: number): Promise<PortalDeal> {
  const { db } = context.database
  const own = await firstRow(
    db,
    sql<{ profile: number | null }>`select reward_profile as profile from affiliate where id = ${affiliate}::bigint`,
  )
  const profile = own?.profile ? await ruleOf(context, 'rewardProfile', own.profile) : null
  const ids = (profile?.['rewards'] ?? []) as readonly number[]
  const found = await Promise.all(ids.map((id) => ruleOf(context, 'reward', id)))
  const rewards = found.filter((each): each is PortalReward => each !== null)
  const versions = await readDealVersions(context, affiliate, ruleOf)
  const told = [...rewards, ...versions.flatMap((version) => version.rewards)]
  const names = await readNames(db, affiliate, told.flatMap(overridesOf))
  return {
    ...concerning({ profile, rewards }, names),
    names,
    versions: versions.map((version) => concerning(version, names)),
    change: await readDealChange(context, affiliate),
  }
}
