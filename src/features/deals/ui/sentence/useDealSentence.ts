import type { RewardDraft } from '#rules/commission/rewardRules.ts'
import { dealSentence } from '#rules/deals/sentence.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useDealWords } from './useDealWords.ts'
import { useOverrideNames } from './useOverrideNames.ts'

/** A reward, or what is typed of one so far, with what its amounts are in. */
export type DescribedReward = RewardDraft & { readonly currency?: unknown }

/**
 * Says a reward as a paragraph in the reader's language; null where there is nothing to say yet.
 * @param rewards those that will be said, of which overrides name brands and links
 */
export function useDealSentence(rewards: readonly DescribedReward[]): {
  readonly say: (reward: DescribedReward) => string | null
  readonly title: string
} {
  const language = useLanguage()
  const words = useDealWords(undefined, useOverrideNames(rewards))
  const say = (reward: DescribedReward) => {
    const currency = typeof reward.currency === 'string' && reward.currency !== '' ? reward.currency : undefined
    return dealSentence(reward, { ...words, money: (amount) => formatMoney(amount, { language, currency }) })
  }
  return { say, title: words.title }
}
