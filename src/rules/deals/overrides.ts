import type { Day } from '#engine/values/calendar.ts'
import type { RewardDraft, RewardProblem } from '../commission/rewardRules.ts'
import { Decimal } from '#engine/values/money.ts'
import type { DealOverride } from './terms.ts'

/**
 * What an override may be for, the most specific first: whatever has a link has its campaign, whatever has a campaign
 * its promo code and its brand; a sub brand is a part of a brand, and a country holds players of all of them, as does the
 * day before which players were registered.
 */
const overrideWords = ['link', 'campaign', 'promoCode', 'subBrand', 'brand', 'country', 'registeredBefore'] as const

type OverrideWord = (typeof overrideWords)[number]

/** Where something came from, as overrides ask for it; null where that is not known. */
export type TrafficOrigin = Readonly<Record<Exclude<OverrideWord, 'registeredBefore'>, number | string | null>> & {
  /** The day on which its player registered; nothing where no override asks for it. */
  readonly registered?: Day | null
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** A word as it is compared: countries and promo codes without regard to case. */
const keyOf = (value: unknown): string => String(value).trim().toUpperCase()

/** What an override is for: the words it says, the most specific first. */
export function saidWords(override: Partial<DealOverride>): OverrideWord[] {
  return overrideWords.filter((word) => isSaid(override[word]))
}

/** What came of an override: its rate (a percentage of a share, a value of CPA), of which base, and the amount. */
export interface OverrideOutcome {
  readonly of: Partial<DealOverride>
  /** What its words are called, where somebody looked that up. */
  readonly names?: readonly string[]
  readonly percentage: string | null
  readonly value: string | null
  readonly base: string
  readonly amount: string
}

/** An override's words alone. */
export function overrideCriteria(override: Partial<DealOverride>): Partial<DealOverride> {
  return Object.fromEntries(saidWords(override).map((word) => [word, override[word]]))
}

/** An override of CPA with its value, as it is kept with a player that was paid by it. */
export function overrideKey(override: DealOverride): string {
  return JSON.stringify({ ...overrideCriteria(override), value: new Decimal(override.value ?? 0).toFixed() })
}

/** Players that were paid by overrides, less those that were taken back: how many, by {@link overrideKey}. */
export type PlacedPlayers = Readonly<Record<string, number>>

/** What such players come to, each override by itself. */
export function paidByPlace(
  placed: PlacedPlayers,
): { of: Partial<DealOverride>; value: Decimal; players: Decimal; amount: Decimal }[] {
  return Object.entries(placed)
    .filter(([, count]) => count !== 0)
    .map(([key, count]) => {
      const override = JSON.parse(key) as DealOverride
      const [value, players] = [new Decimal(override.value ?? 0), new Decimal(count)]
      return { of: overrideCriteria(override), value, players, amount: value.times(players) }
    })
}

/** How specific an override is: its most specific word decides, then the next. */
function rankOf(override: DealOverride): number {
  return overrideWords.reduce((rank, word) => rank * 2 + (isSaid(override[word]) ? 1 : 0), 0)
}

/** Who registered before an earlier day registered before a later one too: the earlier is the more specific. */
function comparedDays({ registeredBefore: one }: DealOverride, { registeredBefore: other }: DealOverride): number {
  return isSaid(one) && isSaid(other) ? Number(one! > other!) - Number(one! < other!) : 0
}

interface Ranked {
  readonly index: number
  readonly words: readonly (readonly [OverrideWord, string])[]
}

const known = new WeakMap<readonly DealOverride[], Ranked[]>()

function rankedOf(overrides: readonly DealOverride[]): Ranked[] {
  let ranked = known.get(overrides)
  if (!ranked) {
    ranked = [...overrides.entries()]
      .sort(([, one], [, other]) => rankOf(other) - rankOf(one) || comparedDays(one, other))
      .map(([index, override]) => ({
        index,
        words: saidWords(override).map((word) => [word, keyOf(override[word])] as const),
      }))
    known.set(overrides, ranked)
  }
  return ranked
}

/**
 * Which override holds for what came from a place: of those of which every word fits the most specific. What is not
 * known fits no word.
 * @returns its place among the overrides; null where the reward's own rate holds
 */
export function overrideAt(overrides: readonly DealOverride[], place: TrafficOrigin): number | null {
  const found = rankedOf(overrides).find(
    ({ words }) => words.length > 0 && words.every(([word, key]) => fits(place, word, key)),
  )
  return found?.index ?? null
}

function fits(place: TrafficOrigin, word: OverrideWord, key: string): boolean {
  if (word === 'registeredBefore') return Boolean(place.registered) && place.registered! < key
  return place[word] !== null && keyOf(place[word]) === key
}

/** Whether some override asks where a player is from. */
export const needsCountry = ({ overrides }: Pick<RewardDraft, 'overrides'>): boolean =>
  (overrides ?? []).some(({ country }) => isSaid(country))

/** Whether some override asks for what movement does not say: where a player is from, or when it registered. */
export const asksForPlayers = ({ overrides }: Pick<RewardDraft, 'overrides'>): boolean =>
  (overrides ?? []).some(({ country, registeredBefore }) => isSaid(country) || isSaid(registeredBefore))

/**
 * What is wrong with the overrides of a reward: each is for something, and no two for the same, of which none could be
 * said to be the more specific one.
 */
export function overrideProblems({ overrides }: RewardDraft): RewardProblem[] {
  const all = overrides ?? []
  const keys = all.map((override) => JSON.stringify(saidWords(override).map((word) => [word, keyOf(override[word])])))
  return all.flatMap((override, index): RewardProblem[] => {
    const [word] = saidWords(override)
    if (!word) return [{ field: `overrides.${index}.brand`, code: 'override_for_nothing' }]
    const isCountry = !isSaid(override.country) || /^[A-Z]{2}$/.test(keyOf(override.country))
    if (!isCountry)
      return [{ field: `overrides.${index}.country`, code: 'invalid_choice', values: { choices: 'BR, PT, ES' } }]
    const first = keys.indexOf(keys[index]!)
    return first < index
      ? [{ field: `overrides.${index}.${word}`, code: 'override_tie', values: { row: first + 1 } }]
      : []
  })
}
