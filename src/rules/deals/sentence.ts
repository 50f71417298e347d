import type { RewardDraft, RewardTier } from '../commission/rewardRules.ts'
import { formatDay } from '#engine/values/shownTime.ts'
import { countryKey, defaultDeductionBase, otherCountries } from './deductions.ts'
import { isPercentFact, isTrafficFact, monthsOfMinimum } from './minimums.ts'
import { saidWords } from './overrides.ts'
import {
  alternativesOf,
  countriesOf,
  type PlayerTier,
  type DealCap,
  type DealCondition,
  type DealMinimum,
} from './terms.ts'

/** How a language says the parts of a sentence. */
export interface DealTexts {
  /** A text by its key below `panels.deal`, with what it names. */
  readonly say: (key: string, values?: Readonly<Record<string, string | number>>) => string
  readonly money: (amount: number) => string
  readonly number: (amount: number) => string
  /** The label of a choice. */
  readonly label: (choice: string, value: string) => string
  /** What a word of an override is for: the brand of that name. */
  readonly place: (word: string, value: number | string) => string
}

/** Facts whose thresholds are numbers, not amounts. */
const counted: ReadonlySet<string> = new Set([
  'registration',
  'depositCount',
  'wagerCount',
  'rounds',
  'daysActive',
  'registrations',
  'firstDeposits',
  'activePlayers',
])
const numberOf = (value: unknown): number => Number(value ?? 0)
const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/**
 * What a reward says, as a paragraph. Takes what is typed so far: rows that say too little yet are left out.
 * @returns null where there is nothing to say yet
 */
