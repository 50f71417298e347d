import { type Kysely, sql } from 'kysely'
import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  endOfMonth,
  latestDay,
  startOfMonth,
} from '#engine/values/calendar.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { needsCountry } from '#rules/deals/overrides.ts'
import {
  asksForCounted,
  type PlayerLifetime,
  sharesByPart,
  sharesByPlayer,
  takesCpaPlayersApart,
} from '#rules/deals/playerShares.ts'
import {
  beginsLater,
  isRatioFact,
  isReached,
  isTrafficFact,
  type MinimumTotals,
  monthsOfMinimum,
  ratioOf,
  trafficShare,
  withholds,
} from '#rules/deals/minimums.ts'
import type { DealMinimum } from '#rules/deals/terms.ts'
import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import {
  daysOfTier,
  flatFeeOf,
  hasFee,
  isFeeOnce,
  isProrated,
  launchEnd,
  type MonthPart,
  monthsOfTier,
} from '#rules/deals/introAndFees.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { type EventFacts, minimumTotals, ratioSums, trafficOf } from './eventFacts.ts'
import { type CountedPlayer, readPlayerLifetimes } from './playerLifetimes.ts'
import { type Begun, readPlacedRows } from './rowsByOrigin.ts'
import { type Assignment, beginningOfTime, type RuleSet } from './ruleSet.ts'
import { emptySums, type MovementSums, plusSums, readDailySums, readMonthlySums } from './rollupSums.ts'

/** What lies before a period and decides in it: the movement of months before, and the day on which all began. */
export interface Lookback {
  /** What moved in each month, by its first day; only where some rule asks for it. */
  readonly months: ReadonlyMap<Day, MovementSums>
  /** What moved on each day, oldest first; only where some rule asks for it. */
  readonly days: readonly (readonly [Day, MovementSums])[]
  /** The first day on which anything of the affiliate moved; only where some rule asks for it. */
  readonly firstDay: Day | null
  /** What was earned in each month, by its first day; only where some rule asks for it. */
  readonly commission: ReadonlyMap<Day, Decimal>
  /** What its players did on the days asked for; only where some share looks at single players or at places. */
  readonly lives: readonly PlayerLifetime[]
}

/** Of whom no rule asks for more than the period. */
export const emptyLookback: Lookback = { months: new Map(), days: [], firstDay: null, commission: new Map(), lives: [] }

const asksForMonths = (rule: RewardRule) =>
  monthsOfTier(rule, '2000-01-01') !== null ||
  isFeeOnce(rule) ||
  (rule.minimums ?? []).some(
    (minimum) => monthsOfMinimum(minimum) > 1 || minimum.lasts === 'forGood' || beginsLater(minimum),
  )
const asksForDays = (rule: RewardRule) => daysOfTier(rule) !== null
/** Whether what was earned in other months decides the tier of a rule. */
export const asksForCommission = ({ calculation, tierBase }: RewardRule) =>
  calculation === 'dynamic' && tierBase === 'commission'
const asksForFirstDay = (rule: RewardRule) => Number(rule.launchMonths ?? 0) > 0 || isProrated(rule)

/** Whether some share of the book treats players otherwise that count under CPA. */
export function needsCpaPlayers(book: RuleSet): boolean {
  return [...book.rewards.values()].some((versions) =>
    versions.some(({ rule }) => takesCpaPlayersApart(rule) || asksForCounted(rule)),
  )
}

/** The profiles that had, at any time, a reward of which something is true. */
function profilesWhere(book: RuleSet, isAsked: (rule: RewardRule) => boolean): ReadonlySet<number> {
  const rewards = [...book.rewards].flatMap(([id, versions]) =>
    versions.some(({ rule }) => isAsked(rule)) ? [id] : [],
  )
  if (rewards.length === 0) return new Set()
  const asked = new Set(rewards)
  return new Set(
    [...book.profiles].flatMap(([id, versions]) =>
      versions.some((version) => version.rewards.some((reward) => asked.has(reward))) ? [id] : [],
    ),
  )
}

/**
 * Reads what lies before the periods of some affiliates up to a month, of those whose rules ask for it.
 * @returns by affiliate; absent where nothing is asked. Nothing is read where no rule asks
 */
