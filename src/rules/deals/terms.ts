import type { Product } from '../activity/measures.ts'
import type {
  BandFact,
  BoundFact,
  capBeyonds,
  capMeasures,
  capPeriods,
  ClawBack,
  Comparator,
  ConditionFact,
  CpaPlayerShare,
  conditionJoins,
  conditionSpans,
  DeductionBase,
  DeductionKind,
  MinimumComparator,
  minimumBegins,
  feeRhythms,
  minimumLasts,
  minimumMisses,
  PeriodFact,
  TierFact,
  TierSpan,
  tierWithouts,
  playerCeilingBases,
  playerCeilings,
  playerCeilingSpans,
  quarantineBys,
  QuarantineWhen,
  windowUnits,
  WindowStart,
} from './constants.ts'

type Numeric = number | string
type Optional<Value> = Value | null | undefined

/** One condition a player must fulfil. */
export interface DealCondition {
  readonly joined?: Optional<(typeof conditionJoins)[number]>
  readonly fact: ConditionFact
  readonly product?: Optional<Product>
  readonly span?: Optional<(typeof conditionSpans)[number]>
  readonly comparator?: Optional<Comparator>
  readonly amount: Numeric
  /** `amount` is so many times this of the player, which must be there. */
  readonly timesOf?: Optional<BoundFact>
  /** Within so many days or hours of `since`; at any time where it is empty. */
  readonly within?: Optional<Numeric>
  readonly unit?: Optional<(typeof windowUnits)[number]>
  readonly since?: Optional<WindowStart>
}

/** A further part of what is paid for a player, once it fulfils one more condition. */
export interface DealMilestone extends Omit<DealCondition, 'joined'> {
  readonly value: Numeric
  /** Its own hold and claw-back; those of the reward where they are empty. */
  readonly holdDays?: Optional<Numeric>
  readonly clawBack?: Optional<ClawBack>
  readonly clawBackDays?: Optional<Numeric>
}

/** What is paid at most, and what becomes of the rest. */
export interface DealCap {
  readonly per: (typeof capPeriods)[number]
  readonly measure?: Optional<(typeof capMeasures)[number]>
  readonly atMost: Numeric
  readonly beyond?: Optional<(typeof capBeyonds)[number]>
}

/** What an affiliate's period must come to before anything is paid. */
export interface DealMinimum {
  readonly fact: PeriodFact
  readonly comparator?: Optional<MinimumComparator>
  readonly amount: Numeric
  /** Of small deposits: up to which amount one is small. */
  readonly upTo?: Optional<Numeric>
  /** Over so many months, the period's the last; the period alone where it is empty. */
  readonly months?: Optional<Numeric>
  /** What becomes of a period that misses it. */
  readonly missed?: Optional<(typeof minimumMisses)[number]>
  /** How long it stays missed. */
  readonly lasts?: Optional<(typeof minimumLasts)[number]>
  /** It is not asked for in so many months, the first with the affiliate. */
  readonly graceMonths?: Optional<Numeric>
  /** Whether a month that misses it counts as missed itself, or the one after it. */
  readonly begins?: Optional<(typeof minimumBegins)[number]>
}

/** What is taken of the base of a share before its rate. */
export interface DealDeduction {
  readonly kind: DeductionKind
  /** Percent, 2 is 2 %. */
  readonly percentage: Numeric
  /** What it is a percentage of; that of its kind where it is empty. */
  readonly of?: Optional<DeductionBase>
  /** Of what was played in this group of games alone. */
  readonly gameGroup?: Optional<string>
  /** Of what players of this country brought, a two-letter code; `others`: of all but those other rows of its kind name. */
  readonly country?: Optional<string>
}

/** The edge of the house in a group of games. */
export interface DealEdge {
  readonly gameGroup: string
  /** Percent, 3.71 is 3.71 % of what is staked. */
  readonly percentage: Numeric
}

/** The rate of a share on some players: by the day of their registration, and by their age. */
export interface DealPlayerRate {
  readonly registeredFrom?: Optional<string>
  readonly registeredBefore?: Optional<string>
  /** Once so many months have gone by since the registration. */
  readonly afterMonths?: Optional<Numeric>
  readonly percentage: Numeric
}

/** What is paid for a player from a size on: a value, or so many percent of the size, at most so much. */
export interface PlayerTier {
  readonly from: Numeric
  readonly value?: Optional<Numeric>
  readonly percentage?: Optional<Numeric>
  readonly atMost?: Optional<Numeric>
}

/** Another rate for what all of its words fit, see `overrides.ts`: a percentage of a share, a value of CPA. */
export interface DealOverride extends Partial<Omit<DealCondition, 'joined' | 'fact' | 'amount'>> {
  readonly brand?: Optional<number>
  readonly subBrand?: Optional<number>
  readonly campaign?: Optional<number>
  readonly link?: Optional<number>
  /** A two-letter code. */
  readonly country?: Optional<string>
  readonly promoCode?: Optional<string>
  /** Players that registered before this day. */
  readonly registeredBefore?: Optional<string>
  readonly percentage?: Optional<Numeric>
  readonly value?: Optional<Numeric>
  /** CPA: what a player must do, in place of the reward's conditions and trigger; its own hold. */
  readonly fact?: Optional<ConditionFact>
  readonly amount?: Optional<Numeric>
  readonly holdDays?: Optional<Numeric>
}

