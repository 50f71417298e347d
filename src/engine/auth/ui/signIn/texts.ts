/** The entrance's own small way with languages: the texts themselves, without react-admin's provider. */
import type { PagesMessages } from '#locales/en/pages.ts'
import type { Language } from '#locales/languages.ts'
import { pages as portuguese } from '#locales/pt/pages.ts'
import { texts } from '#locales/texts.ts'

/** The pages' texts in a language. */
export const loadTexts = async (language: Language): Promise<PagesMessages> => (await texts[language].pages()).pages

/** The message of an error of the API in a language; what the server said in English where the language has none. */
export async function errorText(
  language: Language,
  error: { code: string; message: string; values?: Record<string, unknown> },
): Promise<string> {
  // Asked for only when there is an error to tell.
  const messages: Partial<Record<string, string>> = await texts[language].errors().then(
    ({ errors }) => errors,
    () => ({}),
  )
  const text = messages[error.code] ?? error.message
  return text.replace(/%\{(\w+)\}/g, (_, name: string) => String(error.values?.[name] ?? ''))
}

/** The texts of the first language, which the page comes with. */
export const initialTexts: PagesMessages = portuguese
