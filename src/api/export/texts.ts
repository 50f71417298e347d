/**
 * What files say, in the reader's language. Labels live in `locales/` alone; this is the one place of the server that reads them, because a file
 * is read where no page translates it.
 */
import { choices as enChoices } from '../../../locales/en/choices.ts'
import { system as enSystem } from '../../../locales/en/menu.ts'
import { reports as enReports } from '../../../locales/en/reports.ts'
import { resourcePages as enPages } from '../../../locales/en/resourcePages.ts'
import { resources as enResources } from '../../../locales/en/resources.ts'
import { choices as esChoices } from '../../../locales/es/choices.ts'
import { system as esSystem } from '../../../locales/es/menu.ts'
import { reports as esReports } from '../../../locales/es/reports.ts'
import { resourcePages as esPages } from '../../../locales/es/resourcePages.ts'
import { resources as esResources } from '../../../locales/es/resources.ts'
import { choices as ptChoices } from '../../../locales/pt/choices.ts'
import { system as ptSystem } from '../../../locales/pt/menu.ts'
import { reports as ptReports } from '../../../locales/pt/reports.ts'
import { resourcePages as ptPages } from '../../../locales/pt/resourcePages.ts'
import { resources as ptResources } from '../../../locales/pt/resources.ts'
import type { language } from '../../../resources/choices.ts'
import type { Translate } from '../../config/derive/report/labels.ts'
import { translator } from '../../config/derive/translator.ts'
import type { CsvWords } from '../../domain/spreadsheet/cells.ts'

/** A language that people of the back office choose. */
export type FileLanguage = (typeof language)['values'][number]

/** What a file says in one language. */
export interface FileTexts {
  readonly language: FileLanguage
  /**
   * The text of a label key as pages ask for it (`resources.affiliate.fields.name`, `choices.paymentType.manual`, `measures.ggr`, `resourcePages.report.total`),
   * its placeholders filled in; `_`, else the key's last word, where there is no such label. `smart_count` decides between one and many.
   */
  readonly translate: Translate
  /** How a CSV file of this language is written. */
  readonly csv: CsvWords
}

const messages: Readonly<Record<FileLanguage, object>> = {
  pt: { resources: ptResources, choices: ptChoices, system: ptSystem, resourcePages: ptPages, ...ptReports },
  en: { resources: enResources, choices: enChoices, system: enSystem, resourcePages: enPages, ...enReports },
  es: { resources: esResources, choices: esChoices, system: esSystem, resourcePages: esPages, ...esReports },
}

function makeTexts(of: FileLanguage): FileTexts {
  const translate = translator(messages[of])
  return { language: of, translate, csv: { yes: translate('resourcePages.export.yes'), no: translate('resourcePages.export.no'), decimalSign: of === 'en' ? '.' : ',' } }
}

const known = new Map<FileLanguage, FileTexts>()

/** The texts of a language. */
export function textsOf(of: FileLanguage): FileTexts {
  const texts = known.get(of) ?? makeTexts(of)
  known.set(of, texts)
  return texts
}
