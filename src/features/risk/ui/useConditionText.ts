import { useTranslate } from 'react-admin'

/** Says the words of conditions as people do: what is known of players, and measures as reports call them. */
export function useConditionText() {
  const translate = useTranslate()
  const word = (name: string) => translate(`risk.words.${name}`, { _: translate(`measures.${name}`, { _: name }) })
  return {
    word,
    condition: (condition: string) =>
      condition
        .replaceAll(/[a-z_]+/g, word)
        .replaceAll('>=', '≥')
        .replaceAll('<=', '≤')
        .replaceAll(' / ', ' ÷ '),
  }
}
