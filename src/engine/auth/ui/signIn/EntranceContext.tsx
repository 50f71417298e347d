import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { PagesMessages } from '#locales/en/pages.ts'
import { setDocumentTitle } from '#engine/ui/shell/brand.ts'
import { defaultLanguage, isLanguage, type Language } from '#locales/languages.ts'
import { errorText, initialTexts, loadTexts } from './texts.ts'
import { asSignInError, type SignInCalls } from './SignInCalls.ts'

interface EntranceValue {
  readonly texts: PagesMessages
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  /** What to tell people about something that failed. */
  readonly explain: (error: unknown) => Promise<string>
  readonly calls: SignInCalls
  /** Goes to another step; with `null` to the office. */
  readonly goTo: (path: string) => void
  readonly enter: () => void
}

const EntranceContext = createContext<EntranceValue | null>(null)

/** Texts, language and calls for the pages of the entrance. */
export function useSignIn(): EntranceValue {
  const value = useContext(EntranceContext)
  if (!value) throw new Error('The pages of the entrance stand inside its provider')
  return value
}

const languageKey = 'language'

function rememberedLanguage(): Language {
  const stored = localStorage.getItem(languageKey)
  return isLanguage(stored) ? stored : defaultLanguage
}

function useLanguage() {
  const [language, setLanguage] = useState<Language>(rememberedLanguage)
  const [shown, setShown] = useState({ language: defaultLanguage, texts: initialTexts as PagesMessages })
  useEffect(() => {
    let isCurrent = true
    void loadTexts(language).then((texts) => isCurrent && setShown({ language, texts }))
    return () => {
      isCurrent = false
    }
  }, [language])
  useEffect(() => {
    document.documentElement.lang = shown.language
  }, [shown.language])
  const choose = useCallback((chosen: Language) => {
    localStorage.setItem(languageKey, chosen)
    setLanguage(chosen)
  }, [])
  return { ...shown, setLanguage: choose }
}

/** Provides what {@link useSignIn} reads. */
export function EntranceProvider({
  calls,
  goTo,
  enter,
  children,
}: Pick<EntranceValue, 'calls' | 'goTo' | 'enter'> & { children: ReactNode }) {
  const { language, texts, setLanguage } = useLanguage()
  const value = useMemo<EntranceValue>(
    () => ({
      calls,
      goTo,
      enter,
      language,
      texts,
      setLanguage,
      explain: async (thrown) => {
        const error = asSignInError(thrown)
        return error.code === 'network_error' ? texts.notices.networkError : errorText(language, error)
      },
    }),
    [calls, goTo, enter, language, texts, setLanguage],
  )
  return <EntranceContext.Provider value={value}>{children}</EntranceContext.Provider>
}

/** Sets the window's title while the page is shown. */
export function useDocumentTitle(title: string) {
  useEffect(() => setDocumentTitle(title), [title])
}
