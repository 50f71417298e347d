/**
 * What files and assistants say, in the reader's language. Labels live in `locales/` alone; this is the one place of the server that
 * reads them, because a file
 * is read where no page translates it.
 */
import { defaultLanguage, isLanguage, type Language, languages, languageKeys } from '#locales/languages.ts'
import { texts as textsByLanguage } from '#locales/texts.ts'
import type { Translate } from '#engine/declaration/derive/report/labels.ts'
import { translator } from '#engine/declaration/derive/translator.ts'
import type { CsvWords } from '#engine/values/spreadsheet/cells.ts'

/** A language that people of the back office choose. */
export type FileLanguage = Language

/** What a file says in one language. */
export interface FileTexts {
  readonly language: FileLanguage
  /** The locale by which numbers are written: `pt-BR`. */
  readonly locale: string
  /**
   * The text of a label key as pages ask for it (`resources.affiliate.fields.name`, `choices.paymentType.manual`,
   * `measures.ggr`, `resourcePages.report.total`),
   * its placeholders filled in; `_`, else the key's last word, where there is no such label. `smart_count` decides
   * between one and many.
   */
  readonly translate: Translate
  /** How a CSV file of this language is written. */
  readonly csv: CsvWords
}

const messages = new Map(
  await Promise.all(
    languageKeys.map(async (key) => {
      const { all, assistant, deals } = textsByLanguage[key]
      const [{ messages }, assistants, sentences] = await Promise.all([all(), assistant(), deals()])
      return [key, { ...messages, ...assistants, ...sentences }] as const
    }),
  ),
)

function makeTexts(of: FileLanguage): FileTexts {
  const translate = translator(messages.get(of)!, of)
  const { decimalSign, numbers } = languages[of]
  return {
    language: of,
    locale: numbers,
    translate,
    csv: { yes: translate('resourcePages.export.yes'), no: translate('resourcePages.export.no'), decimalSign },
  }
}

/** The texts of whoever has said no language, or one that there is not, are those of the first one. */
export const textsFor = (of: unknown): FileTexts => textsOf(isLanguage(of) ? of : defaultLanguage)

const known = new Map<FileLanguage, FileTexts>()

/** The texts of a language. */
export function textsOf(of: FileLanguage): FileTexts {
  const texts = known.get(of) ?? makeTexts(of)
  known.set(of, texts)
  return texts
}

/** The texts of every language: what a file may be written in. */
export const textsOfAll = (): FileTexts[] => languageKeys.map(textsOf)
