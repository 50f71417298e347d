import { ApiError } from '#engine/server/http/errors.ts'
import type { AppContext } from '#engine/server/context.ts'
import { foldText } from '#engine/values/foldText.ts'
import { brandWithKeys, noteUse } from '../keys/ingestKeys.ts'
import { eventChecker, fingerprintOf, type IncomingEvent } from '../write/incomingEvent.ts'
import { recordEvents } from '../write/recordEvents.ts'
import type { IngestBrand } from '../write/ingestContext.ts'
import type { IngestAnswer } from './ingestBatch.ts'
import { withBruteForceProtection } from '#engine/server/rateLimit/bruteForce.ts'
import { isUnexpandedMacro } from '#rules/activity/macros.ts'
import { eventTypeNames } from '#rules/activity/feedNames.ts'
import { plainAmount, plainMoment } from '#rules/activity/feedValues.ts'
import { productNames } from '#rules/activity/productNames.ts'
import { subNames } from '#rules/activity/subNames.ts'
import { isSignedBy } from './signature.ts'
import { zoneOf } from '#engine/records/server/change.ts'

/**
 * Records the one event of a postback. Without `occurred_at` it happened now; sent again it is a duplicate all the
 * same.
 * @param input `parameters`: of query and body together; `beforeRecording` makes clicks that are still queued findable;
 * `address` is the sender's, whose wrong ones are counted
 * @returns also `leftOut`: parameters that only describe the event and were macros nobody filled in
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
): Promise<IngestAnswer & { leftOut?: string[] }> {
  const { signature, ...received } = singleValues(input.parameters)
  const { brand, parameters } = await withBruteForceProtection(
    context,
    { guessed: 'postback', address: input.address },
    () => signingBrand(context, { slug: input.slug, meant: meantBy(received), signature: signature ?? '' }),
  )
  const { filled, leftOut } = withoutMacros(plainly(parameters, zoneOf(context, brand)))
  const event = checkedEvent(context, brand, filled)
  await input.beforeRecording?.()
  const { accepted, duplicates, conflicts, unattributed } = await recordEvents({
    database: context.database,
    brand,
    events: [event],
    source: { via: 'postback', at: context.now(), keyHint: brand.keyHint },
  })
  if (conflicts.length > 0) throw new ApiError('event_conflict')
  const answer = { accepted, duplicates, conflicts, rejected: [], unattributed }
  return leftOut.length > 0 ? { ...answer, leftOut } : answer
}

/** Values as other systems write them, in the form that events take: moments, amounts, types, products, blanks around. */
function plainly(parameters: Readonly<Record<string, string>>, zone: string): Record<string, string> {
  const readers: Readonly<Record<string, (text: string) => string>> = {
    occurred_at: (text) => plainMoment(text, zone),
    amount: (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? text : plainAmount(text, '.')),
    type: (text) => eventTypeNames[foldText(text)] ?? text.toLowerCase(),
    product: (text) => productNames[foldText(text)] ?? text,
    currency: (text) => text,
    country: (text) => text,
    action_token: (text) => text,
  }
  return Object.fromEntries(
    Object.entries(withZone(parameters)).map(([name, text]) => [
      name,
      Object.hasOwn(readers, name) && !isUnexpandedMacro(text) ? readers[name]!(text.trim()) : text,
    ]),
  )
}

/** A time zone's `+` that was not written `%2B` arrives as a blank. */
function withZone(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const occurredAt = parameters.occurred_at
    ?.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d{2}:)/, '$1T')
    .replace(
      /(T[\d:.]+)[ +](\d{2}):?(\d{2})?$/,
      (_, at: string, hours: string, minutes = '00') => `${at}+${hours}:${minutes}`,
    )
  return occurredAt === undefined ? { ...parameters } : { ...parameters, occurred_at: occurredAt }
}

/** What a sender may have signed: what was received, with the zone's `+`, or with each `+` that arrived as a blank. */
function meantBy(received: Readonly<Record<string, string>>): Readonly<Record<string, string>>[] {
  const plus = (text: string) => text.replaceAll(' ', '+')
  const zoned = received.occurred_at?.replace(/(T?[\d:.]+) (\d{2}:?(?:\d{2})?)$/, '$1+$2')
  return [
    received,
    ...(zoned === undefined ? [] : [{ ...received, occurred_at: zoned }]),
    Object.fromEntries(Object.entries(received).map(([name, value]) => [name, plus(value)])),
  ]
}

/** What only describes an event: without it the event is told all the same. */
const describing: readonly string[] = [
  ...subNames,
  'country',
  'state',
  'city',
  'payment_mark',
  'device_mark',
  'address_mark',
]

/**
 * Macros that the sender's system did not fill in: what only describes the event is left out and named in the answer.
 * @throws ApiError `invalid_request` naming another that holds one
 */
function withoutMacros(parameters: Readonly<Record<string, string>>) {
  const isUnfilled = (name: string) =>
    isUnexpandedMacro(parameters[name]!) || parameters[name]!.trim().toLowerCase() === name
  const unfilled = Object.keys(parameters).filter(isUnfilled)
  // Whose the event is does not hang on the code where a link or visit is named.
  const isAttributed = [parameters.action_token, parameters.click_id].some(Boolean)
  const isLeftOut = (name: string) => describing.includes(name) || (name === 'promo_code' && isAttributed)
  const refused = unfilled.find((name) => !isLeftOut(name))
  if (refused !== undefined) {
    const reason = `${refused.slice(0, 60)} is a macro that was not filled in: ${parameters[refused]!.slice(0, 60)}`
    throw new ApiError('invalid_request', { values: { reason } })
  }
  const filled = Object.fromEntries(Object.entries(parameters).filter(([name]) => !unfilled.includes(name)))
  return { filled, leftOut: unfilled }
}

function singleValues(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([given, value]) => {
      // As an address that stood in HTML has it: `&amp;type=`.
      const name = given.replace(/^(?:amp;)+/i, '')
      if (typeof value === 'string') return [name, value]
      if (typeof value === 'number' || typeof value === 'boolean') return [name, String(value)]
      throw new ApiError('invalid_request', { values: { reason: `${name.slice(0, 60)} is given twice or is no text` } })
    }),
  )
}

async function signingBrand(
  context: AppContext,
  { slug, meant, signature }: { slug: string; meant: readonly Readonly<Record<string, string>>[]; signature: string },
): Promise<{ brand: IngestBrand; parameters: Readonly<Record<string, string>> }> {
  const found = await brandWithKeys(context.database.db, slug)
  if (!found) throw new ApiError('not_found')
  for (const parameters of meant) {
    const key = found.keys.find(({ hash }) => isSignedBy(hash, parameters, signature))
    if (!key) continue
    await noteUse(context.database.db, key.id)
    return { brand: { ...found.brand, keyHint: key.hint }, parameters }
  }
  throw new ApiError('unauthorized')
}

function checkedEvent(
  context: AppContext,
  brand: IngestBrand,
  parameters: Readonly<Record<string, string>>,
): IncomingEvent {
  const check = eventChecker({ currency: brand.currency, zone: zoneOf(context, brand), now: context.now() })
  const isDated = Boolean(parameters.occurred_at)
  const checked = check(isDated ? parameters : { ...parameters, occurred_at: context.now().toISOString() })
  if (!checked.ok) throw new ApiError('invalid_request', { values: { reason: checked.code } })
  const { event } = checked
  return isDated ? event : { ...event, fingerprint: fingerprintOf({ ...event, occurredAt: '' }, event.clickId) }
}
