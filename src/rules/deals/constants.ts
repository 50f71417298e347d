/** What a condition of a deal asks of a player. */
export const conditionFacts = [
  'registration',
  'firstDeposit',
  'depositCount',
  'depositSum',
  'wagerCount',
  'wagerSum',
  'rounds',
  'ggr',
  'ngr',
  'daysActive',
] as const

/** One of {@link conditionFacts}. */
export type ConditionFact = (typeof conditionFacts)[number]

/** How a condition hangs on the one before it: `and` binds closer than `or`. */
export const conditionJoins = ['and', 'or'] as const

/** Whether a threshold is reached by all events together or by a single one. */
export const conditionSpans = ['cumulative', 'single'] as const

/** `>=` and `>`. */
export const comparators = ['atLeast', 'moreThan'] as const

/** One of {@link comparators}. */
export type Comparator = (typeof comparators)[number]

/** What a window is counted in. A day ends with the business day, an hour to the second. */
export const windowUnits = ['days', 'hours'] as const

/** What a window is counted from. */
export const windowStarts = ['registration', 'firstDeposit', 'click'] as const

/** One of {@link windowStarts}. */
export type WindowStart = (typeof windowStarts)[number]

/** What an amount may be bound to instead of standing by itself: so many times what the player deposited or staked. */
export const boundFacts = ['firstDeposit', 'depositSum', 'wagerSum'] as const satisfies ConditionFact[]

/** One of {@link boundFacts}. */
export type BoundFact = (typeof boundFacts)[number]

/** What takes a paid player back, within the days the deal names. */
export const clawBacks = ['none', 'barred', 'chargeback', 'any'] as const

/** One of {@link clawBacks}. */
export type ClawBack = (typeof clawBacks)[number]

/** How long a cap counts. */
export const capPeriods = ['day', 'month', 'deal'] as const

/** What a cap counts. */
export const capMeasures = ['players', 'money'] as const

/** What becomes of what goes beyond a cap: it waits for room, or is lost. */
export const capBeyonds = ['later', 'lost'] as const

/** What must have come together in the period before anything is paid. */
export const minimumFacts = [
  'registrations',
  'firstDeposits',
  'depositCount',
  'deposits',
  'turnover',
  'ggr',
  'ngr',
  'activePlayers',
] as const

/** One of {@link minimumFacts}. */
export type MinimumFact = (typeof minimumFacts)[number]

/** What can decide a tier: the same, or what the affiliate earned in the months before. */
export const tierFacts = [...minimumFacts, 'commission'] as const

/** One of {@link tierFacts}. */
export type TierFact = (typeof tierFacts)[number]

/**
 * Shares of an affiliate's whole traffic, in percent: small deposits of all; of the new players those that were barred,
 * and those that deposited once and no more.
 */
export const trafficFacts = ['smallDeposits', 'barredPlayers', 'onceDepositors'] as const

/** Ratios of an affiliate's sums, in percent: first deposits of registrations, the others of deposits or GGR. */
export const ratioFacts = ['conversion', 'chargebackShare', 'withdrawalShare', 'bonusShare'] as const

/** One of {@link ratioFacts}. */
export type RatioFact = (typeof ratioFacts)[number]

/** What a minimum of a reward looks at. */
export const periodFacts = [...minimumFacts, ...trafficFacts, ...ratioFacts] as const

/** One of {@link periodFacts}. */
export type PeriodFact = (typeof periodFacts)[number]

/** `>=`, `>`, `<=` and `<`. */
export const minimumComparators = ['atLeast', 'moreThan', 'atMost', 'lessThan'] as const

/** One of {@link minimumComparators}. */
export type MinimumComparator = (typeof minimumComparators)[number]

/**
 * What becomes of a period that misses a minimum: nothing is paid of it, it waits for a period that meets it, all is paid
 * and it is flagged, or a lower rate holds.
 */
export const minimumMisses = ['withheld', 'later', 'flag', 'lowered'] as const

/** From when a month that misses a minimum counts as missed: in itself, or in the month after it. */
export const minimumBegins = ['atOnce', 'nextMonth'] as const

/** How long a minimum that was missed stays so: until it is reached again, or for good once a month ended without it. */
export const minimumLasts = ['untilMet', 'forGood'] as const

/** How often a flat fee is paid: once a period, or once in all. */
export const feeRhythms = ['period', 'once'] as const

