import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider } from 'react-admin'
import { isLanguage, type Language, languageKeys } from '../../locales/languages.ts'
import { texts } from '../../locales/texts.ts'

type Messages = Parameters<typeof polyglotI18nProvider>[0] extends (locale: string) => infer Answer
  ? Awaited<Answer>
  : never

// A language is loaded when it is first shown.
const load = async (language: Language) => (await texts[language].all()).messages as unknown as Messages

/** `<html lang>` says what the page speaks: screen readers, hyphenation and the browser's own controls follow it. */
function announce(language: string) {
  document.documentElement.lang = language
}

/** react-admin's translations, with the first language there already. */
export async function createI18nProvider(language: Language): Promise<I18nProvider> {
  const first = await load(language)
  const getMessages = (locale: string) => {
    if (locale === language) return first
    if (!isLanguage(locale)) throw new Error(`There is no language ${locale}`)
    return load(locale)
  }
  const provider = polyglotI18nProvider(
    getMessages,
    language,
    languageKeys.map((locale) => ({ locale, name: locale })),
  )
  announce(language)
  return {
    ...provider,
    changeLocale: async (locale, options) => {
      await provider.changeLocale(locale, options)
      announce(locale)
    },
  }
}
