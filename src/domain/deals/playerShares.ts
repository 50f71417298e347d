import { addMonths, type Day } from '../calendar.ts'
import type { RewardRule } from '../commission/rewardRules.ts'
import { forEach, type Product, products } from '../measures.ts'
import { Decimal } from '../money.ts'
import type { DealPlayerRate, DealTerms } from './terms.ts'

/** What a player's part of a base is made of. */
export const playerMeasures = ['turnover', 'payout', 'bonus', 'chargebacks', 'deposits'] as const

/** What a player came to on a day in one product (`none`: deposits, and costs of no product). */
export type PlayerRow = Readonly<Record<(typeof playerMeasures)[number], string>> & {
  readonly day: Day
  readonly product: Product | 'none'
}

/** A player of an affiliate, as its shares see it. */
export interface PlayerLife {
  /** The day of its registration; null where that was never told. */
  readonly registered: Day | null
  /** The day on which it counted under CPA, until it was taken back, and what was paid for it; null while it did not. */
  readonly counted: { readonly from: Day; readonly until: Day | null; readonly value: string } | null
  /** Oldest first; of a player that counted from that day on, of others from the first day asked for. */
  readonly rows: readonly PlayerRow[]
}

/** Whose part it is: of players without a share, or of those at the rate of a row of the reward. */
export type PartKey = 'none' | number

/** Sums by product. */
export type PartSums = Readonly<Record<Product | 'none', Readonly<Record<(typeof playerMeasures)[number], Decimal>>>>

/** A part of an affiliate's sums that its reward treats by itself. */
export interface PlayerPart {
  readonly key: PartKey
  /** What is paid of it in percent; null: nothing is, and a loss in it counts for nothing either. */
  readonly percentage: string | null
  readonly sums: PartSums
}

const zero = new Decimal(0)
const allProducts = [...products, 'none'] as const
const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** Whether a share looks at single players. */
export function sharesByPlayer(terms: DealTerms & { readonly productType: string }): boolean {
  if (terms.productType === 'cpa') return false
  return (terms.playerRates ?? []).length > 0 || takesCpaPlayersApart(terms)
}

/** Whether it treats those otherwise that count under CPA. */
export function takesCpaPlayersApart({ cpaPlayers }: DealTerms): boolean {
  return cpaPlayers === 'none' || cpaPlayers === 'earnedBack' || cpaPlayers === 'advance'
}

/** Which row of the reward says a player's rate on a day: of those that fit the one of the oldest age, then the first. */
function rateRowOf(rates: readonly DealPlayerRate[], registered: Day | null, day: Day): number | null {
  let [found, oldest] = [null as number | null, -1]
  for (const [index, { registeredFrom, registeredBefore, afterMonths }] of rates.entries()) {
    const months = Number(afterMonths ?? 0)
    if (registered === null || months <= oldest) continue
    if (isSaid(registeredFrom) && registered < registeredFrom!) continue
    if (isSaid(registeredBefore) && registered >= registeredBefore!) continue
    if (months > 0 && day < addMonths(registered, months)) continue
    ;[found, oldest] = [index, months]
  }
  return found
}

const ngrOf = ({ turnover, payout, bonus, chargebacks }: PlayerRow): Decimal =>
  new Decimal(turnover).minus(payout).minus(bonus).minus(chargebacks)

/** Rows of a day as the part of them that is left out: all measures in proportion, to the cent, net revenue exactly. */
function splitRows(rows: readonly PlayerRow[], leftOut: Decimal, whole: Decimal): PlayerRow[] {
  const share = leftOut.dividedBy(whole)
  const parts = rows.map((row) => ({
    ...row,
    ...forEach(playerMeasures, (name) => new Decimal(row[name]).times(share).toDecimalPlaces(2).toFixed()),
  }))
  const missing = parts.reduce((left, row) => left.minus(ngrOf(row)), leftOut)
  const [first, ...rest] = parts
  return [{ ...first!, payout: new Decimal(first!.payout).minus(missing).toFixed() }, ...rest]
}

/** The net revenue from which on a player has a share once CPA was paid for it; null: never. To the cent. */
function owedOf({ cpaPlayers, percentage }: RewardRule, value: string): Decimal | null {
  if (cpaPlayers === 'earnedBack') return new Decimal(value)
  const rate = new Decimal(percentage ?? 0)
  return cpaPlayers !== 'advance' || rate.isZero()
    ? null
    : new Decimal(value).times(100).dividedBy(rate).toDecimalPlaces(2)
}

