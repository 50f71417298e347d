import { ApiError } from '#engine/server/http/errors.ts'
import type { AppContext } from '#engine/server/context.ts'
import { brandWithKeys, noteUse } from '../keys/ingestKeys.ts'
import { eventChecker, fingerprintOf, type IncomingEvent } from '../write/incomingEvent.ts'
import { recordEvents } from '../write/recordEvents.ts'
import type { IngestBrand } from '../write/ingestContext.ts'
import type { IngestAnswer } from './ingestBatch.ts'
import { withBruteForceProtection } from '#engine/server/rateLimit/bruteForce.ts'
import { isSignedBy } from './signature.ts'

/**
 * Records the one event of a postback. Without `occurred_at` it happened now; sent again it is a duplicate all the
 * same.
 * @param input `parameters`: of query and body together; `beforeRecording` makes clicks that are still queued findable;
 * `address` is the sender's, whose wrong ones are counted
 * @throws ApiError `not_found` (no such brand), `unauthorized` (signature), `invalid_request` (why the event cannot be
 * taken), `event_conflict`, `too_many_requests`
 */
export async function recordPostback(
  context: AppContext,
  input: {
    slug: string
    parameters: Readonly<Record<string, unknown>>
    beforeRecording?: (() => Promise<void>) | undefined
    address: string
  },
): Promise<IngestAnswer> {
  const { signature, ...parameters } = singleValues(input.parameters)
  const brand = await withBruteForceProtection(context, { guessed: 'postback', address: input.address }, () =>
    signingBrand(context, input.slug, parameters, signature ?? ''),
  )
  const event = checkedEvent(context, brand, parameters)
  await input.beforeRecording?.()
  const { accepted, duplicates, conflicts, unattributed } = await recordEvents({
    database: context.database,
    brand,
    events: [event],
  })
  if (conflicts.length > 0) throw new ApiError('event_conflict')
  return { accepted, duplicates, conflicts, rejected: [], unattributed }
}

function singleValues(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (typeof value === 'string') return [name, value]
      if (typeof value === 'number' || typeof value === 'boolean') return [name, String(value)]
      throw new ApiError('invalid_request', { values: { reason: `${name.slice(0, 60)} is given twice or is no text` } })
    }),
  )
}

async function signingBrand(
  context: AppContext,
  slug: string,
  parameters: Readonly<Record<string, string>>,
  signature: string,
): Promise<IngestBrand> {
  const found = await brandWithKeys(context.database.db, slug)
  if (!found) throw new ApiError('not_found')
  const key = found.keys.find(({ hash }) => isSignedBy(hash, parameters, signature))
  if (!key) throw new ApiError('unauthorized')
  await noteUse(context.database.db, key.id)
  return found.brand
}

function checkedEvent(
  context: AppContext,
  brand: IngestBrand,
  parameters: Readonly<Record<string, string>>,
): IncomingEvent {
  const check = eventChecker({
    currency: brand.currency,
    zone: context.environment.businessTimeZone,
    now: context.now(),
  })
  const isDated = Boolean(parameters.occurred_at)
  const checked = check(isDated ? parameters : { ...parameters, occurred_at: context.now().toISOString() })
  if (!checked.ok) throw new ApiError('invalid_request', { values: { reason: checked.code } })
  const { event } = checked
  return isDated ? event : { ...event, fingerprint: fingerprintOf({ ...event, occurredAt: '' }, event.clickId) }
}
