import { addDays, type Day, latestDay } from '#engine/values/calendar.ts'
import type { RewardRule } from '../commission/rewardRules.ts'
import { parseComparison, triggerFact, type TriggerFact } from '../commission/triggers.ts'
import type { Product } from '../activity/measures.ts'
import { Decimal, roundMoney } from '#engine/values/money.ts'
import { overrideAt, type TrafficOrigin } from './overrides.ts'
import { alternativesOf, countriesOf, type PlayerTier, type DealCondition, type DealOverride } from './terms.ts'
import type { ConditionFact, WindowStart } from './constants.ts'

/** What a player did on a day (with `at`, at a moment): how often, how much together and at most. */
export interface PlayerFact {
  readonly day: Day
  readonly at?: string | null
  readonly type: string
  readonly product: Product | 'none'
  readonly count: number
  readonly sum: string
  readonly max: string
  readonly first: string
}

/** When something of a player happened. */
export interface PlayerMark {
  readonly day: Day
  /** ISO 8601 in UTC. */
  readonly at: string
}

/** What is known of a player. */
export interface PlayerFacts {
  readonly marks: Readonly<Partial<Record<WindowStart, PlayerMark>>>
  readonly firstDepositAmount: string | null
  readonly country: string | null
  /** The days on which it was told where it is from: by its registration, then by the first event that named a country. */
  readonly origins?: readonly { readonly day: Day; readonly country: string }[]
  /** Oldest first. */
  readonly deeds: readonly PlayerFact[]
}

/** Days in which a rule holds for a player: `from` and `to` inclusive, `until` exclusive. */
export interface AskedDays {
  readonly from: Day
  readonly until: Day
  readonly to: Day
}

/** What a condition came to from a day on. */
interface Point {
  readonly day: Day
  readonly total: Decimal
}

type Asked = Omit<DealCondition, 'fact'> & { readonly fact: ConditionFact | 'firstWager' | 'firstDeposits' }

const zero = new Decimal(0)
const hourMs = 3_600_000

/** The events each fact is made of. */
const typesOf: Readonly<Record<Asked['fact'], readonly string[]>> = {
  registration: [],
  firstDeposit: [],
  firstDeposits: [],
  depositCount: ['deposit'],
  depositSum: ['deposit'],
  wagerCount: ['bet'],
  wagerSum: ['bet'],
  rounds: ['bet'],
  firstWager: ['bet'],
  ggr: ['bet', 'win'],
  ngr: ['bet', 'win', 'bonus', 'chargeback'],
  daysActive: ['bet'],
}

/** A trigger asks for one fact over a player's whole life: the same as a condition without a window. */
const factOfTrigger: Readonly<Record<TriggerFact, Pick<Asked, 'fact' | 'span'>>> = {
  registrations: { fact: 'registration' },
  firstDepositCount: { fact: 'firstDeposits' },
  firstDepositSum: { fact: 'firstDeposit' },
  firstFirstDeposit: { fact: 'firstDeposit' },
  largestFirstDeposit: { fact: 'firstDeposit' },
  firstDeposit: { fact: 'firstDeposit' },
  depositCount: { fact: 'depositCount' },
  depositSum: { fact: 'depositSum' },
  largestDeposit: { fact: 'depositSum', span: 'single' },
  betCount: { fact: 'wagerCount' },
  turnover: { fact: 'wagerSum' },
  firstBet: { fact: 'firstWager' },
  largestBet: { fact: 'wagerSum', span: 'single' },
  ggr: { fact: 'ggr' },
}

const known = new WeakMap<RewardRule, Asked[][]>()

/**
 * What a rule asks of a player, as alternatives. Its trigger holds beside each of them; where it asks nothing at all, a
 * registration is enough.
 */
function askedOf(rule: RewardRule): Asked[][] {
  const found = known.get(rule)
  if (found) return found
  const fact = triggerFact(rule)
  const trigger: Asked[] = fact ? [{ ...factOfTrigger[fact], amount: parseComparison(rule.triggerComparison!)! }] : []
  const alternatives = alternativesOf(rule.conditions ?? [])
  const asked: Asked[][] =
    alternatives.length === 0
      ? [trigger.length > 0 ? trigger : [{ fact: 'registration', amount: 1 }]]
      : alternatives.map((alternative) => [...alternative, ...trigger])
  known.set(rule, asked)
  return asked
}

/** Which events a rule must be told of a player: their types, and whether their moments count or their days alone. */
export function neededDeeds(rule: RewardRule): { types: string[]; byMoment: boolean; byClick: boolean } {
  const all = [rule, ...overriddenRules(rule)].flatMap((each) => askedOf(each).flat())
  const facts = all.flatMap(({ fact, timesOf }) => (timesOf ? [fact, timesOf] : [fact]))
  return {
    types: [...new Set([...facts, ...bandFactOf(rule)].flatMap((fact) => typesOf[fact]))].sort(),
    byMoment: all.some((condition) => isWindowed(condition) && condition.unit === 'hours'),
    byClick: all.some((condition) => isWindowed(condition) && condition.since === 'click'),
  }
}

