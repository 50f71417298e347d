import type { RewardDraft, RewardProblem } from '../commission/rewardRules.ts'
import { Decimal } from '#engine/values/money.ts'
import { countryKey, defaultDeductionBase, otherCountries } from './deductions.ts'
import { groupKey } from './gameGroups.ts'
import { overrideProblems } from './overrides.ts'
import { isTrafficFact, monthsOfMinimum } from './minimums.ts'
import {
  countriesOf,
  type PlayerTier,
  type DealCap,
  type DealCondition,
  type DealMinimum,
  type DealOverride,
} from './terms.ts'

export { rewardSaysCurrencies } from '../commission/ruleAmounts.ts'

/** Facts that are counted: their thresholds are whole numbers. */
const counted: ReadonlySet<string> = new Set(['registration', 'depositCount', 'wagerCount', 'rounds', 'daysActive'])
/** Facts of which a single event can be asked. */
const singles: ReadonlySet<string> = new Set(['depositSum', 'wagerSum'])
/** Facts whose amount can be so many times another one. */
const bindable: ReadonlySet<string> = new Set(['depositSum', 'wagerSum', 'ggr', 'ngr'])
/** Facts that belong to a product. */
const ofProducts: ReadonlySet<string> = new Set(['wagerCount', 'wagerSum', 'rounds', 'ggr', 'ngr', 'daysActive'])
const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/**
 * Whether the words of a deal fit each other: a window has its length and its beginning, a product or a single event
 * stands beside what knows one, what is counted is whole, no cap stands twice, and what a cap of a whole deal leaves out is
 * lost.
 */
export function isRewardDealComplete(reward: RewardDraft): RewardProblem[] {
  const isCpa = reward.productType === 'cpa'
  const common = [
    ...minimumProblems(reward),
    ...tierProblems(reward),
    ...gateProblems(reward),
    ...withoutProblems(reward),
    ...loweredProblems(reward),
    ...timeProblems(reward),
    ...floorProblems(reward),
    ...overrideProblems(reward),
  ]
  if (!isCpa)
    return [
      ...common,
      ...deductionProblems(reward),
      ...playerProblems(reward),
      ...quarantineProblems(reward),
      ...ceilingProblems(reward),
      ...groupProblems(reward),
      ...worthProblems(reward),
    ]
  return [
    ...(reward.conditions ?? []).flatMap((condition, index) => conditionProblems(condition, `conditions.${index}.`)),
    ...stageProblems(reward),
    ...(reward.overrides ?? []).flatMap((override, index) => overrideCondition(override, `overrides.${index}.`)),
    ...countryProblems(reward),
    ...capProblems(reward),
    ...common,
    ...bandProblems(reward),
  ]
}

function conditionProblems(condition: DealCondition, prefix: string): RewardProblem[] {
  const { fact, product, span, amount, within, unit, since } = condition
  const problems: RewardProblem[] = []
  const add = (field: string, code: RewardProblem['code'], values?: RewardProblem['values']) =>
    problems.push({ field: `${prefix}${field}`, code, ...(values ? { values } : {}) })
  if (isSaid(product) && !ofProducts.has(fact)) add('product', 'not_applicable')
  if (span === 'single' && !singles.has(fact)) add('span', 'not_applicable')
  if (counted.has(fact) && isSaid(amount) && !new Decimal(amount).isInteger())
    add('amount', 'too_many_decimals', { max: 0 })
  if (!isSaid(within) && (isSaid(since) || unit === 'hours')) add('within', 'required')
  if (isSaid(within) && !isSaid(since)) add('since', 'required')
  const { timesOf } = condition
  if (isSaid(timesOf) && (!bindable.has(fact) || timesOf === fact)) add('timesOf', 'not_applicable')
  const isBefore = since === 'firstDeposit' && (fact === 'firstDeposit' || fact === 'registration')
  if (isBefore || (since === 'registration' && fact === 'registration')) add('since', 'not_applicable')
  return problems
}

/** A condition of an override is whole, or not there. */
function overrideCondition({ fact, ...own }: DealOverride, prefix: string): RewardProblem[] {
  if (isSaid(fact)) {
    const amount = own.amount ?? ''
    const missing = isSaid(amount) ? [] : [{ field: `${prefix}amount`, code: 'required' as const }]
    return [...missing, ...conditionProblems({ ...own, fact: fact!, amount }, prefix)]
  }
  const words = [own.product, own.span, own.comparator, own.amount, own.within, own.unit, own.since, own.timesOf]
  return words.some(isSaid) ? [{ field: `${prefix}fact`, code: 'required' }] : []
}

