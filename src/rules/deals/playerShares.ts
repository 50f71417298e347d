import { addDays, addMonths, type Day } from '#engine/values/calendar.ts'
import type { RewardRule } from '../commission/rewardRules.ts'
import { forEach, type Product, products } from '../activity/measures.ts'
import { Decimal } from '#engine/values/money.ts'
import { asksForPlayers, overrideAt, type TrafficOrigin } from './overrides.ts'
import type { DealPlayerRate, DealTerms } from './terms.ts'

/** What a player's part of a base is made of. */
export const playerMeasures = ['turnover', 'payout', 'bonus', 'chargebacks', 'deposits'] as const

/** What a player came to on a day in one product (`none`: deposits, and costs of no product). */
export type PlayerRow = Readonly<Record<(typeof playerMeasures)[number], string>> & {
  readonly day: Day
  readonly product: Product | 'none'
  /** Where it came from; needed where the reward has overrides. */
  readonly place?: TrafficOrigin
}

/** A player of an affiliate, as its shares see it; or all that came in, where no share looks at single players. */
export interface PlayerLifetime {
  /** The day of its registration; null where that was never told. */
  readonly registered: Day | null
  /** The day on which it counted under CPA, until it was taken back, and what was paid for it; null while it did not. */
  readonly counted: { readonly from: Day; readonly until: Day | null; readonly value: string } | null
  /** The day of its first deposit, where something asks for it. */
  readonly firstDeposit?: Day | null
  /** Oldest first; of a player that counted from that day on, of others from the first day asked for. */
  readonly rows: readonly PlayerRow[]
  /** Long pauses, oldest first: the last day with a deposit or bet (or its registration), and the next; null: none yet. */
  readonly pauses?: readonly { readonly last: Day; readonly next: Day | null }[]
}

/** Whose part it is: of players without a share, of those at the rate of a row of the reward, or of an override. */
type PartKey = 'none' | `player ${number}` | `override ${number}`

/** Sums by product. */
export type PartSums = Readonly<Record<Product | 'none', Readonly<Record<(typeof playerMeasures)[number], Decimal>>>>

/** A part of an affiliate's sums that its reward treats by itself. */
export interface PlayerPart {
  /** Which override it is of, by its place; null where it is of players. */
  readonly override: number | null
  /** What is paid of it in percent; null: nothing is, and a loss in it counts for nothing either. */
  readonly percentage: string | null
  readonly sums: PartSums
}

const zero = new Decimal(0)
const allProducts = [...products, 'none'] as const
const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** Whether a share treats a part of what comes in by itself: of single players, or of a place. */
export function sharesByPart(terms: DealTerms & { readonly productType: string }): boolean {
  return sharesByPlayer(terms) || (terms.productType !== 'cpa' && (terms.overrides ?? []).length > 0)
}

/** Whether a share looks at single players. */
export function sharesByPlayer(terms: DealTerms & { readonly productType: string }): boolean {
  if (terms.productType === 'cpa') return false
  return (
    (terms.playerRates ?? []).length > 0 ||
    takesCpaPlayersApart(terms) ||
    asksForPlayers(terms) ||
    hasInactivityLimit(terms) ||
    asksForCounted(terms) ||
    ratesByWorth(terms)
  )
}

/** Whether players that count under CPA do not raise the tier of a share. */
export const asksForCounted = ({ tierWithout }: DealTerms): boolean => tierWithout === 'counted'

/** Whether what a player brought in the period says the rate on it. */
export const ratesByWorth = (terms: DealTerms & { readonly productType: string }): boolean =>
  terms.productType !== 'cpa' && (terms.bands ?? []).length > 0

/** Whether players leave who do nothing for some days. */
export const hasInactivityLimit = ({ leavesAfterDays }: DealTerms): boolean => Number(leavesAfterDays ?? 0) > 0

/** The last day on which a player is the affiliate's: so many days after it did something, where nothing followed. */
function lastDayOf({ leavesAfterDays }: DealTerms, { pauses }: PlayerLifetime): Day | null {
  const days = Number(leavesAfterDays ?? 0)
  if (days === 0) return null
  const ends = (pauses ?? []).map(({ last, next }) => ({ end: addDays(last, days), next }))
  return ends.find(({ end, next }) => next === null || next > end)?.end ?? null
}

