import polyglotI18nProvider from 'ra-i18n-polyglot'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import type { I18nProvider } from 'react-admin'
import { isLanguage, type Language, languageKeys } from '#locales/languages.ts'
import { withOnDemand } from '#locales/compose.ts'
import { texts } from '#locales/texts.ts'

type Messages = Parameters<typeof polyglotI18nProvider>[0] extends (locale: string) => infer Answer
  ? Awaited<Answer>
  : never

/** Whether a page was opened that says what most pages do not. */
let isWhole = false

// A language is loaded when it is first shown.
async function load(language: Language): Promise<Messages> {
  const [{ firstMessages }, onDemand] = await Promise.all([
    texts[language].first(),
    isWhole ? texts[language].onDemand() : null,
  ])
  return (onDemand ? withOnDemand(firstMessages, onDemand) : firstMessages) as unknown as Messages
}

/** Brings what single pages say into the translations that are there. */
let readOnDemand: () => Promise<unknown> = async () => {}
/** Under way, or done: what is shown before it came would show the names of its texts, and go on doing so. */
let reading: Promise<unknown> | null = null

/** Loads a page that says what most do not, and its texts with it. */
export async function withLazyTexts<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, reading ?? readOnDemand()])
  return loaded
}

/** A component that is loaded when it is first shown, and what it says with it. */
export const lazyWithTexts = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => withLazyTexts(load()))

/** `<html lang>` says what the page speaks: screen readers, hyphenation and the browser's own controls follow it. */
function announce(language: string) {
  document.documentElement.lang = language
}

/** react-admin's translations, with the first language there already. */
export async function createI18nProvider(language: Language): Promise<I18nProvider> {
  const startedWhole = isWhole
  let first: Messages | null = await load(language)
  const getMessages = (locale: string) => {
    // The first answer must be no promise, in the second office of a page too: somebody signed in again.
    if (first) return first
    if (!isLanguage(locale)) throw new Error(`There is no language ${locale}`)
    return load(locale)
  }
  const provider = polyglotI18nProvider(
    getMessages,
    language,
    languageKeys.map((locale) => ({ locale, name: locale })),
  )
  first = null
  announce(language)
  // A page that says more came while this was on its way.
  if (isWhole !== startedWhole) await provider.changeLocale(language)
  readOnDemand = () => {
    isWhole = true
    // What does not come is asked for again with the next page.
    reading = provider.changeLocale(provider.getLocale()).catch((error: unknown) => {
      isWhole = false
      reading = null
      throw error
    })
    return reading
  }
  return {
    ...provider,
    changeLocale: async (locale, options) => {
      await provider.changeLocale(locale, options)
      announce(locale)
    },
  }
}
