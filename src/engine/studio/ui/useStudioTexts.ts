import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { languageKeys } from '#locales/languages.ts'
import { texts } from '#locales/texts.ts'
import type { OverlaidTexts } from '#engine/declaration/overlay/overlay.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

/** Says a text of the studio (`lock.title`), with its values. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

/** What the studio says in the language of the pages, and the labels in force in all of them. */
export interface StudioTexts {
  readonly say: Say
  readonly labels: Readonly<Record<string, OverlaidTexts>>
}

/** Texts of the studio; undefined until they are there. */
export function useStudioTexts(): StudioTexts | undefined {
  const language = useLanguage()
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['texts', 'studio', language],
    queryFn: async () => {
      const [{ studio }, ...all] = await Promise.all([
        texts[language].studio(),
        ...languageKeys.map((each) => texts[each].first()),
      ])
      const labels = Object.fromEntries(languageKeys.map((each, index) => [each, all[index]!.firstMessages]))
      return { studio, labels: labels as unknown as StudioTexts['labels'] }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return undefined
  const find = (key: string) =>
    key.split('.').reduce<unknown>((found, part) => (found as Record<string, unknown>)?.[part], data.studio)
  return {
    say: (key, values = {}) => translate(`studio.${key}`, { ...values, _: String(find(key) ?? key) }),
    labels: data.labels,
  }
}