/** The optional words of a reward; without them it pays by its trigger alone. */
export interface DealTerms {
  readonly conditions?: Optional<readonly DealCondition[]>
  /** Two-letter codes: players of these countries alone. */
  readonly countries?: Optional<string>
  /** What is paid beside the reward's own value, each part at a milestone of its own, once. */
  readonly stages?: Optional<readonly DealMilestone[]>
  readonly holdDays?: Optional<Numeric>
  readonly clawBack?: Optional<ClawBack>
  readonly clawBackDays?: Optional<Numeric>
  readonly caps?: Optional<readonly DealCap[]>
  readonly minimums?: Optional<readonly DealMinimum[]>
  readonly deductions?: Optional<readonly DealDeduction[]>
  /** Of a theoretical base: the edge of each group of games, and that of all others. */
  readonly edges?: Optional<readonly DealEdge[]>
  readonly edge?: Optional<Numeric>
  /** What decides which tier holds; the base itself where it is empty. */
  readonly tierBase?: Optional<TierFact>
  /** Whether a tier is reached where it begins, or beyond that. */
  readonly tierComparator?: Optional<Comparator>
  /** What holds in place of the reward's own rate and tiers while a minimum is missed that says so. */
  readonly loweredPercentage?: Optional<Numeric>
  readonly loweredValue?: Optional<Numeric>
  /** Over which months that is added up; the period where it is empty. */
  readonly tierSpan?: Optional<TierSpan>
  /** How many months `past` and `rolling` have. */
  readonly tierMonths?: Optional<Numeric>
  /** How many days `days` has, the period's own the last; and whether a tier once reached so stays. */
  readonly tierDays?: Optional<Numeric>
  readonly tierRatchet?: Optional<boolean>
  /** What does not raise the tier. */
  readonly tierWithout?: Optional<(typeof tierWithouts)[number]>
  /** In so many months from the first day on another rate holds, and no tiers. */
  readonly launchMonths?: Optional<Numeric>
  readonly launchPercentage?: Optional<Numeric>
  readonly launchValue?: Optional<Numeric>
  /** Paid once a period, or once in all, when all of its conditions hold; without one as soon as anything moves. */
  readonly flatFee?: Optional<Numeric>
  readonly flatFeePer?: Optional<(typeof feeRhythms)[number]>
  readonly flatFeeMinimums?: Optional<readonly DealMinimum[]>
  /** Of a month in which the affiliate began or ends, the part of the fee, or of the floor, that its days are of the month. */
  readonly flatFeeProrated?: Optional<boolean>
  readonly floorProrated?: Optional<boolean>
  /** What a share does with players that count under CPA. */
  readonly cpaPlayers?: Optional<CpaPlayerShare>
  readonly playerRates?: Optional<readonly DealPlayerRate[]>
  /** Other rates by brand, sub brand, campaign, link, country and promo code: the most specific one holds. */
  readonly overrides?: Optional<readonly DealOverride[]>
  /**
   * What the value of a player goes by, and its bands, or of a share the rate on it; below the first the reward's own
   * holds.
   */
  readonly bandFact?: Optional<BandFact>
  readonly bands?: Optional<readonly PlayerTier[]>
  /** Whether a band is reached where it begins, or beyond that. */
  readonly bandComparator?: Optional<Comparator>
  /** The most that is paid of a period. */
  readonly ceiling?: Optional<Numeric>
  /** The least that is paid of a period in which something came in and nothing holds back. */
  readonly floor?: Optional<Numeric>
  /** A player that won more than this in a period is kept apart: its win stands against its own later losses alone. */
  readonly quarantineAbove?: Optional<Numeric>
  readonly quarantineWhen?: Optional<QuarantineWhen>
  readonly quarantineBy?: Optional<(typeof quarantineBys)[number]>
  /** A win that was not made good in so many months after its own is forgotten. */
  readonly quarantineMonths?: Optional<Numeric>
  /** No more of a player counts than what it deposited so far, or than an amount a period. */
  readonly playerCeiling?: Optional<(typeof playerCeilings)[number]>
  readonly playerCeilingAmount?: Optional<Numeric>
  readonly playerCeilingOf?: Optional<(typeof playerCeilingBases)[number]>
  readonly playerCeilingOver?: Optional<(typeof playerCeilingSpans)[number]>
  /** A player that neither deposits nor bets for so many days leaves the affiliate: it has no share of what comes after. */
  readonly leavesAfterDays?: Optional<Numeric>
}

const said = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/**
 * Whether players are followed one by one from what they do to the end of their hold: a reward of CPA says one of the
 * words that ask for it.
 */
export function isTrackedPerPlayer(terms: DealTerms & { readonly productType: string }): boolean {
  return (
    terms.productType === 'cpa' &&
    ((terms.conditions ?? []).length > 0 ||
      said(terms.countries) ||
      Number(terms.holdDays ?? 0) > 0 ||
      (terms.clawBack ?? 'none') !== 'none' ||
      (terms.caps ?? []).length > 0 ||
      (terms.bands ?? []).length > 0 ||
      (terms.stages ?? []).length > 0 ||
      (terms.overrides ?? []).length > 0)
  )
}

/** The conditions as alternatives, each of them a list that must hold together: `and` binds closer than `or`. */
export function alternativesOf(conditions: readonly DealCondition[]): DealCondition[][] {
  const alternatives: DealCondition[][] = []
  for (const [index, condition] of conditions.entries()) {
    const last = alternatives.at(-1)
    if (index === 0 || condition.joined === 'or' || !last) alternatives.push([condition])
    else last.push(condition)
  }
  return alternatives
}

/** The countries of a deal, in upper case; null where it takes all. */
export function countriesOf({ countries }: DealTerms): string[] | null {
  const list = (countries ?? '').split(/[\s,;]+/).filter((code) => code !== '')
  return list.length === 0 ? null : list.map((code) => code.toUpperCase())
}
