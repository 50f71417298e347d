/** What the product knows of a language besides its texts. */
interface LanguageLine {
  /** Its own name for itself: whoever looks for their language cannot read the others. */
  readonly name: string
  /** How numbers are grouped, a locale that browsers know. */
  readonly numbers: string
  readonly decimalSign: ',' | '.'
}

/**
 * The languages of the product, in the order in which people choose among them; the first is for whoever has chosen
 * none.
 */
export const languages = {
  pt: { name: 'Português', numbers: 'pt-BR', decimalSign: ',' },
  en: { name: 'English', numbers: 'en-US', decimalSign: '.' },
  es: { name: 'Español', numbers: 'es-AR', decimalSign: ',' },
} as const satisfies Readonly<Record<string, LanguageLine>>

/** A language of the product. */
export type Language = keyof typeof languages

/** Every language, the first for whoever has chosen none. */
export const languageKeys = Object.keys(languages) as [Language, ...Language[]]

/** The names that the languages have for themselves, the same in all of them. */
export const languageNames = Object.fromEntries(languageKeys.map((key) => [key, languages[key].name])) as Readonly<
  Record<Language, string>
>

/** The language of whoever has chosen none. */
export const defaultLanguage = languageKeys[0]

/** Is this one of the languages? */
export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value)
