import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { columnName, datedFields, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { type DatedRule, lessFavourableFields } from '#rules/commission/lessFavourable.ts'
import { carryFields, worseCarry } from '#rules/deals/carry.ts'
import { worseReferrals } from '#rules/deals/referrals.ts'
import type { ReferralTerms } from '#rules/deals/referralTerms.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { Check } from '#engine/records/server/write/effect.ts'
import type { WriteStep } from '#engine/records/server/write/writeRequest.ts'
import { termsInForce } from './terms.ts'
import { zoneOf } from '#engine/records/server/change.ts'
import { clockOf } from '#engine/records/server/visibility/companyClock.ts'

const rewardResource = resources.reward as unknown as AnyResource
const profileResource = resources.rewardProfile as unknown as AnyResource

const changedDated = (resource: AnyResource, before: AnyRecord, after: AnyRecord): string[] =>
  datedFields(resource).filter((name) => !sameValue(before[name] ?? null, after[name] ?? null))

/** Records of rules by id, as they read today. */
async function readRules(
  db: Kysely<any>,
  resource: AnyResource,
  ids: readonly unknown[],
): Promise<Map<number, AnyRecord>> {
  const names = ['id', 'company', ...(resource === rewardResource ? ['productType'] : []), ...datedFields(resource)]
  const columns = names.map((name) => sql`rule.${sql.id(columnName(name))} as ${sql.id(name)}`)
  const { rows } = await sql<{ id: number; values: string }>`select rule.id, row_to_json(listed)::text as values
    from ${sql.table(tableName(resource.name))} rule, lateral (select ${sql.join(columns)}) listed
    where rule.id = any(${`{${ids.map(Number).join(',')}}`}::text::bigint[])`.execute(db)
  return new Map(rows.map(({ id, values }) => [id, JSON.parse(values) as AnyRecord]))
}

/** The fields by which a profile is worse than it was: a reward of a product, or what it carries over. */
async function worseOfProfile(db: Kysely<any>, before: AnyRecord, after: AnyRecord): Promise<string[]> {
  const changed = changedDated(profileResource, before, after)
  const [had, has] = [before, after].map(({ rewards }) => (rewards ?? []) as number[]) as [number[], number[]]
  const rules = await readRules(db, rewardResource, [...had, ...has])
  const isWorse = (id: number): boolean => {
    const was = rules.get(id)!
    const is = has.map((each) => rules.get(each)!).find(({ productType }) => productType === was['productType'])
    if (!is) return true
    const differing = changedDated(rewardResource, was, is)
    return lessFavourableFields({ before: was as DatedRule, after: is as DatedRule, changed: differing }).length > 0
  }
  const isCarried = after['carryOver'] === 'full'
  const carriesMore = worseCarry({ before, after, changed })
  const isWorseField = (name: string): boolean => {
    if (name === 'rewards') return had.some(isWorse)
    if (name === 'carryOver') return isCarried
    if (name === 'referralShares')
      return worseReferrals({ before: before as ReferralTerms, after: after as ReferralTerms })
    if (name === 'fence') return carriesMore.includes(name)
    return (carryFields as readonly string[]).includes(name) ? isCarried && carriesMore.includes(name) : true
  }
  return changed.filter(isWorseField)
}

/** By which fields a change is worse for affiliates, and whom it concerns from a day on. */
interface Worse {
  readonly fields: readonly string[]
  readonly concerned: RawBuilder<unknown>
}

type Comparing = (step: WriteStep & { readonly before: AnyRecord; readonly after: AnyRecord }) => Promise<Worse>

const having = (step: WriteStep, profiles: RawBuilder<unknown>) => sql`select affiliate from affiliate_span
  where valid_until > ${dayOf(step)}::text::date and reward_profile in (${profiles})`

const comparing: Readonly<Record<string, Comparing>> = {
  reward: async (step) => ({
    fields: lessFavourableFields({
      before: step.before as DatedRule,
      after: step.after as DatedRule,
      changed: changedDated(step.resource, step.before, step.after),
    }),
    concerned: having(
      step,
      sql`select record from reward_profile_history where rewards @> array[${step.id}::text::bigint]
        and (valid_to is null or valid_to > ${dayOf(step)}::text::date)`,
    ),
  }),
  rewardProfile: async (step) => ({
    fields: await worseOfProfile(step.transaction, step.before, step.after),
    concerned: having(step, sql`select ${step.id}::text::bigint`),
  }),
  affiliate: async (step) => {
    const [was, is] = [step.before['rewardProfile'], step.after['rewardProfile']]
    const concerned = sql`select ${step.id}::text::bigint as affiliate`
    if (was == null || is == null || was === is) return { fields: [], concerned }
    const profiles = await readRules(step.transaction, profileResource, [was, is])
    const worse = await worseOfProfile(step.transaction, profiles.get(Number(was))!, profiles.get(Number(is))!)
    return { fields: worse.length > 0 ? ['rewardProfile'] : [], concerned }
  },
}

/** The first day on which a change holds. */
const dayOf = (step: WriteStep): Day => step.holdsFrom ?? step.today

/**
 * A rule that is worse for an affiliate holds from no day before it accepted the terms in force: not at all while it
 * has not, unless two people force it. A company without terms in force asks for nothing.
 */
export const lessFavourableThanAccepted: Check = async (step) => {
  const { transaction: db, operation, before, after, context, isForced } = step
  if (operation !== 'update' || isForced || !before || !after || after['company'] == null) return []
  const inForce = await firstRow(db, termsInForce(Number(after['company']), step.today))
  if (!inForce) return []
  const { fields, concerned } = await comparing[step.resource.name]!({ ...step, before, after })
  if (fields.length === 0) return []
  const { rows } = await sql<{ acceptedAt: Date | null }>`select acceptance.accepted_at as "acceptedAt"
    from (select distinct affiliate from (${concerned}) every) having_it
      join affiliate on affiliate.id = having_it.affiliate
      left join terms_acceptance acceptance on acceptance.affiliate = affiliate.id
        and acceptance.terms = ${inForce.id}::bigint`.execute(db)
  const zone = zoneOf(context, await clockOf(db, after['company']))
  const count = rows.filter(
    ({ acceptedAt }) => acceptedAt === null || dayOf(step) < businessDay({ at: acceptedAt, zone }),
  ).length
  return count === 0 ? [] : fields.map((field) => ({ field, code: 'worse_than_accepted', values: { count } }))
}
