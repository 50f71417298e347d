/** Nobody reads a draft; what was sent stays as it is. */
export const announcementStates = ['draft', 'sent'] as const

interface Said {
  readonly language: string
}

/** Rule of an announcement: it says everything once in each language. */
export function translationsAreWhole({
  language,
  translations,
}: {
  readonly language?: string | null
  readonly translations?: readonly Partial<Said>[] | null
}) {
  const languages = [language, ...(translations ?? []).map((each) => each.language)]
  const index = languages.findIndex((each, place) => each && languages.indexOf(each) !== place)
  return index < 0 ? null : { field: `translations.${index - 1}.language`, code: 'said_twice' as const }
}
