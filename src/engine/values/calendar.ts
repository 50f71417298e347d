/** A calendar day as text, `YYYY-MM-DD`. Days of this form sort as text. */
export type Day = string

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/
const utcMomentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/
const dayMs = 86_400_000
const quarterMs = 900_000
/**
 * Since then every zone's distance from UTC is a whole number of quarter hours, so that a quarter hour lies in one
 * local day.
 */
const quarterHourZonesSinceMs = Date.UTC(1973, 0, 1)
const rememberedQuarters = 10_000

const formatters = new Map<string, Intl.DateTimeFormat>()
const quarterDays = new Map<string, Map<number, Day>>()

/**
 * The business day a moment belongs to: the one function that decides it everywhere (imports, movement, reports,
 * entries).
 * @param input the moment (a Date or ISO 8601 text with its zone) and the IANA zone of the business, UTC where absent
 * @example businessDay({ at: '2026-11-20T02:59:59Z', zone: 'America/Sao_Paulo' }) // '2026-11-19'
 * @throws {RangeError} when the moment or the zone is unknown
 */
export function businessDay(input: { at: Date | string; zone?: string | undefined }): Day {
  const { at, zone = 'UTC' } = input
  if (zone === 'UTC') {
    // Most moments come as text in UTC already: their day is their beginning. Ingest needs hundreds of thousands of
    // these a second.
    if (typeof at === 'string' && utcMomentPattern.test(at) && isDay(at.slice(0, 10))) return at.slice(0, 10)
    return new Date(at).toISOString().slice(0, 10)
  }
  const ms = new Date(at).getTime()
  if (Number.isNaN(ms)) throw new RangeError('Invalid moment')
  return ms < quarterHourZonesSinceMs ? formatDay({ ms, zone }) : dayOfQuarter({ ms, zone })
}

/**
 * A day begins first where clocks are 14 hours ahead of UTC, last where they are 12 behind; an hour more on both sides.
 */
const dayBeginsWithinQuarters = { before: 60, after: 52 }

/**
 * The moment at which a business day begins, from 1973 on. Where clocks are put forward at midnight, it begins later
 * than 00:00.
 * @example startOfDay({ day: '2026-11-20', zone: 'America/Sao_Paulo' }) // 2026-11-20T03:00:00Z
 */
export function startOfDay(input: { day: Day; zone?: string | undefined }): Date {
  const { day, zone } = input
  const utcMs = msOf(day)
  // Days only go up with the moments: the first quarter of an hour that lies in this day (or, where the zone left it
  // out, in the next).
  let [before, from] = [-dayBeginsWithinQuarters.before, dayBeginsWithinQuarters.after]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (businessDay({ at: new Date(utcMs + middle * quarterMs), zone }) < day) before = middle
    else from = middle
  }
  return new Date(utcMs + from * quarterMs)
}

/** Distances from UTC by zone and hour: files name thousands of moments within one. */
const offsets = new Map<string, number>()

function offsetMs({ ms, zone }: { ms: number; zone: string }): number {
  const key = `${zone} ${Math.floor(ms / quarterMs)}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    const format = clockFormatOf(zone)
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
    const shown = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
    offset = shown - Math.floor(ms / 1000) * 1000
    if (offsets.size >= rememberedQuarters) offsets.clear()
    offsets.set(key, offset)
  }
  return offset
}

const clockFormats = new Map<string, Intl.DateTimeFormat>()

function clockFormatOf(zone: string): Intl.DateTimeFormat {
  let format = clockFormats.get(zone)
  if (!format) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
    clockFormats.set(zone, format)
  }
  return format
}

/**
 * The moment at which clocks of a zone show a day and time; the first of two where clocks are put back.
 * @param input `time` as `hh:mm:ss.sss`
 * @example momentOfClock({ day: '2026-11-26', time: '10:05:00.000', zone: 'America/Sao_Paulo' }) // 2026-11-26T13:05:00Z
 */
export function momentOfClock({ day, time, zone }: { day: Day; time: string; zone: string }): Date {
  const shown = Date.parse(`${day}T${time}Z`)
  if (zone === 'UTC') return new Date(shown)
  const before = shown - offsetMs({ ms: shown - dayMs, zone })
  const isRight = (ms: number) => ms + offsetMs({ ms, zone }) === shown
  return new Date(isRight(before) ? before : shown - offsetMs({ ms: shown + dayMs, zone }))
}

/** How far the clock of who says when something happened may be ahead of ours. */
const clockDriftMs = 60_000

/**
 * Whether something is said to have happened later than now. A day is compared with the business day, a moment with the
 * present moment, a minute allowed for clocks that differ.
 * @param input `at`: a day, or a moment in ISO 8601 with its zone
 */
export function isInFuture(input: { at: string; now: Date; zone?: string | undefined }): boolean {
  const { at, now, zone } = input
  return isDay(at) ? at > businessDay({ at: now, zone }) : Date.parse(at) > now.getTime() + clockDriftMs
}

/** Whether the text names a time zone this machine knows, for example `America/Sao_Paulo`. */
export function isTimeZone(zone: string): boolean {
  try {
    formatterOf(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * A zone by its IANA name, as it is written; null where it is none. Distances from UTC are refused: databases read their
 * sign the other way round.
 * @example timeZoneName(' europe/malta') // 'Europe/Malta'
 */
export function timeZoneName(typed: string): string | null {
  const name = typed.trim()
  if (name.toUpperCase() === 'UTC') return 'UTC'
  if (!/^[a-z_]+\/[a-z]/i.test(name) || !isTimeZone(name)) return null
  const canonical = formatterOf(name).resolvedOptions().timeZone
  // Another name of it stays, as the company's people know it by that.
  return canonical.toLowerCase() === name.toLowerCase() ? canonical : name
}

function dayOfQuarter(input: { ms: number; zone: string }): Day {
  const quarter = Math.floor(input.ms / quarterMs)
  let days = quarterDays.get(input.zone)
  if (!days) quarterDays.set(input.zone, (days = new Map()))
  let day = days.get(quarter)
  if (day === undefined) {
    day = formatDay(input)
    if (days.size >= rememberedQuarters) days.clear()
    days.set(quarter, day)
  }
  return day
}

function formatDay(input: { ms: number; zone: string }): Day {
  const parts: Record<string, string> = {}
  for (const part of formatterOf(input.zone).formatToParts(input.ms)) parts[part.type] = part.value
  return `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}`
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/** Whether the text is a day that exists, `YYYY-MM-DD`, from 1900 to 9999. */
export function isDay(text: unknown): text is Day {
  const match = typeof text === 'string' ? dayPattern.exec(text) : null
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1900 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth({ year, month })
}

/** The first day of the day's month. */
export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`
}