export function dealSentence(reward: RewardDraft, words: DealTexts): string | null {
  const { productType } = reward
  if (!productType) return null
  const sentences = [
    productType === 'cpa' ? playerSentence(reward, words) : shareSentence(reward, words),
    ...(productType === 'cpa'
      ? [clawBackSentence(reward, words), stageSentence(reward, words)]
      : [
          quarantineSentence(reward, words),
          playerCeilingSentence(reward, words),
          leavingSentence(reward, words),
          triggerSentence(reward, words),
        ]),
    overrideSentence(reward, words),
    launchSentence(reward, words),
    minimumSentence(
      'asked.minimum',
      (reward.minimums ?? []).filter(({ missed }) => !missed || missed === 'withheld'),
      words,
    ),
    minimumSentence(
      'asked.minimumLater',
      (reward.minimums ?? []).filter(({ missed }) => missed === 'later'),
      words,
    ),
    minimumSentence(
      'asked.minimumFlag',
      (reward.minimums ?? []).filter(({ missed }) => missed === 'flag'),
      words,
    ),
    loweredSentence(reward, words),
    feeSentence(reward, words),
  ].filter((sentence) => sentence !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

const sentenceOf = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

function rateOf(reward: RewardDraft, words: DealTexts): string | null {
  const { say, money, number, label } = words
  const isCpa = reward.productType === 'cpa'
  const bandOf = ({ percentage, atMost }: PlayerTier, value: string) => {
    if (!isSaid(percentage)) return value
    const rate = `${number(numberOf(percentage))}%`
    return isSaid(atMost) ? `${rate} (${say('atMost', { amount: money(numberOf(atMost)) })})` : rate
  }
  const figure = (rate: Pick<RewardTier, 'percentage' | 'value'>) =>
    isCpa ? money(numberOf(rate.value)) : `${number(numberOf(rate.percentage))}%`
  if (reward.calculation !== 'dynamic') {
    if (!isSaid(isCpa ? reward.value : reward.percentage)) return null
    const bands = (reward.bands ?? []).filter(
      ({ from, value, percentage }) => isSaid(from) && (isSaid(value) || isSaid(percentage)),
    )
    if (bands.length === 0 || (isCpa && !reward.bandFact)) return figure(reward)
    const key = reward.bandComparator === 'moreThan' ? 'tierBeyond' : 'tier'
    const steps = bands.map((band) =>
      say(key, { rate: isCpa ? bandOf(band, figure(band)) : figure(band), from: money(numberOf(band.from)) }),
    )
    const fact = isCpa ? label('bandFact', reward.bandFact!) : say('ofPlayer', { fact: bandFactOf(reward, words) })
    return `${[figure(reward), ...steps].join(', ')} (${say('tierBy', { fact })})`
  }
  const tiers = (reward.tiers ?? []).filter(({ from }) => isSaid(from))
  if (tiers.length === 0) return null
  const alsoOf = ({ alsoFact, alsoComparator, alsoAmount }: RewardTier) => {
    if (!alsoFact || !isSaid(alsoAmount)) return ''
    const threshold = { fact: alsoFact, comparator: alsoComparator, amount: alsoAmount! }
    return ` (${say('also', { list: minimumOf(threshold, words) })})`
  }
  const { tierBase, tierSpan, tierMonths } = reward
  const isOther = tierSpan && tierSpan !== 'period'
  const over = isOther ? label('tierSpan', tierSpan) : ''
  const isCounting = (tierSpan === 'past' || tierSpan === 'rolling') && isSaid(tierMonths)
  const ofDays =
    tierSpan === 'days' && isSaid(reward.tierDays)
      ? [
          say('tierDays', { days: number(numberOf(reward.tierDays)), span: over }),
          ...(reward.tierRatchet ? [say('tierRatchet')] : []),
        ].join(', ')
      : over
  const span = isCounting ? say('tierMonths', { months: number(numberOf(tierMonths)), span: over }) : ofDays
  const fact = tierBase ? [label('tierFact', tierBase), span].filter(Boolean).join(', ') : ''
  const without = reward.tierWithout === 'counted' ? `, ${say('withoutCounted')}` : ''
  const by = tierBase ? ` (${say('tierBy', { fact })}${without})` : ''
  const isCounted = reward.tierBase ? counted.has(reward.tierBase) || reward.tierBase === 'depositCount' : isCpa
  return `${tiers
    .map((tier) => {
      const from = isCounted ? number(numberOf(tier.from)) : money(numberOf(tier.from))
      const isBeyond = reward.tierComparator === 'moreThan'
      const key = isBeyond ? 'tierBeyond' : isCpa && !reward.tierBase ? 'tierPlayers' : 'tier'
      return `${say(key, { rate: figure(tier), from })}${alsoOf(tier)}`
    })
    .join(', ')}${by}`
}

/** What of a player decides the rate on it. */
const bandFactOf = ({ bandFact, subType }: RewardDraft, { label }: DealTexts): string =>
  bandFact ? label('bandFact', bandFact) : label('subType', subType!)

function playerSentence(reward: RewardDraft, words: DealTexts): string | null {
  const { say, number } = words
  const rate = rateOf(reward, words)
  if (rate === null) return null
  const countries = countriesOf(reward)
  const days = numberOf(reward.holdDays)
  const parts = [
    say('pays', { rate, conditions: conditionsOf(reward, words) }),
    ...(countries ? [say('countries', { countries: countries.join(', ') })] : []),
    ...(days > 0 ? [say('held', { days: number(days), smart_count: days })] : []),
    ...(reward.caps ?? []).flatMap((cap) => capOf(cap, words) ?? []),
    ...ceilingOf(reward, words),
    ...floorOf(reward, words),
  ]
  return sentenceOf(parts.join(', '))
}

function conditionsOf(reward: RewardDraft, words: DealTexts): string {
  const { say } = words
  const complete = (reward.conditions ?? []).filter(({ fact, amount }) => fact && isSaid(amount))
  const trigger = triggerOf(reward, words)
  const alternatives = alternativesOf(complete).map((alternative) =>
    [...alternative.map((condition) => conditionOf(condition, words)), ...(trigger ? [trigger] : [])].join(
      ` ${say('and')} `,
    ),
  )
  return alternatives.length > 0 ? alternatives.join(`, ${say('or')} `) : (trigger ?? say('facts.registration'))
}

function thresholdOf(
  { fact, comparator, amount }: Pick<DealCondition, 'comparator' | 'amount'> & { readonly fact: string },
  words: DealTexts,
): string {
  return words.say(comparator === 'moreThan' ? 'moreThan' : 'atLeast', { amount: figureOf(fact, amount, words) })
}

/** So many times what the player deposited or staked. */
function boundOf({ timesOf, comparator, amount }: Omit<DealCondition, 'joined'>, { say, number }: DealTexts): string {
  const times = say('times', { times: number(numberOf(amount)), of: say(`bound.${timesOf}`) })
  return say(comparator === 'moreThan' ? 'moreThan' : 'atLeast', { amount: times })
}

const figureOf = (fact: string, amount: unknown, { money, number }: DealTexts): string =>
  counted.has(fact) ? number(numberOf(amount)) : money(numberOf(amount))

function conditionOf(condition: Omit<DealCondition, 'joined'>, words: DealTexts): string {
  const { say, label } = words
  const { fact, product, span, within, unit, since } = condition
  const { timesOf } = condition
  const amount = timesOf ? boundOf(condition, words) : thresholdOf(condition, words)
  const deed = say(`facts.${span === 'single' ? `${fact}Single` : fact}`, { amount })
  const where = isSaid(product) ? ` ${say('product', { product: label('conditionProduct', product!) })}` : ''
  if (!isSaid(within) || !since) return `${deed}${where}`
  const count = numberOf(within)
  const values = { count: words.number(count), since: say(`since.${since}`), smart_count: count }
  return `${deed}${where} ${say(unit === 'hours' ? 'withinHours' : 'withinDays', values)}`
}

function capOf({ per, measure, atMost, beyond }: DealCap, { say, money, number }: DealTexts): string | null {
  if (!per || !isSaid(atMost)) return null
  const amount = measure === 'money' ? money(numberOf(atMost)) : number(numberOf(atMost))
  const cap = say(`caps.${per}`, { amount })
  return beyond === 'later' ? `${cap} ${say('later')}` : cap
}

function clawBackSentence(reward: RewardDraft, words: DealTexts): string | null {
  const said = clawBackOf(reward, words)
  return said === null ? null : sentenceOf(said)
}

function clawBackOf(
  { clawBack, clawBackDays }: Pick<RewardDraft, 'clawBack' | 'clawBackDays'>,
  { say, number }: DealTexts,
): string | null {
  if (!clawBack || clawBack === 'none') return null
  const days = numberOf(clawBackDays)
  const within = isSaid(clawBackDays) ? ` ${say('clawBackDays', { days: number(days), smart_count: days })}` : ''
  return `${say(`clawBack.${clawBack}`)}${within}`
}

/** What is paid beside the first part. */
function stageSentence({ stages }: RewardDraft, words: DealTexts): string | null {
  const { say, money, number } = words
  const list = (stages ?? []).flatMap((stage) => {
    const { fact, amount, value, holdDays, clawBack, clawBackDays } = stage
    if (!fact || !isSaid(amount) || !isSaid(value)) return []
    const days = numberOf(holdDays)
    const part = [
      say('stage', { value: money(numberOf(value)), condition: conditionOf(stage, words) }),
      ...(isSaid(holdDays) ? [say('held', { days: number(days), smart_count: days })] : []),
      ...(isSaid(clawBack) ? [clawBackOf({ clawBack, clawBackDays }, words) ?? say('clawBack.none')] : []),
    ]
    return [part.join(', ')]
  })
  return list.length === 0 ? null : sentenceOf(say('stages', { list: list.join('; ') }))
}

/** Which rates hold elsewhere instead. */
function overrideSentence({ productType, overrides }: RewardDraft, words: DealTexts): string | null {
  const { say, money, number, place } = words
  const list = (overrides ?? []).flatMap((override) => {
    const rate = productType === 'cpa' ? override.value : override.percentage
    const where = saidWords(override).map((word) =>
      place(word, word === 'registeredBefore' ? formatDay(override[word]!) : override[word]!),
    )
    if (where.length === 0 || !isSaid(rate)) return []
    const said = productType === 'cpa' ? money(numberOf(rate)) : `${number(numberOf(rate))}%`
    const { fact, amount, holdDays } = override
    const days = numberOf(holdDays)
    const own = [
      ...(fact && isSaid(amount)
        ? [say('overrideWhen', { condition: conditionOf({ ...override, fact, amount: amount! }, words) })]
        : []),
      ...(isSaid(holdDays) ? [say('held', { days: number(days), smart_count: days })] : []),
    ]
    return [[say('override', { rate: said, where: where.join(', ') }), ...own].join(', ')]
  })
  return list.length === 0 ? null : sentenceOf(say('overrides', { list: list.join('; ') }))
}

function launchSentence(reward: RewardDraft, { say, money, number }: DealTexts): string | null {
  const { productType, launchMonths, launchPercentage, launchValue } = reward
  const rate = productType === 'cpa' ? launchValue : launchPercentage
  if (!isSaid(launchMonths) || !isSaid(rate)) return null
  const [months, figure] = [numberOf(launchMonths), numberOf(rate)]
  const said = productType === 'cpa' ? money(figure) : `${number(figure)}%`
  return sentenceOf(say('launch', { rate: said, months: number(months), smart_count: months }))
}

/** Which rate holds while a minimum is missed that lowers it. */
function loweredSentence(reward: RewardDraft, words: DealTexts): string | null {
  const { productType, loweredPercentage, loweredValue } = reward
  const rate = productType === 'cpa' ? loweredValue : loweredPercentage
  if (!isSaid(rate)) return null
  const lowering = (reward.minimums ?? []).filter(({ missed }) => missed === 'lowered')
  const said = productType === 'cpa' ? words.money(numberOf(rate)) : `${words.number(numberOf(rate))}%`
  return minimumSentence('asked.minimumLowered', lowering, words, { rate: said })
}

/** An amount, and whether it is paid in proportion to the days of a month. */
const proratedOf = (amount: unknown, isProrated: unknown, { say, money }: DealTexts): string =>
  isProrated ? `${money(numberOf(amount))} (${say('prorated')})` : money(numberOf(amount))

function feeSentence(reward: RewardDraft, words: DealTexts): string | null {
  const { flatFee, flatFeePer, flatFeeMinimums } = reward
  if (!isSaid(flatFee)) return null
  const fee = proratedOf(flatFee, reward.flatFeeProrated, words)
  const isOnce = flatFeePer === 'once'
  if ((flatFeeMinimums ?? []).length === 0) return sentenceOf(words.say(isOnce ? 'fee.once' : 'fee.always', { fee }))
  return minimumSentence(isOnce ? 'fee.onceWhen' : 'flatFee', flatFeeMinimums ?? [], words, { fee })
}

function minimumSentence(
  key:
    | 'asked.minimum'
    | 'asked.minimumLater'
    | 'asked.minimumFlag'
    | 'asked.minimumLowered'
    | 'flatFee'
    | 'fee.onceWhen',
  minimums: readonly DealMinimum[],
  words: DealTexts,
  values: Readonly<Record<string, string>> = {},
): string | null {
  const complete = minimums.filter(({ fact, amount }) => fact && isSaid(amount))
  if (complete.length === 0) return null
  const list = complete.map((minimum) => minimumOf(minimum, words)).join(` ${words.say('and')} `)
  return sentenceOf(words.say(key, { list, ...values }))
}

function minimumOf(minimum: DealMinimum, words: DealTexts): string {
  const { fact, comparator, amount, upTo } = minimum
  const { say, money, number, label } = words
  const figure = isPercentFact(fact) ? `${number(numberOf(amount))}%` : undefined
  const isBelow = comparator === 'atMost' || comparator === 'lessThan'
  const threshold = say(isBelow ? `asked.${comparator}` : (comparator ?? 'atLeast'), {
    amount: figure ?? figureOf(fact, amount, words),
  })
  const months = monthsOfMinimum(minimum)
  const over = months > 1 ? ` ${say('asked.months', { months: number(months) })}` : ''
  const what = isTrafficFact(fact) ? say(`asked.${fact}`, { upTo: money(numberOf(upTo)) }) : label('periodFact', fact)
  const grace = numberOf(minimum.graceMonths)
  const when = [
    ...(grace > 0 ? [say('asked.grace', { months: number(grace + 1) })] : []),
    ...(minimum.begins === 'nextMonth' ? [say('asked.nextMonth')] : []),
    ...(minimum.lasts === 'forGood' ? [say('asked.forGood')] : []),
  ]
  return `${what} ${threshold}${over}${when.length > 0 ? ` (${when.join(', ')})` : ''}`
}

function shareSentence(reward: RewardDraft, words: DealTexts): string | null {
  const rate = rateOf(reward, words)
  if (rate === null || !reward.subType) return null
  const { say, label, number } = words
  const base = label('subType', reward.subType)
  const product = label('productType', reward.productType!)
  const fee = numberOf(reward.adminFee)
  const edge = edgeOf(reward, words)
  const less = fee > 0 && reward.subType === 'ngr' ? `, ${say('adminFee', { fee: number(fee) })}` : ''
  const deductions = (reward.deductions ?? [])
    .filter(({ kind, percentage }) => kind && isSaid(percentage))
    .map(({ kind, percentage, of, gameGroup, country }) =>
      say('less', {
        rate: number(numberOf(percentage)),
        of: [
          label('deductionBase', of ?? defaultDeductionBase[kind]),
          ...(gameGroup ? [say('ofGames', { gameGroup })] : []),
          ...(country
            ? [
                countryKey(country) === otherCountries
                  ? say('ofOtherCountries')
                  : say('ofCountry', { country: countryKey(country) }),
              ]
            : []),
        ].join(' '),
        kind: label('deductionKind', kind),
      }),
    )
  return sentenceOf(
    [
      `${say('share', { rate, base, product })}${less}${edge}`,
      ...deductions,
      ...ceilingOf(reward, words),
      ...playersOf(reward, words),
      ...floorOf(reward, words),
    ].join(', '),
  )
}

/** Which players a share treats by themselves. */
function playersOf({ cpaPlayers, playerRates }: RewardDraft, { say, number }: DealTexts): string[] {
  const rates = (playerRates ?? []).flatMap(({ registeredFrom, registeredBefore, afterMonths, percentage }) => {
    const months = numberOf(afterMonths)
    const which = [
      ...(registeredFrom ? [say('registeredFrom', { day: formatDay(registeredFrom) })] : []),
      ...(registeredBefore ? [say('registeredBefore', { day: formatDay(registeredBefore) })] : []),
      ...(months > 0 ? [say('afterMonths', { months: number(months), smart_count: months })] : []),
    ]
    if (which.length === 0 || !isSaid(percentage)) return []
    return [say('playerRate', { rate: number(numberOf(percentage)), which: which.join(', ') })]
  })
  const isApart = isSaid(cpaPlayers) && cpaPlayers !== 'share'
  return [...(isApart ? [say(`cpaPlayers.${cpaPlayers}`)] : []), ...rates]
}

/** When a player that does nothing is the affiliate's no more. */
function leavingSentence({ leavesAfterDays }: RewardDraft, { say, number }: DealTexts): string | null {
  const days = numberOf(leavesAfterDays)
  return days > 0 ? sentenceOf(say('leaves', { days: number(days), smart_count: days })) : null
}

function floorOf({ floor, floorProrated }: RewardDraft, words: DealTexts): string[] {
  return isSaid(floor) ? [words.say('floor', { amount: proratedOf(floor, floorProrated, words) })] : []
}

function quarantineSentence(
  { quarantineAbove, quarantineWhen, quarantineBy, quarantineMonths }: RewardDraft,
  { say, money, number }: DealTexts,
): string | null {
  if (!isSaid(quarantineAbove)) return null
  const key = quarantineWhen === 'negativeMonth' ? 'quarantineNegative' : 'quarantine'
  const kept = say(key, { amount: money(numberOf(quarantineAbove)) })
  const months = numberOf(quarantineMonths)
  return sentenceOf(
    [
      kept,
      ...(quarantineBy === 'commission' ? [say('quarantineByCommission')] : []),
      ...(quarantineBy === 'month' ? [say('quarantineByMonth')] : []),
      ...(months > 0 ? [say('quarantineLapses', { months: number(months), smart_count: months })] : []),
    ].join('; '),
  )
}

/** How much of a player counts. */
function playerCeilingSentence(
  { playerCeiling, playerCeilingAmount, playerCeilingOf, playerCeilingOver }: RewardDraft,
  { say, money }: DealTexts,
): string | null {
  if (playerCeiling === 'deposits') return sentenceOf(say('playerCeiling.deposits'))
  if (playerCeiling !== 'amount' || !isSaid(playerCeilingAmount)) return null
  const key = `${playerCeilingOf === 'commission' ? 'commission' : 'amount'}${playerCeilingOver === 'life' ? 'Life' : ''}`
  return sentenceOf(say(`playerCeiling.${key}`, { amount: money(numberOf(playerCeilingAmount)) }))
}

/** Which edges make a theoretical base. */
function edgeOf({ subType, edges, edge }: RewardDraft, { say, number }: DealTexts): string {
  if (subType !== 'theoretical') return ''
  const list = [
    ...(edges ?? [])
      .filter(({ gameGroup, percentage }) => gameGroup && isSaid(percentage))
      .map(({ gameGroup, percentage }) => say('edge.group', { gameGroup, rate: number(numberOf(percentage)) })),
    ...(isSaid(edge) ? [say('edge.others', { rate: number(numberOf(edge)) })] : []),
  ]
  return list.length === 0 ? '' : ` (${say('edge.stakes', { list: list.join(', ') })})`
}

function ceilingOf({ ceiling }: RewardDraft, { say, money }: DealTexts): string[] {
  return isSaid(ceiling) ? [say('ceiling', { amount: money(numberOf(ceiling)) })] : []
}

function triggerOf(reward: RewardDraft, { say, label }: DealTexts): string | null {
  const { triggerCondition: condition, triggerOperation: operation, triggerComparison: comparison } = reward
  if (!condition || !operation || !comparison) return null
  return say('trigger', {
    condition: label('triggerCondition', condition),
    operation: label('triggerOperation', operation),
    comparison,
  })
}

function triggerSentence(reward: RewardDraft, words: DealTexts): string | null {
  const trigger = triggerOf(reward, words)
  return trigger === null ? null : sentenceOf(words.say('once', { trigger }))
}
