import { Decimal } from '#engine/values/money.ts'
import { applyRates } from './rates.ts'
import type { RewardDraft, RewardRule } from './rewardRules.ts'
import { parseComparison } from './triggers.ts'

/*
 * Which change of a rule is worse for whoever earns by it. What cannot be shown to be as good counts as worse: nobody
 * has to guess what an affiliate would have agreed to. So a field that nothing below knows counts when it changes.
 */

/** A rule with all its dated fields, whatever they are. */
export type DatedRule = RewardDraft & Readonly<Record<string, unknown>>

const rateFields = ['calculation', 'percentage', 'value', 'tiers', 'tierMode'] as const
const triggerFields = ['triggerCondition', 'triggerOperation', 'triggerComparison'] as const
/** From what is left of a base to all of it: a share of the later is never less. */
const bases = ['ngr', 'ggr', 'turnover']

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const numberOf = (value: unknown) => new Decimal(isEmpty(value) ? 0 : String(value))

/** Whether a base is never less than another; a theoretical one can be either. */
const isLater = (before: string, after: string) =>
  bases.includes(before) && bases.indexOf(after) > bases.indexOf(before)

/** Farther than any base of a month: where the last rates decide. */
const farAway = '1000000000000'

/** Where something else decides the tier, its rate is the same of every base. */
const anyBase = 100

/** Where two sets of rates may cross: each place at which a rate begins, the last base before it, and far away. */
function placesOf(rules: readonly RewardDraft[], isCpa: boolean): Decimal[] {
  const step = new Decimal(isCpa ? 1 : '0.01')
  const starts = rules
    .filter(({ calculation }) => calculation === 'dynamic')
    .flatMap(({ tiers }) => (tiers ?? []).map(({ from }) => new Decimal(from)))
  return [step, ...starts.flatMap((start) => [start, start.minus(step)]), new Decimal(farAway)].filter((place) =>
    place.greaterThan(0),
  )
}

/** The second measures of tiers: what they ask for is no base, so that another one cannot be compared. */
const gatesOf = ({ tiers }: DatedRule): string =>
  JSON.stringify(
    (tiers ?? [])
      .filter(({ alsoFact }) => alsoFact)
      .map(({ from, alsoFact, alsoComparator, alsoAmount }) => [
        Number(from),
        alsoFact,
        alsoComparator ?? 'atLeast',
        Number(alsoAmount ?? 0),
      ]),
  )

/** Whether there is a base of which the later rates make less. Between two places both are lines. */
function paysLess(before: DatedRule, after: DatedRule): boolean {
  if (gatesOf(after) !== '[]' && gatesOf(after) !== gatesOf(before)) return true
  const places = placesOf([before, after], after.productType === 'cpa')
  const amount = (rule: DatedRule, base: Decimal) =>
    isEmpty(rule.tierBase)
      ? applyRates({ rule: rule as RewardRule, base }).amount
      : applyRates({ rule: rule as RewardRule, base: anyBase, reached: base.toFixed() }).amount
  return places.some((base) => amount(after, base).lessThan(amount(before, base)))
}

/** Whether a trigger asks for more, or for something else. */
function asksMore(before: DatedRule, after: DatedRule): boolean {
  if (isEmpty(after.triggerComparison)) return false
  const isOther = triggerFields.slice(0, 2).some((name) => before[name] !== after[name])
  if (isOther || isEmpty(before.triggerComparison)) return true
  const [was, is] = [before, after].map(({ triggerComparison }) => parseComparison(triggerComparison!))
  return was == null || is == null || new Decimal(is).greaterThan(was)
}

/** Words that only ever take something away: without them a rule is as good as it can be. */
const limits = [
  'conditions',
  'countries',
  'holdDays',
  'clawBack',
  'clawBackDays',
  'caps',
  'minimums',
  'deductions',
  'ceiling',
  'flatFeeProrated',
  'floorProrated',
]

/** Whether a limit that changed may take more than it did. Two that are not empty are compared where they are days. */
function limitsMore(name: string, before: DatedRule, after: DatedRule): boolean {
  const [was, is] = [before[name], after[name]]
  if (name === 'clawBackDays')
    return isEmpty(is) ? isTakenBack(after) : !isEmpty(was) && numberOf(is).greaterThan(numberOf(was))
  if (isEmpty(is) || is === 'none' || is === false) return false
  if (name === 'ceiling') return isEmpty(was) || numberOf(is).lessThan(numberOf(was))
  return name !== 'holdDays' || numberOf(is).greaterThan(numberOf(was))
}

/** Without days what counted can be taken back at any time. */
const isTakenBack = ({ clawBack }: DatedRule) => !isEmpty(clawBack) && clawBack !== 'none'

const isKnown = (name: string) =>
  ([...rateFields, ...triggerFields, ...limits, 'adminFee', 'subType', 'floor'] as readonly string[]).includes(name)

/**
 * The fields by which a reward is worse, or may be, than it was; none where it pays as much of whatever comes in.
 * @param changed the dated fields that differ
 * @example
 * worseFields({ before: { ...reward, percentage: 30 }, after: { ...reward, percentage: 25 }, changed: ['percentage'] })
 * // ['percentage']
 */
export function lessFavourableFields(input: {
  before: DatedRule
  after: DatedRule
  changed: readonly string[]
}): readonly string[] {
  const { before, after, changed } = input
  const among = (names: readonly string[]) => changed.filter((name) => names.includes(name))
  const rates = among(rateFields)
  const trigger = among(triggerFields)
  return [
    ...(rates.length > 0 && paysLess(before, after) ? rates : []),
    ...(trigger.length > 0 && asksMore(before, after) ? trigger : []),
    ...among(['adminFee']).filter(() => numberOf(after.adminFee).greaterThan(numberOf(before.adminFee))),
    ...among(['subType']).filter(() => !isLater(String(before.subType), String(after.subType))),
    ...among(['floor']).filter(() => numberOf(after.floor).lessThan(numberOf(before.floor))),
    ...among(limits).filter((name) => limitsMore(name, before, after)),
    ...changed.filter((name) => !isKnown(name)),
  ]
}
