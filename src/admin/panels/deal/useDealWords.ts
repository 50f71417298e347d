import { useTranslate } from 'react-admin'
import type { DealWords } from '../../../domain/deals/sentence.ts'
import { formatMoney, formatNumber } from '../../fields/format.ts'
import { labelKeys } from '../../fields/labels.ts'
import { useLanguage } from '../../fields/useLanguage.ts'

/** How the reader's language says what a deal says. */
export function useDealWords(
  currency: string | undefined,
  nameOf: (word: string, value: number | string) => string = (_, value) => String(value),
): DealWords {
  const translate = useTranslate()
  const language = useLanguage()
  return {
    say: (key, values) => translate(`panels.deal.${key}`, values),
    money: (amount) => formatMoney(amount, { language, currency }),
    number: (amount) => formatNumber(amount, { language, decimals: 4 }),
    label: (choice, value) => translate(labelKeys.choice(choice, value), { _: value }),
    place: (word, value) =>
      `${translate(labelKeys.item('reward', 'overrides', word), { _: word }).toLowerCase()} ${nameOf(word, value)}`,
  }
}