export async function readLookbacks(
  db: Kysely<any>,
  input: {
    assignments: ReadonlyMap<number, readonly Pick<Assignment, 'profile'>[]>
    book: RuleSet
    within: CurrencyGroup
    /** Days of players; months that begin before the last of them. */
    from: Day
    to: Day
    counted?: readonly CountedPlayer[] | undefined
    begun?: Begun
  },
): Promise<ReadonlyMap<number, Lookback>> {
  const { assignments, book, within, from, to, counted, begun } = input
  const [byMonths, byLaunch, byPlayer, byPart, byDays] = [
    asksForMonths,
    asksForFirstDay,
    sharesByPlayer,
    sharesByPart,
    asksForDays,
  ].map((isAsked) => profilesWhere(book, isAsked))
  if ([byMonths, byLaunch, byPart, byDays].every((profiles) => profiles!.size === 0)) return new Map()
  const whoAsks = (profiles: ReadonlySet<number>) =>
    [...assignments].flatMap(([affiliate, list]) =>
      list.some(({ profile }) => profile !== null && profiles.has(profile)) ? [affiliate] : [],
    )
  const [asking, launching, sharing] = [whoAsks(byMonths!), whoAsks(byLaunch!), whoAsks(byPlayer!)]
  const isSharing = new Set(sharing)
  const placed = whoAsks(byPart!).filter((affiliate) => !isSharing.has(affiliate))
  const spans = asking.map((affiliate) => ({ affiliate, from: beginningOfTime, until: startOfMonth(to) }))
  const months = await readMonthlySums(db, spans, within)
  const daily = whoAsks(byDays!)
  const days = await readDailySums(
    db,
    daily.map((affiliate) => ({ affiliate, from: beginningOfTime, until: addDays(to, 1) })),
    within,
  )
  const firstDays = await readFirstDays(db, launching)
  const commissions = await readCommission(db, whoAsks(profilesWhere(book, asksForCommission)), { within, to })
  const lives = new Map([
    ...(await readPlayerLifetimes(db, {
      affiliates: sharing,
      book,
      within,
      from,
      to,
      counted,
      places: placesOf(book),
    })),
    ...(await readPlacedRows(db, { affiliates: placed, within, from, to, begun })),
  ])
  return new Map(
    [...new Set([...asking, ...launching, ...sharing, ...placed, ...daily])].map((affiliate) => [
      affiliate,
      {
        months: months.get(affiliate) ?? emptyLookback.months,
        days: days.get(affiliate) ?? emptyLookback.days,
        firstDay: firstDays.get(affiliate) ?? null,
        commission: commissions.get(affiliate) ?? emptyLookback.commission,
        lives: lives.get(affiliate) ?? emptyLookback.lives,
      },
    ]),
  )
}

/** What overrides of shares ask of where something came from; nothing where there are none. */
function placesOf(book: RuleSet): 'links' | 'countries' | undefined {
  const all = [...book.rewards.values()].flatMap((versions) => versions.map(({ rule }) => rule))
  const rules = all.filter(
    // What names no player is none that CPA was paid for.
    ({ productType, overrides, cpaPlayers }) =>
      productType !== 'cpa' && ((overrides ?? []).length > 0 || cpaPlayers === 'only'),
  )
  return rules.length === 0 ? undefined : rules.some(needsCountry) ? 'countries' : 'links'
}

async function readFirstDays(db: Kysely<any>, affiliates: readonly number[]): Promise<Map<number, Day>> {
  if (affiliates.length === 0) return new Map()
  const { rows } = await sql<{ affiliate: number; day: Day }>`select affiliate, min(day)::text as day
    from movement_wide where affiliate = any(${idArray(affiliates)}) group by affiliate`.execute(db)
  return new Map(rows.map(({ affiliate, day }) => [affiliate, day]))
}

