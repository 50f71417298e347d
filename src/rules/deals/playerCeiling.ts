import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import type { DealTerms } from './terms.ts'

/** What a player brought of a product, and what it deposited, over the same days. */
export interface PlayerWorth {
  /** Stakes less winnings, and less bonuses where the base is. */
  readonly result: DecimalValue
  readonly deposits: DecimalValue
}

/** Whether a reward counts no more of a player than so much. */
export const capsPlayers = ({ playerCeiling }: DealTerms): boolean =>
  playerCeiling === 'deposits' || playerCeiling === 'amount'

/** Whether what a player brought and deposited before the period must be known as well. */
export const capsLifetimeValue = ({ playerCeiling }: DealTerms): boolean => playerCeiling === 'deposits'

/** What players brought beyond what counts of each. */
export function excessOf(terms: DealTerms, players: Iterable<PlayerWorth>): Decimal {
  let excess = new Decimal(0)
  for (const { result, deposits } of players) {
    const most = capsLifetimeValue(terms) ? deposits : (terms.playerCeilingAmount ?? 0)
    excess = excess.plus(Decimal.max(0, new Decimal(result).minus(most)))
  }
  return excess
}
