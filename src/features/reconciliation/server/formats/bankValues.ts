import { type Day, isDay } from '#engine/values/calendar.ts'
import { type Money, roundMoney } from '#engine/values/money.ts'
import { refuse } from './statementLine.ts'

/** A cell with the line in which it stands. */
export interface Cell {
  readonly line: number
  readonly text: string
}

/** An amount and whether it left the account, where its sign says so. */
export interface SignedAmount {
  readonly amount: Money
  readonly isMinus: boolean
  /** A letter behind it: D is what left. */
  readonly isMarked: boolean
}

const plainAmount = /^(\d{1,3}(?:([.,' ])\d{3})+|\d{1,14})(?:([.,])(\d{1,2})0{0,2})?$/

interface AmountParts {
  readonly digits: string
  readonly isMinus: boolean
  readonly isMarked: boolean
}

/** `D`, `(C)`, `DB`, `CR` behind an amount. */
const marked = /\s*\(?([DC])[BR]?\)?$/i

/** Sign, currency and mark taken off: `R$ -1.234,56`, `(1,234.56)`, `1.234,56-`, `1.234,56 D`. */
function partsOf(text: string): AmountParts {
  const mark = marked.exec(text)?.[1]?.toUpperCase()
  const unmarked = (mark ? text.replace(marked, '') : text)
    .replace(/[\u2010-\u2015\u2212\uFE63\uFF0D]/g, '-')
    .replace(/[A-Z]{0,3}\$|€|£|\b(?:BRL|USD|EUR|GBP)\b/gi, '')
    .replace(/[\u00A0\u202F]/g, ' ')
    .trim()
  const isBracketed = /^\(.*\)$/.test(unmarked)
  const bare = unmarked.replace(/^\(|\)$/g, '').trim()
  const isMinus = isBracketed || mark === 'D' || /^-|-$/.test(bare)
  return { digits: bare.replace(/^[+-]\s*|\s*-$/g, ''), isMinus, isMarked: mark !== undefined }
}

/** Does an amount say itself whether it left or came? */
export function hasSign(text: string): boolean {
  const { digits, isMinus, isMarked } = partsOf(text)
  return /\d/.test(digits) && (isMinus || isMarked)
}

/** By which sign an amount tells its decimals for sure; null where it could be either. */
function decimalSignOf(digits: string): ',' | '.' | null {
  const parts = plainAmount.exec(digits)
  if (!parts) return null
  const [, , grouping, sign] = parts
  if (sign) return sign as ',' | '.'
  if (grouping === '.' && digits.split('.').length > 2) return ','
  return grouping === ',' && digits.split(',').length > 2 ? '.' : null
}

/**
 * How the amounts of a file are read. One like `1.234` is a thousand only where the other amounts say so; alone it is
 * refused.
 * @returns reads one amount; refuses what is none
 */
export function amountReader(texts: readonly string[]): (cell: Cell) => SignedAmount {
  const signs = new Set(texts.map((text) => decimalSignOf(partsOf(text).digits)).filter((sign) => sign !== null))
  const [fileSign] = signs.size === 1 ? signs : []
  return ({ line, text }) => {
    const { digits, ...signed } = partsOf(text)
    if (!/\d/.test(digits)) refuse(line, 'no_amount', text)
    const match = plainAmount.exec(digits)
    if (!match || (match[2] !== undefined && match[2] === match[3])) refuse(line, 'amount', text)
    const [, whole, grouping, , decimals = '0'] = match
    if ((grouping === '.' || grouping === ',') && match[3] === undefined && decimalSignOf(digits) === null)
      if (fileSign === undefined || fileSign === grouping) refuse(line, 'ambiguous_amount', text)
    return { amount: roundMoney(`${whole!.replace(/\D/g, '')}.${decimals}`), ...signed }
  }
}

/** Months by the beginning of their names in Portuguese, English and Spanish. */
const months: readonly (readonly string[])[] = [
  ['jan', 'ene'],
  ['fev', 'feb'],
  ['mar'],
  ['abr', 'apr'],
  ['mai', 'may'],
  ['jun'],
  ['jul'],
  ['ago', 'aug'],
  ['set', 'sep'],
  ['out', 'oct'],
  ['nov'],
  ['dez', 'dec', 'dic'],
]
const monthOf = (name: string) => months.findIndex((names) => names.includes(name.slice(0, 3).toLowerCase())) + 1
const yearOf = (text: string) => (text.length === 2 ? `20${text}` : text)
const dayFrom = (year: string, month: number | string, day: string) =>
  `${yearOf(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`

/** A day that can be read in one way alone; null for others. Spreadsheet programs count days since the last of 1899. */
function plainDay(text: string): string | null {
  if (/^[4-6]\d{4}(?:[.,]\d+)?$/.test(text))
    return new Date(Date.UTC(1899, 11, 30) + Number(text.slice(0, 5)) * 86_400_000).toISOString().slice(0, 10)
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(text)
  if (iso) return dayFrom(iso[1]!, iso[2]!, iso[3]!)
  const named = /^(\d{1,2})(?:\s+de\s+|[\s./-]+)([a-zç]{3,10})\.?(?:\s+de\s+|[\s./-]+)(\d{4}|\d{2})$/i.exec(text)
  if (named) return dayFrom(named[3]!, monthOf(named[2]!), named[1]!)
  const english = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text)
  return english && dayFrom(english[3]!, monthOf(english[1]!), english[2]!)
}

const slashed = (text: string) => /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/.exec(text)
const withoutTime = (text: string) =>
  text
    .trim()
    .replace(
      /^(?:seg|ter|qua|qui|sex|s[áa]b|dom|mon|tue|wed|thu|fri|sat|sun|lun|martes|mi[ée]|jue|vie)\p{L}*(?:-feira)?[.,]*\s+/iu,
      '',
    )
    .replace(/[T\s,-]+(?:(?:às|as|at)\s+)?\d{1,2}[:h]\d{2}.*$/i, '')
    .trim()

/**
 * How the days of a file are read. Whether the day or the month comes first is what all of them allow together; else
 * what the file's language is used to.
 * @param usual null where the language leaves it open
 * @param year of days that are written without one
 * @returns reads one day; refuses what is none
 */
export function dayReader(
  texts: readonly string[],
  { usual, year }: { usual: 'day_first' | null; year: string | undefined },
): (cell: Cell) => Day {
  const whole = (text: string) =>
    year !== undefined && /^\d{1,2}[./-]\d{1,2}$/.test(withoutTime(text))
      ? `${withoutTime(text)}/${year}`
      : withoutTime(text)
  const numbers = texts.map((text) => slashed(whole(text))).filter((match) => match !== null)
  const isDayFirst = numbers.some(([, first]) => Number(first) > 12)
  const isMonthFirst = numbers.some(([, , second]) => Number(second) > 12)
  const order = isDayFirst === isMonthFirst ? (isDayFirst ? null : usual) : isDayFirst ? 'day_first' : 'month_first'
  return ({ line, text }) => {
    const match = slashed(whole(text))
    if (match && order === null && match[1] !== match[2]) refuse(line, 'ambiguous_day', text)
    const [month, day] = order === 'month_first' ? [match?.[1], match?.[2]] : [match?.[2], match?.[1]]
    const read = match ? dayFrom(match[3]!, month!, day!) : plainDay(whole(text))
    return isDay(read) ? read : refuse(line, 'day', text)
  }
}
