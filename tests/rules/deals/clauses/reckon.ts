import { type BaseSums, computeCommission } from '#rules/commission/commission.ts'
import type { CarryOver } from '#rules/commission/constants.ts'
import { qualifies } from '#rules/commission/qualification.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { TriggerFacts } from '#rules/commission/triggers.ts'
import { roundMoney, sumMoney } from '#engine/values/money.ts'

/*
 * Clauses of public terms of affiliate programmes, in our own words, with payouts that were reckoned by hand. What is
 * said here is asked of the engine; none of the amounts came out of it. Which clauses cannot be expressed is in
 * docs/reference/deal-terms.md.
 */

/** What a month of one product came to; where `ngr` stands, it is all turnover and nothing was won. */
export interface Month extends Partial<BaseSums> {
  readonly ngr?: number | string
  /** What the trigger of a product is tested on. */
  readonly facts?: TriggerFacts
}

/** A share of a product. */
export const share = (given: Partial<RewardRule>): RewardRule => ({
  productType: 'games',
  subType: 'ngr',
  calculation: given.tiers ? 'dynamic' : 'fixed',
  adminFee: 0,
  ...given,
})

/** A value for each player that qualifies. */
export const cpa = (given: Partial<RewardRule>): RewardRule => ({
  productType: 'cpa',
  subType: 'player',
  calculation: given.tiers ? 'dynamic' : 'fixed',
  ...given,
})

const nothing: BaseSums = { turnover: 0, payout: 0, bonus: 0, chargebacks: 0 }

function sumsOf({ ngr, facts: _, ...sums }: Month): BaseSums {
  if (ngr === undefined) return { ...nothing, ...sums }
  return String(ngr).startsWith('-') ? { ...nothing, payout: String(ngr).slice(1) } : { ...nothing, turnover: ngr }
}

/** What a product earns in months that follow each other. */
export function payouts(rule: RewardRule, months: readonly Month[], carryOver: CarryOver = 'none'): string[] {
  let openingBalance = '0'
  return months.map((month) => {
    const result = computeCommission({ rule, sums: sumsOf(month), facts: month.facts ?? {}, carryOver, openingBalance })
    openingBalance = result.closingBalance.toFixed()
    return roundMoney(result.amount)
  })
}

/** What so many qualified players earn. */
export const paidFor = (rule: RewardRule, qualifiedPlayers: number): string =>
  roundMoney(computeCommission({ rule, sums: nothing, qualifiedPlayers }).amount)

/** What players earn, each by the totals of its whole life. */
export const paidForPlayers = (rule: RewardRule, players: readonly TriggerFacts[]): string =>
  paidFor(rule, players.filter((playerTotals) => qualifies({ rule, playerTotals })).length)

/** What several products earn together: each line is rounded by itself. */
export const together = (amounts: readonly string[]): string => sumMoney(amounts)
