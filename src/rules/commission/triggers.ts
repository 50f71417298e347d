import { Decimal } from '#engine/values/money.ts'
import type { DecimalValue } from '#engine/values/money.ts'
import type { TriggerCondition, TriggerOperation } from './constants.ts'

/**
 * What a trigger can ask of a player (its whole life) or of an affiliate (its accumulated period; turnover, bets and
 * ggr of the reward's product).
 * `first…` is the earliest amount, `largest…` the greatest; 0 where there is none.
 */
export const triggerFacts = [
  'registrations',
  'firstDepositCount',
  'firstDepositSum',
  'firstFirstDeposit',
  'largestFirstDeposit',
  'depositCount',
  'depositSum',
  'firstDeposit',
  'largestDeposit',
  'betCount',
  'turnover',
  'firstBet',
  'largestBet',
  'ggr',
] as const

/** One of {@link triggerFacts}. */
export type TriggerFact = (typeof triggerFacts)[number]

/** The facts a trigger is tested on; only the one it asks for must be there. */
export type TriggerFacts = { readonly [Fact in TriggerFact]?: DecimalValue }

/**
 * What each condition and operation asks for. A registration has no amount, so that every operation counts. Ggr is a
 * balance, not a row of amounts: it has its
 * sum only.
 */
export const triggerFactOf: Readonly<
  Record<TriggerCondition, Readonly<Partial<Record<TriggerOperation, TriggerFact>>>>
> = {
  registration: { first: 'registrations', sum: 'registrations', count: 'registrations', max: 'registrations' },
  first_deposit: {
    first: 'firstFirstDeposit',
    sum: 'firstDepositSum',
    count: 'firstDepositCount',
    max: 'largestFirstDeposit',
  },
  deposit: { first: 'firstDeposit', sum: 'depositSum', count: 'depositCount', max: 'largestDeposit' },
  turnover: { first: 'firstBet', sum: 'turnover', count: 'betCount', max: 'largestBet' },
  ggr: { sum: 'ggr' },
  bets: { first: 'firstBet', sum: 'turnover', count: 'betCount', max: 'largestBet' },
}

/** The part of a reward that says when it holds. */
export interface Trigger {
  readonly triggerCondition?: TriggerCondition | null | undefined
  readonly triggerOperation?: TriggerOperation | null | undefined
  readonly triggerComparison?: string | null | undefined
}

/**
 * What came of a trigger: the fact it asked for, its amount, the least it must be, and whether it is. Amounts are
 * decimal strings.
 */
export interface TriggerOutcome {
  readonly condition: TriggerCondition
  readonly operation: TriggerOperation
  readonly comparison: string
  readonly fact: TriggerFact
  readonly actual: string
  readonly threshold: string
  readonly isMet: boolean
}

const comparisonPattern = /^>= ?([0-9]{1,13}(?:\.[0-9]{1,4})?)$/

/**
 * The threshold of a comparison written `>= N`, N a number from 0 with at most 4 decimals (the space may be left out),
 * as a decimal string.
 * @returns null where it is written in any other way
 */
export function parseComparison(text: string): string | null {
  return comparisonPattern.exec(text.trim())?.[1] ?? null
}

/** The operations that fit a condition. */
export function operationsOf(condition: TriggerCondition): TriggerOperation[] {
  return Object.keys(triggerFactOf[condition]) as TriggerOperation[]
}

/**
 * The fact a trigger asks for; null where there is no trigger.
 * @throws {Error} when the stored trigger is not whole: nothing is paid by bad data
 */
export function triggerFact(trigger: Trigger): TriggerFact | null {
  const { triggerCondition: condition, triggerOperation: operation, triggerComparison: comparison } = trigger
  if (!condition && !operation && !comparison) return null
  const fact = condition && operation ? triggerFactOf[condition][operation] : undefined
  if (!fact || !comparison || parseComparison(comparison) === null)
    throw new Error('The trigger of this reward is not whole; mend the reward.')
  return fact
}

/**
 * Tests a trigger on facts.
 * @returns null where there is no trigger
 * @throws {Error} when the trigger is not whole, or the fact it asks for is not given
 */
export function testTrigger(input: { trigger: Trigger; facts: TriggerFacts }): TriggerOutcome | null {
  const { trigger, facts } = input
  const fact = triggerFact(trigger)
  if (!fact) return null
  const actual = facts[fact]
  if (actual === undefined) throw new Error(`The trigger asks for ${fact}, which was not given.`)
  const threshold = parseComparison(trigger.triggerComparison!)!
  return {
    condition: trigger.triggerCondition!,
    operation: trigger.triggerOperation!,
    comparison: trigger.triggerComparison!,
    fact,
    actual: new Decimal(actual).toFixed(),
    threshold,
    isMet: new Decimal(actual).greaterThanOrEqualTo(threshold),
  }
}

/** Whether a reward's trigger is met; a reward without one always holds. @throws {Error} as {@link testTrigger} */
export function triggerMet(input: { trigger: Trigger; facts: TriggerFacts }): boolean {
  return testTrigger(input)?.isMet ?? true
}
