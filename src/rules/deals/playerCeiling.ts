import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import type { DealTerms } from './terms.ts'

/** What a player brought of a product, and what it deposited, over the same days. */
export interface PlayerWorth {
  /** Stakes less winnings, and less bonuses where the base is. */
  readonly result: DecimalValue
  readonly deposits: DecimalValue
}

/** What a ceiling asks of a reward: its words, and the rate by which commission is paid. */
type CeilingTerms = DealTerms & {
  readonly percentage?: DecimalValue | null | undefined
  readonly adminFee?: DecimalValue | null | undefined
  readonly subType?: string | null | undefined
}

/** Whether a reward counts no more of a player than so much. */
export const capsPlayers = ({ playerCeiling }: DealTerms): boolean =>
  playerCeiling === 'deposits' || playerCeiling === 'amount'

/** Whether what a player brought and deposited before the period must be known as well. */
export const capsLifetimeValue = ({ playerCeiling, playerCeilingOver }: DealTerms): boolean =>
  playerCeiling === 'deposits' || (playerCeiling === 'amount' && playerCeilingOver === 'life')

/** Whether the most is of the commission on a player, not of what it brought. */
export const capsCommission = ({ playerCeiling, playerCeilingOf }: DealTerms): boolean =>
  playerCeiling === 'amount' && playerCeilingOf === 'commission'

/** What a player brought as commission is paid of it: of net revenue without its admin fee. */
export const withoutFee = (terms: CeilingTerms, result: DecimalValue, ggr: DecimalValue): Decimal =>
  capsCommission(terms) && terms.subType === 'ngr'
    ? new Decimal(result).minus(new Decimal(ggr).times(terms.adminFee ?? 0).dividedBy(100))
    : new Decimal(result)

/** The most of what a player brought; null where nothing is too much. */
function mostOf(terms: CeilingTerms, deposits: DecimalValue): Decimal | null {
  if (terms.playerCeiling === 'deposits') return new Decimal(deposits)
  const amount = new Decimal(terms.playerCeilingAmount ?? 0)
  if (!capsCommission(terms)) return amount
  const rate = new Decimal(terms.percentage ?? 0)
  return rate.isZero() ? null : amount.times(100).dividedBy(rate)
}

/** What players brought beyond what counts of each. */
export function excessOf(terms: CeilingTerms, players: Iterable<PlayerWorth>): Decimal {
  let excess = new Decimal(0)
  for (const { result, deposits } of players) {
    const most = mostOf(terms, deposits)
    if (most !== null) excess = excess.plus(Decimal.max(0, new Decimal(result).minus(most)))
  }
  return excess
}
