import { type Kysely, type RawBuilder, sql } from 'kysely'
import { columnName } from '#engine/declaration/derive/table.ts'
import { type CarryOver, type ProductType, productTypes } from '#rules/commission/constants.ts'
import { ruleIn } from '#rules/commission/ruleAmounts.ts'
import { type RewardRule, rewardTriggerIsWhole } from '#rules/commission/rewardRules.ts'
import type { Product } from '#rules/activity/measures.ts'
import { carryFields, type CarryTerms, limitsCarry } from '#rules/deals/carry.ts'
import type { ReferralTerms } from '#rules/deals/referralTerms.ts'
import { deductsByCountry } from '#rules/deals/deductions.ts'
import { needsGameGroups } from '#rules/deals/gameGroups.ts'
import { capsLifetimeValue, capsPlayers } from '#rules/deals/playerCeiling.ts'
import { countsActive, countsTraffic, withholds } from '#rules/deals/minimums.ts'
import { quarantines } from '#rules/deals/quarantine.ts'
import { netsPerBrand, setsProductsTogether } from '#rules/deals/constants.ts'
import { isTrackedPerPlayer } from '#rules/deals/terms.ts'
import { type Day, latestDay, startOfMonth } from '#engine/values/calendar.ts'
import { type ContractEnd, earnsUntil } from '#rules/contractEnd.ts'
import { type CurrencyGroup, readCurrencyGroups } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'

/** The first day of all: first versions hold from there (domain.md, section 3, Dates). Sorts before every day. */
export const beginningOfTime = '-infinity'
/** Sorts after every day. */
export const endOfTime = 'infinity'

/** A reward as it reads from a day on. `version` is the id of its history row: the rule version of an entry's line. */
export interface RewardVersion {
  readonly version: number
  readonly reward: number
  readonly rule: RewardRule
  /**
   * What its amounts are in; null where nobody said and no brand of its company does: then they are in that of the
   * activity.
   */
  readonly currency: string | null
  readonly from: Day
}

interface ProfileVersion extends ReferralTerms {
  /** The id of its history row. */
  readonly version: number
  readonly rewards: readonly number[]
  readonly carryOver: CarryOver
  /** What narrows it. */
  readonly carry: CarryTerms
  readonly from: Day
}

/** Every profile and reward with all their versions, oldest first. */
export interface RuleSet {
  readonly profiles: ReadonlyMap<number, readonly ProfileVersion[]>
  readonly rewards: ReadonlyMap<number, readonly RewardVersion[]>
  /** What is reckoned apart, by currency. */
  readonly books: readonly CurrencyGroup[]
  /** Some reward follows players one by one; where none does, nothing is asked about deals. */
  readonly follows: boolean
  /** Some reward keeps large wins of players apart; where none does, nothing is asked about them. */
  readonly quarantines: boolean
  /** Some reward asks how many players were active; where none does, nobody counts them. */
  readonly countsActive: boolean
  /** Some CPA waits for months that meet a minimum: how many players counted in earlier ones must be known. */
  readonly withholdsCpa: boolean
  /** Whether any reward asks for shares of an affiliate's traffic. */
  readonly countsTraffic: boolean
  /** Some reward counts no more of players than so much; some of them over their lives. */
  readonly cutsPlayers: boolean
  readonly cutsLives: boolean
  /** Some reward asks for groups of games. */
  readonly asksForGroups: boolean
  /** Some reward takes something of single countries. */
  readonly asksForCountries: boolean
  /** Some profile reckons brands by themselves; where none does, nothing is asked about single brands. */
  readonly byBrand: boolean
  /** What {@link rulesOn} found already. */
  readonly found: Map<string, ProfileRules>
  /** The same in each currency that some reward says its amounts in; see {@link bookIn}. */
  readonly inCurrencies: Map<string, RuleSet>
  /** Some reward says its amounts in other currencies than its own. */
  readonly saysCurrencies: boolean
}

