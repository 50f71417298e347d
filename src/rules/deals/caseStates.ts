import { addDays, type Day, startOfMonth } from '#engine/values/calendar.ts'
import { Decimal } from '#engine/values/money.ts'
import type { RewardRule } from '../commission/rewardRules.ts'
import type { DealCap } from './terms.ts'
import type { DealEnd, DealState } from './constants.ts'

/** A player that fulfilled a deal's conditions, and what became of it. */
export interface DealCase {
  readonly player: number
  /** The first day on which it fulfilled them. */
  readonly metDay: Day
  /** The day on which it was or is to be counted, at the end of its hold. */
  readonly approvalDay: Day
  /** On which it counted; null while it did not. */
  paidDay: Day | null
  /** On which it went out of the deal: void before it counted, taken back after. */
  endedDay: Day | null
  endedBy: DealEnd | null
}

/** What bars a player or takes its money back, on a day. */
export interface DealReversal {
  readonly day: Day
  readonly by: 'barred' | 'chargeback'
}

/** What stands of a case at the end of a day. */
export function stateOf({ paidDay, approvalDay, endedDay, endedBy }: DealCase, day: Day): DealState {
  if (endedDay !== null && endedDay <= day) return endedBy === 'cap' ? 'lost' : 'revoked'
  if (paidDay !== null && paidDay <= day) return 'approved'
  return approvalDay > day ? 'held' : 'waiting'
}

/** The day at whose end a player that fulfilled the conditions is approved. */
export function approvalDayOf(rule: RewardRule, metDay: Day): Day {
  return addDays(metDay, Number(rule.holdDays ?? 0))
}

/** Whether something that befell a player takes away what was not counted yet. */
export function voids(rule: RewardRule, { by }: DealReversal): boolean {
  return by === 'barred' || rule.clawBack === 'chargeback' || rule.clawBack === 'any'
}

/** Whether it takes back what was counted: as the rule says, within its days of the day on which it counted. */
export function triggersClawback(rule: RewardRule, { by, day }: DealReversal, paidDay: Day): boolean {
  if (rule.clawBack !== by && rule.clawBack !== 'any') return false
  const within = rule.clawBackDays
  return within === null || within === undefined || within === '' || day <= addDays(paidDay, Number(within))
}

/** The most players a cap lets through; money as the players whose values fit wholly into it. */
function playersOf(cap: DealCap, rule: RewardRule): number {
  if (cap.measure !== 'money') return Number(cap.atMost)
  const value = new Decimal(rule.value ?? 0)
  return value.isZero() ? Number.MAX_SAFE_INTEGER : new Decimal(cap.atMost).dividedBy(value).floor().toNumber()
}

/** How many players counted, as caps count them. */
interface Counted {
  /** By month; what came before all months that still matter stands in the first. */
  readonly months: Map<Day, number>
  readonly days: Map<Day, number>
  whole: number
}

function usedOf({ per }: DealCap, counted: Counted, day: Day): number {
  if (per === 'deal') return counted.whole
  return (per === 'day' ? counted.days.get(day) : counted.months.get(startOfMonth(day))) ?? 0
}

function count(counted: Counted, day: Day): void {
  const month = startOfMonth(day)
  counted.whole += 1
  counted.months.set(month, (counted.months.get(month) ?? 0) + 1)
  counted.days.set(day, (counted.days.get(day) ?? 0) + 1)
}

/** What {@link advanceCases} is asked with: the cases of one affiliate under one reward. */
export interface Following {
  /** Those that were open before the first day, and those that fulfilled the conditions since. */
  readonly cases: readonly DealCase[]
  /** What befell their players, oldest first. */
  readonly blows: ReadonlyMap<number, readonly DealReversal[]>
  /** How many counted before the first day, by month. */
  readonly countedBefore: ReadonlyMap<Day, number>
  /** The rule of a day: holds and claw-backs are those of the day a player met, caps those of the day it counts on. */
  readonly ruleOn: (day: Day) => RewardRule
  readonly from: Day
  readonly to: Day
}