/** What of a day's rows has no share, because CPA was paid for the player. */
function withoutShare(
  rule: RewardRule,
  { counted }: PlayerLife,
  rows: readonly PlayerRow[],
  earnedBefore: Decimal,
): readonly PlayerRow[] {
  const day = rows[0]!.day
  if (!counted || day < counted.from || (counted.until !== null && day >= counted.until)) return []
  const owed = owedOf(rule, counted.value)
  if (owed === null) return rows
  const earned = rows.reduce((sum, row) => sum.plus(ngrOf(row)), earnedBefore)
  const [left, leftBefore] = [earned, earnedBefore].map((all) => Decimal.min(all, owed))
  if (left!.equals(leftBefore!) && left!.equals(owed)) return []
  const leftOut = left!.minus(leftBefore!)
  const whole = earned.minus(earnedBefore)
  return leftOut.equals(whole) ? rows : splitRows(rows, leftOut, whole)
}

type Adding = Map<PartKey, Record<Product | 'none', Record<(typeof playerMeasures)[number], Decimal>>>

function addRows(parts: Adding, key: PartKey, rows: readonly PlayerRow[], sign: 1 | -1): void {
  let sums = parts.get(key)
  if (!sums) parts.set(key, (sums = forEach(allProducts, () => forEach(playerMeasures, () => zero))))
  for (const row of rows) {
    const own = sums[row.product]
    for (const name of playerMeasures) own[name] = own[name].plus(new Decimal(row[name]).times(sign))
  }
}

function addLife(parts: Map<Day, Adding>, rule: RewardRule, life: PlayerLife): void {
  let earned = zero
  for (const [day, rows] of Map.groupBy(life.rows, (row) => row.day)) {
    const isApart = takesCpaPlayersApart(rule)
    const none = isApart ? withoutShare(rule, life, rows, earned) : []
    if (life.counted && day >= life.counted.from) earned = rows.reduce((sum, row) => sum.plus(ngrOf(row)), earned)
    const rate = rateRowOf(rule.playerRates ?? [], life.registered, day)
    if (none.length === 0 && rate === null) continue
    const own: Adding = parts.get(day) ?? new Map()
    parts.set(day, own)
    if (none.length > 0) addRows(own, 'none', none, 1)
    if (rate === null) continue
    addRows(own, rate, rows, 1)
    if (none.length > 0) addRows(own, rate, none, -1)
  }
}

const known = new WeakMap<readonly PlayerLife[], Map<RewardRule, Map<Day, Adding>>>()

function dailyParts(rule: RewardRule, lives: readonly PlayerLife[]): Map<Day, Adding> {
  const rules = known.get(lives) ?? new Map<RewardRule, Map<Day, Adding>>()
  known.set(lives, rules)
  let parts = rules.get(rule)
  if (!parts) {
    rules.set(rule, (parts = new Map()))
    for (const life of lives) addLife(parts, rule, life)
  }
  return parts
}

/**
 * What of an affiliate's sums from day to day, both inclusive, a share treats by itself, player by player: those CPA was
 * paid for, those whose registration or age has a rate of its own. What a day adds depends on nothing that comes after
 * it, so that days one by one come to the same as all at once. The rest is the reward's own.
 */
export function playerParts(
  rule: RewardRule,
  lives: readonly PlayerLife[],
  { from, to }: { readonly from: Day; readonly to: Day },
): PlayerPart[] {
  if (!sharesByPlayer(rule)) return []
  const whole: Adding = new Map()
  for (const [day, parts] of dailyParts(rule, lives)) {
    if (day < from || day > to) continue
    for (const [key, sums] of parts)
      for (const product of allProducts) addRows(whole, key, [{ ...textOf(sums[product]), day, product }], 1)
  }
  return [...whole]
    .sort(([one], [other]) => (one === 'none' ? -1 : other === 'none' ? 1 : one - other))
    .map(([key, sums]) => {
      const percentage = key === 'none' ? null : new Decimal(rule.playerRates![key]!.percentage).toFixed()
      return { key, percentage, sums }
    })
}

const textOf = (sums: PartSums['none']) => forEach(playerMeasures, (name) => sums[name].toFixed())