/** What affiliates earned in each month before that of a day, as its days were closed. */
async function readCommission(
  db: Kysely<any>,
  affiliates: readonly number[],
  { within, to }: { readonly within: CurrencyGroup; readonly to: Day },
): Promise<ReadonlyMap<number, Lookback['commission']>> {
  if (affiliates.length === 0) return new Map()
  const { rows } = await sql<{ affiliate: number; month: Day; earned: string }>`
    select affiliate, date_trunc('month', day)::date::text as month, sum(reward)::text as earned from commission
    where affiliate = any(${idArray(affiliates)}) and day < ${startOfMonth(to)}::date and ${inCurrencyGroup(sql`brand`, within)}
    group by affiliate, 2`.execute(db)
  const groups = [...Map.groupBy(rows, ({ affiliate }) => affiliate)]
  return new Map(
    groups.map(([affiliate, own]) => [
      affiliate,
      new Map(own.map(({ month, earned }) => [month, new Decimal(earned)])),
    ]),
  )
}

const known = new WeakMap<Lookback['months'], Map<string, MovementSums>>()

/** The sums of the months before a period from a day on. */
export function sumsBefore({ months }: Lookback, from: Day | null, periodStart: Day): MovementSums {
  const found = known.get(months) ?? new Map<string, MovementSums>()
  known.set(months, found)
  const until = startOfMonth(periodStart)
  const key = `${from} ${until}`
  let sums = found.get(key)
  if (!sums) {
    const counted = [...months].filter(([month]) => (from === null || month >= from) && month < until)
    found.set(key, (sums = counted.reduce((all, [, each]) => plusSums(all, each), emptySums())))
  }
  return sums
}

/** What a minimum looks at in an affiliate's history. */
interface Looking {
  readonly background: Lookback
  readonly periodStart: Day
  readonly sums: MovementSums
  readonly assignment: Pick<Assignment, 'from' | 'ends'>
}

/** The first month of an affiliate with its profile; null where nothing moved before the period. */
function firstMonth({ background, assignment }: Pick<Looking, 'background' | 'assignment'>): Day | null {
  if (assignment.from !== beginningOfTime) return startOfMonth(assignment.from)
  const [first] = [...background.months.keys()].sort()
  return first === undefined ? null : startOfMonth(first)
}

/** The first month in which a minimum is asked for; null where that is not told yet. */
function askedFrom({ graceMonths }: DealMinimum, looking: Looking): Day | null {
  const first = firstMonth(looking)
  return first === null ? null : addMonths(first, Number(graceMonths ?? 0))
}

/** Whether a minimum is not asked for in a period: in its grace, or before a month was there that could miss it. */
function isInGrace(minimum: DealMinimum, looking: Looking): boolean {
  if (!beginsLater(minimum)) return false
  const month = startOfMonth(looking.periodStart)
  const asked = askedFrom(minimum, looking)
  return asked === null || asked > (minimum.begins === 'nextMonth' ? addMonths(month, -1) : month)
}

/** The places of the minimums of a rule that are not asked for in a period. */
export const gracedMinimums = ({ minimums }: RewardRule, looking: Looking): number[] =>
  (minimums ?? []).flatMap((minimum, place) => (isInGrace(minimum, looking) ? [place] : []))

/** The part of a month that an affiliate had, where a rule pays in proportion to it; undefined where it had the whole. */
export function monthPartOf(rule: RewardRule, looking: Looking): MonthPart | undefined {
  if (!isProrated(rule)) return undefined
  const { periodStart, assignment, background } = looking
  const [first, last] = [startOfMonth(periodStart), endOfMonth(periodStart)]
  const begin = latestDay(periodStart, introStart(background, assignment) ?? periodStart)
  const end = assignment.ends && assignment.ends <= last ? addDays(assignment.ends, -1) : last
  const days = daysBetween({ from: begin, to: end }) + 1
  const of = daysBetween({ from: first, to: last }) + 1
  return days === of ? undefined : { days, of }
}

const actualOf = (fact: DealMinimum['fact'], sums: MovementSums): Decimal =>
  isRatioFact(fact) ? ratioOf(fact, ratioSums(sums)) : new Decimal(minimumTotals(sums)[fact as keyof MinimumTotals])

/**
 * What a minimum that stays missed came to at the end of the first month that missed it, of those whose whole span lies
 * under the profile; null where none did.
 */