/** What a profile says on a day: the version in force of each product's reward. */
export interface ProfileRules {
  readonly carryOver: CarryOver
  /** What narrows what is carried; null where nothing does, or nothing is carried. */
  readonly carry: CarryTerms | null
  /** A loss of a product is set against what the others earn. */
  readonly together: boolean
  /** Each brand is reckoned by itself, as a deal of its own. */
  readonly byBrand: boolean
  /** A month leaves something to the next: losses, what players have to make good, or what waits for a minimum. */
  readonly leaves: boolean
  readonly byProduct: Readonly<Partial<Record<ProductType, RewardVersion>>>
}

/** Days in which an affiliate has one profile: `from` inclusive, `until` exclusive. */
export interface Assignment {
  readonly profile: number | null
  readonly from: Day
  readonly until: Day
  /** The first day after the end of its contract, where that is told. */
  readonly ends?: Day
  /** Losses that another system left to its first period: net revenue, at most 0. */
  readonly brought?: { readonly product: Product; readonly netRevenue: string }
}

interface RewardRow extends RewardRule {
  readonly id: number
  readonly record: number
  readonly valid_from: Day
  readonly own_currency: string | null
}

const datedRule = [
  'subType',
  'calculation',
  'adminFee',
  'percentage',
  'value',
  'tiers',
  'tierMode',
  'currencyAmounts',
] as const
const datedTrigger = ['triggerCondition', 'triggerOperation', 'triggerComparison'] as const
const datedDeal = [
  'conditions',
  'stages',
  'countries',
  'holdDays',
  'clawBack',
  'clawBackDays',
  'caps',
  'minimums',
  'deductions',
  'edges',
  'edge',
  'tierBase',
  'tierComparator',
  'tierSpan',
  'tierMonths',
  'tierWithout',
  'tierDays',
  'tierRatchet',
  'loweredPercentage',
  'loweredValue',
  'launchMonths',
  'launchPercentage',
  'launchValue',
  'flatFee',
  'flatFeePer',
  'flatFeeProrated',
  'flatFeeMinimums',
  'bandFact',
  'bands',
  'bandComparator',
  'cpaPlayers',
  'playerRates',
  'overrides',
  'ceiling',
  'floor',
  'floorProrated',
  'quarantineAbove',
  'quarantineWhen',
  'quarantineBy',
  'quarantineMonths',
  'leavesAfterDays',
  'playerCeiling',
  'playerCeilingAmount',
  'playerCeilingOf',
  'playerCeilingOver',
] as const

/** The columns of a rule (tables `reward` and `history`), by the names it has here. */
export const ruleColumns: readonly (readonly [keyof RewardRule, RawBuilder<unknown>])[] = [
  ['productType', sql.ref('reward.product_type')],
  ...[...datedRule, ...datedTrigger, ...datedDeal].map(
    (name) => [name, sql.ref(`history.${columnName(name)}`)] as const,
  ),
]

const carryTerms = sql.join(carryFields.flatMap((name) => [sql.lit(name), sql.ref(columnName(name))]))

/** Versions by record, oldest first. The first holds from the beginning of time, whatever day it was written. */
function byRecord<Version extends { readonly from: Day }>(
  rows: readonly { readonly record: number; readonly version: Version }[],
): Map<number, Version[]> {
  const groups = [...Map.groupBy(rows, ({ record }) => record)]
  const dated = ({ version }: { version: Version }, place: number): Version =>
    place === 0 ? { ...version, from: beginningOfTime } : version
  return new Map(groups.map(([record, group]) => [record, group.map(dated)]))
}

/**
 * What the amounts of a version of a rule are in (table `history`): what it says, else the currency of its company's
 * first brand. A column of a statement.
 * @param rule the table of the rule
 */
export function currencyOfRule(rule: 'reward' | 'partner_level'): RawBuilder<string | null> {
  return sql<string | null>`coalesce(history.currency, (select brand.currency from brand
    where brand.company = ${sql.ref(`${rule}.company`)} order by brand.id limit 1))`
}