/** Days within which a stage is taken back belong to a claw-back of its own. */
function stageProblems({ stages }: RewardDraft): RewardProblem[] {
  return (stages ?? []).flatMap(({ clawBack, clawBackDays, ...condition }, index) => [
    ...conditionProblems(condition, `stages.${index}.`),
    ...(isSaid(clawBackDays) && (!isSaid(clawBack) || clawBack === 'none')
      ? [{ field: `stages.${index}.clawBack`, code: 'required' as const }]
      : []),
  ])
}

function countryProblems(reward: RewardDraft): RewardProblem[] {
  const isKnown = (countriesOf(reward) ?? []).every((code) => /^[A-Z]{2}$/.test(code))
  return isKnown ? [] : [{ field: 'countries', code: 'invalid_choice', values: { choices: 'BR, PT, ES' } }]
}

function capProblems({ caps, calculation, bands, overrides, stages }: RewardDraft): RewardProblem[] {
  const keys = (caps ?? []).map(({ per, measure }) => `${per} ${measure ?? 'players'}`)
  return (caps ?? []).flatMap((cap, index) => {
    const isByPlayer = [bands, overrides, stages].some((rows) => (rows ?? []).length > 0)
    const problems = capProblem(cap, calculation === 'dynamic' || isByPlayer).map((problem) => ({
      ...problem,
      field: `caps.${index}.${problem.field}`,
    }))
    const isRepeated = keys.indexOf(keys[index]!) < index
    return isRepeated ? [...problems, { field: `caps.${index}.per`, code: 'duplicate_items' as const }] : problems
  })
}

function capProblem({ per, measure, atMost, beyond }: DealCap, isDynamic: boolean): RewardProblem[] {
  const problems: RewardProblem[] = []
  // With tiers, bands, overrides or stages a player has no value of its own that could be counted.
  if (measure === 'money' && isDynamic) problems.push({ field: 'measure', code: 'not_applicable' })
  if (measure !== 'money' && isSaid(atMost) && !new Decimal(atMost).isInteger())
    problems.push({ field: 'atMost', code: 'too_many_decimals', values: { max: 0 } })
  if (per === 'deal' && beyond === 'later') problems.push({ field: 'beyond', code: 'not_applicable' })
  return problems
}

/** Tiers of a share by what each player brought: a rate each, and no other rate by player, place or time. */
function worthProblems(reward: RewardDraft): RewardProblem[] {
  const { bands, bandFact, bandComparator, playerRates, overrides, cpaPlayers, calculation } = reward
  const rows = bands ?? []
  if (rows.length === 0) return [bandFact, bandComparator].some(isSaid) ? [{ field: 'bands', code: 'required' }] : []
  const other =
    calculation === 'dynamic' ||
    [playerRates, overrides].some((list) => (list ?? []).length > 0) ||
    (isSaid(cpaPlayers) && cpaPlayers !== 'share') ||
    [reward.leavesAfterDays, reward.launchMonths].some(isSaid) ||
    (reward.minimums ?? []).some(({ missed }) => missed === 'lowered')
  const starts = rows.map(({ from }) => (isSaid(from) ? new Decimal(from).toString() : ''))
  const twice = starts.findIndex((start, index) => start !== '' && starts.indexOf(start) < index)
  return [
    ...(other || reward.subType === 'theoretical' || reward.subType === 'deposits'
      ? [{ field: 'bands', code: 'not_applicable' as const }]
      : []),
    ...(isSaid(bandFact) && !['wagerSum', 'ggr', 'ngr'].includes(bandFact!)
      ? [{ field: 'bandFact', code: 'invalid_choice' as const, values: { choices: 'wagerSum, ggr, ngr' } }]
      : []),
    ...(twice < 0 ? [] : [{ field: `bands.${twice}.from`, code: 'duplicate_items' as const }]),
    ...rows.flatMap(({ percentage, value, atMost }, index): RewardProblem[] => [
      ...(isSaid(percentage) ? [] : [{ field: `bands.${index}.percentage`, code: 'required' as const }]),
      ...(isSaid(value) ? [{ field: `bands.${index}.value`, code: 'not_applicable' as const }] : []),
      ...(isSaid(atMost) ? [{ field: `bands.${index}.atMost`, code: 'not_applicable' as const }] : []),
    ]),
  ]
}

