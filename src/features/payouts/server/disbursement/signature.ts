import { createHmac, timingSafeEqual } from 'node:crypto'

/** The headers that carry a signature, both ways. */
export const signatureHeader = 'x-payout-signature'
export const timestampHeader = 'x-payout-timestamp'

/**
 * How far the clock of the other side may differ, in milliseconds; a call that was overheard is worth nothing
 * afterwards.
 */
const toleranceMs = 5 * 60_000

function hmac(secret: string, timestamp: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.${text}`).digest()
}

/**
 * The headers of a signed call: HMAC-SHA256 over `{timestamp}.{text}`, the timestamp in unix seconds. The text of a
 * request is `{METHOD} {path}.{body}`, of a
 * webhook the body.
 */
export function signedHeaders({
  secret,
  text,
  now,
}: {
  secret: string
  text: string
  now: Date
}): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return { [timestampHeader]: timestamp, [signatureHeader]: `sha256=${hmac(secret, timestamp, text).toString('hex')}` }
}

/** Whether a signature is of this secret and text, and of now. */
export function isSigned(call: {
  secret: string
  text: string
  signature: string | undefined
  timestamp: string | undefined
  now: Date
}): boolean {
  const { secret, text, signature, timestamp, now } = call
  if (!signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > toleranceMs) return false
  const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex')
  const right = hmac(secret, timestamp, text)
  return given.length === right.length && timingSafeEqual(given, right)
}
