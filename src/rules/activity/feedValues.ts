import { isDay, momentOfClock } from '#engine/values/calendar.ts'

/** The sign before decimals in a file. */
export type DecimalSign = '.' | ','

const bareAmount = (text: string): string =>
  text
    .replaceAll('\u2212', '-')
    .replace(/[A-Z]{0,3}[$€£]|^[A-Z]{3}\b|\b[A-Z]{3}$/gi, '')
    .replace(/[\s\u00A0\u202F'\u2019]/g, '')
    .replace(/^([(+-]?)(?=[.,]\d)/, '$10')

/**
 * The sign before decimals that amounts of a file show for certain; null where none does, or they differ.
 * @example decimalSignIn(['1.250,50', '100']) // ','
 */
export function decimalSignIn(amounts: Iterable<string>): DecimalSign | null {
  const found = new Set<DecimalSign>()
  for (const amount of amounts) {
    const last = /([.,])\d{1,2}\D*$/.exec(bareAmount(amount))
    if (last) found.add(last[1] as DecimalSign)
  }
  const [sign] = found
  return found.size === 1 ? sign! : null
}

/**
 * An amount as spreadsheet programs write it, in the plain form that events take; what is no amount stays as it is.
 * @param sign decides what one amount alone leaves open: `1.250` is a thousand where decimals come after a comma
 * @example plainAmount('R$ 1.250,50', ',') // '1250.50'
 */
export function plainAmount(text: string, sign: DecimalSign): string {
  const bare = bareAmount(text)
  const isBracketed = /^\(.*\)$/.test(bare)
  const digits = bare.replace(/^\(|\)$|^[+-]|-$/g, '')
  if (!/^\d[\d.,]*$/.test(digits)) return text
  const minus = isBracketed || /^-|-$/.test(bare) ? '-' : ''
  const [whole, decimals] = splitAmount(digits, sign)
  const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$|^\d+$/.test(whole)
  if (!grouped || /\D/.test(decimals)) return text
  return `${minus}${whole.replace(/\D/g, '')}${decimals === '' ? '' : `.${decimals}`}`
}

function splitAmount(digits: string, sign: DecimalSign): [whole: string, decimals: string] {
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (at < 0) return [digits, '']
  const last = digits[at]!
  const isOnly = digits.indexOf(last) === at
  const hasOther = digits.slice(0, at).includes(last === '.' ? ',' : '.')
  const isGroup = digits.length - at === 4 && last !== sign && !hasOther
  return !isOnly || isGroup ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)]
}

const time = String.raw`(\d{1,2})[:h](\d{2})(?:[:m](\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([AaPp])\.?\s?[Mm]\.?)?`
const rest = String.raw`(?:(?:T|\s*,\s*|\s+(?:às|as|at|-)\s+|\s+)${time})?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${rest}`)
const dayFirst = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${rest}`)
const exact = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/
const two = (text: string) => text.padStart(2, '0')

/** How months begin in Portuguese, English and Spanish. */
const monthNames = [
  'jan ene',
  'fev feb',
  'mar',
  'abr apr',
  'mai may',
  'jun',
  'jul',
  'ago aug',
  'set sep',
  'out oct',
  'nov',
  'dez dec dic',
]

/** The number of a month, from its name or how that begins; null where it is none. */
function monthNamed(name: string): string | null {
  const begin = name.toLowerCase()
  const place = monthNames.findIndex((begins) => begins.split(' ').some((each) => begin.startsWith(each)))
  return place < 0 ? null : String(place + 1)
}

const dayThenName = /^(\d{1,2})(?:\s+de\s+|[-/. ])(\p{L}{3,})\.?(?:\s+de\s+|,?[-/. ])(\d{4}|\d{2})(?!\d)/iu
const nameThenDay = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/iu

/** A day whose month is a name, or that is eight digits, as the others are written. */
function withMonthNumber(text: string): string {
  const numbered = (all: string, day: string, name: string, year: string) => {
    const month = monthNamed(name)
    return month === null ? all : `${day}/${month}/${year}`
  }
  return text
    .replace(dayThenName, numbered)
    .replace(nameThenDay, (all, name: string, day: string, year: string) => numbered(all, day, name, year))
    .replace(/^((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/, '$1-$2-$3')
}

interface Clock {
  readonly day: string
  readonly time: string
  readonly zone: string
}

/** A day and time as they are written, the day before the month where slashes separate them; null where it is none. */
function clockIn(text: string): Clock | null {
  const numbered = withMonthNumber(text)
  const isYearFirst = yearFirst.exec(numbered)
  const match = isYearFirst ?? dayFirst.exec(numbered)
  if (!match) return null
  const [
    ,
    first = '',
    month = '',
    last = '',
    hour = '0',
    minute = '00',
    second = '00',
    fraction = '',
    half,
    zone = '',
  ] = match
  const [year, dayOfMonth] = isYearFirst ? [first, last] : [last.length === 2 ? `20${last}` : last, first]
  const day = `${year}-${two(month)}-${two(dayOfMonth)}`
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  if (!isDay(day) || hours > 23 || minute > '59' || second > '59') return null
  return { day, time: `${two(String(hours))}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`, zone }
}

/**
 * The day that text names, with or without a time, in ISO 8601; null where it names none.
 * @example plainDay('26/11/2026') // '2026-11-26'
 */
export function plainDay(text: string): string | null {
  return clockIn(text.trim())?.day ?? null
}

/**
 * The month that text names, as `YYYY-MM`; null where it names none. Of a day it is that day's.
 * @example plainMonth('ago/26') // '2026-08'
 */
export function plainMonth(text: string): string | null {
  const plain = text.trim().toLowerCase()
  const [, year, month] = /^(\d{4})[-/.](\d{1,2})$/.exec(plain) ?? []
  const [, first, second] = /^(\d{1,2})[-/.](\d{4})$/.exec(plain) ?? []
  const [, name, named] = /^(\p{L}{3,})\.?(?:[-/. ]| de )+(\d{2}|\d{4})$/u.exec(plain) ?? []
  const monthOfName = name === undefined ? null : monthNamed(name)
  const found = monthOfName ? [named!.padStart(4, '20'), monthOfName] : [year ?? second, month ?? first]
  if (found[0] === undefined || found[1] === undefined) return plainDay(text)?.slice(0, 7) ?? null
  const number = Number(found[1])
  return number >= 1 && number <= 12 ? `${found[0]}-${found[1].padStart(2, '0')}` : null
}

/**
 * A moment as spreadsheet programs write it, in ISO 8601; one without a zone is of the zone of the business. What is no
 * moment stays as it is.
 * @example plainMoment('26/11/2026 10:05', 'America/Sao_Paulo') // '2026-11-26T13:05:00.000Z'
 */
export function plainMoment(text: string, zone: string): string {
  const given = text.trim()
  if (exact.test(given)) return given
  const clock = clockIn(given)
  if (!clock) return text
  if (clock.zone === '') return momentOfClock({ ...clock, zone }).toISOString()
  const offset = /^[+-]/.test(clock.zone)
    ? clock.zone.replace(/^(...):?(..)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
    : 'Z'
  const at = new Date(`${clock.day}T${clock.time}${offset}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