/**
 * Follows cases through days: at the end of its hold a player counts, unless it was barred before, as far as the caps
 * leave room; beyond them it waits for the next day or month with room, or is lost. What counted is taken back as the
 * rule says. What happens on a day depends on nothing that comes after it, so that days followed one by one come to the
 * same as all at once. On a day those that wait come first, then the others in the order in which they met.
 */
export function advanceCases(given: Following): void {
  const { blows, ruleOn, from, to } = given
  const counted: Counted = {
    months: new Map(given.countedBefore),
    days: new Map(),
    whole: [...given.countedBefore.values()].reduce((sum, each) => sum + each, 0),
  }
  const waiting = given.cases
    .filter((each) => each.paidDay === null && each.endedDay === null)
    .sort(
      (one, other) =>
        one.approvalDay.localeCompare(other.approvalDay) ||
        one.metDay.localeCompare(other.metDay) ||
        one.player - other.player,
    )
  let queue = waiting
  for (let day = firstDay(queue, from); day !== null && day <= to; day = nextDay(queue, day)) {
    const rule = ruleOn(day)
    const kept: DealCase[] = []
    for (const each of queue) {
      if (each.approvalDay > day) kept.push(each)
      else if (!settle(each, { day, rule, counted, blows, ruleOn })) kept.push(each)
    }
    queue = kept
  }
  for (const each of queue) voidCase(each, { blows, ruleOn, to })
  for (const each of given.cases) takeBack(each, { blows, ruleOn, from, to })
}

const firstDay = (queue: readonly DealCase[], from: Day): Day | null =>
  queue.length === 0 ? null : queue[0]!.approvalDay > from ? queue[0]!.approvalDay : from

/** The next day on which something may count: who waits for room asks each day, the others at the end of their hold. */
function nextDay(queue: readonly DealCase[], day: Day): Day | null {
  if (queue.length === 0) return null
  const [first] = queue
  return first!.approvalDay > day ? first!.approvalDay : addDays(day, 1)
}

/** What voids a case up to a day, at the earliest after it met. */
function voidCase(each: DealCase, { blows, ruleOn, to }: Pick<Following, 'blows' | 'ruleOn' | 'to'>): boolean {
  const rule = ruleOn(each.metDay)
  const blow = blows.get(each.player)?.find((blow) => blow.day <= to && voids(rule, blow))
  if (!blow) return false
  each.endedDay = blow.day > each.metDay ? blow.day : each.metDay
  each.endedBy = blow.by
  return true
}

/** Counts, loses or voids a case on a day; leaves it waiting otherwise. @returns whether it is settled */
function settle(
  each: DealCase,
  {
    day,
    rule,
    counted,
    ...given
  }: { day: Day; rule: RewardRule; counted: Counted } & Pick<Following, 'blows' | 'ruleOn'>,
): boolean {
  if (voidCase(each, { ...given, to: day })) return true
  const full = (rule.caps ?? []).filter((cap) => usedOf(cap, counted, day) >= playersOf(cap, rule))
  if (full.length === 0) {
    each.paidDay = day
    count(counted, day)
    return true
  }
  if (full.every((cap) => cap.beyond === 'later' && cap.per !== 'deal')) return false
  each.endedDay = day
  each.endedBy = 'cap'
  return true
}

function takeBack(
  each: DealCase,
  { blows, ruleOn, from, to }: Pick<Following, 'blows' | 'ruleOn' | 'from' | 'to'>,
): void {
  const { paidDay } = each
  if (paidDay === null || each.endedDay !== null) return
  const rule = ruleOn(each.metDay)
  const blow = blows
    .get(each.player)
    ?.find((blow) => blow.day > paidDay && blow.day >= from && blow.day <= to && triggersClawback(rule, blow, paidDay))
  if (!blow) return
  each.endedDay = blow.day
  each.endedBy = blow.by
}
