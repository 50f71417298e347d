import { randomBytes } from 'node:crypto'
import type { AppContext } from '../context.ts'
import { hostOf } from '../ingest/record/hosts.ts'
import { incoming, type IncomingEvent } from '../ingest/record/incomingEvent.ts'
import type { Target } from './findTarget.ts'
import type { Place } from './places.ts'

/** The id of a visit: when it was, so that rows lie together, and 128 bits that nobody can guess. */
export function makeClickId(now: Date): string {
  return `c${now.getTime().toString(36)}${randomBytes(16).toString('base64url')}`
}

/** The click that a visit is. */
export function clickEvent(
  context: AppContext,
  { clickId, target, address, place, now }: { clickId: string; target: Target; address: URL; place: Place; now: Date },
): IncomingEvent {
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
  } as const
  const domain = hostOf(address.href)
  return { ...incoming(facts, null, context.environment.businessTimeZone), ...(domain === null ? {} : { domain }) }
}
