import { useTranslate } from 'react-admin'
import type { RewardDraft } from '../../../domain/commission/rewardRules.ts'
import { dealSentence } from '../../../domain/deals/sentence.ts'
import { formatMoney, formatNumber } from '../../fields/format.ts'
import { labelKeys } from '../../fields/labels.ts'
import { useLanguage } from '../../fields/useLanguage.ts'

/** A reward, or what is typed of one so far, with what its amounts are in. */
export type SaidReward = RewardDraft & { readonly currency?: unknown }

/** Says a reward as a paragraph in the reader's language; null where there is nothing to say yet. */
export function useDealSentence(): (reward: SaidReward) => string | null {
  const translate = useTranslate()
  const language = useLanguage()
  return (reward) => {
    const currency = typeof reward.currency === 'string' && reward.currency !== '' ? reward.currency : undefined
    return dealSentence(reward, {
      say: (key, values) => translate(`panels.deal.${key}`, values),
      money: (amount) => formatMoney(amount, { language, currency }),
      number: (amount) => formatNumber(amount, { language, decimals: 4 }),
      label: (choice, value) => translate(labelKeys.choice(choice, value), { _: value }),
    })
  }
}