/**
 * Over which months a tier is decided: the period, some months before it, it and some before, all so far, or the best
 * of them, so that a tier once reached stays; or over the last days.
 */
export const tierSpans = ['period', 'past', 'rolling', 'lifetime', 'best', 'days'] as const

/** What does not raise the tier: players that count under CPA. */
export const tierWithouts = ['counted'] as const

/** One of {@link tierSpans}. */
export type TierSpan = (typeof tierSpans)[number]

/**
 * What a share does with players that count under CPA: the same as with others, nothing, nothing until they made it
 * back, or nothing until their share would have come to it: the value is an advance; or they alone have a share.
 */
export const cpaPlayerShares = ['share', 'none', 'earnedBack', 'advance', 'only'] as const

/** One of {@link cpaPlayerShares}. */
export type CpaPlayerShare = (typeof cpaPlayerShares)[number]

/** By the size of what a player is worth more or less. */
export const bandFacts = ['firstDeposit', 'depositSum', 'wagerSum', 'ggr', 'ngr'] as const satisfies ConditionFact[]

/** One of {@link bandFacts}. */
export type BandFact = (typeof bandFacts)[number]

/** What stands of a player under a deal. */
export const dealStates = ['held', 'waiting', 'approved', 'revoked', 'lost'] as const

/** One of {@link dealStates}. */
export type DealState = (typeof dealStates)[number]

/** Why a player is out of a deal. */
export const dealEnds = ['barred', 'chargeback', 'cap'] as const

/** One of {@link dealEnds}. */
export type DealEnd = (typeof dealEnds)[number]

/** Why a brand bars a player. */
export const barReasons = ['self_excluded', 'duplicate', 'fraud', 'under_age', 'other'] as const

/** What is taken of a share's base, by name. */
export const deductionKinds = [
  'bonus',
  'tax',
  'depositFee',
  'withdrawalFee',
  'adminFee',
  'jackpot',
  'providerFee',
  'costs',
] as const

/** One of {@link deductionKinds}. */
export type DeductionKind = (typeof deductionKinds)[number]

/** When a large win is kept apart: in any month, or in a negative one, as far as it is. */
export const quarantineWhens = ['always', 'negativeMonth'] as const

/**
 * What makes good what is kept apart: the later losses of the player, whole or by the commission withheld of them, or
 * beside its losses all commission of the product, which is withheld until then.
 */
export const quarantineBys = ['loss', 'commission', 'month'] as const

/** One of {@link quarantineWhens}. */
export type QuarantineWhen = (typeof quarantineWhens)[number]

/** What a player counts for at most: what it deposited so far, or an amount a period. */
export const playerCeilings = ['deposits', 'amount'] as const

/** What an amount a player counts for at most is of: of what it brought, or of the commission on that. */
export const playerCeilingBases = ['base', 'commission'] as const

/** How long a player counts for an amount at most: each month anew, or over its life. */
export const playerCeilingSpans = ['month', 'life'] as const

/**
 * What stands between a loss and what it could be set against: each product for itself, nothing, each brand for itself
 * with its products together, or each product of each brand.
 */
export const nettingScopes = ['product', 'none', 'brand', 'brandProduct'] as const

/** One of {@link nettingScopes}. */
export type NettingScope = (typeof nettingScopes)[number]

/** Whether the products of one base are set against each other. */
export const setsProductsTogether = (fence: NettingScope | null | undefined): boolean =>
  fence === 'none' || fence === 'brand'

/** Whether each brand is reckoned by itself, as a deal of its own. */
export const netsPerBrand = (fence: NettingScope | null | undefined): boolean =>
  fence === 'brand' || fence === 'brandProduct'

/** Which part of a loss is carried into the next period. */
export const carriedParts = ['all', 'chargebacks'] as const

/** One of {@link carriedParts}. */
export type CarriedPart = (typeof carriedParts)[number]

/** What is shared of referred affiliates: what they earn themselves, or the NGR they bring. */
export const referralBases = ['commission', 'ngr'] as const

/** One of {@link referralBases}. */
export type ReferralBase = (typeof referralBases)[number]

/** What a deduction is a percentage of. */
export const deductionBases = ['ggr', 'turnover', 'bonus', 'deposits', 'withdrawals', 'chargebacks'] as const

/** One of {@link deductionBases}. */
export type DeductionBase = (typeof deductionBases)[number]
