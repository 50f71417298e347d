import { createContext, useContext, useEffect, useState } from 'react'
import type { PortalMessages } from '#locales/en/portal.ts'
import { texts as textsByLanguage } from '#locales/texts.ts'
import { useSignIn } from '../signIn/EntranceContext.tsx'

type Texts = PortalMessages['welcome']

const Context = createContext<Texts | null>(null)

/** Hands the texts on to what stands in it. */
export const WelcomeTexts = Context.Provider

/** What these pages say, in the language of the entrance; null until it is there. */
export function useWelcomeTexts(): Texts | null {
  const { language } = useSignIn()
  const [texts, setTexts] = useState<Texts | null>(null)
  useEffect(() => {
    let isCurrent = true
    void textsByLanguage[language].portal().then(({ portal }) => isCurrent && setTexts(portal.welcome))
    return () => {
      isCurrent = false
    }
  }, [language])
  return texts
}

/** What a page of these says. */
export function useTexts(): Texts {
  const texts = useContext(Context)
  if (!texts) throw new Error('These pages stand inside their texts')
  return texts
}