/** What players count under CPA can be left out of, in the period itself; of shares, where something decides the tier. */
const withoutCounted: ReadonlySet<string> = new Set([
  'registrations',
  'firstDeposits',
  'deposits',
  'turnover',
  'ggr',
  'ngr',
])

function withoutProblems(reward: RewardDraft): RewardProblem[] {
  const { productType, calculation, tierBase, tierSpan, tierWithout, tiers } = reward
  if (!isSaid(tierWithout) || calculation !== 'dynamic') return []
  if (productType === 'cpa') return [{ field: 'tierWithout', code: 'not_applicable' }]
  if (!isSaid(tierBase)) return [{ field: 'tierBase', code: 'required' }]
  const isOther = (isSaid(tierSpan) && tierSpan !== 'period') || (tiers ?? []).some(({ alsoFact }) => isSaid(alsoFact))
  return isOther || !withoutCounted.has(tierBase!) ? [{ field: 'tierWithout', code: 'not_applicable' }] : []
}

/** A tier that something else decides holds for the whole base. */
function tierProblems({ tierBase, tierMode, tierSpan, calculation }: RewardDraft): RewardProblem[] {
  // Who was active is told of the period's days alone.
  if (tierBase === 'activePlayers' && calculation === 'dynamic' && isSaid(tierSpan) && tierSpan !== 'period')
    return [{ field: 'tierSpan', code: 'not_applicable' }]
  // What a period earns is decided by what it earns: what came before it can decide.
  const isCircle = !isSaid(tierSpan) || ['period', 'rolling', 'days'].includes(tierSpan!)
  if (tierBase === 'commission' && calculation === 'dynamic' && isCircle)
    return [{ field: 'tierSpan', code: 'invalid_choice', values: { choices: 'past, lifetime, best' } }]
  if (!isSaid(tierBase) || calculation !== 'dynamic' || tierMode === 'whole') return []
  return [{ field: 'tierMode', code: 'invalid_choice', values: { choices: 'whole' } }]
}

/** The second measure of a tier has its amount; who was active is told of the period's days alone. */
function gateProblems({ calculation, tiers, tierSpan }: RewardDraft): RewardProblem[] {
  if (calculation !== 'dynamic') return []
  const isOther = isSaid(tierSpan) && tierSpan !== 'period'
  return (tiers ?? []).flatMap(({ alsoFact, alsoAmount, alsoComparator }, index): RewardProblem[] => {
    const prefix = `tiers.${index}.`
    if (!isSaid(alsoFact))
      return isSaid(alsoAmount) || isSaid(alsoComparator) ? [{ field: `${prefix}alsoFact`, code: 'required' }] : []
    if (!isSaid(alsoAmount)) return [{ field: `${prefix}alsoAmount`, code: 'required' }]
    return alsoFact === 'activePlayers' && isOther ? [{ field: `${prefix}alsoFact`, code: 'not_applicable' }] : []
  })
}

/** A lower rate stands beside a minimum that asks for it; what goes by one rate has no second. */
function loweredProblems(reward: RewardDraft): RewardProblem[] {
  const { minimums, cpaPlayers, quarantineBy } = reward
  const rate = reward.productType === 'cpa' ? 'loweredValue' : 'loweredPercentage'
  const place = (minimums ?? []).findIndex(({ missed }) => missed === 'lowered')
  if (place < 0) return isSaid(reward[rate]) ? [{ field: 'minimums', code: 'too_few_items', values: { min: 1 } }] : []
  if (!isSaid(reward[rate])) return [{ field: rate, code: 'required' }]
  return cpaPlayers === 'advance' || quarantineBy === 'commission'
    ? [{ field: `minimums.${place}.missed`, code: 'not_applicable' }]
    : []
}