function missedBefore(minimum: DealMinimum, looking: Looking): Decimal | null {
  const { background, periodStart, assignment } = looking
  const { months } = background
  const own =
    assignment.from === beginningOfTime
      ? [...months.keys()].sort()[0]
      : assignment.from === startOfMonth(assignment.from)
        ? assignment.from
        : addMonths(startOfMonth(assignment.from), 1)
  if (own === undefined) return null
  const begin = beginsLater(minimum) ? latestDay(own, askedFrom(minimum, looking)!) : own
  const count = monthsOfMinimum(minimum)
  const until = startOfMonth(periodStart)
  for (let month = addMonths(begin, count - 1); month < until; month = addMonths(month, 1)) {
    const actual = actualOf(minimum.fact, sumsBefore(background, addMonths(month, 1 - count), addMonths(month, 1)))
    if (!isReached(minimum, actual)) return actual
  }
  return null
}

/** What minimums came to, by their place, that look at more than the period's own totals; null for the others. */
export function minimumActuals(
  { minimums }: RewardRule,
  standing: Looking,
  { events, to }: { readonly events: readonly EventFacts[]; readonly to: Day },
): (DecimalValue | null)[] {
  const { background, periodStart, sums } = standing
  return (minimums ?? []).map((minimum) => {
    const { fact } = minimum
    if (isTrafficFact(fact)) return trafficShare(minimum, trafficOf(events, { from: periodStart, to }))
    const missed = minimum.lasts === 'forGood' ? missedBefore(minimum, standing) : null
    if (missed !== null) return missed
    const months = monthsOfMinimum(minimum)
    if (minimum.begins === 'nextMonth') {
      const month = startOfMonth(periodStart)
      return actualOf(fact, sumsBefore(background, addMonths(month, -months), month))
    }
    if (months <= 1) return isRatioFact(fact) ? actualOf(fact, sums) : null
    const before = sumsBefore(background, addMonths(startOfMonth(periodStart), 1 - months), periodStart)
    return actualOf(fact, plusSums(before, sums))
  })
}

/** Whether a fee that is paid once was earned at the end of an earlier month, in which nothing was paid a second time. */
export function isFeePaid(rule: RewardRule, standing: Pick<Looking, 'background' | 'periodStart'>): boolean {
  if (!isFeeOnce(rule)) return false
  const { background, periodStart } = standing
  const before = [...background.months.keys()].filter((month) => month < startOfMonth(periodStart))
  return before.some((month) => {
    const sums = sumsBefore(background, null, addMonths(startOfMonth(month), 1))
    return flatFeeOf(rule, { totals: minimumTotals(sums), hasMoved: hasMovement(sums), isPaid: false })!.isMet
  })
}

const hasMovement = (sums: MovementSums): boolean =>
  Object.values(sums).some((own) => Object.values(own).some((amount) => !amount.isZero()))

/** What a reward's fee is tested on beside the period's totals. */
export function feeFactsOf(rule: RewardRule, standing: Looking & { readonly players: number }) {
  const { background, periodStart, sums } = standing
  const feeMoved = hasMovement(sums)
  // A player may count on a day on which nothing moved: an amount of that day falls to its link.
  if (!hasFee(rule))
    return withholds(rule) ? { feeMoved: feeMoved || (rule.productType === 'cpa' && standing.players > 0) } : {}
  const isOnce = isFeeOnce(rule)
  return {
    feeMoved,
    isFeePaid: isFeePaid(rule, standing),
    ...(isOnce ? { feeTotals: minimumTotals(plusSums(sumsBefore(background, null, periodStart), sums)) } : {}),
  }
}

/**
 * From which day on a launch is counted: from the assignment of the profile; of the first profile, which holds from the
 * beginning of time, from the first day on which anything moved.
 */
export function introStart({ firstDay }: Lookback, { from }: Pick<Assignment, 'from'>): Day | null {
  return from === beginningOfTime ? firstDay : from
}

/** Whether a rule's launch rate holds on a day. */
export function hasIntroRate(rule: RewardRule, start: Day | null, day: Day): boolean {
  if (!asksForFirstDay(rule) || start === null) return false
  return day < launchEnd(rule, start)!
}

/** The days on which a launch of a profile's rewards ends. */
export function launchEnds(book: RuleSet, profile: number, start: Day | null): Day[] {
  if (start === null) return []
  const rewards = new Set((book.profiles.get(profile) ?? []).flatMap((version) => version.rewards))
  const rules = [...rewards].flatMap((reward) => (book.rewards.get(reward) ?? []).map(({ rule }) => rule))
  return rules.flatMap((rule) => launchEnd(rule, start) ?? [])
}
