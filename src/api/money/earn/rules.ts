import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CarryOver, ProductType } from '../../../domain/commission/constants.ts'
import { productTypes } from '../../../domain/commission/constants.ts'
import type { RewardRule } from '../../../domain/commission/rewardRules.ts'
import { type Day, latestDay, startOfMonth } from '../../../domain/calendar.ts'
import { type Book, readBooks } from '../../currency/books.ts'
import { idArray } from '../../database/arrays.ts'

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

interface ProfileVersion {
  readonly rewards: readonly number[]
  readonly carryOver: CarryOver
  readonly from: Day
}

/** Every profile and reward with all their versions, oldest first. */
export interface RuleBook {
  readonly profiles: ReadonlyMap<number, readonly ProfileVersion[]>
  readonly rewards: ReadonlyMap<number, readonly RewardVersion[]>
  /** What is reckoned apart, by currency. */
  readonly books: readonly Book[]
  /** What {@link rulesOn} found already. */
  readonly found: Map<string, ProfileRules>
}

/** What a profile says on a day: the version in force of each product's reward. */
export interface ProfileRules {
  readonly carryOver: CarryOver
  readonly byProduct: Readonly<Partial<Record<ProductType, RewardVersion>>>
}

/** Days in which an affiliate has one profile: `from` inclusive, `until` exclusive. */
export interface Assignment {
  readonly profile: number | null
  readonly from: Day
  readonly until: Day
}

interface RewardRow {
  id: number
  record: number
  valid_from: string
  product_type: ProductType
  sub_type: RewardRule['subType']
  calculation: RewardRule['calculation']
  admin_fee: string | null
  percentage: string | null
  value: string | null
  tiers: RewardRule['tiers']
  tier_mode: RewardRule['tierMode']
  trigger_condition: RewardRule['triggerCondition']
  trigger_operation: RewardRule['triggerOperation']
  trigger_comparison: string | null
  own_currency: string | null
}

function ruleOf(row: RewardRow): RewardRule {
  return {
    productType: row.product_type,
    subType: row.sub_type,
    calculation: row.calculation,
    adminFee: row.admin_fee,
    percentage: row.percentage,
    value: row.value,
    tiers: row.tiers,
    tierMode: row.tier_mode,
    triggerCondition: row.trigger_condition,
    triggerOperation: row.trigger_operation,
    triggerComparison: row.trigger_comparison,
  }
}

function grouped<Row extends { readonly from: Day }>(
  rows: readonly { record: number; row: Row }[],
): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const { record, row } of rows) {
    const group = groups.get(record)
    // The first version holds from the beginning of time, whatever day it was written.
    if (group) group.push(row)
    else groups.set(record, [{ ...row, from: beginningOfTime }])
  }
  return groups
}

/**
 * What the amounts of a version of a rule are in (table `history`): what it says, else the currency of its company's
 * first brand. A column of a statement.
 * @param rule the table of the rule
 */
export function currencyOfRule(rule: 'reward' | 'partner_level'): RawBuilder<string | null> {
  return sql<
    string | null
  >`coalesce(history.currency, (select brand.currency from brand where brand.company = ${sql.ref(`${rule}.company`)}
    order by brand.id limit 1))`
}

/** Reads every version of every profile and reward. There are few of them: they are read whole, once a close. */
export async function readRuleBook(db: Kysely<any>): Promise<RuleBook> {
  const rewards = await sql<RewardRow>`select history.*, history.valid_from::text as valid_from, reward.product_type,
      ${currencyOfRule('reward')} as own_currency
    from reward_history history join reward on reward.id = history.record
      order by history.record, history.valid_from`.execute(db)
  const profiles = await sql<{ record: number; rewards: number[]; carry_over: CarryOver | null; valid_from: string }>`
    select record, rewards, carry_over, valid_from::text as valid_from from reward_profile_history
      order by record, reward_profile_history.valid_from`.execute(db)
  return {
    rewards: grouped(
      rewards.rows.map((row) => ({
        record: row.record,
        row: {
          version: row.id,
          reward: row.record,
          rule: ruleOf(row),
          currency: row.own_currency,
          from: row.valid_from,
        },
      })),
    ),
    profiles: grouped(
      profiles.rows.map((row) => ({
        record: row.record,
        row: { rewards: row.rewards, carryOver: row.carry_over ?? 'none', from: row.valid_from },
      })),
    ),
    books: await readBooks(db),
    found: new Map(),
  }
}

function inForce<Row extends { readonly from: Day }>(versions: readonly Row[] | undefined, day: Day): Row | undefined {
  return versions?.findLast((version) => version.from <= day)
}

/** What a profile says on a day; null where there is no such profile. */
export function rulesOn(book: RuleBook, input: { profile: number; day: Day }): ProfileRules | null {
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
  const rules: ProfileRules = { carryOver: profile.carryOver, byProduct }
  book.found.set(key, rules)
  return rules
}

/**
 * The days on which something a profile says begins to read otherwise, oldest first; the first is the beginning of
 * time.
 */
export function turningDays(book: RuleBook, profile: number): Day[] {
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
  const { rows } = await sql<{ affiliate: number; profile: number | null; from: string; until: string }>`
    select affiliate, reward_profile as profile, valid_from::text as "from", valid_until::text as until
    from affiliate_span where affiliate = any(${idArray(affiliates)}) order by affiliate, valid_from`.execute(db)
  const assignments = new Map<number, Assignment[]>()
  for (const { affiliate, profile, from, until } of rows) {
    let list = assignments.get(affiliate)
    if (!list) assignments.set(affiliate, (list = []))
    const last = list.at(-1)
    // A row may have been written for another dated field (the partner): the profile and its period go on.
    if (last && last.profile === profile) list[list.length - 1] = { ...last, until }
    else if (list.length > 0 || profile !== null)
      list.push({ profile, from: list.length === 0 ? beginningOfTime : from, until })
  }
  return assignments
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