/** Reads every version of every profile and reward. There are few of them: they are read whole, once a close. */
export async function readRuleSet(db: Kysely<any>): Promise<RuleSet> {
  const rule = sql.join(ruleColumns.map(([name, column]) => sql`${column} as ${sql.id(name)}`))
  const { rows: rewards } = await sql<RewardRow>`select history.id, history.record, ${rule},
      history.valid_from::text as valid_from, ${currencyOfRule('reward')} as own_currency
    from reward_history history join reward on reward.id = history.record
    order by history.record, history.valid_from`.execute(db)
  const { rows: profiles } = await sql<ProfileVersion & { record: number }>`
    select id as version, record, rewards, referral_shares as "referralShares", coalesce(carry_over, 'none') as "carryOver",
      json_build_object(${carryTerms}) as carry, valid_from::text as "from"
    from reward_profile_history order by record, valid_from`.execute(db)
  return {
    rewards: byRecord(
      rewards.map(({ id: version, record, valid_from: from, own_currency: currency, ...own }) => {
        return { record, version: { version, reward: record, rule: own, currency, from } }
      }),
    ),
    profiles: byRecord(profiles.map(({ record, ...version }) => ({ record, version }))),
    books: await readCurrencyGroups(db),
    follows: rewards.some((reward) => isTrackedPerPlayer(reward)),
    quarantines: rewards.some(quarantines),
    countsActive: rewards.some(countsActive),
    countsTraffic: rewards.some(countsTraffic),
    withholdsCpa: rewards.some((reward) => reward.productType === 'cpa' && withholds(reward)),
    cutsPlayers: rewards.some(capsPlayers),
    cutsLives: rewards.some(capsLifetimeValue),
    asksForGroups: rewards.some(needsGameGroups),
    asksForCountries: rewards.some(deductsByCountry),
    byBrand: profiles.some(({ carry }) => netsPerBrand(carry.fence)),
    found: new Map(),
    inCurrencies: new Map(),
    saysCurrencies: rewards.some(({ currencyAmounts }) => (currencyAmounts ?? []).length > 0),
  }
}

/** A rule with its amounts in a currency, where it says all of them; else as it is. */
export function versionIn(version: RewardVersion, currency: string): RewardVersion {
  const isOther = version.currency !== null && version.currency !== currency
  if (!isOther || !version.rule.currencyAmounts?.length || rewardTriggerIsWhole(version.rule).length > 0) return version
  const rule = ruleIn(version.rule, currency)
  return rule ? { ...version, rule, currency } : version
}

/** The rules as they read in a currency: what is reckoned of activity in it is reckoned by these. */
export function bookIn(book: RuleSet, currency: string): RuleSet {
  if (!book.saysCurrencies) return book
  const known = book.inCurrencies.get(currency)
  if (known) return known
  const rewards = new Map(
    [...book.rewards].map(([id, versions]) => [id, versions.map((version) => versionIn(version, currency))]),
  )
  const made = { ...book, rewards, found: new Map(), inCurrencies: new Map(), saysCurrencies: false }
  book.inCurrencies.set(currency, made)
  return made
}

/** The same of the currency of a brand. */
export function bookOfBrand(book: RuleSet, brand: number): RuleSet {
  if (!book.saysCurrencies) return book
  const own = book.books.find(({ brands }) => brands === null || brands.includes(brand))
  return own ? bookIn(book, own.currency) : book
}

function inForce<Row extends { readonly from: Day }>(versions: readonly Row[] | undefined, day: Day): Row | undefined {
  return versions?.findLast((version) => version.from <= day)
}

/** How a reward reads on a day; as it began, where that is before all of its days. */
export function rewardOn(book: RuleSet, input: { reward: number; day: Day }): RewardVersion {
  const versions = book.rewards.get(input.reward)
  const version = inForce(versions, input.day) ?? versions?.[0]
  if (!version) throw new Error(`There is no reward ${input.reward}.`)
  return version
}

