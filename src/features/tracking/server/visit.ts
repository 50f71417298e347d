import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Day } from '#engine/values/calendar.ts'
import { subsOfVisit, visitText } from '#rules/activity/subIds.ts'
import type { AppContext } from '#engine/server/context.ts'
import { hostOf } from '#features/activity/server/write/hosts.ts'
import type { Visit } from '#features/activity/server/write/visits.ts'
import { incoming, type IncomingEvent } from '#features/activity/server/write/incomingEvent.ts'
import { invalidTrafficReason, isBrowser, referrerOf, visitorOf } from './invalidTraffic.ts'
import type { Target } from './findTarget.ts'
import type { Place } from './places.ts'
import { zoneOf } from '#engine/records/server/change.ts'

/** The id of a visit: when it was, so that rows lie together, and 128 bits that nobody can guess. */
export function makeClickId(now: Date): string {
  return `c${now.getTime().toString(36)}${randomBytes(16).toString('base64url')}`
}

/** What the address of a visit says behind the link's token. */
export type VisitQuery = Readonly<Record<string, unknown>>

/** Names that an address in HTML or in capitals lost (`&amp;gclid=`, `GCLID=`), as they were meant. */
export function visitQuery(given: VisitQuery): VisitQuery {
  const names = Object.keys(given)
  if (names.every((name) => !/[A-Z;]/.test(name))) return given
  const meant = names.map((name) => [name.replace(/^(?:amp;)+/i, '').toLowerCase(), given[name]] as const)
  return { ...Object.fromEntries(meant), ...given }
}

/** The click that a visit is. */
export function clickEvent(
  context: AppContext,
  given: {
    clickId: string
    target: Target
    address: URL
    place: Place
    now: Date
    day: Day
    request: FastifyRequest
    query: VisitQuery
    advertiserIds: Visit['advertiserIds']
    salt: string
  },
): IncomingEvent {
  const { clickId, target, address, place, now, day, request, query, advertiserIds, salt } = given
  const subs = subsOfVisit(query)
  const agent = request.headers['user-agent']
  const visit = {
    action: target.action,
    visitorId: visitText(query['click_id']),
    media: visitText(query['media']),
    advertiserIds,
    referrer: referrerOf(request.headers),
    visitor: visitorOf({ salt, day, address: request.ip, agent }),
    isBrowser: isBrowser(agent),
    apart: invalidTrafficReason(request.headers),
  }
  const facts = {
    eventId: clickId,
    type: 'click',
    occurredAt: now.toISOString(),
    playerRef: null,
    actionToken: target.token,
    product: null,
    amount: null,
    currency: null,
    reason: null,
    ...place,
    ...(subs ? { subs } : {}),
  } as const
  const domain = hostOf(address.href)
  return { ...incoming(facts, null, zoneOf(context, target.brand)), ...(domain === null ? {} : { domain }), visit }
}
