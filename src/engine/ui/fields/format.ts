/**
 * How amounts, percentages, days and moments are written for people (specification, section 9). The one place that
 * decides it, with `engine/values/shownTime.ts`.
 */
import { defaultLanguage, isLanguage, type Language, languages } from '#locales/languages.ts'
import { allCurrencies, decimalsOf } from '#engine/values/currencies.ts'
import { defaultCurrency, moneyPlaces } from '#engine/values/money.ts'
import { currencySigns } from '#engine/values/shownMoney.ts'
import { emptyText } from '#engine/values/shownTime.ts'
import { installation } from '#engine/ui/shell/installation.ts'

// What files say the same way is in the domain; pages find all of it here.
export { emptyText, formatDay, formatMoment } from '#engine/values/shownTime.ts'

const numberFormats = new Map<string, Intl.NumberFormat>()

/** A language the pages have; the first one for anything else. */
export function languageOf(locale: string | undefined): Language {
  return isLanguage(locale) ? locale : defaultLanguage
}

/** Comma in Portuguese, point in English. */
export function decimalSign(language: Language): ',' | '.' {
  return languages[language].decimalSign
}

function numberFormat(language: Language, decimals: { min: number; max: number }): Intl.NumberFormat {
  const key = `${language} ${decimals.min} ${decimals.max}`
  let format = numberFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(languages[language].numbers, {
      minimumFractionDigits: decimals.min,
      maximumFractionDigits: decimals.max,
      useGrouping: 'always',
    })
    numberFormats.set(key, format)
  }
  return format
}

/** What stands before amounts of which nobody says another currency. */
export const { moneySymbol } = installation
/** The prefix of amounts in a currency; the installation's sign for its usual currency and where none is named. */
export function symbolOf(currency: string | null | undefined): string {
  return !currency || currency === defaultCurrency ? moneySymbol : (currencySigns[currency] ?? `${currency} `)
}

/** Whether a value says nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A number with at most so many decimals, grouped: `1.234,5`. */
export function formatNumber(
  value: number | string | null | undefined,
  options: { language: Language; decimals?: number },
): string {
  if (isEmpty(value) || !Number.isFinite(Number(value))) return emptyText
  return numberFormat(options.language, { min: 0, max: options.decimals ?? 0 }).format(Number(value))
}

const sizeUnits = ['B', 'kB', 'MB'] as const

/** How large a file is, in the unit people know: `1,2 kB`. */
export function formatFileSize(bytes: number, options: { language: Language }): string {
  const step = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2
  return `${formatNumber(bytes / 1024 ** step, { ...options, decimals: step })} ${sizeUnits[step]}`
}

/** The decimals of a currency; of an amount with more of them, as an average has, all 2. */
const shownDecimals = (amount: number, currency: string | null | undefined): number =>
  Number.isInteger(amount) ? decimalsOf(currency) : moneyPlaces

/**
 * An amount: the sign of its currency (the installation's `$` where none is named) before it, its decimals (2 where none
 * is named), comma as decimal in Portuguese and Spanish, the minus before the sign: `-$1.234,50`.
 * @param value an amount with at most 2 decimals, as the API carries it; nothing is rounded that is not shown.
 */
export function formatMoney(
  value: number | string | null | undefined,
  options: { language: Language; currency?: string | null | undefined },
): string {
  if (isEmpty(value) || !Number.isFinite(Number(value))) return emptyText
  const amount = Number(value)
  const decimals = shownDecimals(amount, options.currency)
  const digits = numberFormat(options.language, { min: decimals, max: decimals }).format(Math.abs(amount))
  return `${amount < 0 ? '-' : ''}${symbolOf(options.currency)}${digits}`
}

/** A number for where there is little room, beside an axis: `1,2 mi`. */
export function formatShort(value: number, options: { language: Language }): string {
  return new Intl.NumberFormat(languages[options.language].numbers, {
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(value)
}

/** A percentage, 12.5 means 12.5 %: `12,50%`. */
export function formatPercent(value: number | string | null | undefined, options: { language: Language }): string {
  if (isEmpty(value) || !Number.isFinite(Number(value))) return emptyText
  return `${numberFormat(options.language, { min: 2, max: 4 }).format(Number(value))}%`
}

/**
 * Reads what somebody typed as a number: grouping dropped, the language's decimal sign understood, a lone point as
 * well.
 * @returns null where nothing was typed, the text itself where it is no number (so that the check can say so).
 * @example parseTyped('1.234,5', 'pt') // 1234.5
 */
export function parseTyped(typed: string, language: Language): number | string | null {
  const text = typed
    .replace(/[\s%]/g, '')
    .replace(/^(-?)([A-Z]{0,2}\$|[€£¥]|[A-Z]{3}(?=\d))/, (said, minus: string, sign: string) =>
      sign.length < 3 || sign.endsWith('$') || allCurrencies.includes(sign) ? minus : said,
    )
    .replaceAll(moneySymbol, '')
  if (text === '') return null
  const decimal = decimalSign(language)
  const grouping = decimal === ',' ? '.' : ','
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${grouping}\\d{3})+(\\${decimal}\\d*)?$`).test(text)
  const plain = (isGrouped ? text.replaceAll(grouping, '') : text).replace(decimal, '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : typed
}

/** A number as it stands in an input: ungrouped, with the language's decimal sign. */
export function typedForm(value: unknown, language: Language): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : ''
  return String(value).replace('.', decimalSign(language))
}
