import { addMonths, type Day } from '#engine/values/calendar.ts'
import { allocateMoney, Decimal, type DecimalValue } from '#engine/values/money.ts'
import type { DealTerms } from './terms.ts'

/** What a player brought of a product in a period so far, and what it still owes of what it won in earlier ones. */
export interface PlayerResult {
  readonly player: number
  /** Stakes less winnings, and less bonuses where the base is; below zero where the player won. */
  readonly result: DecimalValue
  /** What is kept apart of earlier months, oldest first. */
  readonly apart: readonly QuarantinedWin[]
}

/** What stands apart of a player, above 0; with the month of the win where it is forgotten some time. */
export type QuarantinedWin = readonly [player: number, amount: string, month?: Day]

/** What quarantine makes of a period. */
export interface Quarantined {
  /** What the base grows by: wins that are kept apart, less what players made good of earlier ones. */
  readonly added: Decimal
  readonly apart: readonly QuarantinedWin[]
  /** What stood apart before commission was set against it, where that is done. */
  readonly stood?: Decimal
}

const zero = new Decimal(0)

/** What of some wins still stands in a month: without those that were not made good in time. */
export const standingWins = ({ quarantineMonths }: DealTerms, wins: readonly QuarantinedWin[], month: Day) =>
  Number(quarantineMonths ?? 0) > 0
    ? wins.filter(([, , of]) => of === undefined || addMonths(of, Number(quarantineMonths)) >= month)
    : wins

/** Takes an amount of wins, the first of them first. @returns what is left of them */
function lessenWins(wins: readonly QuarantinedWin[], by: Decimal): QuarantinedWin[] {
  let left = by
  return wins.flatMap(([player, amount, month]): QuarantinedWin[] => {
    const used = Decimal.min(left, amount)
    left = left.minus(used)
    const rest = new Decimal(amount).minus(used)
    if (rest.isZero()) return []
    return [month === undefined ? [player, rest.toFixed()] : [player, rest.toFixed(), month]]
  })
}

/** What stands apart of all. */
const sumOfWins = (wins: readonly QuarantinedWin[]): Decimal => wins.reduce((sum, [, amount]) => sum.plus(amount), zero)

/** What quarantine asks of a reward: its words, and the rate by which commission is withheld. */
type QuarantineTerms = DealTerms & { readonly percentage?: DecimalValue | null | undefined }

/** Whether a reward keeps large wins apart. */
export function quarantines({ quarantineAbove }: DealTerms): boolean {
  return quarantineAbove !== null && quarantineAbove !== undefined && quarantineAbove !== ''
}

/**
 * What of a player's losses does not count, and how much that makes good: as much, or the commission that is withheld of
 * it, to the cent.
 */
function setOff({ quarantineBy, percentage }: QuarantineTerms, made: Decimal, apart: Decimal) {
  const rate = new Decimal(percentage ?? 0).dividedBy(100)
  if (quarantineBy !== 'commission' || !rate.greaterThan(0)) {
    const repaid = Decimal.max(0, Decimal.min(made, apart))
    return { repaid, set: repaid }
  }
  const needed = apart.dividedBy(rate).toDecimalPlaces(2)
  const repaid = Decimal.max(0, Decimal.min(made, needed))
  return { repaid, set: repaid.equals(needed) ? apart : Decimal.min(apart, repaid.times(rate).toDecimalPlaces(2)) }
}

/**
 * Keeps the wins of high rollers apart: who won more than the rule names in a period is carried on its own, and what it
 * loses later is set against that alone, not counted in the base until it is made good. With `negativeMonth` only a base
 * below zero lets somebody be kept apart, no more than that base, shared by the size of the wins.
 * @param input.base the base without quarantine
 * @param input.month the first day of the period's month
 */
export function quarantine(input: {
  terms: QuarantineTerms
  base: Decimal
  players: readonly PlayerResult[]
  month: Day
}): Quarantined {
  const { terms, base, players, month } = input
  const known = players.map(({ player, result, apart }) => {
    const made = new Decimal(result)
    const { repaid, set } = setOff(terms, made, sumOfWins(apart))
    const won = made.negated().greaterThan(terms.quarantineAbove!) ? made.negated() : zero
    return { player, left: lessenWins(apart, set), repaid, won }
  })
  const repaid = known.reduce((sum, each) => sum.plus(each.repaid), zero)
  const won = known.reduce((sum, each) => sum.plus(each.won), zero)
  const room = terms.quarantineWhen === 'negativeMonth' ? Decimal.max(0, repaid.minus(base)) : won
  const kept = Decimal.min(won, room)
  const shares = kept.equals(won)
    ? known.map((each) => each.won)
    : allocateMoney({ amount: kept, weights: known.map((each) => each.won) })
  return {
    added: shares.reduce<Decimal>((sum, share) => sum.plus(share), zero).minus(repaid),
    apart: known.flatMap(({ player, left }, index): QuarantinedWin[] => {
      const own = new Decimal(shares[index]!)
      if (Number(terms.quarantineMonths ?? 0) > 0)
        return [...left, ...(own.isZero() ? [] : [[player, own.toFixed(), month] as const])]
      const amount = sumOfWins(left).plus(own)
      return amount.isZero() ? [] : [[player, amount.toFixed()] as const]
    }),
  }
}

/**
 * What of a period's commission is withheld against what stands apart, 1:1, the oldest win first.
 * @returns what is withheld, and what stands apart then
 */
export function setOffByMonth(quarantined: Quarantined, amount: Decimal): { set: Decimal; left: Quarantined } {
  const stood = quarantined.stood ?? sumOfWins(quarantined.apart)
  const set = Decimal.max(zero, Decimal.min(amount, stood))
  const oldestFirst = quarantined.apart.toSorted(([, , one], [, , other]) => (one ?? '').localeCompare(other ?? ''))
  return { set, left: { ...quarantined, apart: lessenWins(oldestFirst, set), stood } }
}
