import { isDay, momentOfClock } from '#engine/values/calendar.ts'

/** The sign before decimals in a file. */
export type DecimalSign = '.' | ','

const bareAmount = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[A-Z]{0,3}\p{Sc}|^[A-Z]{2,3}\b|\b[A-Z]{3}$/giu, '')
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
 * An amount as spreadsheet programs write it, in the plain form that events take: a dash alone is nothing, and what is no
 * amount stays as it is. So do `1.25E+03`, of which a program left digits out.
 * @param sign decides what one amount alone leaves open: `1.250` is a thousand where decimals come after a comma
 * @example plainAmount('R$ 1.250,50', ',') // '1250.50'
 */
export function plainAmount(text: string, sign: DecimalSign): string {
  if (/^\d+$/.test(text)) return text
  const bare = bareAmount(text)
  if (/^-+$/.test(bare)) return ''
  const isBracketed = /^\(.*\)$/.test(bare)
  const digits = bare.replace(/^\(|\)$|^[+-]|-$/g, '')
  if (!/^\d[\d.,]*$/.test(digits)) return text
  const minus = isBracketed || /^-|-$/.test(bare) ? '-' : ''
  const [whole, decimals] = splitAmount(digits, sign)
  const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})*,\d{3}$|^\d+$/.test(whole)
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
const zoned = String.raw`(Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT)?(?:\s*\([^()]*\))?`
const rest = String.raw`(?:(?:T|\s*,\s*|\s+(?:às|as|at|-)\s+|\s+)${time})?\s*${zoned}$`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${rest}`, 'i')
const dayFirst = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})${rest}`, 'i')
/** A day of the week before a day, which says nothing more. */
const weekday =
  /^(?:seg|ter|qua|qui|sex|s[áa]b|dom|mon|tue|wed|thu|fri|sat|sun|lun|martes|mi[ée]|jue|vie)\p{L}*(?:-feira)?[.,]*\s+/iu
/** Days since the last of 1899 as spreadsheet programs count them, of this century; of a moment with a part of a day. */
const serial = /^(\d{5})(?:[.,](\d+))?$/
const [serialFirst, serialLast] = [36_526, 73_050]
const dayMs = 86_400_000
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
    .replace(/^((?:19|20)\d{2})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})(?!\d)/i, '$1-$2-$3T$4:$5:$6')
    .replace(/^((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)/, '$1-$2-$3')
}

/** The clock that a spreadsheet program's number of a moment shows; null where it is none. */
function clockOfSerial(text: string): Clock | null {
  const [, days, part = '0'] = serial.exec(text) ?? []
  if (days === undefined || Number(days) < serialFirst || Number(days) > serialLast) return null
  const ms = Date.UTC(1899, 11, 30) + (Number(days) + Number(`0.${part}`)) * dayMs
  const [day, time] = new Date(Math.round(ms / 1000) * 1000).toISOString().replace('Z', '').split('T') as [
    string,
    string,
  ]
  return { day, time, zone: '' }
}

interface Clock {
  readonly day: string
  readonly time: string
  readonly zone: string
}

/** What comes first in a day that is written with numbers alone and without the year in front. */
export type DayOrder = 'day_first' | 'month_first'

/** A day as it may stand in a cell, without what says nothing of it. */
const bareDay = (text: string) => text.trim().replace(/^'/, '').replace(weekday, '')

/**
 * What comes first in a day, where it shows it; null where both could.
 * @example dayOrderIn('10/31/2026') // 'month_first'
 */
export function dayOrderIn(text: string): DayOrder | null {
  const [, first, second] = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/.exec(bareDay(text)) ?? []
  if (Number(second) > 12) return 'month_first'
  return Number(first) > 12 ? 'day_first' : null
}

/** A day and time as they are written; null where it is none. */
function clockIn(text: string, order: DayOrder): Clock | null {
  const ofSerial = clockOfSerial(text)
  if (ofSerial) return ofSerial
  const bare = bareDay(text)
  const numbered = withMonthNumber(bare)
  const isMonthFirst = order === 'month_first' && numbered === bare
  const isYearFirst = yearFirst.exec(numbered)
  const match = isYearFirst ?? dayFirst.exec(numbered)
  if (!match) return null
  const [
    ,
    first = '',
    second = '',
    last = '',
    hour = '0',
    minute = '00',
    seconds = '00',
    fraction = '',
    half,
    zone = '',
  ] = match
  const ofYear = last.length === 2 ? `20${last}` : last
  const [year, month, dayOfMonth] = isYearFirst
    ? [first, second, last]
    : isMonthFirst
      ? [ofYear, first, second]
      : [ofYear, second, first]
  const day = `${year}-${two(month)}-${two(dayOfMonth)}`
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  if (!isDay(day) || hours > 23 || minute > '59' || seconds > '59') return null
  return { day, time: `${two(String(hours))}:${minute}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`, zone }
}

/**
 * The day that text names, with or without a time, in ISO 8601; null where it names none.
 * @example plainDay('26/11/2026') // '2026-11-26'
 */
export function plainDay(text: string, order: DayOrder = 'day_first'): string | null {
  return clockIn(text.trim(), order)?.day ?? null
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
export function plainMoment(text: string, zone: string, order: DayOrder = 'day_first'): string {
  const given = text.trim()
  if (exact.test(given)) return given
  // Seconds or milliseconds since 1970.
  if (/^[1-4]\d{9}(?:\.\d+|\d{3})?$/.test(given))
    return new Date(Number(given) * (/^\d{13}$/.test(given) ? 1 : 1000)).toISOString()
  const clock = clockIn(given, order)
  if (!clock) return text
  if (clock.zone === '') return momentOfClock({ ...clock, zone }).toISOString()
  const [, sign, hours = '', minutes = '00'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(clock.zone) ?? []
  const offset = sign === undefined ? 'Z' : `${sign}${two(hours)}:${minutes}`
  const at = new Date(`${clock.day}T${clock.time}${offset}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