/** Whether it treats those otherwise that count under CPA. */
export function takesCpaPlayersApart({ cpaPlayers }: DealTerms): boolean {
  return cpaPlayers === 'none' || cpaPlayers === 'earnedBack' || cpaPlayers === 'advance' || cpaPlayers === 'only'
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

/** Whether a player counts under CPA on a day. */
export const countsOn = ({ counted }: Pick<PlayerLifetime, 'counted'>, day: Day): boolean =>
  counted !== null && day >= counted.from && (counted.until === null || day < counted.until)

/** What of a day's rows has no share, because CPA was paid for the player. */
function withoutShare(
  rule: RewardRule,
  { counted }: PlayerLifetime,
  rows: readonly PlayerRow[],
  earnedBefore: Decimal,
): readonly PlayerRow[] {
  const day = rows[0]!.day
  const isCounted = countsOn({ counted }, day)
  if (rule.cpaPlayers === 'only') return isCounted ? [] : rows
  if (!counted || !isCounted) return []
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

/** At which rate of its own a row stands: that of its override before that of its player; null: at the reward's. */
function keyOf({ overrides, playerRates }: RewardRule, { registered }: PlayerLifetime, row: PlayerRow): PartKey | null {
  const since = registered !== null && registered <= row.day ? registered : null
  const override = row.place && overrides?.length ? overrideAt(overrides, { ...row.place, registered: since }) : null
  if (override !== null) return `override ${override}`
  const rate = rateRowOf(playerRates ?? [], registered, row.day)
  return rate === null ? null : `player ${rate}`
}

function addLife(parts: Map<Day, Adding>, rule: RewardRule, life: PlayerLifetime): void {
  let earned = zero
  const lastDay = lastDayOf(rule, life)
  for (const [day, rows] of Map.groupBy(life.rows, (row) => row.day)) {
    const hasLeft = lastDay !== null && day > lastDay
    const none = hasLeft ? rows : takesCpaPlayersApart(rule) ? withoutShare(rule, life, rows, earned) : []
    if (life.counted && day >= life.counted.from) earned = rows.reduce((sum, row) => sum.plus(ngrOf(row)), earned)
    const own: Adding = parts.get(day) ?? new Map()
    const add = (all: readonly PlayerRow[], sign: 1 | -1) => {
      for (const row of all) {
        const key = keyOf(rule, life, row)
        if (key !== null) addRows(own, key, [row], sign)
      }
    }
    add(rows, 1)
    if (none.length > 0) {
      addRows(own, 'none', none, 1)
      add(none, -1)
    }
    if (own.size > 0) parts.set(day, own)
  }
}

const known = new WeakMap<readonly PlayerLifetime[], Map<RewardRule, Map<Day, Adding>>>()

function dailyParts(rule: RewardRule, lives: readonly PlayerLifetime[]): Map<Day, Adding> {
  const rules = known.get(lives) ?? new Map<RewardRule, Map<Day, Adding>>()
  known.set(lives, rules)
  let parts = rules.get(rule)
  if (!parts) {
    rules.set(rule, (parts = new Map()))
    for (const life of lives) addLife(parts, rule, life)
  }
  return parts
}

/** First those without a share, then players, then overrides, each in the order of the reward. */
function orderOf(key: PartKey): number {
  if (key === 'none') return -1
  const [of, index] = key.split(' ')
  return Number(index) + (of === 'override' ? 1_000 : 0)
}

function partOf(rule: RewardRule, key: PartKey, sums: PartSums): PlayerPart {
  if (key === 'none') return { override: null, percentage: null, sums }
  const index = orderOf(key) % 1_000
  const isOverride = key.startsWith('override')
  const row = isOverride ? rule.overrides![index]! : rule.playerRates![index]!
  return { override: isOverride ? index : null, percentage: new Decimal(row.percentage ?? 0).toFixed(), sums }
}

/**
 * What of an affiliate's sums from day to day, both inclusive, a share treats by itself: players CPA was paid for, those
 * whose registration or age has a rate of its own, what came from where an override holds. What a day adds depends on
 * nothing that comes after it, so that days one by one come to the same as all at once. The rest is the reward's own.
 */
export function playerParts(
  rule: RewardRule,
  lives: readonly PlayerLifetime[],
  { from, to }: { readonly from: Day; readonly to: Day },
): PlayerPart[] {
  if (!sharesByPart(rule)) return []
  if (ratesByWorth(rule)) return partsByWorth(rule, lives, { from, to })
  const whole: Adding = new Map()
  for (const [day, parts] of dailyParts(rule, lives)) {
    if (day < from || day > to) continue
    for (const [key, sums] of parts)
      for (const product of allProducts) addRows(whole, key, [{ ...textOf(sums[product]), day, product }], 1)
  }
  return [...whole]
    .sort(([one], [other]) => orderOf(one) - orderOf(other))
    .map(([key, sums]) => partOf(rule, key, sums))
}

/** What a player brought of a product over some days, as the tiers of a share look at it. */
function worthOf(rule: RewardRule, rows: readonly PlayerRow[]): Decimal {
  const own = rows.filter(({ product }) => product === rule.productType)
  const by = rule.bandFact ?? (rule.subType === 'turnover' ? 'wagerSum' : rule.subType === 'ggr' ? 'ggr' : 'ngr')
  const amount = (row: PlayerRow) =>
    by === 'wagerSum'
      ? new Decimal(row.turnover)
      : by === 'ggr'
        ? new Decimal(row.turnover).minus(row.payout)
        : ngrOf(row)
  return own.reduce((sum, row) => sum.plus(amount(row)), zero)
}

/** The parts of players at the rates of the tiers that each of them reached; who reached none is left at the reward's own. */
function partsByWorth(
  rule: RewardRule,
  lives: readonly PlayerLifetime[],
  { from, to }: { readonly from: Day; readonly to: Day },
): PlayerPart[] {
  const tiers = (rule.bands ?? []).toSorted((one, other) => new Decimal(one.from).comparedTo(other.from))
  const parts: Adding = new Map()
  for (const life of lives) {
    const rows = life.rows.filter(({ day }) => from <= day && day <= to)
    const worth = worthOf(rule, rows)
    const reached = tiers.findLastIndex((tier) =>
      rule.bandComparator === 'moreThan' ? worth.greaterThan(tier.from) : worth.greaterThanOrEqualTo(tier.from),
    )
    if (reached >= 0 && rows.length > 0) addRows(parts, `player ${reached}`, rows, 1)
  }
  return [...parts]
    .sort(([one], [other]) => orderOf(one) - orderOf(other))
    .map(([key, sums]) => {
      const percentage = new Decimal(tiers[orderOf(key)]!.percentage ?? 0).toFixed()
      return { override: null, percentage, sums }
    })
}

const textOf = (sums: PartSums['none']) => forEach(playerMeasures, (name) => sums[name].toFixed())

/**
 * A day's rows of a product with the rate that each of them stands at, in percent: by it the keys of movement share
 * what the day made. Empty where nothing has a rate of its own but by player.
 * @param restRate that of the reward's own
 */
export function ratedRows(
  rule: RewardRule,
  lives: readonly PlayerLifetime[],
  {
    day,
    product,
    restRate,
  }: { readonly day: Day; readonly product: Product | 'none'; readonly restRate: string | null },
): { readonly row: PlayerRow; readonly rate: Decimal }[] {
  if (!rule.overrides?.length) return []
  return lives.flatMap((life) =>
    life.rows
      .filter((row) => row.day === day && row.product === product)
      .map((row) => {
        const key = keyOf(rule, life, row)
        const own = key === null ? restRate : partOf(rule, key, emptyParts).percentage
        return { row, rate: new Decimal(own ?? 0) }
      }),
  )
}

const emptyParts: PartSums = forEach(allProducts, () => forEach(playerMeasures, () => zero))