const isWindowed = ({ within }: Asked): boolean => within !== null && within !== undefined && within !== ''

/** Whether a moment of a day lies in a condition's window; null where the window cannot be known. */
function windowOf(condition: Asked, facts: PlayerFacts): ((day: Day, at: string | null) => boolean) | null {
  if (!isWindowed(condition)) return () => true
  const mark = facts.marks[condition.since ?? 'registration']
  if (!mark) return null
  if (condition.unit !== 'hours') {
    const last = addDays(mark.day, Number(condition.within))
    return (day) => mark.day <= day && day <= last
  }
  const begin = Date.parse(mark.at)
  const end = begin + Number(condition.within) * hourMs
  return (_, at) => at !== null && begin <= Date.parse(at) && Date.parse(at) <= end
}

/** What an event adds to a fact. */
function addedBy({ fact, span }: Asked, deed: PlayerFact, before: Decimal | null): Decimal {
  const so = before ?? zero
  switch (fact) {
    case 'depositCount':
    case 'wagerCount':
    case 'rounds':
      return so.plus(deed.count)
    case 'firstWager':
      return before ?? new Decimal(deed.first)
    case 'ggr':
    case 'ngr':
      return deed.type === 'bet' ? so.plus(deed.sum) : so.minus(deed.sum)
    default:
      return span === 'single' ? Decimal.max(so, deed.max) : so.plus(deed.sum)
  }
}

function deedPoints(condition: Asked, facts: PlayerFacts, isWithin: (day: Day, at: string | null) => boolean): Point[] {
  const types = typesOf[condition.fact]
  const product = condition.product ?? (condition.fact === 'rounds' ? 'games' : null)
  const points: Point[] = []
  let total: Decimal | null = null
  for (const deed of facts.deeds) {
    if (!types.includes(deed.type) || (product !== null && deed.product !== product)) continue
    if (!isWithin(deed.day, deed.at ?? null)) continue
    if (condition.fact === 'daysActive') total = points.at(-1)?.day === deed.day ? total : (total ?? zero).plus(1)
    else total = addedBy(condition, deed, total)
    // The whole of a day counts at its end.
    if (points.at(-1)?.day === deed.day) points.pop()
    points.push({ day: deed.day, total: total! })
  }
  return points
}

function pointsOf(condition: Asked, facts: PlayerFacts): Point[] {
  const isWithin = windowOf(condition, facts)
  if (!isWithin) return []
  const { fact } = condition
  if (fact !== 'registration' && fact !== 'firstDeposit' && fact !== 'firstDeposits')
    return deedPoints(condition, facts, isWithin)
  const mark = facts.marks[fact === 'registration' ? 'registration' : 'firstDeposit']
  if (!mark || !isWithin(mark.day, mark.at)) return []
  return [{ day: mark.day, total: new Decimal(fact === 'firstDeposit' ? (facts.firstDepositAmount ?? 0) : 1) }]
}

/** What a condition's amount is so many times of, from a day on; null where the amount stands by itself. */
function boundPointsOf({ timesOf, within, unit, since }: Asked, facts: PlayerFacts): Point[] | null {
  if (!timesOf) return null
  const window = timesOf === 'firstDeposit' ? {} : { within, unit, since }
  return pointsOf({ fact: timesOf, amount: 0, ...window }, facts)
}

/** What a condition came to by a day, and whether that is enough. */
export interface ConditionStanding {
  readonly condition: DealCondition | Asked
  readonly actual: string
  /** What it asks for on the day; null where that is not known yet. */
  readonly needed: string | null
  readonly isMet: boolean
}

/** A condition with what it came to, and what its amount is bound to. */
interface Told {
  readonly condition: Asked
  readonly points: readonly Point[]
  readonly bound: readonly Point[] | null
}

const told = (condition: Asked, facts: PlayerFacts): Told => ({
  condition,
  points: pointsOf(condition, facts),
  bound: boundPointsOf(condition, facts),
})

function standingOf({ condition, points, bound }: Told, day: Day): ConditionStanding {
  const upTo = (list: readonly Point[]) => list.findLast((each) => each.day <= day)?.total
  const total = upTo(points)
  const unit = bound === null ? new Decimal(1) : upTo(bound)
  const needed = unit?.times(condition.amount)
  const actual = total ?? zero
  const isMet =
    total !== undefined &&
    needed !== undefined &&
    (condition.comparator === 'moreThan' ? actual.greaterThan(needed) : actual.greaterThanOrEqualTo(needed))
  return { condition, actual: actual.toFixed(), needed: needed?.toFixed() ?? null, isMet }
}

const overridden = new WeakMap<DealOverride, RewardRule>()

/** A reward as it reads for whom an override fits that has a condition or a hold of its own. */
function ruleOf(rule: RewardRule, override: DealOverride): RewardRule {
  const found = overridden.get(override)
  if (found) return found
  const { fact, amount, holdDays } = override
  const own: RewardRule = {
    ...rule,
    ...(fact
      ? {
          conditions: [{ ...override, fact, amount: amount ?? 1 }],
          triggerCondition: null,
          triggerOperation: null,
          triggerComparison: null,
        }
      : {}),
    ...(holdDays === null || holdDays === undefined || holdDays === '' ? {} : { holdDays }),
  }
  overridden.set(override, own)
  return own
}

