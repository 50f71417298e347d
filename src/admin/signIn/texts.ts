/** The entrance's own small way with languages: the texts themselves, without react-admin's provider. */
import type { PagesMessages } from '../../../locales/en/pages.ts'
import { pages as portuguese } from '../../../locales/pt/pages.ts'
import type { ErrorMessages } from '../../../locales/messages.ts'

/** The languages of the pages; Portuguese is there from the start. */
export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'pt'

export const isLanguage = (value: unknown): value is Language => (languages as readonly unknown[]).includes(value)

const loaders: Record<Language, () => Promise<PagesMessages>> = {
  pt: () => Promise.resolve(portuguese),
  en: async () => (await import('../../../locales/en/pages.ts')).pages,
  es: async () => (await import('../../../locales/es/pages.ts')).pages,
}

// Asked for only when there is an error to tell.
const errorLoaders: Record<Language, () => Promise<ErrorMessages>> = {
  pt: async () => (await import('../../../locales/pt/errors.ts')).errors,
  en: async () => (await import('../../../locales/en/errors.ts')).errors,
  es: async () => (await import('../../../locales/es/errors.ts')).errors,
}

/** The pages' texts in a language. */
export const loadTexts = (language: Language): Promise<PagesMessages> => loaders[language]()

/** The message of an error of the API in a language; what the server said in English where the language has none. */
export async function errorText(language: Language, error: { code: string; message: string; values?: Record<string, unknown> }): Promise<string> {
  const messages: Partial<Record<string, string>> = await errorLoaders[language]().catch(() => ({}))
  const text = messages[error.code] ?? error.message
  return text.replace(/%\{(\w+)\}/g, (_, name: string) => String(error.values?.[name] ?? ''))
}

/** The Portuguese texts, which the page comes with. */
export const initialTexts = portuguese
