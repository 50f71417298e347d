import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** A secret as Standard Webhooks writes it (`whsec_` and base64), or any text. */
function keyOf(secret: string): Buffer {
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)
}

/**
 * The headers of a notice as Standard Webhooks has them: its id, unix seconds, and HMAC-SHA256 over
 * `{id}.{timestamp}.{body}`. Whoever takes it finds out that it comes from here, that it is of now, and whether it came
 * before.
 */
export function standardHeaders({ secret, id, body, now }: { secret: string; id: string; body: string; now: Date }) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
