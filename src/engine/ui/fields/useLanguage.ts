import { useLocale } from 'react-admin'
import type { Language } from '#locales/languages.ts'
import { languageOf } from './format.ts'

/** The language the pages are shown in. */
export const useLanguage = (): Language => languageOf(useLocale())