/** The last day of the day's month. */
export function endOfMonth(day: Day): Day {
  const { year, month } = partsOf(day)
  return dayOf({ year, month, day: daysInMonth({ year, month }) })
}

/** The day a number of days later; earlier where the number is negative. */
export function addDays(day: Day, count: number): Day {
  return new Date(msOf(day) + count * dayMs).toISOString().slice(0, 10)
}

/**
 * The same day a number of months later, or that month's last day where it is shorter (31 January + 1 = 28 or 29
 * February).
 */
export function addMonths(day: Day, count: number): Day {
  const parts = partsOf(day)
  const monthIndex = parts.year * 12 + (parts.month - 1) + count
  const [year, month] = [Math.floor(monthIndex / 12), (monthIndex % 12) + 1]
  return dayOf({ year, month, day: Math.min(parts.day, daysInMonth({ year, month })) })
}

/** How many days `to` is after `from`; 0 for the same day, negative where it is before. */
export function daysBetween(range: { from: Day; to: Day }): number {
  return Math.round((msOf(range.to) - msOf(range.from)) / dayMs)
}

/** Every day of a range in order, both ends included; nothing where it ends before it begins. */
export function eachDay(range: { from: Day; to: Day }): Day[] {
  const days: Day[] = []
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * The last `to` a report that begins at `from` may have: the day before `from` + 1 calendar month, clamped to the
 * month's end.
 */
export function lastDayOfRange(from: Day): Day {
  return addDays(addMonths(from, 1), -1)
}

/**
 * Whether a report's range, `to` inclusive, is shorter than one calendar month: `to` before `from` + 1 month, clamped
 * (from 31 January
 * the last `to` is 27 February, 28 in a leap year). Says nothing of a range that ends before it begins; see
 * {@link rangeProblem}.
 */
export function isShorterThanOneMonth(range: { from: Day; to: Day }): boolean {
  return range.to <= lastDayOfRange(range.from)
}

/** What can be wrong with a report's range. */
export type RangeProblem = 'invalid_day' | 'ends_before_it_begins' | 'one_month_or_longer'

/** The month after a range must still have a year of four digits. */
const lastReportDay = '9998-12-31'

/** The first thing that is wrong with a report's range, or null. Takes anything, as it comes from a query. */
export function rangeProblem(range: { from: unknown; to: unknown }): RangeProblem | null {
  const { from, to } = range
  if (!isDay(from) || !isDay(to) || from > lastReportDay) return 'invalid_day'
  if (to < from) return 'ends_before_it_begins'
  return isShorterThanOneMonth({ from, to }) ? null : 'one_month_or_longer'
}

/** The later of two days. */
export function latestDay(first: Day, second: Day): Day {
  return first > second ? first : second
}

/** The earlier of two days. */
export function earliestDay(first: Day, second: Day): Day {
  return first < second ? first : second
}

function daysInMonth(input: { year: number; month: number }): number {
  if (input.month === 2) {
    const isLeap = input.year % 4 === 0 && (input.year % 100 !== 0 || input.year % 400 === 0)
    return isLeap ? 29 : 28
  }
  return [4, 6, 9, 11].includes(input.month) ? 30 : 31
}

function msOf(day: Day): number {
  const ms = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(ms)) throw new RangeError(`Not a day: ${day}`)
  return ms
}

function partsOf(day: Day): { year: number; month: number; day: number } {
  if (!isDay(day)) throw new RangeError(`Not a day: ${day}`)
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) }
}

function dayOf(parts: { year: number; month: number; day: number }): Day {
  return `${String(parts.year).padStart(4, '0')}-${String(parts.month).padStart(2, '0')}-${String(parts.day).padStart(2, '0')}`
}
