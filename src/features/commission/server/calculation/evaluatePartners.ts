import { entryAmount } from '#rules/commission/commission.ts'
import {
  type PartnerEarned,
  computePartnerCommission,
  type PartnerValues,
  partnerValues,
} from '#rules/commission/partners.ts'
import type { Day } from '#engine/values/calendar.ts'
import { RuleCurrencyError } from '#rules/commission/ruleCurrency.ts'
import { AmountRangeError, Decimal, type Money, requireAmounts, roundMoney, zeroMoney } from '#engine/values/money.ts'
import type { CloseProblem } from './types.ts'
import { addBase, emptyBase, type PartnerBase, sumsOf } from './partnerBase.ts'
import type { PartnerRule } from './partnerRules.ts'

/** What a partner came to on a day. */
export interface PartnerDay {
  readonly day: Day
  readonly currency: string
  readonly rule: PartnerRule
  /** What lies below on that day alone. */
  readonly base: PartnerBase
  readonly grossValue: Money
  readonly abatment: Money
  readonly value: Money
  readonly rewardValue: Money
  /** What the expression read, to the day before and to the day. */
  readonly before: PartnerValues
  readonly after: PartnerValues
  readonly isStopped: boolean
}

/** Where partners stand in the month in one currency: bases and earned sums so far; changed as days go by. */
export interface PartnerAccumulatorState {
  readonly currency: string
  readonly bases: Map<number, PartnerBase>
  readonly earned: Map<number, Decimal>
}

const zero = new Decimal(0)

/** Why a partner's day has no result. */
interface Stop {
  readonly code: string
  readonly message: string
}

interface Stopped {
  readonly ok: false
  readonly failure: Stop
  readonly values: PartnerValues
}

function evaluate(
  rule: PartnerRule,
  base: PartnerBase,
  { parentEarned, currency: activity }: { parentEarned: Decimal; currency: string },
): PartnerEarned | Stopped {
  const { level, percentage, abatement, expression, currency } = rule
  const input = { level, sums: sumsOf(base), percentage, abatement, parentEarned }
  const stopped = (failure: Stop): Stopped => ({ ok: false, failure, values: partnerValues(input) })
  if (currency !== null && currency !== activity) return stopped(new RuleCurrencyError({ rule: currency, activity }))
  if (typeof expression === 'function') return computePartnerCommission({ ...input, expression })
  return stopped({ code: 'invalid_expression', message: expression.message })
}

const changeIn =
  (currency: string, before: PartnerValues, after: PartnerValues) =>
  (name: 'gross_value' | 'abatment' | 'value'): Money =>
    entryAmount({ earned: after[name], earnedBefore: before[name], currency })

/**
 * What every partner earned on a day, those above first (domain.md, section 4): the expression on the accumulated
 * period to the day, less the same to the day before, both by the day's
 * rules. Where it has no result that partner's entry stops: it stays at what it had earned, those below read that, and
 * the next day that has a result makes up for it.
 */
export function evaluatePartners(input: {
  day: Day
  rules: readonly PartnerRule[]
  bases: ReadonlyMap<number, PartnerBase>
  standing: PartnerAccumulatorState
}): { days: PartnerDay[]; problems: CloseProblem[] } {
  const { day, standing } = input
  const { currency } = standing
  const days: PartnerDay[] = []
  const problems: CloseProblem[] = []
  const earnedBefore = new Map(standing.earned)
  for (const rule of input.rules) {
    const stop = ({ code, message }: Stop) =>
      problems.push({ ownerKind: 'partner', owner: rule.partner, currency, day, code, message })
    const base = input.bases.get(rule.partner) ?? emptyBase
    const [opening, parent] = [standing.bases.get(rule.partner) ?? emptyBase, rule.parent ?? 0]
    const closing = addBase(opening, base)
    standing.bases.set(rule.partner, closing)
    const before = evaluate(rule, opening, { parentEarned: earnedBefore.get(parent) ?? zero, currency })
    const after = evaluate(rule, closing, { parentEarned: standing.earned.get(parent) ?? zero, currency })
    const soFar = standing.earned.get(rule.partner) ?? zero
    // Nobody below it moved yet: there is nothing to have a result of, and nothing to stop. So a partner made today
    // leaves the days before alone.
    const isIdle = !after.ok && isEmpty(closing) && soFar.isZero() && (standing.earned.get(parent) ?? zero).isZero()
    if (!after.ok && !isIdle) stop(after.failure)
    const earnedBeforeDay = before.ok ? before.amount : soFar
    const rewardValue = after.ok
      ? entryAmount({ earned: after.amount, earnedBefore: earnedBeforeDay, currency })
      : zeroMoney
    const change = changeIn(currency, before.values, after.values)
    const told: PartnerDay = {
      day,
      currency,
      rule,
      base,
      rewardValue,
      before: before.values,
      after: after.values,
      isStopped: !after.ok && !isIdle,
      grossValue: change('gross_value'),
      abatment: change('abatment'),
      value: change('value'),
    }
    const excess = excessOf(told)
    if (excess) stop(excess)
    else {
      standing.earned.set(rule.partner, soFar.plus(rewardValue))
      days.push(told)
    }
  }
  return { days, problems }
}

/** What no table could hold of a day: it stops this partner, and nobody else. */
function excessOf({ base, rewardValue, grossValue, abatment, value }: PartnerDay): AmountRangeError | null {
  try {
    requireAmounts([rewardValue, grossValue, abatment, value, ...Object.values(base).map(roundMoney)])
    return null
  } catch (error) {
    if (error instanceof AmountRangeError) return error
    throw error
  }
}

const isEmpty = (base: PartnerBase): boolean => Object.values(base).every((amount: Decimal) => amount.isZero())

/** Whether a day has anything to tell: something happened below, or something was earned. */
export function hasActivity(day: PartnerDay): boolean {
  return day.rewardValue !== zeroMoney || !isEmpty(day.base) || roundMoney(day.value) !== zeroMoney
}
