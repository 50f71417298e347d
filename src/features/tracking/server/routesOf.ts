import type { IncomingHttpHeaders } from 'node:http'
import type { Day } from '#engine/values/calendar.ts'

/** One of a link's other ways: where it leads visitors of whom all it says is so. */
export interface Route {
  readonly country: string | null
  readonly device: string | null
  readonly language: string | null
  /** Hours of the business day: from 18 until 6 goes over midnight. */
  readonly fromHour: number | null
  readonly untilHour: number | null
  readonly fromDay: Day | null
  readonly untilDay: Day | null
  readonly domain: string
}

/** What routes ask of a visitor. */
export interface Visitor {
  readonly country: string | null
  readonly headers: IncomingHttpHeaders
  readonly now: Date
  readonly day: Day
  readonly zone: string
}

const isMobile = /Mobi|Android|iPhone|iPad/
const clocks = new Map<string, Intl.DateTimeFormat>()

function hourIn(zone: string, now: Date): number {
  let clock = clocks.get(zone)
  if (!clock)
    clocks.set(zone, (clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })))
  return Number(clock.format(now))
}

function deviceOf({ 'sec-ch-ua-mobile': hint, 'user-agent': agent = '' }: IncomingHttpHeaders): 'mobile' | 'desktop' {
  if (hint === '?1') return 'mobile'
  return isMobile.test(agent) ? 'mobile' : 'desktop'
}

/** The language a visitor wants most: the first two letters of what the browser says. */
const languageOf = ({ 'accept-language': accepted = '' }: IncomingHttpHeaders) => accepted.slice(0, 2).toLowerCase()

function isWithinHours({ fromHour, untilHour }: Route, { zone, now }: Visitor): boolean {
  if (fromHour === null && untilHour === null) return true
  const [hour, from, until] = [hourIn(zone, now), fromHour ?? 0, untilHour ?? 24]
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}

/** The first way of a link that a visitor fits; null where there is none, and the link leads where it leads. */
export function routeFor(routes: readonly Route[], visitor: Visitor): Route | null {
  const fits = (route: Route) =>
    (!route.country || route.country.toUpperCase() === visitor.country) &&
    (!route.device || route.device === deviceOf(visitor.headers)) &&
    (!route.language || route.language.toLowerCase() === languageOf(visitor.headers)) &&
    (!route.fromDay || route.fromDay <= visitor.day) &&
    (!route.untilDay || visitor.day <= route.untilDay) &&
    isWithinHours(route, visitor)
  return routes.find(fits) ?? null
}