const hasOwnWords = ({ fact, holdDays }: DealOverride): boolean =>
  Boolean(fact) || (holdDays !== null && holdDays !== undefined && holdDays !== '')

/** Whether overrides of a reward have conditions or holds of their own, beside their values. */
export const overridesConditions = ({ overrides }: RewardRule): boolean => (overrides ?? []).some(hasOwnWords)

const overriddenRules = (rule: RewardRule): RewardRule[] =>
  (rule.overrides ?? []).filter(hasOwnWords).map((override) => ruleOf(rule, override))

/** Where a player came from, beside what is known of itself. */
export type PlayerPlace = Omit<TrafficOrigin, 'country' | 'registered'>

/**
 * A reward as it reads for a player on a day: with the conditions and the hold of the override that fits it, where that
 * has its own.
 */
export function ruleForPlayer(rule: RewardRule, facts: PlayerFacts, day: Day, place: PlayerPlace | null): RewardRule {
  if (place === null || !overridesConditions(rule)) return rule
  const registered = facts.marks.registration?.day
  const where = {
    ...place,
    country: countryOn(facts, day),
    registered: registered && registered <= day ? registered : null,
  }
  const index = overrideAt(rule.overrides!, where)
  const override = index === null ? null : rule.overrides![index]!
  return override && hasOwnWords(override) ? ruleOf(rule, override) : rule
}

/**
 * What each condition of a rule came to by a day, alternative by alternative: for pages that say what a player still
 * lacks.
 */
export function conditionStandings(rule: RewardRule, facts: PlayerFacts, day: Day): ConditionStanding[][] {
  return askedOf(rule).map((alternative) => alternative.map((condition) => standingOf(told(condition, facts), day)))
}

const bandFactOf = ({ bands, bandFact }: RewardRule) => ((bands ?? []).length > 0 && bandFact ? [bandFact] : [])

/**
 * What is paid for a player by its own size at the end of a day; null where the reward has one value for all. A band
 * that begins at the size itself is reached.
 */
export function playerTierValue(rule: RewardRule, facts: PlayerFacts, day: Day): string | null {
  const [fact] = bandFactOf(rule)
  if (!fact) return null
  const asked: Asked = { fact, amount: 0 }
  const { actual } = standingOf(told(asked, facts), day)
  const reached = (rule.bands ?? [])
    .toSorted((one, other) => new Decimal(one.from).comparedTo(other.from))
    .findLast(({ from }) =>
      rule.bandComparator === 'moreThan'
        ? new Decimal(actual).greaterThan(from)
        : new Decimal(actual).greaterThanOrEqualTo(from),
    )
  return (reached ? valueOf(reached, actual) : new Decimal(rule.value ?? 0)).toFixed()
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** What a band pays of a size: its value, or its percentage of the size, to the cent, at most so much. */
function valueOf({ value, percentage, atMost }: PlayerTier, size: string): Decimal {
  if (!isSaid(percentage)) return new Decimal(value ?? 0)
  const share = new Decimal(roundMoney(new Decimal(size).times(percentage!).dividedBy(100)))
  return isSaid(atMost) ? Decimal.min(share, atMost!) : share
}

/** Where a player is from as far as it was told up to a day. */
export function countryOn({ origins }: PlayerFacts, day: Day): string | null {
  return origins?.find((origin) => origin.day <= day)?.country ?? null
}

/** Whether a deal takes players of this country. Who takes some alone takes nobody whose country was never told. */
export function takesCountry(rule: RewardRule, country: string | null): boolean {
  const countries = countriesOf(rule)
  return countries === null || (country !== null && countries.includes(country))
}

/**
 * The first day of a rule on which a player fulfils one of its alternatives; null where there is none. What was
 * fulfilled before the rule holds on its first day, where it still holds. A total counts at the end of its day.
 */
export function conditionsMetOn(
  rule: RewardRule,
  facts: PlayerFacts,
  { from, until, to }: AskedDays,
  place: PlayerPlace | null = null,
): Day | null {
  if (!takesCountry(rule, facts.country)) return null
  const rules = place === null ? [rule] : [rule, ...overriddenRules(rule)]
  const alternatives = new Map(
    rules.map((each) => [
      each,
      askedOf(each).map((alternative) => alternative.map((condition) => told(condition, facts))),
    ]),
  )
  const turns = [...alternatives.values()]
    .flat(2)
    .flatMap(({ points, bound }) => [...points, ...(bound ?? [])].map(({ day }) => day))
  const origins = rules.length > 1 ? (facts.origins ?? []).map(({ day }) => day) : []
  const days = [...new Set([...turns, ...origins].map((day) => latestDay(day, from)))].sort()
  for (const day of days) {
    if (day >= until || day > to) return null
    const asked = alternatives.get(ruleForPlayer(rule, facts, day, place))!
    if (asked.some((alternative) => alternative.every((each) => standingOf(each, day).isMet))) return day
  }
  return null
}
