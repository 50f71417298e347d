import { fillAddress, type SignalKind, variableName } from '#rules/webhooks.ts'
import { standardHeaders } from '#engine/operatorWebhooks/server/standardSignature.ts'
import type { Call } from './outboundCall.ts'

/** A signal as it is sent: its id stays the same however often that is. */
export interface Message {
  readonly id: string
  readonly name: string
  readonly at: Date
  readonly data: Readonly<Record<string, unknown>>
}

/** How a target is called. */
export interface CalledTarget {
  readonly kind: Exclude<SignalKind, 'email'>
  readonly address: string
}

/** What a webhook carries. */
export function bodyOf({ name, at, data }: Message): string {
  return JSON.stringify({ type: name, timestamp: at.toISOString(), data })
}

/** What the variables of a postback stand for; what is no plain value stands for nothing. */
function variablesOf({ id, name, at, data }: Message): Record<string, unknown> {
  const plain = Object.entries(data).filter(([, value]) => typeof value !== 'object')
  return {
    ...Object.fromEntries(plain.map(([word, value]) => [variableName(word), value])),
    signal: name,
    signal_id: id,
    occurred_at: at.toISOString(),
  }
}

function webhook(
  target: CalledTarget,
  message: Message,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): Call {
  const body = bodyOf(message)
  const signed = secrets.map((secret) => standardHeaders({ secret, id: message.id, body, now }))
  // While one secret takes the place of another, both sign: whoever checks knows one of them.
  const signature = signed.map((headers) => headers['webhook-signature']).join(' ')
  const headers = { ...signed[0]!, 'webhook-signature': signature, 'content-type': 'application/json' }
  return {
    method: 'POST',
    url: target.address,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    body,
  }
}

/** A GET calls the address; a POST sends what stands behind its question mark as a form. */
function postback({ kind, address }: CalledTarget, message: Message): Call {
  const url = fillAddress(address, variablesOf(message))
  const headers = { 'webhook-id': message.id }
  if (kind === 'postbackGet') return { method: 'GET', url, headers }
  const [place = url, ...query] = url.split('?')
  const body = query.join('?').split('#')[0]!
  return {
    method: 'POST',
    url: place,
    headers: {
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  }
}

/** The call by which a target is told of a signal. */
export function callFor(
  target: CalledTarget,
  message: Message,
  signing: { secrets: readonly string[]; now: Date },
): Call {
  return target.kind === 'webhook' ? webhook(target, message, signing) : postback(target, message)
}
