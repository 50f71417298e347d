import type { DealOverride } from '#rules/deals/terms.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import type { DescribedReward } from './useDealSentence.ts'

type Word = 'brand' | 'subBrand' | 'campaign' | 'link'

/** What overrides of rewards name, by its name as far as that is known yet; countries and promo codes as they stand. */
export function useOverrideNames(
  rewards: readonly DescribedReward[],
): (word: string, value: number | string) => string {
  const overrides = rewards.flatMap((reward) => (reward.overrides ?? []) as readonly Partial<DealOverride>[])
  const idsOf = (word: Word) => [...new Set(overrides.flatMap((override) => override[word] ?? []))]
  const names: Readonly<Record<string, readonly { id: number | string; name: string }[]>> = {
    brand: useReferenceNames({ target: 'brand', ids: idsOf('brand') }),
    subBrand: useReferenceNames({ target: 'subBrand', ids: idsOf('subBrand') }),
    campaign: useReferenceNames({ target: 'campaign', ids: idsOf('campaign') }),
    link: useReferenceNames({ target: 'action', ids: idsOf('link') }),
  }
  return (word, value) => names[word]?.find(({ id }) => String(id) === String(value))?.name ?? String(value)
}