/** Tiers over other months, a launch and a flat fee: each with what it needs. */
function timeProblems(reward: RewardDraft): RewardProblem[] {
  const { calculation, tierBase, tierSpan, tierMonths, launchMonths, flatFee } = reward
  const launchRate = reward.productType === 'cpa' ? 'launchValue' : 'launchPercentage'
  const required = (field: string): RewardProblem => ({ field, code: 'required' })
  const problems: RewardProblem[] = []
  if (calculation === 'dynamic' && isSaid(tierSpan) && tierSpan !== 'period') {
    if (!isSaid(tierBase)) problems.push(required('tierBase'))
    if ((tierSpan === 'past' || tierSpan === 'rolling') && !isSaid(tierMonths)) problems.push(required('tierMonths'))
    if (tierSpan === 'days' && !isSaid(reward.tierDays)) problems.push(required('tierDays'))
  }
  if (calculation === 'dynamic' && reward.tierRatchet && tierSpan !== 'days')
    problems.push({ field: 'tierRatchet', code: 'not_applicable' })
  if (isSaid(launchMonths) !== isSaid(reward[launchRate]))
    problems.push(required(isSaid(launchMonths) ? launchRate : 'launchMonths'))
  const asked = reward.flatFeeMinimums ?? []
  if (!isSaid(flatFee) && (asked.length > 0 || reward.flatFeePer === 'once' || reward.flatFeeProrated))
    problems.push(required('flatFee'))
  // What is paid once is of no month.
  if (reward.flatFeeProrated && reward.flatFeePer === 'once')
    problems.push({ field: 'flatFeeProrated', code: 'not_applicable' })
  // Who was active is told of the period's days alone.
  const active = asked.findIndex(({ fact }) => fact === 'activePlayers')
  if (reward.flatFeePer === 'once' && active >= 0)
    problems.push({ field: `flatFeeMinimums.${active}.fact`, code: 'not_applicable' })
  // What nothing fulfils as well is no condition: a fee is earned on the day on which something is.
  for (const [index, { comparator, amount }] of asked.entries())
    if (isSaid(amount) && comparator !== 'moreThan' && new Decimal(amount).isZero())
      problems.push({ field: `flatFeeMinimums.${index}.amount`, code: 'too_small', values: { min: 0.01 } })
  return problems
}

/** Bands by a player's own size say what of, and begin at different sizes. */
function bandProblems({ bands, bandFact, bandComparator }: RewardDraft): RewardProblem[] {
  const starts = (bands ?? []).map(({ from }) => (isSaid(from) ? new Decimal(from).toString() : ''))
  const twice = starts.findIndex((start, index) => start !== '' && starts.indexOf(start) < index)
  return [
    ...(isSaid(bandComparator) && !isSaid(bandFact) && starts.length === 0
      ? [{ field: 'bands', code: 'required' as const }]
      : []),
    ...(isSaid(bandFact) !== starts.length > 0
      ? [{ field: isSaid(bandFact) ? 'bands' : 'bandFact', code: 'required' as const }]
      : []),
    ...(twice < 0 ? [] : [{ field: `bands.${twice}.from`, code: 'duplicate_items' as const }]),
    ...(bands ?? []).flatMap((band, index) => bandRateProblems(band, `bands.${index}.`)),
  ]
}

/** A band pays a value or a percentage; the most of a value is the value. */
function bandRateProblems({ value, percentage, atMost }: PlayerTier, prefix: string): RewardProblem[] {
  if (!isSaid(value) && !isSaid(percentage)) return [{ field: `${prefix}value`, code: 'required' }]
  if (isSaid(value) && isSaid(percentage)) return [{ field: `${prefix}percentage`, code: 'not_applicable' }]
  return isSaid(atMost) && !isSaid(percentage) ? [{ field: `${prefix}atMost`, code: 'not_applicable' }] : []
}

/** A rate by player says which players; an advance is set against one rate of net revenue. */
function playerProblems(reward: RewardDraft): RewardProblem[] {
  const { playerRates, overrides, cpaPlayers, calculation, subType, launchMonths } = reward
  const hasRates =
    calculation === 'dynamic' ||
    [playerRates, overrides].some((rows) => (rows ?? []).length > 0) ||
    isSaid(launchMonths)
  if (cpaPlayers === 'advance' && (hasRates || (isSaid(subType) && subType !== 'ngr')))
    return [{ field: 'cpaPlayers', code: 'not_applicable' }]
  return (playerRates ?? []).flatMap(({ registeredFrom, registeredBefore, afterMonths }, index) =>
    [registeredFrom, registeredBefore, afterMonths].some(isSaid)
      ? []
      : [{ field: `playerRates.${index}.afterMonths`, code: 'required' as const }],
  )
}

/** Whether some of a share's base stands at a rate of its own, or at none. */
const sharesApart = ({ playerRates, overrides, cpaPlayers, leavesAfterDays, bands }: RewardDraft): boolean =>
  [playerRates, overrides, bands].some((rows) => (rows ?? []).length > 0) ||
  (isSaid(cpaPlayers) && cpaPlayers !== 'share') ||
  isSaid(leavesAfterDays)

