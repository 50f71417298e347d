import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { texts } from '#locales/texts.ts'
import { translator } from '#engine/declaration/derive/translator.ts'
import type { DealTexts } from '#rules/deals/sentence.ts'
import { formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

/** How the reader's language says what a deal says; what stands there waits until its texts are there. */
export function useDealWords(
  currency: string | undefined,
  nameOf: (word: string, value: number | string) => string = (_, value) => String(value),
): DealTexts & { readonly title: string } {
  const translate = useTranslate()
  const language = useLanguage()
  const { data: say } = useSuspenseQuery({
    queryKey: ['texts', 'deals', language],
    queryFn: async () => translator((await texts[language].deals()).deals, language),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    title: say('title'),
    say,
    money: (amount) => formatMoney(amount, { language, currency }),
    number: (amount) => formatNumber(amount, { language, decimals: 4 }),
    label: (choice, value) => translate(labelKeys.choice(choice, value), { _: value }),
    place: (word, value) =>
      `${translate(labelKeys.item('reward', 'overrides', word), { _: word }).toLowerCase()} ${nameOf(word, value)}`,
  }
}
