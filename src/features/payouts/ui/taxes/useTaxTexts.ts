import { useQuery } from '@tanstack/react-query'
import type { TaxMessages } from '#locales/en/taxes.ts'
import { texts } from '#locales/texts.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

/** What the page of taxes says, in the language of the pages; undefined until it is there. */
export function useTaxTexts(): TaxMessages | undefined {
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['texts', 'taxes', language],
    queryFn: async () => (await texts[language].taxes()).taxes,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** Puts values in the places that a text keeps for them. */
export const interpolate = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/%\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