/** What a profile says on a day; null where there is no such profile. */
export function rulesOn(book: RuleSet, input: { profile: number; day: Day }): ProfileRules | null {
  const key = `${input.profile} ${input.day}`
  const known = book.found.get(key)
  if (known) return known
  const profile = inForce(book.profiles.get(input.profile), input.day)
  if (!profile) return null
  const versions = profile.rewards.flatMap((reward) => inForce(book.rewards.get(reward), input.day) ?? [])
  const byProduct = Object.fromEntries(
    productTypes.flatMap((product) => {
      const version = versions.find(({ rule }) => rule.productType === product)
      return version ? [[product, version]] : []
    }),
  )
  const { carryOver, carry } = profile
  const rules: ProfileRules = {
    carryOver,
    carry: carryOver === 'full' && limitsCarry(carry) ? carry : null,
    together: setsProductsTogether(carry.fence),
    byBrand: netsPerBrand(carry.fence),
    leaves: carryOver === 'full' || versions.some(({ rule }) => quarantines(rule) || withholds(rule)),
    byProduct,
  }
  book.found.set(key, rules)
  return rules
}

/** What a profile says on a day of affiliates that were referred; null where there is no such profile. */
export function referralTermsOn(
  book: RuleSet,
  input: { profile: number; day: Day },
): (ReferralTerms & { readonly version: number }) | null {
  return inForce(book.profiles.get(input.profile), input.day) ?? null
}

/**
 * The days on which something a profile says begins to read otherwise, oldest first; the first is the beginning of
 * time.
 */
export function turningDays(book: RuleSet, profile: number): Day[] {
  const versions = book.profiles.get(profile) ?? []
  const rewards = [...new Set(versions.flatMap((version) => version.rewards))].flatMap(
    (reward) => book.rewards.get(reward) ?? [],
  )
  return [...new Set([...versions, ...rewards].map(({ from }) => from))].sort()
}

/**
 * The profiles that affiliates had, by day, oldest first. The first profile of each holds from the beginning of time.
 */
export async function readAssignments(
  db: Kysely<any>,
  affiliates: readonly number[],
): Promise<Map<number, Assignment[]>> {
  const { rows } = await sql<Assignment & ContractEnd & { affiliate: number }>`
    select span.affiliate, span.reward_profile as profile, span.valid_from::text as "from",
      span.valid_until::text as until, ending.after_end as "afterEnd", ending.ends_on::text as "endsOn",
      ending.kept_months as "keptMonths"
    from affiliate_span span join affiliate ending on ending.id = span.affiliate
    where span.affiliate = any(${idArray(affiliates)}) order by span.affiliate, span.valid_from`.execute(db)
  const groups = [...Map.groupBy(rows, ({ affiliate }) => affiliate)]
  return new Map(
    groups.map(([affiliate, spans]) => [affiliate, untilTheEnd(assignmentsOf(spans), earnsUntil(spans[0]!))]),
  )
}

/** After the end of its contract an affiliate has no profile: nothing is earned by any. */
function untilTheEnd(assignments: Assignment[], end: Day | null): Assignment[] {
  if (end === null) return assignments
  return assignments.flatMap((each) =>
    each.from < end ? [each.until < end ? each : { ...each, until: end, ends: end }] : [],
  )
}

function assignmentsOf(spans: readonly Assignment[]): Assignment[] {
  const list: Assignment[] = []
  for (const { profile, from, until } of spans) {
    const last = list.at(-1)
    // A row may have been written for another dated field (the partner): the profile and its period go on.
    if (last?.profile === profile) list[list.length - 1] = { ...last!, until }
    else if (last || profile !== null) list.push({ profile, from: last ? from : beginningOfTime, until })
  }
  return list
}

/** The assignment that holds on a day. */
export function assignmentOn(assignments: readonly Assignment[], day: Day): Assignment | undefined {
  return assignments.find(({ from, until }) => from <= day && day < until)
}

/**
 * The first day of the period a day belongs to: the first of the month, or the day the profile was assigned, whichever
 * is later.
 */
export function periodStart(assignment: Assignment, day: Day): Day {
  return latestDay(startOfMonth(day), assignment.from)
}
