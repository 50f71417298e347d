import type { CarryOver } from '#rules/commission/constants.ts'
import { type ProductType, productTypes } from '#rules/commission/constants.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { ReferralTerms } from '#rules/deals/referralTerms.ts'
import type { CarryTerms } from '#rules/deals/carry.ts'
import { deductsByCountry } from '#rules/deals/deductions.ts'
import { needsGameGroups } from '#rules/deals/gameGroups.ts'
import { capsLifetimeValue, capsPlayers } from '#rules/deals/playerCeiling.ts'
import { countsActive, countsTraffic, withholds } from '#rules/deals/minimums.ts'
import { quarantines } from '#rules/deals/quarantine.ts'
import { netsPerBrand, setsProductsTogether } from '#rules/deals/constants.ts'
import { isTrackedPerPlayer } from '#rules/deals/terms.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { beginningOfTime, type RuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import type { SimulatedRange } from './simulation.ts'

/** What somebody would change. */
export type Edit =
  | {
      readonly kind: 'reward'
      readonly id: number
      readonly rule: RewardRule
      /** What it says of its currency; null where nothing. */ readonly currency: string | null
    }
  | {
      readonly kind: 'rewardProfile'
      readonly id: number
      readonly rewards: readonly number[]
      readonly carryOver: CarryOver
      /** What narrows it. */
      readonly carry: CarryTerms
      readonly referralShares?: ReferralTerms['referralShares']
    }

/** The edited rules hold as if they always had: a version that nothing stored stands behind. */
const unsaved = 0

/** The rule book with the edit in it, in force from the beginning of time. The given one stays as it is. */
export function editedRuleSet(book: RuleSet, edit: Edit): RuleSet {
  if (edit.kind === 'reward') {
    const rewards = new Map(book.rewards).set(edit.id, [
      {
        version: unsaved,
        reward: edit.id,
        rule: edit.rule,
        currency: edit.currency ?? book.rewards.get(edit.id)?.at(-1)?.currency ?? null,
        from: beginningOfTime,
      },
    ])
    const rules = [...rewards.values()].flat().map(({ rule }) => rule)
    const asks = {
      follows: rules.some(isTrackedPerPlayer),
      quarantines: rules.some(quarantines),
      countsActive: rules.some(countsActive),
      countsTraffic: rules.some(countsTraffic),
      withholdsCpa: rules.some((rule) => rule.productType === 'cpa' && withholds(rule)),
      cutsPlayers: rules.some(capsPlayers),
      cutsLives: rules.some(capsLifetimeValue),
      asksForGroups: rules.some(needsGameGroups),
      asksForCountries: rules.some(deductsByCountry),
      saysCurrencies: rules.some(({ currencyAmounts }) => (currencyAmounts ?? []).length > 0),
    }
    return { ...book, rewards, ...asks, found: new Map(), inCurrencies: new Map() }
  }
  const profiles = new Map(book.profiles).set(edit.id, [
    {
      version: unsaved,
      rewards: edit.rewards,
      carryOver: edit.carryOver,
      carry: edit.carry,
      referralShares: edit.referralShares,
      from: beginningOfTime,
    },
  ])
  const byBrand = [...profiles.values()].flat().some(({ carry }) => netsPerBrand(carry.fence))
  return { ...book, profiles, byBrand, found: new Map(), inCurrencies: new Map() }
}

/** Versions of something that were in force on some of the days. */
function inForceOn<Version extends { readonly from: Day }>(
  versions: readonly Version[],
  { from, to }: SimulatedRange,
): Version[] {
  return versions.filter((version, index) => version.from <= to && (versions[index + 1]?.from ?? addDays(to, 1)) > from)
}

/** The profiles by which somebody may have earned on these days and whom the edit concerns. */
export function concernedProfiles(book: RuleSet, edit: Edit, days: SimulatedRange): number[] {
  if (edit.kind === 'rewardProfile') return [edit.id]
  return [...book.profiles]
    .filter(([, versions]) => inForceOn(versions, days).some(({ rewards }) => rewards.includes(edit.id)))
    .map(([id]) => id)
}

/** The products whose reward the edit may change: all, where a loss of one is set against the others. */
export function concernedProducts(edit: Edit, books: readonly RuleSet[] = []): readonly ProductType[] {
  const together = books.some(({ profiles }) =>
    [...profiles.values()]
      .flat()
      .some(({ rewards, carry }) => setsProductsTogether(carry.fence) && rewards.includes(edit.id)),
  )
  return edit.kind === 'reward' && !together ? [edit.rule.productType] : productTypes
}

/**
 * Whether the edit may change who qualifies for CPA: its trigger, or which CPA reward it is, against any version there
 * was, because the edited one holds as if it always had.
 */
export function changesQualification(book: RuleSet, edit: Edit): boolean {
  if (edit.kind === 'reward') {
    if (edit.rule.productType !== 'cpa') return false
    const triggerOf = (rule: RewardRule) =>
      JSON.stringify([
        rule.triggerCondition ?? null,
        rule.triggerOperation ?? null,
        rule.triggerComparison ?? null,
        rule.currencyAmounts ?? [],
        ...(isTrackedPerPlayer(rule)
          ? [
              rule.conditions,
              rule.stages,
              rule.countries,
              rule.holdDays,
              rule.clawBack,
              rule.clawBackDays,
              rule.caps,
              rule.value,
              rule.bandFact,
              rule.bands,
              rule.bandComparator,
              rule.overrides,
            ]
          : []),
      ])
    return (book.rewards.get(edit.id) ?? []).some(({ rule }) => triggerOf(rule) !== triggerOf(edit.rule))
  }
  const cpaOf = (rewards: readonly number[]) =>
    rewards.find((reward) => book.rewards.get(reward)?.at(-1)?.rule.productType === 'cpa')
  return (book.profiles.get(edit.id) ?? []).some(({ rewards }) => cpaOf(rewards) !== cpaOf(edit.rewards))
}