function deductionProblems(reward: RewardDraft): RewardProblem[] {
  const deductions = reward.deductions ?? []
  const keys = deductions.map(
    ({ kind, of, gameGroup, country }) =>
      `${kind} ${of ?? ''} ${groupKey(gameGroup ?? '')} ${isSaid(country) ? countryKey(country!) : ''}`,
  )
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index)
  // What of withdrawals falls to single players or places is not told.
  const untold = deductions.findIndex(
    ({ kind, of }) => sharesApart(reward) && kind && (of ?? defaultDeductionBase[kind]) === 'withdrawals',
  )
  // Net revenue is what charge-backs left.
  const double = deductions.findIndex(
    ({ kind, of }) => reward.subType === 'ngr' && kind && (of ?? defaultDeductionBase[kind]) === 'chargebacks',
  )
  return [
    ...(double < 0 ? [] : [{ field: `deductions.${double}.kind`, code: 'not_applicable' as const }]),
    ...(twice < 0 ? [] : [{ field: `deductions.${twice}.kind`, code: 'duplicate_items' as const }]),
    ...(untold < 0 ? [] : [{ field: `deductions.${untold}.of`, code: 'not_applicable' as const }]),
  ]
}

/** Whether nobody can win of a base. */
const hasNoPlayers = ({ subType }: RewardDraft): boolean =>
  subType === 'turnover' || subType === 'theoretical' || subType === 'deposits'

/** Nobody wins of stakes; when somebody is kept apart needs from which win on; what is withheld goes by one rate. */
function quarantineProblems(reward: RewardDraft): RewardProblem[] {
  const { quarantineAbove, quarantineWhen, quarantineBy, calculation, launchMonths } = reward
  if (!isSaid(quarantineAbove))
    return isSaid(quarantineWhen) ||
      (isSaid(quarantineBy) && quarantineBy !== 'loss') ||
      isSaid(reward.quarantineMonths)
      ? [{ field: 'quarantineAbove', code: 'required' }]
      : []
  if (quarantineBy === 'commission' && (calculation === 'dynamic' || isSaid(launchMonths)))
    return [{ field: 'quarantineBy', code: 'not_applicable' }]
  // What has a rate of its own does not stand in the base that is left.
  return hasNoPlayers(reward) || sharesApart(reward) ? [{ field: 'quarantineAbove', code: 'not_applicable' }] : []
}

/** Whether all of a share's base stands at its own rate, with nothing taken of it by kind. */
const hasOneRate = ({ calculation, launchMonths, minimums, deductions }: RewardDraft): boolean =>
  calculation !== 'dynamic' &&
  !isSaid(launchMonths) &&
  !(minimums ?? []).some(({ missed }) => missed === 'lowered') &&
  (deductions ?? []).length === 0

/** What counts of a player at most: an amount where it is one; of a base that has players, all at one rate. */
function ceilingProblems(reward: RewardDraft): RewardProblem[] {
  const { playerCeiling, playerCeilingAmount, playerCeilingOf, playerCeilingOver, quarantineAbove } = reward
  if (!isSaid(playerCeiling))
    return [playerCeilingAmount, playerCeilingOf, playerCeilingOver].some(isSaid)
      ? [{ field: 'playerCeiling', code: 'required' }]
      : []
  if (playerCeiling === 'deposits' && playerCeilingOf === 'commission')
    return [{ field: 'playerCeilingOf', code: 'not_applicable' }]
  if (playerCeiling === 'deposits' && playerCeilingOver === 'month')
    return [{ field: 'playerCeilingOver', code: 'not_applicable' }]
  // The commission on a player is told of one rate, before deductions.
  if (playerCeilingOf === 'commission' && !hasOneRate(reward))
    return [{ field: 'playerCeilingOf', code: 'not_applicable' }]
  if (playerCeiling === 'amount' && !isSaid(playerCeilingAmount))
    return [{ field: 'playerCeilingAmount', code: 'required' }]
  return hasNoPlayers(reward) || sharesApart(reward) || isSaid(quarantineAbove)
    ? [{ field: 'playerCeiling', code: 'not_applicable' }]
    : []
}

