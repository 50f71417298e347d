import { Decimal, decimalOf } from '#engine/values/money.ts'
import type { DecimalValue } from '#engine/values/money.ts'
import type { Numeric, RewardRule } from './rewardRules.ts'

/** One slice of a base and what it earned. `to` is null where nothing ends it. Numbers are decimal strings. */
export interface RateStep {
  readonly kind: 'rate'
  /** Where the rate comes from: the reward's one rate, or the tier that begins at `from`. */
  readonly source: 'fixed' | 'tier'
  readonly from: string
  readonly to: string | null
  /** The part of the base, or the players, this rate was applied to. */
  readonly base: string
  /** 12.5 is 12.5 %; null for CPA. */
  readonly percentage: string | null
  /** Money for each player; null for the products. */
  readonly value: string | null
  readonly amount: string
}

/** What rates make of a base. */
export interface Rated {
  readonly amount: Decimal
  readonly steps: readonly RateStep[]
  /** The last of them; null where there is none. */
  readonly lastStep: RateStep | null
}

interface Slice {
  readonly from: Decimal
  readonly to: Decimal | null
  readonly rate: Decimal
  /** What one of the base earns by it. */
  readonly perOne: Decimal
  readonly source: RateStep['source']
}

/**
 * What a reward's rates make of a base, unrounded: a percentage of money, or a value for each of a number of players.
 * `marginal`: each slice of the base at its own rate (a tier of CPA from 3 begins with the 3rd player). `whole`:
 * everything at the rate of the highest tier reached;
 * a base equal to `from` reaches it. A negative base is taken at the rate that holds at 0, so that losses weigh as much
 * as gains.
 * @param input `reached`: what decides the tier instead of the base, for all of it; where it is negative the first
 * @throws {Error} when the reward has no rate that its calculation needs: nothing is paid by bad data
 */
export function applyRates(input: { rule: RewardRule; base: DecimalValue; reached?: DecimalValue | null }): Rated {
  const { rule } = input
  const base = decimalOf(input.base)
  const slices = slicesOf(rule)
  if (base.lessThanOrEqualTo(0)) return total(rule, [{ slice: slices[0]!, base }])
  if (input.reached !== null && input.reached !== undefined) {
    const by = decimalOf(input.reached)
    const slice = slices.findLast(({ from }) => reaches(rule, by, from)) ?? slices[0]!
    return total(rule, [{ slice, base }])
  }
  if (rule.tierMode === 'whole') {
    return total(rule, [{ slice: slices.findLast(({ from }) => reaches(rule, base, from)) ?? slices[0]!, base }])
  }
  const isCounted = rule.productType === 'cpa' && rule.tierComparator !== 'moreThan'
  return total(rule, marginalParts({ slices, base, isCounted }))
}

/** Whether an amount reaches the place where a tier begins, or goes beyond it, as the reward says. */
const reaches = ({ tierComparator }: RewardRule, amount: Decimal, from: Decimal): boolean =>
  tierComparator === 'moreThan' ? amount.greaterThan(from) : amount.greaterThanOrEqualTo(from)

function marginalParts(input: {
  slices: readonly Slice[]
  base: Decimal
  isCounted: boolean
}): { slice: Slice; base: Decimal }[] {
  // The 3rd player is the slice from 2 to 3: what is counted begins one below the ordinal it is named by.
  const edge = (at: Decimal): Decimal => (input.isCounted ? Decimal.max(at.minus(1), 0) : at)
  return input.slices
    .map((slice) => {
      const end = slice.to === null ? input.base : Decimal.min(input.base, edge(slice.to))
      return { slice, base: end.minus(edge(slice.from)) }
    })
    .filter((part) => part.base.greaterThan(0))
}

const known = new WeakMap<RewardRule, Slice[]>()

/** The slices in order; the first begins at 0. Read once a rule: a close asks for them by the ten thousand. */
function slicesOf(rule: RewardRule): Slice[] {
  let slices = known.get(rule)
  if (!slices) known.set(rule, (slices = readSlices(rule)))
  return slices
}

function readSlices(rule: RewardRule): Slice[] {
  const isCpa = rule.productType === 'cpa'
  const own = isCpa ? rule.value : rule.percentage
  if (rule.calculation === 'fixed')
    return [ratedBy({ from: new Decimal(0), to: null, rate: rateOf(own), source: 'fixed' }, isCpa)]
  const tiers = (rule.tiers ?? [])
    .map((tier) => ({
      from: new Decimal(tier.from),
      rate: rateOf(isCpa ? tier.value : tier.percentage),
      source: 'tier' as const,
    }))
    // Of tiers that begin at one place, each with something else it needs, the highest rate holds.
    .sort((first, second) => first.from.comparedTo(second.from) || first.rate.comparedTo(second.rate))
  if (tiers.length === 0) throw new Error('A dynamic reward needs at least one tier; mend the reward.')
  const firstPlace = isCpa && rule.tierComparator !== 'moreThan' ? 1 : 0
  const hasOwnStart = tiers[0]!.from.greaterThan(firstPlace)
  const starts = hasOwnStart
    ? [{ from: new Decimal(0), rate: rateOf(own ?? 0), source: 'fixed' as const }, ...tiers]
    : tiers
  return starts.map((start, index) => ratedBy({ ...start, to: starts[index + 1]?.from ?? null }, isCpa))
}

const ratedBy = (slice: Omit<Slice, 'perOne'>, isCpa: boolean): Slice => ({
  ...slice,
  perOne: isCpa ? slice.rate : slice.rate.dividedBy(100),
})

function rateOf(rate: Numeric | null | undefined): Decimal {
  if (rate === null || rate === undefined || rate === '')
    throw new Error('A rate of this reward is missing; mend the reward.')
  const decimal = new Decimal(rate)
  if (!decimal.isFinite()) throw new Error('A rate of this reward is no number; mend the reward.')
  return decimal
}

function total(rule: RewardRule, parts: readonly { slice: Slice; base: Decimal }[]): Rated {
  const isCpa = rule.productType === 'cpa'
  const rated = parts.map(({ slice, base }) => ({ slice, base, amount: base.times(slice.perOne) }))
  return {
    amount: rated.reduce((sum, part) => sum.plus(part.amount), new Decimal(0)),
    get steps() {
      return rated.map((part) => stepOf(part, isCpa))
    },
    get lastStep() {
      const last = rated.at(-1)
      return last ? stepOf(last, isCpa) : null
    },
  }
}

function stepOf({ slice, base, amount }: { slice: Slice; base: Decimal; amount: Decimal }, isCpa: boolean): RateStep {
  return {
    kind: 'rate',
    source: slice.source,
    from: slice.from.toFixed(),
    to: slice.to?.toFixed() ?? null,
    base: base.toFixed(),
    percentage: isCpa ? null : slice.rate.toFixed(),
    value: isCpa ? slice.rate.toFixed() : null,
    amount: amount.toFixed(),
  }
}
