import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { I18nProvider } from 'ra-core'
import { type Language, languages } from './signIn/texts.ts'

type Messages = Parameters<typeof polyglotI18nProvider>[0] extends (locale: string) => infer Answer ? Awaited<Answer> : never

// A language is loaded when it is first shown.
const loaders: Record<Language, () => Promise<Messages>> = {
  pt: async () => (await import('../../locales/pt/index.ts')).messages as unknown as Messages,
  en: async () => (await import('../../locales/en/index.ts')).messages as unknown as Messages,
  es: async () => (await import('../../locales/es/index.ts')).messages as unknown as Messages,
}

const isLanguage = (locale: string): locale is Language => Object.hasOwn(loaders, locale)

/** `<html lang>` says what the page speaks: screen readers, hyphenation and the browser's own controls follow it. */
function announce(language: string) {
  document.documentElement.lang = language
}

/** react-admin's translations, with the first language there already. */
export async function createI18nProvider(language: Language): Promise<I18nProvider> {
  const first = await loaders[language]()
  const getMessages = (locale: string) => {
    if (locale === language) return first
    if (!isLanguage(locale)) throw new Error(`There is no language ${locale}`)
    return loaders[locale]()
  }
  const provider = polyglotI18nProvider(getMessages, language, languages.map((locale) => ({ locale, name: locale })))
  announce(language)
  return {
    ...provider,
    changeLocale: async (locale, options) => {
      await provider.changeLocale(locale, options)
      announce(locale)
    },
  }
}