/** Edges stand beside a theoretical base, each once; groups of games are told of no single player or place. */
function groupProblems(reward: RewardDraft): RewardProblem[] {
  const { subType, edges, edge, deductions } = reward
  const problems: RewardProblem[] = []
  const all = edges ?? []
  if (subType === 'theoretical' && all.length === 0 && !isSaid(edge)) problems.push({ field: 'edge', code: 'required' })
  if (isSaid(subType) && subType !== 'theoretical') {
    if (all.length > 0) problems.push({ field: 'edges', code: 'not_applicable' })
    if (isSaid(edge)) problems.push({ field: 'edge', code: 'not_applicable' })
  }
  const keys = all.map(({ gameGroup }) => groupKey(gameGroup ?? ''))
  const twice = keys.findIndex((key, index) => key !== '' && keys.indexOf(key) < index)
  if (twice >= 0) problems.push({ field: `edges.${twice}.gameGroup`, code: 'duplicate_items' })
  for (const [index, { kind, of, gameGroup, country }] of (deductions ?? []).entries()) {
    const base = kind ? (of ?? defaultDeductionBase[kind]) : null
    if (
      isSaid(gameGroup) &&
      (base === 'deposits' || base === 'withdrawals' || base === 'chargebacks' || sharesApart(reward))
    )
      problems.push({ field: `deductions.${index}.gameGroup`, code: 'not_applicable' })
    if (!isSaid(country)) continue
    const field = `deductions.${index}.country`
    if (!/^[A-Z]{2}$/.test(countryKey(country!)) && countryKey(country!) !== otherCountries)
      problems.push({ field, code: 'invalid_choice', values: { choices: 'BR, PT, ES, others' } })
    else if (isSaid(gameGroup) || !(base === 'ggr' || base === 'turnover' || base === 'bonus') || sharesApart(reward))
      problems.push({ field, code: 'not_applicable' })
  }
  if (subType === 'theoretical' && sharesApart(reward)) problems.push({ field: 'subType', code: 'not_applicable' })
  return problems
}

function floorProblems({ floor, floorProrated, ceiling }: RewardDraft): RewardProblem[] {
  if (!isSaid(floor) && floorProrated) return [{ field: 'floor', code: 'required' }]
  if (!isSaid(floor) || !isSaid(ceiling) || !new Decimal(floor!).greaterThan(ceiling!)) return []
  return [{ field: 'floor', code: 'too_large', values: { max: new Decimal(ceiling!).toFixed() } }]
}

/** No minimum stands twice; a share of traffic is of the period, and of small deposits says which are. */
function minimumProblems({ minimums }: RewardDraft): RewardProblem[] {
  const keys = (minimums ?? []).map((minimum) => `${minimum.fact} ${monthsOfMinimum(minimum)}`)
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index)
  return [
    ...(twice < 0 ? [] : [{ field: `minimums.${twice}.fact`, code: 'duplicate_items' as const }]),
    ...(minimums ?? []).flatMap((minimum, index) =>
      trafficProblems(minimum).map((problem) => ({ ...problem, field: `minimums.${index}.${problem.field}` })),
    ),
  ]
}

function trafficProblems(minimum: DealMinimum): RewardProblem[] {
  const { fact, upTo, amount } = minimum
  const isOfDays = isTrafficFact(fact) || fact === 'activePlayers'
  const isLasting = minimum.lasts === 'forGood'
  const most = { field: 'amount', code: 'too_large', values: { max: 100 } } as const
  return [
    ...(isOfDays && monthsOfMinimum(minimum) > 1 ? [{ field: 'months', code: 'not_applicable' as const }] : []),
    ...(isOfDays && minimum.begins === 'nextMonth' ? [{ field: 'begins', code: 'not_applicable' as const }] : []),
    // What is lost for good waits for nothing.
    ...(isLasting && minimum.missed === 'later' ? [{ field: 'lasts', code: 'not_applicable' as const }] : []),
    ...(isOfDays && isLasting ? [{ field: 'lasts', code: 'not_applicable' as const }] : []),
    ...(isLasting && minimum.missed === 'flag' ? [{ field: 'lasts', code: 'not_applicable' as const }] : []),
    ...(fact === 'smallDeposits' && !isSaid(upTo) ? [{ field: 'upTo', code: 'required' as const }] : []),
    ...(fact !== 'smallDeposits' && isSaid(upTo) ? [{ field: 'upTo', code: 'not_applicable' as const }] : []),
    ...(isTrafficFact(fact) && isSaid(amount) && new Decimal(amount).greaterThan(100) ? [most] : []),
  ]
}
