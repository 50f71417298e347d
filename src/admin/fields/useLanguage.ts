import { useLocale } from 'ra-core'
import { type Language, languageOf } from './format.ts'

/** The language the pages are shown in. */
export const useLanguage = (): Language => languageOf(useLocale())
