import { hash } from 'node:crypto'
import { events } from '#resources/events.ts'
import type { EventName } from '#engine/declaration/names.ts'
import { clickIdsOf } from '#rules/activity/attribution.ts'
import { type ActivityEvent, contentOf, type EventProblem, eventReader } from '#rules/activity/events.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { fitsCurrency } from '#engine/values/currencies.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import type { Visit } from './visits.ts'

/** Earlier moments are mistakes of a clock; each month there is has a partition. */
export const earliestMoment = '2000-01-01T00:00:00.000Z'
/** So far ahead a moment may lie: a platform may date a bet at its match, but not in another season. */
const aheadMs = 366 * 86_400_000
const clickIdLengthMax = 100
/** An event may name several clicks. */
const clickIdsMax = 20
const readEvent = eventReader(events)

/** An event that was checked and is ready to be recorded. */
export interface IncomingEvent extends ActivityEvent<EventName> {
  readonly day: Day
  readonly clickId: string | null
  /** The hash of its whole content, as a UUID's text. */
  readonly fingerprint: string
  /** Only of clicks on our own links. */
  readonly domain?: string
  /** Only of clicks on our own links. */
  readonly visit?: Visit
  /** Of a click on our own link: the visitor's first of the day there. Of a click that a brand reports: always. */
  readonly isFirstVisit?: true
}

/** Why an event was not taken: those of the domain, and a currency that is not the brand's. */
export type RejectionCode = EventProblem | 'moment_too_early' | 'invalid_click_id' | 'currency_of_another'

/** An event that can be recorded, or why not. */
export type CheckedEvent =
  | { readonly ok: true; readonly event: IncomingEvent }
  | { readonly ok: false; readonly code: RejectionCode }

/** Checks events of one brand, as they come from the wire or a feed file. */
export function eventChecker(given: {
  currency: string | null
  zone: string
  now: Date
}): (raw: unknown) => CheckedEvent {
  const latest = new Date(given.now.getTime() + aheadMs).toISOString()
  return (raw) => {
    const { clickId, rest } = splitClickId(raw)
    if (clickId === undefined) return { ok: false, code: 'invalid_click_id' }
    const read = readEvent(rest, { latest })
    if (!read.ok) return read
    if (read.event.occurredAt < earliestMoment) return { ok: false, code: 'moment_too_early' }
    if (read.event.currency !== null && given.currency !== null && read.event.currency !== given.currency)
      return { ok: false, code: 'currency_of_another' }
    if (read.event.amount !== null && !fitsCurrency(read.event.amount, given.currency ?? read.event.currency))
      return { ok: false, code: 'invalid_amount' }
    return { ok: true, event: incoming(read.event, clickId, given.zone) }
  }
}

/** What an event needs beyond its facts to be recorded. */
export function incoming(event: ActivityEvent<EventName>, clickId: string | null, zone: string): IncomingEvent {
  return {
    ...event,
    clickId,
    day: businessDay({ at: event.occurredAt, zone }),
    fingerprint: fingerprintOf(event, clickId),
  }
}

/** The hash of all an event says, as 32 hexadecimal digits. */
export function fingerprintOf(event: ActivityEvent, clickId: string | null): string {
  const content = clickId === null ? contentOf(event) : contentOf(event) + clickId
  return hash('sha256', content, 'hex').slice(0, 32)
}

/**
 * The id of a click of ours is no property of a feed, so the domain does not know it; `undefined` where it cannot be
 * one.
 */
function splitClickId(raw: unknown): { clickId: string | null | undefined; rest: unknown } {
  if (typeof raw !== 'object' || raw === null || !('click_id' in raw)) return { clickId: null, rest: raw }
  const { click_id: given, ...rest } = raw
  if (given === null || given === undefined || given === '') return { clickId: null, rest }
  return { clickId: typeof given === 'string' && namesClicks(given) ? given : undefined, rest }
}

/** What is no longer than one id is taken whatever it says, as ever. */
function namesClicks(given: string): boolean {
  if (hasUnstorableCharacters(given)) return false
  if (given.length <= clickIdLengthMax) return true
  const ids = clickIdsOf(given)
  const isShort = given.length <= clickIdsMax * (clickIdLengthMax + 2) && ids.length <= clickIdsMax
  return isShort && ids.every((id) => id.length <= clickIdLengthMax)
}
