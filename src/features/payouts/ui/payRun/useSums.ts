import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

/** Says sums, one a currency beside each other: they are never added. */
export function useSumsText(): (sums: readonly { readonly currency: string; readonly value: number }[]) => string {
  const language = useLanguage()
  return (sums) =>
    sums.length === 0
      ? formatMoney(0, { language })
      : sums.map(({ currency, value }) => formatMoney(value, { language, currency })).join(' · ')
}
